/** A chart's scale: what stands at its foot and at its head, and where its lines are. */
export interface Scale {
  floor: number
  top: number
  lines: readonly number[]
}

/** A step of a scale: 1, 2 or 5 of some power of ten, whole baht, so that three or four of them cover what is shown. */
function stepOf(range: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(range, 3) / 3))
  return power * ([1, 2, 5, 10].find((factor) => range / (power * factor) <= 4) ?? 10)
}

/** The scale for what lies between a lowest value and a highest, zero among them; where all is zero, the line of zero alone. */
export function scaleOf(values: readonly number[]): Scale {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (low === high) return { floor: 0, top: 1, lines: [0] }
  const step = stepOf(high - low)
  const [floor, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step]
  const lines = Array.from({ length: Math.round((top - floor) / step) + 1 }, (_, index) => floor + index * step)
  return { floor, top, lines }
}

/** A number as it stands beside a line: "300k", "-2M". */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1_000_000) return `${value / 1_000_000}M`
  return size >= 1_000 ? `${value / 1_000}k` : String(value)
}
