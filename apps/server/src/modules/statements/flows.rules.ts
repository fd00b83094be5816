import type { Flow } from '@krapao/ledger'

/** What a booking between the house and a member counts as; null of what is neither his money nor his play. */
export type FlowKind = 'deposits' | 'withdrawals' | 'results'

const kinds: Readonly<Record<string, FlowKind>> = {
  deposit: 'deposits',
  // Corrections of what was credited: of another one's transfer, of a sum that was told wrongly.
  'deposit-moved': 'deposits',
  'gift-corrected': 'deposits',
  'payment-corrected': 'deposits',
  withdrawal: 'withdrawals',
  'withdrawal-return': 'withdrawals',
  'withdrawal-late': 'withdrawals',
  'game-result': 'results',
}

/** The codes under which a kind is booked. */
export function codesOf(...wanted: readonly FlowKind[]): string[] {
  return Object.entries(kinds).flatMap(([code, kind]) => (wanted.includes(kind) ? [code] : []))
}

const ENDS = /^member\/([^/]+)\/|^house\//
const endOf = (account: string): string | null => ENDS.exec(account)?.[1] ?? null

/** The member between whom and the house something was booked; null when it was between two of the house, or of his own. */
export function memberOf({ account, other }: Pick<Flow, 'account' | 'other'>): string | null {
  const ends = [endOf(account), endOf(other)].filter((end) => end !== null)
  return ends.length === 1 ? (ends[0] ?? null) : null
}

/** What the house got by it: positive of what a member brought or lost, negative of what he took or won. */
function houseMinor({ account, amountMinor }: Pick<Flow, 'account' | 'amountMinor'>): number {
  return endOf(account) === null ? amountMinor : -amountMinor
}

/** Sums in satang: what was brought, taken, and what games cost the members, which is what the house won. */
export interface FlowSums {
  depositsMinor: number
  withdrawalsMinor: number
  ggrMinor: number
}

/** Adds flows up; an entry of the house is a debit where money comes in from outside. */
export function sumFlows(flows: readonly Pick<Flow, 'account' | 'other' | 'code' | 'amountMinor'>[]): FlowSums {
  const sums = { deposits: 0, withdrawals: 0, results: 0 }
  for (const flow of flows) {
    const kind = kinds[flow.code]
    if (kind !== undefined && memberOf(flow) !== null) sums[kind] += houseMinor(flow)
  }
  // A deposit is paid out of the house's account of the bank into the wallet, which counts as brought.
  return {
    depositsMinor: 0 - sums.deposits,
    withdrawalsMinor: sums.withdrawals + 0,
    ggrMinor: sums.results + 0,
  }
}

/** What one entry adds to the figure of its kind. */
export function figureMinor(flow: Pick<Flow, 'account' | 'code' | 'amountMinor'>, isNet: boolean): number {
  const house = houseMinor(flow)
  const kind = kinds[flow.code]
  if (kind === 'deposits') return -house
  return kind === 'withdrawals' && isNet ? -house : house
}
