import { formatAmount, fromWireAmount } from '@krapao/money'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import type { OpenEnd } from '../../lib/money-call.ts'
import { isSaid } from '../../lib/money-call.ts'
import { withReference } from '../../lib/open-end-lines.ts'
import { readToken } from '../../lib/session.ts'
import { subscribeWallet } from '../../lib/socket.ts'
import { readTexts } from '../../lib/texts/texts.ts'
import { applyAmounts, refreshMoney } from '../../lib/wallet.ts'
import { dropToasts, showToast } from '../../ui/toast.tsx'
import type { GiftAnswer, SealedGift } from './gift.api.ts'
import { sealGift, sendGift } from './gift.api.ts'

/** Pauses between two questions while the issuer has not answered; the last one repeats. */
const ASK_AFTER_MS = [2_000, 3_000, 5_000, 10_000, 20_000]

/** A gift link from the field to the wallet. */
export interface Gift {
  readonly typed: string
  /** `checking`: it was sent and the issuer has not said yes or no. */
  readonly phase: 'typing' | 'sending' | 'checking'
  /** What is wrong with what was sent, in words, until something else is typed. */
  readonly problem: string | undefined
  readonly type: (text: string) => void
  readonly send: () => Promise<void>
}

/** The link whose end is not known yet. It outlives the sheet: opened again, it shows how the link stands. */
let open: { readonly gift: SealedGift; readonly token: string | null } | undefined

/** A link that this member has had already may be one whose good answer was lost: he is told what it brought. */
function wordsFor(sent: OpenEnd): string {
  const texts = readTexts()
  const { error } = sent
  const amount = error.code === 'TRUELINK_DUPLICATE' ? error.details['amount'] : undefined
  if (typeof amount === 'number') return texts.t('gift.yours', { amount: formatAmount(fromWireAmount(amount)) })
  const isTold = sent.end === 'refused' || isSaid(error)
  if (error.code === 'LIMIT_REACHED') return errorText(texts, error)
  return withReference(texts, isTold ? errorText(texts, error) : texts.t('gift.unknown'), sent)
}

/**
 * Sends a gift link once: a second tap, a second try and every question about it carry the same key. While the issuer
 * has not answered it is asked about again and again, and at each hint that money moved.
 */
export function useGift(onPaid: (amountMinor: number) => void): Gift {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [phase, setPhase] = useState<Gift['phase']>(() =>
    open !== undefined && open.token === readToken() ? 'checking' : 'typing',
  )
  const [problem, setProblem] = useState<string>()
  const isBusy = useRef(false)
  /** A link that was sent without an answer: sent again as it was. */
  const unanswered = useRef<SealedGift>(undefined)

  const fail = (text: string): void => {
    setPhase('typing')
    setProblem(text)
    showToast('failed', text, 'gift')
  }
  const settle = (answer: GiftAnswer, gift: SealedGift): void => {
    unanswered.current = undefined
    dropToasts('gift')
    if (!answer.isDone) {
      open = { gift, token: readToken() }
      setPhase('checking')
      refreshMoney(client)
      return
    }
    open = undefined
    setTyped('')
    setPhase('typing')
    if (answer.walletAmount === undefined) refreshMoney(client)
    else applyAmounts(client, { wallet: { amount: answer.walletAmount } })
    onPaid(answer.amountMinor)
  }

  const ask = async (gift: SealedGift): Promise<void> => {
    // News and the clock may ask at once: the end is told once.
    const isOver = (): boolean => open?.gift !== gift
    const sent = await sendGift(gift)
    if (sent === undefined || isOver()) return
    if (sent.end === 'done' && sent.answer.isDone) settle(sent.answer, gift)
    if (sent.end !== 'refused') return
    open = undefined
    setTyped(gift.link)
    fail(wordsFor(sent))
    refreshMoney(client)
  }
  useAsking(phase === 'checking', ask)

  const send = async (): Promise<void> => {
    const link = typed.trim()
    if (isBusy.current || link === '') return
    isBusy.current = true
    setPhase('sending')
    setProblem(undefined)
    const last = unanswered.current
    const gift = last?.link === link ? last : await sealGift(link).catch(() => undefined)
    if (gift === undefined) fail(readTexts().t('gift.insecure'))
    else {
      unanswered.current = gift
      const sent = await sendGift(gift)
      if (sent?.end === 'done') settle(sent.answer, gift)
      else if (sent !== undefined) {
        if (sent.end === 'refused') unanswered.current = undefined
        if (!sent.error.isHandled) fail(wordsFor(sent))
      }
    }
    isBusy.current = false
  }

  return {
    typed,
    phase,
    problem,
    type: (text) => {
      setTyped(text)
      setProblem(undefined)
    },
    send,
  }
}

/** While an end is open, asks about it at ever longer pauses, and at each hint that money moved. */
function useAsking(isOpen: boolean, ask: (gift: SealedGift) => Promise<void>): void {
  const latestAsk = useRef(ask)
  useEffect(() => {
    latestAsk.current = ask
  })
  useEffect(() => {
    if (!isOpen || open === undefined) return undefined
    const { gift } = open
    let asked = 0
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const askLater = (): void => {
      if (isOver) return
      const pauseMs = ASK_AFTER_MS[Math.min(asked, ASK_AFTER_MS.length - 1)]
      asked += 1
      timer = setTimeout(() => void latestAsk.current(gift).then(askLater), pauseMs)
    }
    askLater()
    const stopHints = subscribeWallet(() => void latestAsk.current(gift))
    return () => {
      isOver = true
      clearTimeout(timer)
      stopHints()
    }
  }, [isOpen])
}
