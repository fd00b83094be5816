import type { StatementRow } from '@krapao/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { newIdempotencyKey } from '../../lib/attempt.ts'
import { beginAwaiting, endAwaiting } from '../../lib/awaited.ts'
import type { Message } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { isOnline } from '../../lib/online.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { latestRow } from '../../lib/statement-rows.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { applyAmounts, refreshMoney } from '../../lib/wallet.ts'
import type { SentWithdrawal } from '../../lib/sent-withdrawal.ts'
import { dropSent, keepSent, readSent } from '../../lib/sent-withdrawal.ts'
import type { Withdrawal } from './withdraw.api.ts'
import { sendWithdrawal } from './withdraw.api.ts'
import { isOutcomeUnknown } from './withdraw.rules.ts'

/** Words that were changed for others before they could be read would tell nobody anything. */
const READ_MS = 2_000

/** Sends withdrawals, one at a time, and knows the one whose outcome is open. */
export interface WithdrawalSending {
  readonly isSending: boolean
  /** What was sent and got no answer. */
  readonly unsettled: SentWithdrawal | undefined
  /** It was asked about in vain since the sheet was opened. */
  readonly hasAskedInVain: boolean
  /** Sends a new one. Returns whether it was refused, so that the form is to be shown again. */
  readonly send: (amountMinor: number) => Promise<boolean>
  /** Asks what became of the unsettled one: the same call under the same key. */
  readonly ask: () => Promise<void>
}

/**
 * For the sheet of one member, undefined until it is known who he is; `onMade` is called once a withdrawal is known to be
 * made, to close the sheet.
 */
export function useWithdrawal(memberId: string | undefined, onMade: () => void): WithdrawalSending {
  const texts = useTexts()
  const { t } = texts
  const client = useQueryClient()
  const kept = useMemo(() => (memberId === undefined ? undefined : readSent(memberId)), [memberId])
  const [latest, setLatest] = useState<{ readonly unsettled: SentWithdrawal | undefined }>()
  const { unsettled } = latest ?? { unsettled: kept }
  const [isSending, setIsSending] = useState(false)
  const [hasAskedInVain, setHasAskedInVain] = useState(false)
  const isOpen = useIsOpen()
  // State is drawn later than the second tap of a double tap comes.
  const isBusy = useRef(false)

  function fail(text: string): void {
    openModal('message', { kind: 'failed', title: t('withdraw.failedTitle'), text })
  }

  async function exchange(sent: SentWithdrawal, isFirstTry: boolean): Promise<boolean> {
    if (isFirstTry) beginAwaiting(sent.key)
    keepSent(sent)
    try {
      const made = await sendWithdrawal(sent.amountMinor, sent.key).finally(() => endAwaiting(sent.key))
      dropSent()
      applyAmounts(client, made)
      onMade()
      openModal('receipt', { row: rowOf(made) })
      openModal('message', messageOf(texts, client, made._id, made.status))
      return false
    } catch (error) {
      if (isOutcomeUnknown(error, isFirstTry)) {
        setLatest({ unsettled: sent })
        setHasAskedInVain(!isFirstTry)
        // What the balances say meanwhile, nobody has to guess (decisions 3.16).
        refreshMoney(client)
        // Who closed the sheet while it was on its way is asked all the same.
        if (!isOpen.current) openModal('withdraw')
        return false
      }
      dropSent()
      setLatest({ unsettled: undefined })
      refreshMoney(client)
      if (!(error instanceof ApiError && error.isHandled)) {
        fail(t('withdraw.failed', { reason: errorText(texts, error) }))
      }
      return true
    }
  }

  async function once(work: () => Promise<boolean>): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setIsSending(true)
    try {
      return await work()
    } finally {
      isBusy.current = false
      setIsSending(false)
    }
  }

  return {
    isSending,
    unsettled,
    hasAskedInVain,
    send: (amountMinor) =>
      once(async () => {
        if (!isOnline()) {
          // Nothing went out: this much is certain, and the review stays.
          fail(t('withdraw.offline'))
          return false
        }
        if (memberId === undefined) return false
        return exchange({ memberId, key: newIdempotencyKey(), amountMinor, sentAtMs: Date.now() }, true)
      }),
    ask: async () => {
      if (unsettled !== undefined) await once(() => exchange(unsettled, false))
    },
  }
}

/** What a withdrawal has come to, in words that follow its receipt below while they are shown. */
function messageOf(texts: Texts, client: QueryClient, id: string, status: string): Message {
  const { t } = texts
  if (status === 'FAILED') return { kind: 'failed', title: t('withdraw.failedTitle'), text: t('withdraw.returned') }
  const text = t(status === 'SUCCESS' ? 'withdraw.paid' : 'withdraw.success')
  return {
    kind: 'done',
    title: t('dialog.successTitle'),
    text,
    watch: (onNews) =>
      watchEnd(client, id, (end) => {
        if (end !== status) onNews(messageOf(texts, client, id, end))
      }),
  }
}

/** Calls back with how a withdrawal ended, as often as its row is told anew; not before its message can be read. */
function watchEnd(client: QueryClient, id: string, onEnd: (end: 'SUCCESS' | 'FAILED') => void): () => void {
  let isRead = false
  const look = (): void => {
    const status = latestRow(client, id)?.status
    if (isRead && (status === 'SUCCESS' || status === 'FAILED')) onEnd(status)
  }
  const timer = setTimeout(() => {
    isRead = true
    look()
  }, READ_MS)
  const unsubscribe = client.getQueryCache().subscribe(look)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

/** The line that the statement has for it; its time is the server's own as soon as the statement was read. */
function rowOf({ _id, status, amount }: Withdrawal): StatementRow {
  const createdAt = new Date(serverNowMs()).toISOString()
  return { _id, statementType: 'withdraw', from: 'WALLET', to: 'BANK', status, amount, createdAt }
}
