import { sumMinor } from '@krapao/money'
import { minorOf } from '../../lib/wire-amount.ts'
import type { GameReadings, Home } from './home.api.ts'

/** An answer and when it came. */
export interface Dated<T> {
  readonly answer: T
  readonly atMs: number
}

export interface GameBalance {
  readonly code: string
  readonly name: string
  readonly amountMinor: number
}

/** What the member has, in minor units. */
export interface Balances {
  readonly walletMinor: number
  /** Main wallet and all game accounts. */
  readonly totalMinor: number
  readonly games: readonly GameBalance[]
  /** Some provider did not answer: its amount is the last known one. */
  readonly isStale: boolean
  readonly asOfMs: number
}

/**
 * Adds up what the member has. Home's own answer and the readings of game accounts tell the same amounts at different
 * times: the later one counts (decisions 2.54).
 */
export function balancesOf(home: Dated<Home>, readings: Dated<GameReadings> | undefined): Balances {
  const latest = readings !== undefined && readings.atMs > home.atMs ? readings : undefined
  const read = new Map(latest?.answer.slots.map((slot) => [slot.code, slot]))
  const games = home.answer.slots
    .filter((slot) => read.get(slot.code)?.isActive ?? slot.isActive)
    .map(({ code, name, amount }) => ({ code, name, amountMinor: minorOf(read.get(code)?.amount ?? amount) }))
  const walletMinor = minorOf((latest ?? home).answer.wallet.amount)
  return {
    walletMinor,
    totalMinor: sumMinor([walletMinor, ...games.map((game) => game.amountMinor)]),
    games,
    isStale: latest?.answer.slots.some((slot) => slot.stale) ?? false,
    asOfMs: (latest ?? home).atMs,
  }
}
