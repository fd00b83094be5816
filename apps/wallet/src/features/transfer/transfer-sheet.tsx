import type { StatementRow } from '@krapao/contract'
import { formatAmount, fromWireAmount, toWireAmount } from '@krapao/money'
import type { CallError } from '@krapao/web'
import { serverNowMs } from '@krapao/web'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import type { ModalProps, Modals } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { openEndMessage } from '../../lib/money-call.ts'
import { isOnline } from '../../lib/online.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { readTexts, useTexts } from '../../lib/texts/texts.ts'
import { useReview } from '../../lib/use-review.ts'
import { useBalances, useHome } from '../../lib/wallet.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { SheetContent } from '../../ui/sheet.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import { minorOfTyped, typedOfMinor } from '../../ui/typed-amount.ts'
import type { TransferAttempt, TransferEnd } from './transfer-attempt.ts'
import { readSent } from '../../lib/sent-money.ts'
import { readTransferAttempt, resumeTransfer, sendTransfer, useTransferAttempt } from './transfer-attempt.ts'
import type { FormFault, FormValues } from './transfer-form.tsx'
import { transferForm } from './transfer-form.tsx'
import { transferReview } from './transfer-review.tsx'
import styles from './transfer-sheet.module.css'
import { transferState } from './transfer-state.tsx'
import type { Order, OrderFault, Side } from './transfer.rules.ts'
import { checkOrder, mostMinor, nearestMinor, sidesOf, WALLET } from './transfer.rules.ts'

/** Closes the sheet that is open, for a transfer that ends while it is. */
let closeOpenSheet: (() => void) | undefined

/** Moves money between wallet and games: chosen and typed, reviewed, sent, and followed until it has an end (TRF-002). */
export function TransferSheet({ from, to, isAll = false, onClose }: ModalProps<'transfer'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const attempt = useTransferAttempt()
  const balances = useBalances()
  const home = useHome()
  useEffect(() => {
    closeOpenSheet = onClose
    return () => {
      closeOpenSheet = undefined
    }
  }, [onClose])
  const sides = balances === undefined ? [] : sidesOf(balances, t('field.mainWallet'))
  useResumed(sides, home.data?.profile._id)
  if (sides.length > 1) return <Steps sides={sides} given={{ from, to, isAll }} attempt={attempt} onClose={onClose} />
  const isOpen = attempt !== undefined && attempt.phase !== 'sending'
  const content = isOpen
    ? transferState(texts, { attempt, onClose })
    : { title: t('transfer.title'), children: nothing() }
  return <Sheet closeLabel={t('aria.closeDialog')} onClose={onClose} {...content} />

  function nothing(): ReactNode {
    if (balances !== undefined) {
      return (
        <EmptyState
          text={t('transfer.noGames')}
          detail={t('transfer.noGamesHint')}
          actionLabel={t('common.close')}
          onAction={onClose}
        />
      )
    }
    if (home.error !== null) {
      return (
        <EmptyState text={t('home.loadError')} actionLabel={t('common.retry')} onAction={() => void home.refetch()} />
      )
    }
    return (
      <div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')}>
        <Skeleton widthPx={320} heightPx={56} />
        <Skeleton widthPx={320} heightPx={56} />
        <Skeleton widthPx={320} heightPx={56} />
      </div>
    )
  }
}

/** Goes on with a transfer of this member that was sent before the page was fetched again. */
function useResumed(sides: readonly Side[], memberId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    const sent =
      memberId === undefined || readTransferAttempt() !== undefined ? undefined : readSent('sentTransfer', memberId)
    const [from, to] = [sent?.from, sent?.to].map((code) => sides.find((side) => side.code === code))
    if (sent === undefined || from === undefined || to === undefined) return
    resumeTransfer(client, sent, { from, to, amountMinor: sent.amountMinor }, (end) => sayEnd(client, end))
  }, [client, sides, memberId])
}

/** What the sheet was opened with, as the form has it; all that can be moved where that was asked for. */
function firstValues(sides: readonly Side[], given: { from?: string; to?: string; isAll: boolean }): FormValues {
  const from = given.from ?? WALLET
  const to = given.to ?? ''
  const [source, target] = [from, to].map((code) => sides.find((side) => side.code === code))
  const isKnown = given.isAll && source !== undefined && target !== undefined
  return { from, to, amount: isKnown ? typedOfMinor(mostMinor(source, target)) : '' }
}

