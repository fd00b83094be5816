import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'

export type BonusState = 'armed' | 'granted' | 'ending' | 'passed' | 'failed' | 'cancelled'

/** What may follow a state. A bonus that has ended never comes back. */
const followers: Record<BonusState, readonly BonusState[]> = {
  armed: ['granted', 'cancelled'],
  granted: ['ending'],
  ending: ['passed', 'failed'],
  passed: [],
  failed: [],
  cancelled: [],
}

/** Whether a bonus may go from one state to the other. */
export function mayFollow(from: BonusState, to: BonusState): boolean {
  return followers[from].includes(to)
}

/** Whether it is held: nothing else can be activated, and `isActive` is true on the wire. */
export function isHeld(state: BonusState): state is 'armed' | 'granted' | 'ending' {
  return state === 'armed' || state === 'granted' || state === 'ending'
}

/** An armed bonus without a deposit is given back after this long. */
export const ARMED_MAX_MS = DAY_MS
/** While a bonus ends, a game that cannot be reached for this long is left at its ledger amount. */
export const ENDING_MAX_MS = DAY_MS

const ENDING_SOON_MS = 5_000
const ENDING_SLOW_MS = MINUTE_MS
const ENDING_SOON_ROUNDS = 12

/** When the end of a bonus is tried again after so many rounds. */
export function nextRoundAt(rounds: number, now: Date): Date {
  return new Date(now.getTime() + (rounds < ENDING_SOON_ROUNDS ? ENDING_SOON_MS : ENDING_SLOW_MS))
}
