import type { Settings } from './operator.settings.ts'
import { sinceBangkokMidnight } from '../../platform/bangkok-time.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Language } from '../../platform/http/index.ts'

function minutesOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/**
 * Whether slips are taken now, by the clocks of Bangkok (decisions 2.13). Closed from the first time of day up to, not
 * including, the second, over midnight where the second is the smaller; without both times it is always open.
 */
export function isSlipOpen(now: Date, closedFrom: string | null, closedUntil: string | null): boolean {
  if (closedFrom === null || closedUntil === null) return true
  const from = minutesOf(closedFrom)
  const until = minutesOf(closedUntil)
  const minutes = Math.floor(sinceBangkokMidnight(now) / MINUTE_MS)
  const isClosed = from <= until ? minutes >= from && minutes < until : minutes >= from || minutes < until
  return !isClosed
}

/** The text in the wanted language; where it is missing, in Thai, then in whatever there is. */
export function inLanguage<Text>(texts: ReadonlyMap<string, Text>, language: Language): Text | undefined {
  return texts.get(language) ?? texts.get('th') ?? texts.values().next().value
}

/** The words that the operator is known by, which no password may lean on. */
export function operatorWords({ websiteName, website }: Pick<Settings, 'websiteName' | 'website'>): string[] {
  const names = typeof websiteName === 'string' ? [websiteName] : Object.values(websiteName)
  return [...names, website.replace(/^\w+:\/\//, '')]
}
