import { takeDue } from '../../../platform/database/take-due.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { AccountFields } from '../members.types.ts'

export interface AskedAccount extends AccountFields {
  memberId: string
}

const ASKED_AT_ONCE = 4
const AGAIN_MS = MINUTE_MS

const sameAccount = 'member_id = $1 and bank_code = $2 and account_no = $3 and account_name = $4 and proven_at is null'

function valuesOf(memberId: string, { bankCode, bankAccountNo, bankAccountName }: AccountFields): string[] {
  return [memberId, bankCode, bankAccountNo, bankAccountName]
}

/** Writes down that an account is the member's; false when it is his no more, or was proven before. */
export async function proveAccount(tx: Sql, memberId: string, account: AccountFields, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update member_bank_account set proven_at = $5, ask_at = null where ${sameAccount} returning member_id`,
    [...valuesOf(memberId, account), at],
  )
  return rows.length > 0
}

/** Due accounts, with the time until which they are this caller's. */
export function takeAccounts(sql: Sql, now: Date): Promise<AskedAccount[]> {
  const columns =
    'member_id as "memberId", bank_code as "bankCode", account_no as "bankAccountNo", account_name as "bankAccountName"'
  const leaseUntil = new Date(now.getTime() + AGAIN_MS)
  return takeDue(
    sql,
    { table: 'member_bank_account', id: 'member_id', columns },
    { now, leaseUntil, limit: ASKED_AT_ONCE },
  )
}

/** Asks no more about an account that is still unproven: at once, or when it has been asked about for long enough. */
export async function askNoMore(sql: Sql, account: AskedAccount, given: { atOnce: boolean; now: Date }): Promise<void> {
  await sql.query(`update member_bank_account set ask_at = null where ${sameAccount} and ($5 or ask_until <= $6)`, [
    ...valuesOf(account.memberId, account),
    given.atOnce,
    given.now,
  ])
}
