import type { Language } from '../../platform/http/index.ts'

const BANGKOK_OFFSET_MINUTES = 7 * 60
const MINUTES_PER_DAY = 24 * 60

function minutesOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Minutes since midnight in Bangkok, which has no summer time (decisions 2.13). */
function bangkokMinutes(now: Date): number {
  return (Math.floor(now.getTime() / 60_000) + BANGKOK_OFFSET_MINUTES) % MINUTES_PER_DAY
}

/**
 * Whether slips are taken now. Closed from the first time of day up to, not including, the second, over midnight
 * where the second is the smaller; without both times it is always open.
 */
export function isSlipOpen(now: Date, closedFrom: string | null, closedUntil: string | null): boolean {
  if (closedFrom === null || closedUntil === null) return true
  const from = minutesOf(closedFrom)
  const until = minutesOf(closedUntil)
  const minutes = bangkokMinutes(now)
  const isClosed = from <= until ? minutes >= from && minutes < until : minutes >= from || minutes < until
  return !isClosed
}

/** The text in the wanted language; where it is missing, in Thai, then in whatever there is. */
export function inLanguage<Text>(texts: ReadonlyMap<string, Text>, language: Language): Text | undefined {
  return texts.get(language) ?? texts.get('th') ?? texts.values().next().value
}
