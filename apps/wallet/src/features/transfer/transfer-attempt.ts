import type { AnswerOf, calls } from '@krapao/contract'
import { referenceOf, TRANSFER_REFUSALS } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { CallError } from '@krapao/web'
import { observed } from '@krapao/web'
import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { beginAwaiting, endAwaiting } from '../../lib/awaited.ts'
import type { MoneyWish, OpenEnd } from '../../lib/money-call.ts'
import { createMoneyWish, isSaid } from '../../lib/money-call.ts'
import { readToken } from '../../lib/session.ts'
import { applyAmounts, readMemberId, refreshMoney, watchHome } from '../../lib/wallet.ts'
import type { SentMoney } from '../../lib/sent-money.ts'
import { dropSent, keepSent } from '../../lib/sent-money.ts'
import type { Order } from './transfer.rules.ts'

/**
 * The one transfer that was confirmed and has no end yet. It outlives its sheet, and by what is kept in the browser the page too:
 * opened again it is found as it is, and nobody can send it a second time. Its state is asked by the same call under the same
 * key, which never moves anything twice (rulings 5.3).
 */
export interface TransferAttempt {
  readonly order: Order
  /** `sending` for the first time; `waiting` for the game's word; `asking` after no answer came; `unknown` until asked. */
  readonly phase: 'sending' | 'waiting' | 'asking' | 'unknown'
  /** Why nothing is known, where the server has said why. */
  readonly reason?: CallError | undefined
}

/** How a transfer ended. */
export type TransferEnd = { readonly order: Order } & (
  | { readonly isDone: true; readonly id: string }
  | { readonly isDone: false; readonly open: OpenEnd }
)

/** Pauses between two questions while the game has not confirmed; the last one repeats. */
const ASK_AFTER_MS = [1_500, 2_000, 3_000, 5_000]

interface Running {
  readonly client: QueryClient
  readonly wish: MoneyWish
  /** What it went out under. */
  key: string | undefined
  readonly token: string | null
  readonly onEnd: (end: TransferEnd) => void
  stopWatching: () => void
  timer: ReturnType<typeof setTimeout> | undefined
  asks: number
  isAsking: boolean
}

const attempt = observed<TransferAttempt | undefined>(undefined)
let running: Running | undefined

/** The transfer under way, drawn anew when it changes. */
export const useTransferAttempt = attempt.use

/** The transfer under way as it is now. */
export const readTransferAttempt = attempt.read

/** What support finds the transfer under way by. */
export function referenceOfTransfer(): string | undefined {
  return running?.key === undefined ? undefined : referenceOf(running.key)
}

/** Sends a transfer, once: while one is under way nothing else is sent. `onEnd` hears how it ended. */
export function sendTransfer(client: QueryClient, order: Order, onEnd: (end: TransferEnd) => void): void {
  if (running !== undefined) return
  const mine = begin(client, undefined, onEnd)
  attempt.set({ order, phase: 'sending' })
  void ask(mine)
}

/** Takes up a transfer that this page has sent before it was fetched again. Asks at once only when that moves nothing. */
export function resumeTransfer(
  client: QueryClient,
  { key, isUnderWay = false }: SentMoney,
  order: Order,
  onEnd: (end: TransferEnd) => void,
): void {
  if (running !== undefined) return
  const mine = begin(client, key, onEnd)
  mine.asks = 1
  attempt.set({ order, phase: isUnderWay ? 'asking' : 'unknown' })
  if (isUnderWay) void ask(mine)
}

function begin(client: QueryClient, key: string | undefined, onEnd: (end: TransferEnd) => void): Running {
  const mine: Running = {
    client,
    onEnd,
    wish: createMoneyWish(key === undefined ? undefined : { content: '', key }),
    key,
    token: readToken(),
    stopWatching: () => undefined,
    timer: undefined,
    asks: 0,
    isAsking: false,
  }
  // News of the member's money may be news of this transfer.
  mine.stopWatching = watchHome(client, () => {
    if (attempt.read()?.phase === 'waiting') void ask(mine)
  })
  running = mine
  return mine
}

