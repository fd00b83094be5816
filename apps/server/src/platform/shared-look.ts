import type { Clock } from './clock.ts'

/**
 * One look serves all who ask within a time; a look that failed serves nobody. Each begins when the one before is over, so
 * that it may go on where that one has read to.
 */
export function createSharedLook<Answer>(clock: Clock, holdsMs: number, look: (now: Date) => Promise<Answer>) {
  let known: { atMs: number; answer: Promise<Answer> } | null = null
  return (): Promise<Answer> => {
    const now = clock.now()
    if (known !== null && now.getTime() - known.atMs < holdsMs) return known.answer
    const before = known?.answer.then(ignore, ignore) ?? Promise.resolve()
    const begun = { atMs: now.getTime(), answer: before.then(() => look(now)) }
    known = begun
    begun.answer.catch(() => {
      if (known === begun) known = null
    })
    return begun.answer
  }
}

const ignore = (): void => {}
