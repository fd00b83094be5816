import type { Clock } from '../clock.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'

/** What becomes of a callback: `held` waits for a later one to overtake it, `dropped` is never sent. */
export type CallbackState = 'waiting' | 'held' | 'dropped' | 'done'

/** A callback that is due. */
export interface DueCallback {
  readonly id: number
  readonly body: string
  /** How often it was tried before. */
  readonly attempts: number
}

/** A callback as the page shows it. */
export interface CallbackView {
  readonly id: number
  readonly eventId: string
  readonly state: string
  readonly attempts: number
  readonly lastAnswer: string
}

/** The queue on the disk. */
export type CallbackRows = ReturnType<typeof createCallbackRows>

/** Makes the queue over the table `callback`. */
export function createCallbackRows(store: Store, clock: Clock) {
  const now = (): number => clock.now().getTime()
  return {
    insert(eventId: string, body: string, state: CallbackState, afterMs: number): void {
      store.run(
        'INSERT INTO callback (event_id, body, state, due_at) VALUES (?, ?, ?, ?)',
        eventId,
        body,
        state,
        now() + afterMs,
      )
    },
    due: (limit: number): DueCallback[] =>
      store
        .all(
          `SELECT id, body, attempts FROM callback WHERE state IN ('waiting', 'held') AND due_at <= ?
           ORDER BY due_at, id LIMIT ?`,
          now(),
          limit,
        )
        .map((row) => ({ id: integerOf(row, 'id'), body: textOf(row, 'body'), attempts: integerOf(row, 'attempts') })),
    /** When the next one that is not due yet will be, in milliseconds since 1970; null when there is none. */
    nextDueAt(): number | null {
      const next = store.get(
        `SELECT min(due_at) AS due_at FROM callback WHERE state IN ('waiting', 'held') AND due_at > ?`,
        now(),
      )?.['due_at']
      return typeof next === 'number' ? next : null
    },
    /** It was taken; what it has overtaken goes out now. */
    done(id: number, answer: string): void {
      store.transaction(() => {
        store.run(
          `UPDATE callback SET state = 'done', attempts = attempts + 1, last_answer = ? WHERE id = ?`,
          answer,
          id,
        )
        store.run(`UPDATE callback SET state = 'waiting', due_at = ? WHERE state = 'held' AND id < ?`, now(), id)
      })
    },
    /** It was not taken and is due again after the pause. */
    again(id: number, answer: string, pauseMs: number): void {
      store.run(
        'UPDATE callback SET attempts = attempts + 1, last_answer = ?, due_at = ? WHERE id = ?',
        answer,
        now() + pauseMs,
        id,
      )
    },
    newest: (limit: number): CallbackView[] =>
      store.all('SELECT * FROM callback ORDER BY id DESC LIMIT ?', limit).map(asView),
  }
}

function asView(row: Row): CallbackView {
  return {
    id: integerOf(row, 'id'),
    eventId: textOf(row, 'event_id'),
    state: textOf(row, 'state'),
    attempts: integerOf(row, 'attempts'),
    lastAnswer: typeof row['last_answer'] === 'string' ? row['last_answer'] : '',
  }
}
