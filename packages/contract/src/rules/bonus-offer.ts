import { readWireAmount } from '@krapao/money'

/** What a bonus or a promotion says, as far as its parts can contradict each other; amounts are baht. */
interface OfferSaid {
  source: 'bonus' | 'promotion'
  percent: number | null
  fixed: number | null
  cap: number | null
  minDeposit: number
  seats: number | null
  monthlyBudget: number | null
  validFrom: string | null
  validUntil: string | null
}

const minorOf = (amount: number): number => {
  const read = readWireAmount(amount)
  return read.ok ? read.amountMinor : 0
}

/** The fields in which an offer contradicts itself; none where it can be had as it stands. */
export function contradictionsOf(offer: OfferSaid): (keyof OfferSaid)[] {
  const { source, percent, fixed, cap, minDeposit, seats, monthlyBudget, validFrom, validUntil } = offer
  const most = fixed ?? cap
  return [
    ...((percent === null) === (fixed === null) ? (['percent', 'fixed'] as const) : []),
    ...(fixed !== null && cap !== null ? (['cap'] as const) : []),
    // A share of the least deposit that is no whole satang is none.
    ...(percent !== null && minorOf(minDeposit) * Math.round(percent * 100) < 10_000 ? (['minDeposit'] as const) : []),
    ...(source === 'bonus' && seats !== null ? (['seats'] as const) : []),
    // A budget is held before a deposit comes: it must be known how much one can bring, and cover one at least.
    ...(monthlyBudget !== null && most === null ? (['cap'] as const) : []),
    ...(monthlyBudget !== null && most !== null && monthlyBudget < most ? (['monthlyBudget'] as const) : []),
    ...(validFrom !== null && validUntil !== null && Date.parse(validUntil) <= Date.parse(validFrom)
      ? (['validUntil'] as const)
      : []),
  ]
}
