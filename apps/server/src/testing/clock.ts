import type { Clock } from '../platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  advance(ms: number): void
  set(time: Date | string): void
}

/** A standing clock; without a time it stands at the machine's, which real parties beside the test live by. */
export function createFakeClock(start: Date | string = new Date()): FakeClock {
  let nowMs = new Date(start).getTime()
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms
    },
    set(time) {
      nowMs = new Date(time).getTime()
    },
  }
}
