export const BANGKOK_MS = 7 * 3_600_000

/** A day and a time as Bangkok's clocks show them. */
export function shownTime(timeMs: number): readonly [day: string, time: string] {
  const shown = new Date(timeMs + BANGKOK_MS).toISOString()
  return [shown.slice(0, 10), shown.slice(11, 19)]
}
