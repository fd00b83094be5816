import { DAY_MS } from './durations.ts'
import { bangkokDay } from './bangkok-time.ts'
import { refuseFields } from './errors.ts'

// Days of Bangkok by their names, such as 2026-11-23.

/** The first moment of a day. */
export const beginOf = (day: string): Date => new Date(`${day}T00:00:00.000+07:00`)

export const dayAfter = (day: string, days = 1): string => bangkokDay(new Date(beginOf(day).getTime() + days * DAY_MS))

/** Whether it names a day that there is. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? beginOf(text) : new Date(Number.NaN)
  return !Number.isNaN(at.getTime()) && bangkokDay(at) === text
}

/** Refuses with NO_DATA (422) the fields that are there and name no day. */
export function requireDays(named: Readonly<Record<string, string | undefined>>): void {
  const fields = Object.entries(named).flatMap(([field, day]) => (day === undefined || isDay(day) ? [] : [field]))
  if (fields.length > 0) refuseFields(...fields)
}

/** Both of these days and all between them; none when the second one is first. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day)
  return days
}
