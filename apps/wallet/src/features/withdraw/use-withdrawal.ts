import type { StatementRow } from '@krapao/contract'
import { WITHDRAW_ALL_REFUSALS } from '@krapao/contract'
import { serverNowMs } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { beginAwaiting, endAwaiting } from '../../lib/awaited.ts'
import type { Act } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { createMoneyWish, isSaid, openEndMessage } from '../../lib/money-call.ts'
import { isOnline } from '../../lib/online.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { isStillLogin, readLogin } from '../../lib/session.ts'
import { applyAmounts, refreshMoney } from '../../lib/wallet.ts'
import type { SentMoney } from '../../lib/sent-money.ts'
import { dropSent, keepSent, readSent } from '../../lib/sent-money.ts'
import type { Withdrawal } from './withdraw.api.ts'
import { sendWithdrawal } from './withdraw.api.ts'

/** A withdrawal as it is shown to who is asked whether it is he. */
type WithdrawAct = Act & { readonly amountMinor: number }

/** Sends withdrawals, one at a time, and knows the one whose outcome is open. */
export interface WithdrawalSending {
  readonly isSending: boolean
  /** What was sent and got no answer. */
  readonly unsettled: SentMoney | undefined
  /** What the last call has come to besides, in words: what the server said, or that it was asked in vain. */
  readonly lastWords: string | undefined
  /** Sends a new one. Returns whether it was refused, so that the form is to be shown again. */
  readonly send: (act: WithdrawAct) => Promise<boolean>
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
  const kept = useMemo(() => (memberId === undefined ? undefined : readSent('sentWithdrawal', memberId)), [memberId])
  const [latest, setLatest] = useState<{ readonly unsettled: SentMoney | undefined }>()
  const { unsettled } = latest ?? { unsettled: kept }
  const [login] = useState(readLogin)
  const [isSending, setIsSending] = useState(false)
  const [lastWords, setLastWords] = useState<string>()
  const isOpen = useIsOpen()
  // State is drawn later than the second tap of a double tap comes.
  const isBusy = useRef(false)

  /** Sends what is new, or asks for what was sent before, under its key. */
  async function exchange(wanted: Omit<SentMoney, 'key'> & { key?: string }, act: WithdrawAct): Promise<boolean> {
    let sent: SentMoney | undefined
    const wish = createMoneyWish(wanted.key === undefined ? undefined : { content: '', key: wanted.key })
    const end = await wish.send('', WITHDRAW_ALL_REFUSALS, (key) => {
      if (wanted.key === undefined) beginAwaiting(key)
      sent = { ...wanted, key }
      keepSent('sentWithdrawal', sent)
      return sendWithdrawal(sent.amountMinor, key, act)
    })
    if (sent === undefined || end === undefined) return false
    endAwaiting(sent.key)
    const isUnknown = end.end === 'unknown'
    if (!isUnknown) dropSent('sentWithdrawal')
    // Nobody else is told what came of it; what is open is kept for the member's return.
    if (!isStillLogin(login)) return false
    if (end.end === 'done') {
      applyAmounts(client, end.answer)
      onMade()
      // Its receipt says what it has come to, and goes on saying it.
      openModal('receipt', { row: rowOf(end.answer), said: t('withdraw.success') })
      return false
    }
    setLatest({ unsettled: isUnknown ? sent : undefined })
    // What the balances say meanwhile, nobody has to guess (decisions 3.16).
    refreshMoney(client)
    // The app has left: what is open is kept for the member's return.
    if (end.error.isHandled) return false
    if (!isUnknown) {
      const text = t('withdraw.failed', { reason: errorText(texts, end.error) })
      const words = { title: t('withdraw.failedTitle'), text, unknownText: t('withdraw.unknown.text') }
      openModal('message', openEndMessage(texts, end, words))
    } else {
      if (isSaid(end.error)) setLastWords(errorText(texts, end.error))
      else if (unsettled !== undefined) setLastWords(t('withdraw.unknown.still'))
      // Who closed the sheet while it was on its way is asked all the same.
      if (!isOpen.current) openModal('withdraw')
    }
    return !isUnknown
  }

  async function once(work: () => Promise<boolean>): Promise<boolean> {
    // Nothing that one member has reviewed goes out in the name of the next.
    if (isBusy.current || !isStillLogin(login)) return false
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
    lastWords,
    send: (act) =>
      once(async () => {
        if (!isOnline()) {
          // Nothing went out: this much is certain, and the review stays.
          openModal('message', { kind: 'failed', title: t('withdraw.failedTitle'), text: t('withdraw.offline') })
          return false
        }
        if (memberId === undefined) return false
        return exchange({ memberId, amountMinor: act.amountMinor, sentAtMs: Date.now() }, act)
      }),
    ask: async () => {
      if (unsettled === undefined) return
      const { amountMinor } = unsettled
      await once(() => exchange(unsettled, { title: t('withdraw.title'), amountMinor }))
    },
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
