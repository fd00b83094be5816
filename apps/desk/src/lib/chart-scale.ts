/** A step of a chart's scale: 1, 2 or 5 of some power of ten, so that three or four of them cover what is shown. */
export function stepOf(range: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(range, 1) / 3))
  return power * ([1, 2, 5, 10].find((factor) => range / (power * factor) <= 4) ?? 10)
}

/** Where the lines of a scale are, from its floor to its top, both of them whole steps. */
export const linesOf = (floor: number, top: number, step: number): number[] =>
  Array.from({ length: Math.round((top - floor) / step) + 1 }, (_, index) => floor + index * step)

/** A number as it stands beside a line: "300k", "-2M". */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1_000_000) return `${value / 1_000_000}M`
  return size >= 1_000 ? `${value / 1_000}k` : String(value)
}
