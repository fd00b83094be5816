import { DAY_MS } from '../../../platform/durations.ts'
/** What a member paid in or took, or his games brought him: above zero what came to him. */
export interface MemberFlow {
  memberId: string
  what: 'deposit' | 'withdrawal' | 'result'
  /** Satang; of a payment always above zero, of a result below it when he lost. */
  amountMinor: number
  at: Date
}

export type PaymentFlagKind = 'below-threshold' | 'in-and-out'

export interface PaymentFlag {
  kind: PaymentFlagKind
  memberId: string
  /** When what makes it one was whole. */
  at: Date
}

/** What banks and offices look at from so many satang on. */
const THRESHOLDS_MINOR = [50_000_00, 100_000_00, 700_000_00, 2_000_000_00]
/** So many payments just below one of them within a day are no chance. */
const PAYMENTS = 3

/** Under which threshold a payment stays by a tenth of it at most; null under none. */
function justBelow(amountMinor: number): number | null {
  return THRESHOLDS_MINOR.find((line) => amountMinor < line && amountMinor * 10 >= line * 9) ?? null
}

/** What of the payments of one member, the oldest first, looks like money that is to be moved and not to be played with. */
export function paymentFlags(flows: readonly MemberFlow[]): PaymentFlag[] {
  return [...belowThreshold(flows), ...inAndOut(flows)]
}

function belowThreshold(flows: readonly MemberFlow[]): PaymentFlag[] {
  const payments = flows.filter(({ what }) => what !== 'result')
  return payments.flatMap(({ memberId, amountMinor, at }, index) => {
    const line = justBelow(amountMinor)
    const alike = payments
      .slice(0, index + 1)
      .filter((one) => at.getTime() - one.at.getTime() <= DAY_MS && justBelow(one.amountMinor) === line)
    return line !== null && alike.length >= PAYMENTS ? [{ kind: 'below-threshold' as const, memberId, at }] : []
  })
}

function inAndOut(flows: readonly MemberFlow[]): PaymentFlag[] {
  return flows.flatMap(({ memberId, what, amountMinor, at }, index) => {
    if (what !== 'deposit') return []
    let [outMinor, resultMinor] = [0, 0]
    for (const flow of flows.slice(index + 1)) {
      if (flow.at.getTime() - at.getTime() > DAY_MS) break
      if (flow.what === 'result') resultMinor += flow.amountMinor
      if (flow.what === 'withdrawal') outMinor += flow.amountMinor
      if (outMinor * 10 >= amountMinor * 8)
        return Math.abs(resultMinor) * 10 < amountMinor ? [{ kind: 'in-and-out' as const, memberId, at: flow.at }] : []
    }
    return []
  })
}
