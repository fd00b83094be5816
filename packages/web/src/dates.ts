import { DAY_MS, HOUR_MS } from './durations.ts'
/**
 * How dates and times are written. No Intl here: Chromium has no Lao data and falls back to English without a word, and
 * Thai would come in the Buddhist era (GEN-009, decisions 2.13, 2.14).
 */

/** Bangkok and Vientiane are seven hours ahead of UTC all year. */
const BANGKOK_OFFSET_MS = 7 * HOUR_MS

interface ClockParts {
  readonly date: string
  readonly time: string
}

function partsInBangkok(timeMs: number): ClockParts {
  const iso = new Date(timeMs + BANGKOK_OFFSET_MS).toISOString()
  return { date: `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`, time: iso.slice(11, 19) }
}

/** "21/11/2026 21:04:37", Gregorian, in Bangkok, in every language. Takes ISO 8601 or milliseconds since 1970. */
export function formatDateTime(time: string | number): string {
  const { date, time: clock } = partsInBangkok(toMs(time))
  return `${date} ${clock}`
}

/** "21/11/2026", the day in Bangkok. */
export function formatDate(time: string | number): string {
  return partsInBangkok(toMs(time)).date
}

/** "21:04", the time in Bangkok. */
export function timeOfDay(time: string | number): string {
  return partsInBangkok(toMs(time)).time.slice(0, 5)
}

/** "2026-11-21", the day in Bangkok as a field of a date has it. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs + BANGKOK_OFFSET_MS).toISOString().slice(0, 10)
}

/** When a day, written as `dayOf` writes it, begins in Bangkok: milliseconds since 1970. */
export function dayStartMs(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - BANGKOK_OFFSET_MS
}

/** "2026-12-01T00:00" in Bangkok, as a field of a time has it; nothing for no time. */
export function clockOf(time: string | null): string {
  return time === null ? '' : new Date(Date.parse(time) + BANGKOK_OFFSET_MS).toISOString().slice(0, 16)
}

/** The time that such a field says, or null where it says none. */
export function timeOf(clock: string): string | null {
  return clock === '' ? null : new Date(Date.parse(`${clock}:00.000Z`) - BANGKOK_OFFSET_MS).toISOString()
}

/** How many midnights of Bangkok lie between two times: 0 is the same day, 1 the day after. */
export function daysBetween(earlier: string | number, later: string | number): number {
  const dayOf = (time: string | number): number => Math.floor((toMs(time) + BANGKOK_OFFSET_MS) / DAY_MS)
  return dayOf(later) - dayOf(earlier)
}

function toMs(time: string | number): number {
  return typeof time === 'number' ? time : Date.parse(time)
}
