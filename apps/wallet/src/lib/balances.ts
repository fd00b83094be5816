import type { AnswerOf, calls } from '@krapao/contract'
import { fromWireAmount, mulDiv, sumMinor } from '@krapao/money'

export type Home = AnswerOf<typeof calls.walletHome>
export type GameReadings = AnswerOf<typeof calls.walletRefreshSlot>

/** An answer and when it came. */
export interface Dated<T> {
  readonly answer: T
  readonly atMs: number
}

/** Readings of all game accounts, and for each game when its provider last answered, as far as this page knows. */
export interface DatedReadings extends Dated<GameReadings> {
  readonly readAtMs: Readonly<Record<string, number>>
}

/** A game account with its money in minor units. */
export interface GameBalance extends Omit<Home['slots'][number], 'amount' | 'ftWalletSlot'> {
  readonly amountMinor: number
  /** The same money in the game's own credits, in hundredths. */
  readonly creditsMinor: number
  /** ftWalletSlot as an integer of ten-thousandths. */
  readonly factorTenThousandths: number
  /** The provider did not answer when it was last asked: the amount is the last known one. */
  readonly isStale: boolean
  /** When the provider last answered; undefined when not since this page was opened. */
  readonly readAtMs: number | undefined
}

/** What the member has, in minor units. */
export interface Balances {
  readonly walletMinor: number
  /** Main wallet and all game accounts. */
  readonly totalMinor: number
  /** All game accounts, the inactive too, in the operator's order. */
  readonly games: readonly GameBalance[]
  readonly isStale: boolean
  /** How old the oldest part is; undefined when that is not known. */
  readonly asOfMs: number | undefined
}

/** Factors are exact decimals of at most four places (rulings 1.5). */
const FACTOR_ONE = 10_000

/**
 * Adds up what the member has. Home's own answer and the readings of game accounts tell the same amounts at different
 * times: the later one counts (decisions 2.54). A game whose provider did not answer stays stale until it does: home
 * repeats what the ledger knows, and that is no newer.
 */
export function balancesOf(home: Dated<Home>, readings: DatedReadings | undefined): Balances {
  const asked = new Map(readings?.answer.slots.map((slot) => [slot.code, slot]))
  const isReadLater = readings !== undefined && readings.atMs > home.atMs
  const games = home.answer.slots.map(({ amount, ftWalletSlot, ...account }): GameBalance => {
    const read = asked.get(account.code)
    const latest = isReadLater ? read : undefined
    const isActive = latest?.isActive ?? account.isActive
    const amountMinor = fromWireAmount(latest?.amount ?? amount)
    const factorTenThousandths = Math.round(ftWalletSlot * FACTOR_ONE)
    return {
      ...account,
      isActive,
      amountMinor,
      factorTenThousandths,
      creditsMinor: mulDiv(amountMinor, factorTenThousandths, FACTOR_ONE, 'floor'),
      isStale: isActive && read?.stale === true,
      readAtMs: readings?.readAtMs[account.code],
    }
  })
  const walletMinor = fromWireAmount((isReadLater ? readings : home).answer.wallet.amount)
  const stale = games.filter((game) => game.isStale)
  const readTimes = stale.map((game) => game.readAtMs)
  return {
    walletMinor,
    totalMinor: sumMinor([walletMinor, ...games.filter((game) => game.isActive).map((game) => game.amountMinor)]),
    games,
    isStale: stale.length > 0,
    asOfMs: readTimes.includes(undefined)
      ? undefined
      : Math.min(isReadLater ? readings.atMs : home.atMs, ...readTimes.filter((time) => time !== undefined)),
  }
}

/** Notes for each game of an answer when its provider answered: now, or still the time before when it is stale. */
export function readTimes(
  answer: GameReadings,
  before: Readonly<Record<string, number>>,
  nowMs: number,
): Record<string, number> {
  const times: Record<string, number> = {}
  for (const { code, stale } of answer.slots) {
    const time = stale ? before[code] : nowMs
    if (time !== undefined) times[code] = time
  }
  return times
}
