import { bangkokDay } from '../../../platform/bangkok-time.ts'
import { DAY_MS } from '../../../platform/durations.ts'

/** The day before the present one in Bangkok, such as "2026-11-21": the last that can be closed. */
export function lastFullDay(now: Date): string {
  return bangkokDay(new Date(now.getTime() - DAY_MS))
}
