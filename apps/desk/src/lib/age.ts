const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago something was, in the two largest units that tell enough: which text says it, and its values. */
export function ageOf(
  sinceMs: number,
  nowMs: number,
): { readonly id: 'age.seconds' | 'age.minutes' | 'age.hours' | 'age.days'; readonly values: Record<string, string> } {
  const passedMs = Math.max(0, nowMs - sinceMs)
  const whole = (unitMs: number, most = Infinity): number => Math.floor(passedMs / unitMs) % most
  const two = (value: number): string => String(value).padStart(2, '0')
  const s = whole(SECOND_MS, 60)
  if (passedMs < MINUTE_MS) return { id: 'age.seconds', values: { s: String(s) } }
  if (passedMs < HOUR_MS) return { id: 'age.minutes', values: { m: String(whole(MINUTE_MS)), s: two(s) } }
  const m = two(whole(MINUTE_MS, 60))
  if (passedMs < DAY_MS) return { id: 'age.hours', values: { h: String(whole(HOUR_MS)), m } }
  return { id: 'age.days', values: { d: String(whole(DAY_MS)), h: String(whole(HOUR_MS, 24)) } }
}
