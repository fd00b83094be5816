import type { Receipt, StatementRow } from '@krapao/contract'
import { formatAmount, fromWireAmount, splitAmount } from '@krapao/money'
import { download, Icon, saveFile } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import type { ModalProps } from '../../lib/modals.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useSiteInfo } from '../../lib/site-info.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { share } from '../../ui/drawings.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Sign } from '../../ui/sign.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Tracker } from '../../ui/tracker.tsx'
import type { ReceiptPicture } from './receipt-picture.ts'
import { canSharePictures, drawReceipt } from './receipt-picture.ts'
import styles from './receipt-sheet.module.css'
import { describe, kindName, placeName } from './statement-words.ts'
import { useGameNames, useLatestRow, useReceipt } from './statement.api.ts'
import { directionOf, failedMoneyAt, hasMoved, signOf, statusOf, withdrawalSteps } from './statement.rules.ts'

const tones = { SUCCESS: 'in', FAILED: 'out', IN_PROGRESS: 'wait' } as const
const signs = { SUCCESS: 'done', FAILED: 'failed', IN_PROGRESS: 'waiting' } as const

/** Words that were changed for others before they could be read would tell nobody anything. */
const READ_MS = 2_000

/**
 * The proof of one movement, to keep, to copy and to show to support. What is under way settles while it is open. A
 * withdrawal that was made just now says so first, in the words for it (ERR-098).
 */
export function ReceiptSheet({ row: given, said, onClose }: ModalProps<'receipt'>): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const isNew = said !== undefined
  const row = useReadRow(given, useLatestRow(given), isNew)
  const { data: details, isPending, fetchStatus } = useReceipt(row)
  const isWaiting = isPending && fetchStatus !== 'idle'
  const gameNames = useGameNames()
  const siteName = useSiteInfo()?.name ?? t('app.name')
  const status = statusOf(row.status)
  const pairs = pairsOf(texts, row, gameNames, isWaiting ? 'waiting' : details)
  const number = numberOf(row)
  return (
    <Sheet
      title={!isNew ? t('receipt.title') : t(status === 'FAILED' ? 'withdraw.failedTitle' : 'dialog.successTitle')}
      step="receipt"
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={<Actions row={row} isWaiting={isWaiting} picture={pictureOf(texts, row, { siteName, pairs })} />}
    >
      <div className={styles.paper}>
        <div className={styles.head}>
          <Sign kind={signs[status]} />
          <p aria-live="polite">{isNew ? <Phrases text={t(newsIds[status])} /> : headlineOf(texts, row)}</p>
          <p className={`${styles.amount} ${styles[amountTone(row)]}`}>
            <Amount amountMinor={fromWireAmount(row.amount)} bahtLabel={t('currency.baht')} sign={signOf(row)} />
          </p>
        </div>
        <div className={styles.perforation} />
        {row.statementType === 'withdraw' ? <WithdrawalTracker row={row} /> : null}
        <ByHand details={details} />
        <Note row={row} gameNames={gameNames} />
        <dl className={styles.pairs}>
          {pairs.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className={styles.number}>
            <dt>{t('statement.number')}</dt>
            <dd>{number}</dd>
            <dd>
              <CopyButton
                kind="small"
                text={number}
                word={t('common.copy')}
                label={t('receipt.copyNumber')}
                doneText={t('copy.success', { text: number })}
                failedText={t('copy.fail')}
              />
            </dd>
          </div>
        </dl>
        <p className={styles.hint}>{t('receipt.supportHint')}</p>
      </div>
    </Sheet>
  )
}

/** What a withdrawal that was made just now has come to. */
const newsIds = {
  IN_PROGRESS: 'withdraw.success',
  SUCCESS: 'withdraw.paid',
  FAILED: 'withdraw.returned',
} as const

