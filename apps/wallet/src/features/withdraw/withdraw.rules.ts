/** What the operator lets a member withdraw at once, in minor units, both included (LIM-026). */
export interface WithdrawLimits {
  readonly minMinor: number
  readonly maxMinor: number
}

/** Why an amount cannot be asked for: nothing typed, no amount of zero or more, or outside of the operator's limits. */
export type AmountFault = 'missing' | 'negative' | 'minimum' | 'maximum'

/**
 * Holds an amount against what can be known here; what only the server knows is left to it (WDR-004 to WDR-006).
 *
 * @param amountMinor what was typed, undefined while it is no number.
 */
export function amountFault(amountMinor: number | undefined, limits: WithdrawLimits): AmountFault | undefined {
  if (amountMinor === undefined) return 'missing'
  if (amountMinor < 0) return 'negative'
  if (amountMinor < limits.minMinor) return 'minimum'
  return amountMinor > limits.maxMinor ? 'maximum' : undefined
}

/** The most that can be withdrawn at once, as far as is known: all money, up to the operator's limit. */
export function mostMinor(walletMinor: number, gamesMinor: number, limits: WithdrawLimits): number {
  return Math.min(walletMinor + gamesMinor, limits.maxMinor)
}

/** What a withdrawal leaves, in minor units. */
export interface Remainder {
  /** What the main wallet lacks and games give, as far as is known that they have it (rulings 1.7). */
  readonly fromGamesMinor: number
  readonly walletMinor: number
  readonly gamesMinor: number
  /** More is asked for than is known to be there: games may have more by now, and are asked. */
  readonly isBeyondKnown: boolean
}

/** What remains after a withdrawal that first takes from the main wallet and brings from games what it lacks. */
export function remainderOf(amountMinor: number, walletMinor: number, gamesMinor: number): Remainder {
  const lackedMinor = Math.max(0, amountMinor - walletMinor)
  const fromGamesMinor = Math.min(lackedMinor, gamesMinor)
  return {
    fromGamesMinor,
    walletMinor: Math.max(0, walletMinor - amountMinor),
    gamesMinor: gamesMinor - fromGamesMinor,
    isBeyondKnown: lackedMinor > gamesMinor,
  }
}

/** The account number with all but its last four digits hidden: "xxx-xxx-7890". */
export function maskAccountNo(formatted: string): string {
  const digits = formatted.replace(/\D/g, '').length
  let seen = 0
  return formatted.replace(/\d/g, (digit) => {
    seen += 1
    return seen > digits - 4 ? digit : 'x'
  })
}
