import { bangkokDay } from '../../platform/bangkok-time.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'

/** How long a member used the wallet, and what he set about it. */
export interface PlayTime {
  limitMinutes: number | null
  /** A higher limit, or none, and from when on; null while none waits. */
  nextFrom: Date | null
  nextMinutes: number | null
  /** As he chose; null while he has not, and the operator says it. */
  checkMinutes: number | null
  /** Of the day on which he was last heard of. */
  usedMs: number
  uncheckedMs: number
  uncheckedSince: Date | null
  heardAt: Date | null
}

/** A page says twice a minute that it is looked at: after a longer silence nobody was there. */
export const SILENCE_MS = 90_000
/** How long a looser limit waits, as all others do (beyond 3.1). */
const LOOSER_AFTER_MS = DAY_MS

export const newPlayTime: PlayTime = {
  limitMinutes: null,
  nextFrom: null,
  nextMinutes: null,
  checkMinutes: null,
  usedMs: 0,
  uncheckedMs: 0,
  uncheckedSince: null,
  heardAt: null,
}

/** As it is at a moment: a day that is over counts no more, and a looser limit whose time has come holds. */
export function atMoment(time: PlayTime, now: Date): PlayTime {
  const isOtherDay = time.heardAt === null || bangkokDay(time.heardAt) !== bangkokDay(now)
  const isDue = time.nextFrom !== null && now >= time.nextFrom
  return {
    ...time,
    usedMs: isOtherDay ? 0 : time.usedMs,
    ...(isDue ? { limitMinutes: time.nextMinutes, nextFrom: null, nextMinutes: null } : {}),
  }
}

/**
 * One page of one device is looked at now. Time passes once, however many say so: what counts is the time since any of
 * them was heard of. After a silence a new stretch begins.
 */
export function heard(before: PlayTime, now: Date): PlayTime {
  const time = atMoment(before, now)
  const passedMs = time.heardAt === null ? Number.POSITIVE_INFINITY : now.getTime() - time.heardAt.getTime()
  if (passedMs < 0) return time
  if (passedMs > SILENCE_MS) return { ...time, heardAt: now, uncheckedMs: 0, uncheckedSince: now }
  return {
    ...time,
    heardAt: now,
    usedMs: time.usedMs + passedMs,
    uncheckedMs: time.uncheckedMs + passedMs,
    uncheckedSince: time.uncheckedSince ?? now,
  }
}

/** Lower holds at once, and so does a first one; higher or none waits. */
export function withLimit(before: PlayTime, minutes: number | null, now: Date): PlayTime {
  const time = atMoment(before, now)
  const isLooser = time.limitMinutes !== null && (minutes === null || minutes > time.limitMinutes)
  if (!isLooser) return { ...time, limitMinutes: minutes, nextFrom: null, nextMinutes: null }
  return { ...time, nextFrom: new Date(now.getTime() + LOOSER_AFTER_MS), nextMinutes: minutes }
}

export const isUsedUp = ({ limitMinutes, usedMs }: PlayTime): boolean =>
  limitMinutes !== null && usedMs >= limitMinutes * MINUTE_MS

/** After this much use a check comes, where it comes at all (null). */
export const isCheckDue = (checkMinutes: number | null, { uncheckedMs }: PlayTime): boolean =>
  checkMinutes !== null && uncheckedMs >= checkMinutes * MINUTE_MS
