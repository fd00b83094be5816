import type { Sql } from './types.ts'

/**
 * What an account held at a past moment, in minor units: the balance after its last entry that was recorded then or
 * before, 0 before its first, null when there is no such account. Final once every commit of that moment is through.
 */
export async function readBalanceAt(sql: Sql, account: string, at: Date): Promise<number | null> {
  const [found] = await sql.query<{ balanceMinor: number }>(
    `SELECT coalesce((
      SELECT balance_minor FROM ledger_entry WHERE account_id = account.id AND number = ledger_number_at(account.id, $2)
    ), 0::bigint) AS "balanceMinor"
    FROM ledger_account AS account WHERE account.name = $1`,
    [account, at.toISOString()],
  )
  return found?.balanceMinor ?? null
}
