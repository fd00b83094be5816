import type { Sql } from '../../../platform/database/types.ts'

/** How often and how much a member paid in and was paid out, ever and since a moment, and what was refused since then. */
interface DepositsAndWithdrawals {
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

export async function depositsAndWithdrawalsOf(
  sql: Sql,
  memberId: string,
  since: Date,
): Promise<DepositsAndWithdrawals> {
  const sum = (condition = 'true') => `coalesce(sum(amount_minor) filter (where ${condition}), 0)::bigint`
  const [found] = await sql.query<DepositsAndWithdrawals>(
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
