/** What one timed stretch gave. */
export interface Figure {
  /** All that was done, what was not counted for the times too. */
  done: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  p999Ms: number
}

type Measure = Exclude<keyof Figure, 'done'>

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** The value that stands at a share (0 to 1) of sorted values. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const inOrder = (values: readonly number[]): number[] => values.toSorted((one, two) => one - two)

/** The middle of some values. */
export const median = (values: readonly number[]): number => at(inOrder(values), 0.5)

/** Middle, least and most of some values, in this many digits after the point. */
export function spread(values: readonly number[], digits: number): string {
  const sorted = inOrder(values)
  const [least, middle, most] = [0, 0.5, 1].map((share) => at(sorted, share).toFixed(digits))
  return `${middle} [${least}–${most}]`
}

/** What rounds gave of one measure. */
export const each = (rounds: readonly Figure[], measure: Measure): number[] => rounds.map((round) => round[measure])

/** What each round gave of a measure, as a multiple of what something else gave in the same round. */
export function ratios(rounds: readonly Figure[], beside: readonly Figure[], measure: Measure): number[] {
  return rounds.map((round, place) => round[measure] / (beside[place]?.[measure] ?? Number.NaN))
}

/** The middle times of rounds, in milliseconds: `p50/p99/p99.9 1.00/2.00/3.00 ms`. */
export function tellTimes(rounds: readonly Figure[]): string {
  const times = (['p50Ms', 'p99Ms', 'p999Ms'] as const).map((time) => median(each(rounds, time)).toFixed(2))
  return `p50/p99/p99.9 ${times.join('/')} ms`
}

/** The figure of so many seconds, by the times that each thing took. */
export function figureOf(tookMs: readonly number[], seconds: number, done = tookMs.length): Figure {
  const sorted = inOrder(tookMs)
  const perSecond = sorted.length / seconds
  return { done, perSecond, p50Ms: at(sorted, 0.5), p99Ms: at(sorted, 0.99), p999Ms: at(sorted, 0.999) }
}

/** Lets so many callers do a thing one after the other until the time is over; the first quarter is not counted. */
export async function drive(callers: number, seconds: number, act: () => Promise<unknown>): Promise<Figure> {
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
  return figureOf(latenciesMs, (performance.now() - countedFrom) / 1000, done)
}
