import { MINUTE_MS } from '../durations.ts'
/** `unknown`: not called of late. `slow`: it answers, but makes us wait. */
type PartyState = 'up' | 'slow' | 'down' | 'unknown'

/** How an outside party fares: calls and failures of the last quarter of an hour. */
export interface PartyHealth {
  /** Such as `bank`, `sms:twilio`, `game:UFABET`. */
  party: string
  state: PartyState
  calls: number
  failures: number
  /** When it last answered; null when it has not for an hour. */
  lastAnswerAt: Date | null
}

/** The calls of a party that ended in one minute. */
export interface PartyMinute {
  party: string
  minute: Date
  calls: number
  failures: number
  slow: number
  lastAnswerAt: Date | null
}

const WINDOW_MS = 15 * MINUTE_MS
/** What a party is like now is judged by so many of its calls, the newest, counted by whole minutes. */
const JUDGED_CALLS = 5
/** An answer after this much time is a slow one. */
export const SLOW_MS = 3_000

/**
 * How each party fares at a time, by name. `leftAlone` are those that this process does not call for now; `known` are
 * told of even when they were not called.
 */
export function healthOf(given: {
  minutes: readonly PartyMinute[]
  known: readonly string[]
  leftAlone: ReadonlySet<string>
  now: Date
}): PartyHealth[] {
  const since = given.now.getTime() - WINDOW_MS
  const names = new Set([...given.known, ...given.minutes.map(({ party }) => party)])
  return [...names].toSorted().map((party) => {
    const all = given.minutes.filter((minute) => minute.party === party)
    const recent = all.filter(({ minute }) => minute.getTime() > since)
    const answers = all.flatMap(({ lastAnswerAt }) => (lastAnswerAt === null ? [] : lastAnswerAt.getTime()))
    return {
      party,
      state: given.leftAlone.has(party) ? 'down' : stateOf(recent),
      calls: sum(recent, 'calls'),
      failures: sum(recent, 'failures'),
      lastAnswerAt: answers.length === 0 ? null : new Date(Math.max(...answers)),
    }
  })
}

function stateOf(recent: readonly PartyMinute[]): PartyState {
  const judged: PartyMinute[] = []
  for (const minute of recent.toSorted((one, other) => other.minute.getTime() - one.minute.getTime())) {
    if (sum(judged, 'calls') >= JUDGED_CALLS) break
    judged.push(minute)
  }
  const calls = sum(judged, 'calls')
  if (calls === 0) return 'unknown'
  if (2 * sum(judged, 'failures') >= calls) return 'down'
  return 2 * (sum(judged, 'slow') + sum(judged, 'failures')) >= calls ? 'slow' : 'up'
}

function sum(minutes: readonly PartyMinute[], what: 'calls' | 'failures' | 'slow'): number {
  return minutes.reduce((total, minute) => total + minute[what], 0)
}

/** The minute that a time lies in. */
export function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
}
