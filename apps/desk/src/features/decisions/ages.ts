import { DAY_MS, HOUR_MS, MINUTE_MS } from '@krapao/web'
import type { PlaceTexts } from '../../lib/texts/texts.ts'
import type deedTexts from '../../lib/texts/deed-texts.json'
import type decisionTexts from './decision-texts.json'

export type DecisionTexts = PlaceTexts<keyof typeof deedTexts | keyof typeof decisionTexts>

/** "07:32", "2 h 04 min", "3 d": how long something waits, in the largest words that tell enough. */
export function ageText(sinceMs: number, nowMs: number, words: DecisionTexts['words']): string {
  const passedMs = Math.max(0, nowMs - sinceMs)
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  if (passedMs < HOUR_MS) return `${two(passedMs / MINUTE_MS)}:${two((passedMs % MINUTE_MS) / 1_000)}`
  if (passedMs >= 2 * DAY_MS) return words('age.days', { n: Math.floor(passedMs / DAY_MS) })
  return words('age.hoursMinutes', {
    h: Math.floor(passedMs / HOUR_MS),
    m: two((passedMs % HOUR_MS) / MINUTE_MS),
  })
}
