import type { Clock } from './clock.ts'

/**
 * One look serves all who ask within a time; a look that failed serves nobody. With `inTurn` each begins when the one
 * before is over, so that it may go on where that one has read to.
 */
export function createSharedLook<Answer>(
  clock: Clock,
  holdsMs: number,
  look: (now: Date) => Promise<Answer>,
  { inTurn = false } = {},
) {
  let known: { atMs: number; answer: Promise<Answer> } | null = null
  let before: Promise<unknown> = Promise.resolve()
  function read(): Promise<Answer> {
    const now = clock.now()
    if (known !== null && Math.abs(now.getTime() - known.atMs) < holdsMs) return known.answer
    const begun = { atMs: now.getTime(), answer: inTurn ? before.then(() => look(now)) : look(now) }
    known = begun
    before = begun.answer.catch(() => {
      if (known === begun) known = null
    })
    return begun.answer
  }
  /** Whoever asks next looks anew. */
  function forget(): void {
    known = null
  }
  return Object.assign(read, { forget })
}
