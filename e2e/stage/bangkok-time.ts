import { BANGKOK_OFFSET_MS } from '@krapao/contract'

export const DAY_MS = 24 * 3_600_000

/** "2026-11-24T10:07:08", as the clocks of Bangkok have it so long ago. */
export function bangkokTime(agoMs = 0): string {
  return new Date(Date.now() + BANGKOK_OFFSET_MS - agoMs).toISOString().slice(0, 19)
}

/** "2026-11-24", of the same. */
export const bangkokDay = (agoMs = 0): string => bangkokTime(agoMs).slice(0, 10)
