import type { Clock } from './clock.ts'
import { Refusal } from './http/refusal.ts'
import { integerOf, type Store, textOf } from './store/database.ts'

/** What happens by itself at its time, also after a restart: held-back calls, accepted calls, payouts that settle. */
export type Agenda = ReturnType<typeof createAgenda>

/** A timer of Node cannot wait longer; waking early does no harm. */
const longestWaitMs = 60_000

/** Makes the agenda over the table `pending_event`. */
export function createAgenda(store: Store, clock: Clock, report: (error: unknown) => void) {
  const kinds = new Map<string, (body: unknown) => void>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  /** Lets one event happen. One that cannot is taken off all the same: it must not stand in the way of all others. */
  function happenNext(): boolean {
    const row = store.get(
      'SELECT id, kind, body FROM pending_event WHERE due_at <= ? ORDER BY due_at, id LIMIT 1',
      clock.now().getTime(),
    )
    if (row === undefined) return false
    const takeOff = (): number => store.run('DELETE FROM pending_event WHERE id = ?', integerOf(row, 'id'))
    try {
      store.transaction(() => {
        takeOff()
        const happen = kinds.get(textOf(row, 'kind'))
        if (happen === undefined) throw new Error(`nothing is known to happen for ${textOf(row, 'kind')}`)
        happen(JSON.parse(textOf(row, 'body')))
      })
    } catch (error) {
      takeOff()
      // A call that comes late may be refused like any other; nobody waits for the answer.
      if (!(error instanceof Refusal)) report(error)
    }
    return true
  }

  function catchUp(): void {
    while (happenNext()) continue
  }

  function arm(): void {
    clearTimeout(timer)
    if (!isRunning) return
    const next = store.get('SELECT min(due_at) AS due_at FROM pending_event')?.['due_at']
    if (typeof next !== 'number') return
    const waitMs = Math.min(Math.max(next - clock.now().getTime(), 0), longestWaitMs)
    timer = setTimeout(wake, waitMs)
  }

  function wake(): void {
    catchUp()
    arm()
  }

  return {
    /** Says what an event of this kind does; it runs inside the transaction that takes the event off. */
    on: (kind: string, happen: (body: unknown) => void): void => void kinds.set(kind, happen),
    /** Notes that an event happens `afterMs` from now. Call it inside the transaction that decides so. */
    add(kind: string, body: unknown, afterMs: number): void {
      store.run(
        'INSERT INTO pending_event (kind, body, due_at) VALUES (?, ?, ?)',
        kind,
        JSON.stringify(body),
        clock.now().getTime() + afterMs,
      )
      // The row may still be rolled back; arming once the running work has ended sees what is true then.
      setImmediate(arm)
    },
    /** Lets everything happen that is due. Doors call it before they read, so an answer never lags behind the time. */
    catchUp,
    /** Lets happen now what is held back, whatever its time: all of it, or what is about one provider. */
    release(provider: string | null): void {
      store.run(
        `UPDATE pending_event SET due_at = min(due_at, ?1) WHERE ?2 IS NULL OR json_extract(body, '$.provider') = ?2`,
        clock.now().getTime(),
        provider,
      )
      wake()
    },
    start(): void {
      isRunning = true
      wake()
    },
    stop(): void {
      isRunning = false
      clearTimeout(timer)
    },
  }
}
