import { DAY_MS } from './durations.ts'
import { BANGKOK_OFFSET_MS } from '@krapao/contract'

/** What the clocks of Bangkok show, in ms since they showed the beginning of 1970. */
export function bangkokClock(at: Date): number {
  return at.getTime() + BANGKOK_OFFSET_MS
}

/** The day in Bangkok at a moment, such as "2026-11-21". */
export function bangkokDay(at: Date): string {
  return new Date(bangkokClock(at)).toISOString().slice(0, 10)
}

/** How long the day in Bangkok has lasted at a moment, in ms. */
export function sinceBangkokMidnight(at: Date): number {
  return bangkokClock(at) % DAY_MS
}

/** The first moment of the next day in Bangkok. */
export function nextBangkokDay(at: Date): Date {
  return new Date(at.getTime() - sinceBangkokMidnight(at) + DAY_MS)
}

/** The first moment of the month in Bangkok. */
export function bangkokMonth(at: Date): Date {
  const local = new Date(bangkokClock(at))
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth()) - BANGKOK_OFFSET_MS)
}