function keep(
  { client, key }: Running,
  { from, to, amountMinor }: Order,
  { isUnderWay }: { isUnderWay: boolean },
): void {
  const memberId = readMemberId(client)
  if (memberId === undefined || key === undefined) return
  keepSent('sentTransfer', {
    memberId,
    key,
    from: from.code,
    to: to.code,
    amountMinor,
    sentAtMs: Date.now(),
    isUnderWay,
  })
}

/** Asks what became of the transfer under way. */
export function askTransfer(): void {
  const shown = attempt.read()
  if (running === undefined || shown === undefined || running.isAsking) return
  attempt.set({ order: shown.order, phase: 'asking' })
  void ask(running)
}

function finish(mine: Running, end?: TransferEnd): void {
  clearTimeout(mine.timer)
  mine.stopWatching()
  if (mine.key !== undefined) endAwaiting(mine.key)
  if (running !== mine) return
  running = undefined
  attempt.set(undefined)
  refreshMoney(mine.client)
  if (end === undefined) return
  dropSent('sentTransfer')
  mine.onEnd(end)
}

/** Keeps it before it goes out for the first time. */
function goOut(mine: Running, order: Order, key: string): Promise<AnswerOf<typeof calls.walletTransfer>> {
  if (mine.key === undefined) {
    mine.key = key
    beginAwaiting(key)
    keep(mine, order, { isUnderWay: false })
  }
  return callApi<typeof calls.walletTransfer>('POST', '/api/wallet/transfer', {
    body: { from: order.from.code, to: order.to.code, amount: toWireAmount(order.amountMinor) },
    idempotencyKey: key,
  })
}

async function ask(mine: Running): Promise<void> {
  const shown = attempt.read()
  if (mine.isAsking || running !== mine || shown === undefined) return
  // Another member, or nobody: his page has nothing to do with it.
  if (readToken() !== mine.token) {
    finish(mine)
    return
  }
  clearTimeout(mine.timer)
  mine.isAsking = true
  const { order, phase } = shown
  mine.asks += 1
  const sent = await mine.wish.send(
    '',
    TRANSFER_REFUSALS,
    (key) => goOut(mine, order, key),
    ({ status }) => status === 'SUCCESS',
  )
  mine.isAsking = false
  if (sent === undefined) return
  if (sent.end === 'done') {
    const { answer } = sent
    if (answer.status === 'SUCCESS' || phase !== 'waiting') applyAmounts(mine.client, answer)
    if (answer.status === 'SUCCESS') finish(mine, { order, isDone: true, id: answer._id })
    else wait(mine, order)
    return
  }
  const { error } = sent
  // The app has left: what is open is kept for the member's return.
  if (error.isHandled) finish(mine)
  else if (sent.end === 'refused') finish(mine, { order, isDone: false, open: { ...sent, end: 'refused' } })
  else if (error.code === 'REQUEST_IN_PROGRESS' || phase === 'waiting') wait(mine, order)
  else if (phase === 'sending' && error.kind === 'timeout') {
    attempt.set({ order, phase: 'asking' })
    void ask(mine)
  } else {
    if (mine.key !== undefined) endAwaiting(mine.key)
    attempt.set({ order, phase: 'unknown', reason: isSaid(error) ? error : undefined })
    refreshMoney(mine.client)
  }
}

function wait(mine: Running, order: Order): void {
  if (attempt.read()?.phase !== 'waiting') keep(mine, order, { isUnderWay: true })
  attempt.set({ order, phase: 'waiting' })
  const pauseMs = ASK_AFTER_MS[Math.min(mine.asks, ASK_AFTER_MS.length) - 1]
  mine.timer = setTimeout(() => void ask(mine), pauseMs)
}
