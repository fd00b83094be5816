import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'

/** By then all has to be home, or a person looks at it (beyond 3.4). */
const HOME_WITHIN_MS = 10 * MINUTE_MS

const AGE_PARTS = 20

/**
 * When games that did not give back what they hold are asked next: soon at first, at most each minute; once a person was
 * told each ten, and after a twentieth of the age, each hour at last, so that games that are silent for good leave room.
 */
export function nextTryAt(homecoming: { rounds: number; createdAt: Date }, now: Date): Date {
  const ageMs = now.getTime() - homecoming.createdAt.getTime()
  const pauseMs = isOverdue(homecoming, now)
    ? Math.min(Math.max(HOME_WITHIN_MS, Math.floor(ageMs / AGE_PARTS)), HOUR_MS)
    : Math.min(MINUTE_MS, 5 * SECOND_MS * 2 ** homecoming.rounds)
  return new Date(now.getTime() + pauseMs)
}

/** Whether it has taken so long that a person must look at it. */
export function isOverdue({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= HOME_WITHIN_MS
}
