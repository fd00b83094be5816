import { refuse } from '../errors.ts'

/** How much work of one key may wait for each other. */
const QUEUE_MAX = 20

/** Does work of a key when earlier work of the same key is done. Refuses with REQUEST_LIMIT when too much waits. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Runs work of one key one after the other, so that guesses sent at once are counted like guesses sent in a row.
 * It is an aid of this process only; the counts themselves stand in the database.
 */
export function createTurns(): InTurn {
  const queues = new Map<string, { length: number; last: Promise<unknown> }>()
  return async function inTurn(key, work) {
    const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() }
    if (queue.length >= QUEUE_MAX) refuse('REQUEST_LIMIT', { retryAfterS: 5 })
    queues.set(key, queue)
    queue.length += 1
    const mine = queue.last.then(work)
    queue.last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}
