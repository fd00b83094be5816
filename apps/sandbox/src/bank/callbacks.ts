import { createHmac } from 'node:crypto'
import { toWireAmount } from '@krapao/money'
import type { Clock } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import { randomCode } from '../random.ts'
import type { Row, Store } from '../store/database.ts'
import { integerOf, textOf } from '../store/database.ts'
import type { Transfer } from './transfers.ts'

/** A payout's end as the bank tells it. */
export type PayoutEnd = 'PAID' | 'FAILED' | 'RETURNED'

/** The bank's callbacks to the server: kept until they are answered with 200, also over a restart (rulings 3.2). */
export interface Callbacks {
  /** Queues the news of a payment or of a payout's end. Call it inside the transaction that made it so. */
  tell(transfer: Transfer, payoutEnd: PayoutEnd | null): void
  /** The newest callbacks with their state, for the bank's page. */
  newest(limit: number): CallbackView[]
  start(): void
  /** Ends all attempts under way; what is not answered stays queued. */
  stop(): Promise<void>
}

/** A callback as the page shows it. */
export interface CallbackView {
  readonly eventId: string
  readonly state: string
  readonly attempts: number
  readonly lastAnswer: string
}

/** Pauses between attempts; the last one holds for all further ones. */
const pausesMs = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]
const attemptTimeoutMs = 10_000
const attemptsAtOnce = 8
const longestWaitMs = 60_000

/** Who pays the payouts: the house's own account. */
const party = 'bank'

/** Makes the queue over the table `callback`; it posts to `<hookUrl>/api/hooks/bank`. */
export function createCallbacks(
  deps: { store: Store; clock: Clock; faults: Faults; report: (error: unknown) => void },
  settings: { hookUrl: string; key: string },
): Callbacks {
  const { store, clock, faults } = deps
  const underWay = new Map<number, Promise<void>>()
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  function insert(eventId: string, body: string, state: string, afterMs: number): void {
    store.run(
      'INSERT INTO callback (event_id, body, state, due_at) VALUES (?, ?, ?, ?)',
      eventId,
      body,
      state,
      clock.now().getTime() + afterMs,
    )
  }

  function tell(transfer: Transfer, payoutEnd: PayoutEnd | null): void {
    const eventId = randomCode(20)
    const body = JSON.stringify(eventOf(eventId, transfer, payoutEnd))
    const fault = faults.fireCallback(party)
    if (fault?.mode === 'drop-callback') insert(eventId, body, 'dropped', 0)
    else if (fault?.mode === 'out-of-order') insert(eventId, body, 'held', fault.ms)
    else insert(eventId, body, 'waiting', 0)
    if (fault?.mode === 'duplicate-callback') insert(eventId, body, 'waiting', 0)
    // The rows may still be rolled back; looking once the running work has ended sees what is true then.
    setImmediate(wake)
  }

  async function attempt(row: Row): Promise<void> {
    const id = integerOf(row, 'id')
    const answer = await post(settings, clock, textOf(row, 'body'), closing.signal)
    if (closing.signal.aborted) return
    if (answer === '200') {
      store.transaction(() => {
        store.run(
          `UPDATE callback SET state = 'done', attempts = attempts + 1, last_answer = ? WHERE id = ?`,
          answer,
          id,
        )
        // A held one waits for a later one to overtake it.
        store.run(`UPDATE callback SET state = 'waiting', due_at = ? WHERE state = 'held' AND id < ?`, now(), id)
      })
      return
    }
    const attempts = integerOf(row, 'attempts')
    const pauseMs = pausesMs[Math.min(attempts, pausesMs.length - 1)] ?? longestWaitMs
    store.run(
      'UPDATE callback SET attempts = attempts + 1, last_answer = ?, due_at = ? WHERE id = ?',
      answer,
      now() + pauseMs,
      id,
    )
  }

  function now(): number {
    return clock.now().getTime()
  }

  function wake(): void {
    clearTimeout(timer)
    if (!isRunning) return
    const isDown = faults.isDown(party)
    const due = isDown ? [] : dueRows()
    for (const row of due) {
      const id = integerOf(row, 'id')
      const running = attempt(row)
        .catch(deps.report)
        .finally(() => {
          underWay.delete(id)
          wake()
        })
      underWay.set(id, running)
    }
    timer = setTimeout(wake, isDown ? 1000 : nextWaitMs())
  }

  function dueRows(): Row[] {
    return store
      .all(
        `SELECT id, body, attempts FROM callback WHERE state IN ('waiting', 'held') AND due_at <= ?
         ORDER BY due_at, id LIMIT ?`,
        now(),
        attemptsAtOnce,
      )
      .filter((row) => !underWay.has(integerOf(row, 'id')))
      .slice(0, attemptsAtOnce - underWay.size)
  }

  function nextWaitMs(): number {
    const next = store.get(
      `SELECT min(due_at) AS due_at FROM callback WHERE state IN ('waiting', 'held') AND due_at > ?`,
      now(),
    )?.['due_at']
    return typeof next === 'number' ? Math.min(next - now(), longestWaitMs) : longestWaitMs
  }

  return {
    tell,
    newest: (limit) => store.all('SELECT * FROM callback ORDER BY id DESC LIMIT ?', limit).map(asView),
    start() {
      isRunning = true
      wake()
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      closing.abort()
      await Promise.all(underWay.values())
    },
  }
}

/** The body of a callback, the same at every attempt (rulings 3.2). */
function eventOf(eventId: string, transfer: Transfer, payoutEnd: PayoutEnd | null): unknown {
  return {
    eventId,
    type: payoutEnd === null ? 'payment' : 'payout',
    transRef: transfer.transRef,
    sendingBank: transfer.sendingBank,
    reference: transfer.reference,
    amount: toWireAmount(transfer.amountMinor),
    currency: transfer.currency,
    occurredAt: new Date(transfer.occurredAt).toISOString(),
    from: transfer.from,
    ...(payoutEnd === null ? {} : { state: payoutEnd }),
  }
}

/** One attempt, signed anew with its own time; returns the status, or what broke, as text. */
async function post(
  settings: { hookUrl: string; key: string },
  clock: Clock,
  body: string,
  closing: AbortSignal,
): Promise<string> {
  try {
    const response = await fetch(`${settings.hookUrl}/api/hooks/bank`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signatureOf(settings.key, clock, body) },
      body,
      redirect: 'error',
      signal: AbortSignal.any([closing, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
}

/** `t=<seconds>,v1=<hex HMAC-SHA-256 of "<seconds>.<body>">`. */
function signatureOf(key: string, clock: Clock, body: string): string {
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const mac = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

function asView(row: Row): CallbackView {
  return {
    eventId: textOf(row, 'event_id'),
    state: textOf(row, 'state'),
    attempts: integerOf(row, 'attempts'),
    lastAnswer: typeof row['last_answer'] === 'string' ? row['last_answer'] : '',
  }
}
