import type { Clock } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import { randomCode } from '../random.ts'
import { eventOf, type HookTerms, type PayoutEnd, postCallback } from './callback-post.ts'
import type { CallbackRows, CallbackView, DueCallback } from './callback-rows.ts'
import type { Transfer } from './transfers.ts'

/** The bank's callbacks to the server: kept until they are answered with 200, also over a restart (rulings 3.2). */
export type Callbacks = ReturnType<typeof createCallbacks>

/** Pauses between attempts; the last one holds for all further ones. */
const pausesMs = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]
const attemptsAtOnce = 8
const longestWaitMs = 60_000
const whileDownMs = 1000
const party = 'bank'

/** Makes the callbacks over their queue; they go to `<hookUrl>/api/hooks/bank`. */
export function createCallbacks(
  deps: { rows: CallbackRows; clock: Clock; faults: Faults; report: (error: unknown) => void },
  terms: HookTerms,
) {
  const { rows, clock, faults } = deps
  const underWay = new Map<number, Promise<void>>()
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  async function attempt({ id, body, attempts }: DueCallback): Promise<void> {
    const answer = await postCallback(terms, clock, body, closing.signal)
    if (closing.signal.aborted) return
    if (answer === '200') rows.done(id, answer)
    else rows.again(id, answer, pausesMs[Math.min(attempts, pausesMs.length - 1)] ?? longestWaitMs)
  }

  function begin(callback: DueCallback): void {
    const running = attempt(callback)
      .catch(deps.report)
      .finally(() => {
        underWay.delete(callback.id)
        wake()
      })
    underWay.set(callback.id, running)
  }

  function wake(): void {
    clearTimeout(timer)
    if (!isRunning) return
    // Asked before the due ones are: what becomes due in between is found by one of the two.
    const nextDueAt = rows.nextDueAt()
    const isDown = faults.isDown(party)
    if (!isDown) {
      const due = rows.due(attemptsAtOnce).filter(({ id }) => !underWay.has(id))
      for (const callback of due.slice(0, attemptsAtOnce - underWay.size)) begin(callback)
    }
    const waitMs = Math.min((nextDueAt ?? Infinity) - clock.now().getTime(), longestWaitMs)
    timer = setTimeout(wake, isDown ? whileDownMs : waitMs)
  }

  return {
    /** Queues the news of a payment, or of a payout's end. Call it inside the transaction that made it so. */
    tell(transfer: Transfer, payoutEnd: PayoutEnd | null): void {
      queue(rows, faults, transfer, payoutEnd)
      // The rows may still be rolled back; looking once the running work has ended sees what is true then.
      setImmediate(wake)
    },
    /** The newest callbacks with their state, for the bank's page. */
    newest: (limit: number): CallbackView[] => rows.newest(limit),
    start(): void {
      isRunning = true
      wake()
    },
    /** Ends all attempts under way; what is not answered stays queued. */
    async stop(): Promise<void> {
      isRunning = false
      clearTimeout(timer)
      closing.abort()
      await Promise.all(underWay.values())
    },
  }
}

/** Writes the callback into the queue in the way the bank's switch says. */
function queue(rows: CallbackRows, faults: Faults, transfer: Transfer, payoutEnd: PayoutEnd | null): void {
  const eventId = randomCode(20)
  const body = JSON.stringify(eventOf(eventId, transfer, payoutEnd))
  const fault = faults.fireCallback(party)
  switch (fault?.mode) {
    case 'drop-callback':
      return rows.insert(eventId, body, 'dropped', 0)
    case 'out-of-order':
      return rows.insert(eventId, body, 'held', fault.ms)
    case 'duplicate-callback':
      rows.insert(eventId, body, 'waiting', 0)
      return rows.insert(eventId, body, 'waiting', 0)
    case undefined:
      return rows.insert(eventId, body, 'waiting', 0)
  }
}
