import { spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { Sql } from '../../../platform/database/types.ts'
import type { DecisionFacts } from '../../deeds/index.ts'
import { accounts } from '../books/accounts.ts'
import type { CashierParts } from '../cashier.parts.ts'

const DAYS_BACK = 90
const DAY_MS = 86_400_000

/** What of a member's money in and out a decision about him is judged by. */
export async function factsOfMember(
  { database, ledger }: Pick<CashierParts, 'database' | 'ledger'>,
  memberId: string,
  now: Date,
): Promise<DecisionFacts> {
  const name = accounts.wallet(memberId)
  const [states, sums] = await Promise.all([
    ledger.states(database, [name]),
    sumsOf(database, memberId, new Date(now.getTime() - DAYS_BACK * DAY_MS)),
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

interface Sums {
  deposits: number
  depositsMinor: number
  recentDeposits: number
  recentDepositsMinor: number
  withdrawals: number
  withdrawalsMinor: number
  largestMinor: number
  recentWithdrawals: number
  recentWithdrawalsMinor: number
  slipsRefused: number
}

async function sumsOf(sql: Sql, memberId: string, since: Date): Promise<Sums> {
  const sum = (condition = 'true') => `coalesce(sum(amount_minor) filter (where ${condition}), 0)::bigint`
  const [found] = await sql.query<Sums>(
    `select * from (
       select count(*) as deposits, ${sum()} as "depositsMinor",
         count(*) filter (where created_at > $2) as "recentDeposits", ${sum('created_at > $2')} as "recentDepositsMinor"
       from deposit where member_id = $1 and moved_at is null) as came, (
       select count(*) as withdrawals, ${sum()} as "withdrawalsMinor", coalesce(max(amount_minor), 0)::bigint as "largestMinor",
         count(*) filter (where created_at > $2) as "recentWithdrawals",
         ${sum('created_at > $2')} as "recentWithdrawalsMinor"
       from withdrawal where member_id = $1 and state = 'paid') as went, (
       select count(*) as "slipsRefused" from slip
       where member_id = $1 and state = 'refused' and created_at > $2) as refused`,
    [memberId, since],
  )
  if (found === undefined) throw new Error('sums without rows have a row')
  return found
}
