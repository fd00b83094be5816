import { TRANSFER_MINIMUM_MINOR } from '@krapao/contract'
import type { Balances } from '../../lib/balances.ts'

/** The name of the main wallet as source or target. */
export const WALLET = 'WALLET'

const FACTOR_ONE = 10_000

/** The wallet or an open game account, as source or target. */
export interface Side {
  readonly code: string
  readonly name: string
  readonly amountMinor: number
  /** Game credits for a baht, in ten-thousandths; the wallet's own is one. */
  readonly factorTenThousandths: number
  /** The amount is the last known one: only the server can say whether there is enough. */
  readonly isStale: boolean
  /** Its picture; the wallet has none here. */
  readonly logo: string | undefined
}

/** Between what money can move: the wallet, then the open games (decisions section 4). */
export function sidesOf(balances: Balances, walletName: string): Side[] {
  const wallet: Side = {
    code: WALLET,
    name: walletName,
    amountMinor: balances.walletMinor,
    factorTenThousandths: FACTOR_ONE,
    isStale: false,
    logo: undefined,
  }
  const games = balances.games.filter((game) => game.isActive)
  return [
    wallet,
    ...games.map(({ code, name, amountMinor, factorTenThousandths, isStale, logo }) => ({
      code,
      name,
      amountMinor,
      factorTenThousandths,
      isStale,
      logo,
    })),
  ]
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}

/** The smallest amount that is whole on both sides: what is moved is a multiple of it (rulings 1.5). */
export function stepMinor(from: Side, to: Side): number {
  const gridOf = (side: Side): number => FACTOR_ONE / commonDivisor(side.factorTenThousandths, FACTOR_ONE)
  const [one, other] = [gridOf(from), gridOf(to)]
  return (one * other) / commonDivisor(one, other)
}

/** The most that can be moved from one side to the other. */
export function mostMinor(from: Side, to: Side): number {
  return from.amountMinor - (from.amountMinor % stepMinor(from, to))
}

/** What is to be moved from where to where. */
export interface Order {
  readonly from: Side
  readonly to: Side
  readonly amountMinor: number
}

/** Why an order cannot be sent as it is. */
export type OrderFault =
  | { readonly fault: 'select' | 'same' | 'minimum' | 'notEnough' }
  | { readonly fault: 'step'; readonly stepMinor: number; readonly nearMinor: number }

/** The amount nearest below that is whole on both sides, or the least one that is. */
export function nearestMinor(amountMinor: number, ofStepMinor: number): number {
  const least = Math.ceil(TRANSFER_MINIMUM_MINOR / ofStepMinor) * ofStepMinor
  return Math.max(least, amountMinor - (amountMinor % ofStepMinor))
}

/**
 * Checks what was chosen and typed, in the order of the specification: both sides, not the same, at least 1 baht
 * (TRF-003 to TRF-005); then what would be refused anyway.
 *
 * @param amountMinor what was typed, undefined while it is no number.
 */
export function checkOrder(
  from: Side | undefined,
  to: Side | undefined,
  amountMinor: number | undefined,
): OrderFault | Order {
  if (from === undefined || to === undefined) return { fault: 'select' }
  if (from.code === to.code) return { fault: 'same' }
  if (amountMinor === undefined || amountMinor < TRANSFER_MINIMUM_MINOR) return { fault: 'minimum' }
  const step = stepMinor(from, to)
  if (amountMinor % step !== 0) return { fault: 'step', stepMinor: step, nearMinor: nearestMinor(amountMinor, step) }
  if (amountMinor > from.amountMinor && !from.isStale) return { fault: 'notEnough' }
  return { from, to, amountMinor }
}
