/** What one timed stretch gave. */
export interface Figure {
  /** All that was done, what was not counted for the times too. */
  done: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  p999Ms: number
}

/** The value that stands at a share (0 to 1) of sorted values. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  return at(
    values.toSorted((one, two) => one - two),
    0.5,
  )
}

/** Middle, least and most of some values, in this many digits after the point. */
export function spread(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((one, two) => one - two)
  const [least, middle, most] = [0, 0.5, 1].map((share) => at(sorted, share).toFixed(digits))
  return `${middle} [${least}–${most}]`
}

/** Lets so many callers do a thing one after the other until the time is over; the first quarter is not counted. */
export async function drive(callers: number, seconds: number, act: () => Promise<void>): Promise<Figure> {
  const latenciesMs: number[] = []
  let done = 0
  const began = performance.now()
  const countedFrom = began + (seconds * 1000) / 4
  const until = began + seconds * 1000
  async function caller(): Promise<void> {
    for (let start = performance.now(); start < until; start = performance.now()) {
      await act()
      done += 1
      if (start >= countedFrom) latenciesMs.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const tookS = (performance.now() - countedFrom) / 1000
  const sorted = latenciesMs.toSorted((one, two) => one - two)
  return {
    done,
    perSecond: sorted.length / tookS,
    p50Ms: at(sorted, 0.5),
    p99Ms: at(sorted, 0.99),
    p999Ms: at(sorted, 0.999),
  }
}
