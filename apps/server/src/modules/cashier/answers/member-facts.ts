import { DAY_MS } from '../../../platform/durations.ts'
import { spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { DecisionFacts } from '../../deeds/index.ts'
import { accounts } from '../books/accounts.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { depositsAndWithdrawalsOf } from './deposits-and-withdrawals.store.ts'

const DAYS_BACK = 90

/** What of a member's money in and out a decision about him is judged by. */
export async function factsOfMember(
  { database, ledger }: Pick<CashierParts, 'database' | 'ledger'>,
  memberId: string,
  now: Date,
): Promise<DecisionFacts> {
  const name = accounts.wallet(memberId)
  const [states, sums] = await Promise.all([
    ledger.states(database, [name]),
    depositsAndWithdrawalsOf(database, memberId, new Date(now.getTime() - DAYS_BACK * DAY_MS)),
  ])
  const state = states.get(name)
  return {
    walletAmount: state === undefined ? null : toWireAmount(spendableMinor(state)),
    heldAmount: state === undefined ? null : toWireAmount(state.heldMinor),
    depositsAmount: toWireAmount(sums.depositsMinor),
    depositsCount: sums.deposits,
    withdrawalsAmount: toWireAmount(sums.withdrawalsMinor),
    withdrawalsCount: sums.withdrawals,
    withdrawalsLargestAmount: toWireAmount(sums.largestMinor),
    netAmount: toWireAmount(sums.depositsMinor - sums.withdrawalsMinor),
    deposits90Count: sums.recentDeposits,
    deposits90Amount: toWireAmount(sums.recentDepositsMinor),
    withdrawals90Count: sums.recentWithdrawals,
    withdrawals90Amount: toWireAmount(sums.recentWithdrawalsMinor),
    slipsRefusedCount: sums.slipsRefused,
  }
}
