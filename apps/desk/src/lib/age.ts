import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@krapao/web'

type AgeId = 'age.seconds' | 'age.minutes' | 'age.hours' | 'age.days'

/** "6 s", "2 h 05 min": how long ago something was, in the words of the place, which have the two largest units or one. */
export function ageText(
  words: (id: AgeId, values: Readonly<Record<string, string>>) => string,
  since: string,
  nowMs: number,
): string {
  const passedMs = Math.max(0, nowMs - Date.parse(since))
  const whole = (unitMs: number, most = Infinity): number => Math.floor(passedMs / unitMs) % most
  const two = (value: number): string => String(value).padStart(2, '0')
  const s = whole(SECOND_MS, 60)
  if (passedMs < MINUTE_MS) return words('age.seconds', { s: String(s) })
  if (passedMs < HOUR_MS) return words('age.minutes', { m: String(whole(MINUTE_MS)), s: two(s) })
  const m = two(whole(MINUTE_MS, 60))
  if (passedMs < DAY_MS) return words('age.hours', { h: String(whole(HOUR_MS)), m })
  return words('age.days', { d: String(whole(DAY_MS)), h: String(whole(HOUR_MS, 24)) })
}
