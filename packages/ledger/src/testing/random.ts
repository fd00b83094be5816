/** Random choices that follow from a seed alone. */
export interface Random {
  /** An integer from 0 up to and without `limit`. */
  below(limit: number): number
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean
  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item
  /** One of some names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** A generator (mulberry32) that repeats itself for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    weighted(weights) {
      const named = Object.entries(weights) as [keyof typeof weights, number][]
      let left = next() * named.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of named) {
        left -= weight
        if (left < 0) return name
      }
      throw new Error('no weight above zero')
    },
  }
}
