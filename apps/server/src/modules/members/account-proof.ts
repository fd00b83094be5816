import { takeDue } from '../../platform/database/take-due.ts'
import type { Sql } from '../../platform/database/types.ts'
import { processEach } from '../../platform/jobs.ts'
import type { MembersParts } from './members.parts.ts'
import type { AccountFields } from './members.types.ts'

interface AskedAccount extends AccountFields {
  memberId: string
}

const ASKED_AT_ONCE = 4
const AGAIN_MS = 60_000

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
function takeAccounts(sql: Sql, now: Date): Promise<AskedAccount[]> {
  const columns =
    'member_id as "memberId", bank_code as "bankCode", account_no as "bankAccountNo", account_name as "bankAccountName"'
  const leaseUntil = new Date(now.getTime() + AGAIN_MS)
  return takeDue(
    sql,
    { table: 'member_bank_account', id: 'member_id', columns },
    { now, leaseUntil, limit: ASKED_AT_ONCE },
  )
}

type AskingParts = Pick<MembersParts, 'database' | 'clock' | 'accountHolders'>

async function ask({ database, clock, accountHolders }: AskingParts, account: AskedAccount): Promise<void> {
  const word = accountHolders === null ? 'unknown' : await accountHolders(account)
  if (word === 'agrees') return void (await proveAccount(database, account.memberId, account, clock.now()))
  // A bank that is silent for a day is asked no more: a transfer will prove the account, or a person decides.
  await database.query(
    `update member_bank_account set ask_at = null where ${sameAccount} and ($5 or ask_until <= $6)`,
    [...valuesOf(account.memberId, account), word === 'unsure', clock.now()],
  )
}

/**
 * Asks the bank about accounts that were given at registration or changed since. It keeps nobody waiting, and what it says
 * refuses nobody: an account that it does not know is unproven, as it was. @returns how many were asked about.
 */
export async function askForHolders(parts: AskingParts): Promise<number> {
  if (parts.accountHolders === null) return 0
  return processEach(await takeAccounts(parts.database, parts.clock.now()), (account) => ask(parts, account))
}