/** The latest row; of what is new the given one for as long as it takes to read. */
function useReadRow(given: StatementRow, latest: StatementRow, isNew: boolean): StatementRow {
  const [isRead, setIsRead] = useState(!isNew)
  useEffect(() => {
    const timer = setTimeout(setIsRead, READ_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return isRead ? latest : { ...latest, status: given.status }
}

/** Where a withdrawal stands, as far as its status tells. */
function WithdrawalTracker({ row }: { row: StatementRow }): ReactNode {
  const { t } = useTexts()
  const steps = withdrawalSteps(row.status).map(({ name, state }) => ({
    text: t(`tracker.${name}`),
    state,
    detail:
      name === 'asked' ? formatDateTime(row.createdAt) : state === 'current' ? t('tracker.checkingHint') : undefined,
  }))
  const stateTexts = {
    done: t('tracker.done'),
    current: t('statement.status.IN_PROGRESS'),
    ahead: t('tracker.notYet'),
    failed: t('statement.status.FAILED'),
  }
  return (
    <div className={styles.tracker}>
      <Tracker label={t('tracker.label')} steps={steps} stateText={(state) => stateTexts[state]} />
    </div>
  )
}

/** What a person decided about a withdrawal: why it was given back, or by when the member will hear of it. */
function ByHand({ details }: { details: Receipt | undefined }): ReactNode {
  const { t } = useTexts()
  const { returnReason, heldUntil } = details ?? {}
  if (returnReason !== undefined) return <p className={styles.note}>{t(`receipt.returned.${returnReason}`)}</p>
  if (heldUntil === undefined) return null
  return <p className={styles.note}>{t('receipt.heldUntil', { time: formatDateTime(heldUntil) })}</p>
}

/** Where the money is while a transfer is under way, and after one that failed; of a withdrawal its steps tell. */
function Note({ row, gameNames }: { row: StatementRow; gameNames: ReadonlyMap<string, string> }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const from = placeName(texts, row, 'from', gameNames)
  const failedAt = failedMoneyAt(row)
  const isWaiting = statusOf(row.status) === 'IN_PROGRESS'
  if (row.statementType === 'withdraw' || (!isWaiting && failedAt === undefined)) return null
  const text = isWaiting
    ? t('receipt.waiting')
    : failedAt === 'source'
      ? t('statement.failedNote', { from })
      : t('receipt.failedGames', { from })
  return <p className={styles.note}>{text}</p>
}

type Form = 'png' | 'pdf'

/** The receipt as a file that carries its number in its name. */
async function makeFile(form: Form, number: string, picture: ReceiptPicture, language: string): Promise<File> {
  const drawn = await drawReceipt(picture, language, { isForPaper: form === 'pdf' })
  if (form === 'png') return new File([drawn.blob], `${number}.png`, { type: 'image/png' })
  const { receiptPdf } = await import('./receipt-pdf.ts')
  const pairs = picture.pairs.map(({ name, value }) => `${name}: ${value.replaceAll('\n', ' ')}`)
  const text = [picture.headline, `${picture.amount.whole}${picture.amount.fraction}`, ...pairs].join('. ')
  const bytes = receiptPdf({
    jpeg: new Uint8Array(await drawn.blob.arrayBuffer()),
    widthPx: drawn.widthPx,
    heightPx: drawn.heightPx,
    title: `${picture.brand} ${number}`,
    number,
    text,
    language,
  })
  return new File([bytes], `${number}.pdf`, { type: 'application/pdf' })
}

function Actions({
  row,
  isWaiting,
  picture,
}: {
  row: StatementRow
  /** What belongs on the picture is being fetched. */
  isWaiting: boolean
  picture: ReceiptPicture
}): ReactNode {
  const { t, language } = useTexts()
  const [making, setMaking] = useState<Form>()
  const number = numberOf(row)
  const hand = async (form: Form, give: (file: File) => Promise<void> | void): Promise<void> => {
    setMaking(form)
    try {
      await give(await makeFile(form, number, picture, language))
    } catch (error) {
      // Who closes the device's own sheet without choosing has changed his mind.
      const isLeft = error instanceof DOMException && error.name === 'AbortError'
      if (!isLeft) showToast('failed', t(form === 'pdf' ? 'receipt.savePdfFail' : 'receipt.saveFail'), 'receipt')
    } finally {
      setMaking(undefined)
    }
  }
  const save = (form: Form): void =>
    void hand(form, (file) => {
      saveFile(file)
      showToast('done', t(form === 'pdf' ? 'receipt.savedPdf' : 'receipt.saved'), 'receipt')
    })
  const canShare = canSharePictures()
  const saveButton = (form: Form): ReactNode => (
    <Button
      kind={canShare ? 'quiet' : 'tonal'}
      busyLabel={making === form ? t('common.saving') : undefined}
      disabled={isWaiting || making !== undefined}
      onClick={() => save(form)}
    >
      <Icon drawing={download} />
      {t(form === 'pdf' ? 'receipt.savePdf' : 'receipt.save')}
    </Button>
  )
  return (
    <>
      {canShare ? (
        <Button
          kind="gold"
          disabled={isWaiting || making !== undefined}
          onClick={() => void hand('png', (file) => navigator.share({ files: [file] }))}
        >
          <Icon drawing={share} />
          {t('common.share')}
        </Button>
      ) : null}
      <div className={styles.saving}>
        {saveButton('png')}
        {saveButton('pdf')}
      </div>
    </>
  )
}

/** The number that support finds the movement by; its id until the history has told it. */
function numberOf(row: StatementRow): string {
  return row.receiptNumber ?? row._id
}

function headlineOf(texts: Texts, row: StatementRow): string {
  const status = texts.t(`statement.status.${statusOf(row.status)}`)
  return texts.t('receipt.headline', { type: kindName(texts, row.statementType), status })
}

function amountTone(row: StatementRow): 'in' | 'text' | 'faint' {
  if (statusOf(row.status) === 'FAILED') return 'faint'
  return hasMoved(row) && directionOf(row) === 'in' ? 'in' : 'text'
}

function pairsOf(
  texts: Texts,
  row: StatementRow,
  gameNames: ReadonlyMap<string, string>,
  details: Receipt | 'waiting' | undefined,
): { name: string; value: string }[] {
  const { t } = texts
  const description = describe(texts, row)
  const { bank = null } = typeof details === 'object' ? details : {}
  const place = (end: 'from' | 'to'): string =>
    row[end] === 'BANK' && bank !== null
      ? [bank.name, bank.accountName, bank.accountNo].filter((part) => part !== null).join('\n')
      : placeName(texts, row, end, gameNames)
  return [
    { name: t('common.date'), value: formatDateTime(row.createdAt) },
    { name: t('common.from'), value: place('from') },
    { name: t('common.to'), value: place('to') },
    ...(description === undefined ? [] : [{ name: t('common.details'), value: description }]),
    ...moneyPairs(texts, row, details),
  ]
}

/** What it cost, what came on top, and what there was then. Their places are kept while they are fetched. */
function moneyPairs(
  { t }: Texts,
  row: StatementRow,
  details: Receipt | 'waiting' | undefined,
): { name: string; value: string }[] {
  if (details === undefined) return []
  const written = (amount: number): string => `฿${formatAmount(fromWireAmount(amount))}`
  const [fee, after] = [t('term.fee'), t('receipt.balanceAfter')]
  if (details === 'waiting') {
    const isSettled = statusOf(row.status) === 'SUCCESS'
    return [{ name: fee, value: '…' }, ...(isSettled ? [{ name: after, value: '…' }] : [])]
  }
  const { bonus, balanceAfter } = details
  return [
    { name: fee, value: details.fee === 0 ? t('common.none') : written(details.fee) },
    ...(bonus === null ? [] : [{ name: t('statement.type.bonus'), value: `+${written(bonus)}` }]),
    ...(balanceAfter === null ? [] : [{ name: after, value: written(balanceAfter) }]),
  ]
}

function pictureOf(
  texts: Texts,
  row: StatementRow,
  { siteName, pairs }: { siteName: string; pairs: ReceiptPicture['pairs'] },
): ReceiptPicture {
  const { whole, fraction } = splitAmount(fromWireAmount(row.amount))
  return {
    brand: siteName,
    title: texts.t('receipt.title'),
    headline: headlineOf(texts, row),
    tone: tones[statusOf(row.status)],
    amount: { whole: `${signOf(row)}฿${whole}`, fraction: `.${fraction}` },
    amountTone: amountTone(row),
    pairs: [...pairs, { name: texts.t('statement.number'), value: numberOf(row) }],
  }
}