/** All steps on one sheet: what a message says over it stays in sight, whatever step the balances lead to meanwhile. */
function Steps({
  sides,
  given,
  attempt,
  onClose,
}: {
  sides: readonly Side[]
  given: { from?: string | undefined; to?: string | undefined; isAll: boolean }
  attempt: TransferAttempt | undefined
  onClose: () => void
}): ReactNode {
  const texts = useTexts()
  const client = useQueryClient()
  const [values, setValues] = useState(() =>
    firstValues(sides, {
      isAll: given.isAll,
      ...(given.from === undefined ? {} : { from: given.from }),
      ...(given.to === undefined ? {} : { to: given.to }),
    }),
  )
  const sideOf = (code: string): Side | undefined => sides.find((side) => side.code === code)
  const check = (): Order | OrderFault =>
    checkOrder(sideOf(values.from), sideOf(values.to), minorOfTyped(values.amount))
  const review = useReview<true>(() => (given.isAll && !('fault' in check()) ? true : undefined))
  const [fault, setFault] = useState<FormFault>()
  const order = check()
  const onContinue = (): void => {
    if (!('fault' in order)) {
      review.begin(true)
      return
    }
    const wrong = { field: faultyField(order, values), text: faultText(texts, order) }
    setFault(wrong)
    sayFault(texts, wrong)
  }
  const onChange = (changed: FormValues): void => {
    setFault(undefined)
    setValues(changed)
  }
  const step = (): SheetContent => {
    if (attempt !== undefined && attempt.phase !== 'sending') return transferState(texts, { attempt, onClose })
    const reviewed = attempt?.order ?? (review.reviewed && !('fault' in order) ? order : undefined)
    if (reviewed === undefined) return transferForm(texts.t, { sides, values, fault, onChange, onContinue })
    return transferReview(texts.t, {
      order: reviewed,
      isSending: attempt !== undefined,
      isTooEarly: review.isTooEarly,
      onConfirm: () => send(client, reviewed),
      onBack: review.end,
    })
  }
  return <Sheet closeLabel={texts.t('aria.closeDialog')} onClose={onClose} {...step()} />
}

/** Sends what was reviewed, under a key of its own. */
function send(client: QueryClient, order: Order): void {
  const texts = readTexts()
  if (isOnline()) sendTransfer(client, order, (end) => sayEnd(client, end))
  // Nothing goes out: this much is certain, and the review stays.
  else openModal('message', failure(texts, texts.t('transfer.offline')))
}

/** What is wrong with what was typed, as a dialog that names its field over the sheet that keeps and marks it (ERR-099). */
function sayFault({ t }: Texts, { field, text }: FormFault): void {
  openModal('message', { kind: 'failed', title: t(field === 'amount' ? 'common.amount' : `transfer.${field}`), text })
}

function faultyField({ fault }: OrderFault, { from }: FormValues): FormFault['field'] {
  if (fault === 'select' && from === '') return 'from'
  return fault === 'select' || fault === 'same' ? 'to' : 'amount'
}

function failure({ t }: Texts, text: string): Modals['message'] {
  return { kind: 'failed', title: t('dialog.errorTitle'), text }
}

function faultText({ t }: Texts, order: OrderFault): string {
  if (order.fault === 'step') {
    return t('transfer.error.step', { step: formatAmount(order.stepMinor), amount: formatAmount(order.nearMinor) })
  }
  if (order.fault === 'select') return t('transfer.error.select')
  if (order.fault === 'same') return t('error.TRANSFER_SAME')
  return order.fault === 'minimum' ? t('transfer.error.minimum', { amount: '1' }) : t('error.MONEY_NOT_ENOUGH')
}

/** Refusals after which the same may go through another time; after all others something has to be changed first. */
const passingCodes = ['TRANSFER_FAIL', 'TRANSFER_PENDING']

/** Tells how a transfer ended: over its sheet in a dialog, and wherever the reader is by then in a toast. */
function sayEnd(client: QueryClient, end: TransferEnd): void {
  const texts = readTexts()
  const { t } = texts
  const { order } = end
  const text = end.isDone
    ? t('transfer.success', { from: order.from.name, to: order.to.name })
    : refusalText(texts, end.open.error, order)
  if (closeOpenSheet === undefined) {
    const told = end.isDone ? `${t('transfer.done')} ฿${formatAmount(order.amountMinor)} ${text}` : text
    showToast(end.isDone ? 'done' : 'failed', told, 'transfer')
    return
  }
  if (!end.isDone) {
    const words = { title: t('transfer.failTitle'), text, unknownText: t('transfer.unknown') }
    const isPassing = end.open.end === 'refused' && passingCodes.includes(end.open.error.code)
    const more = { label: t('common.retry'), isMain: true, onPress: () => send(client, order) }
    openModal('message', { ...openEndMessage(texts, end.open, words), ...(isPassing && { more }) })
    return
  }
  dropToasts('transfer')
  closeOpenSheet()
  openModal('message', {
    kind: 'done',
    title: t('transfer.done'),
    text,
    amountMinor: order.amountMinor,
    more: { label: t('common.viewReceipt'), onPress: () => openModal('receipt', { row: rowOf(end.id, order) }) },
  })
}

/** The line that the statement has for it; its time is the server's own as soon as the statement was read. */
function rowOf(id: string, { from, to, amountMinor }: Order): StatementRow {
  const createdAt = new Date(serverNowMs()).toISOString()
  const amount = toWireAmount(amountMinor)
  return { _id: id, statementType: 'transfer', from: from.code, to: to.code, status: 'SUCCESS', amount, createdAt }
}

/** The server's message; where it says that amounts go by steps, which amount fits. */
function refusalText(texts: Texts, error: CallError, { amountMinor }: Order): string {
  const step = error.details['step']
  if (error.code !== 'TRANSFER_MINIMUM' || typeof step !== 'number') return errorText(texts, error)
  const stepMinor = fromWireAmount(step)
  const nearMinor = nearestMinor(amountMinor, stepMinor)
  return faultText(texts, { fault: 'step', stepMinor, nearMinor })
}
