import type { ReadSql } from './types.ts'

/**
 * An account's entries are in the order of their times, but one of a busy moment stands behind others of it: what a commit
 * writes for one account is far fewer.
 */
const ENTRIES_OF_A_MOMENT = 1_000

/**
 * What an account held right after a transfer (that of a post or a hold) was booked on it, in minor units; null while
 * nothing of it is booked there: the hold is open or was voided, or the transfer is of other accounts.
 */
export async function readBalanceAfter(sql: ReadSql, account: string, transfer: string): Promise<number | null> {
  const [found] = await sql.query<{ balanceMinor: number }>(
    `SELECT entry.balance_minor AS "balanceMinor"
    FROM ledger_account AS account
    CROSS JOIN LATERAL (
      SELECT coalesce(
        (SELECT recorded_at FROM ledger_closing WHERE hold_id = $2),
        (SELECT recorded_at FROM ledger_transfer WHERE id = $2)
      ) AS moment
    ) AS booked
    CROSS JOIN LATERAL (SELECT ledger_number_at(account.id, moment - interval '1 ms') AS before) AS earlier
    JOIN ledger_entry AS entry ON entry.account_id = account.id
      AND entry.number > before AND entry.number <= before + $3::bigint
    WHERE account.name = $1 AND moment IS NOT NULL AND entry.transfer_id = $2`,
    [account, transfer, ENTRIES_OF_A_MOMENT],
  )
  return found?.balanceMinor ?? null
}
