import { gatheredRows } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { AccountFields, Payee } from '../members.types.ts'

/** False when some member has this account at this bank already. */
export async function insertBankAccount(
  tx: Sql,
  memberId: string,
  account: AccountFields,
  currency: 'BAHT' | 'LAK',
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into member_bank_account (member_id, bank_code, account_no, account_name, currency, ask_at, ask_until)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + interval '1 day') on conflict (bank_code, account_no) do nothing returning member_id`,
    [memberId, account.bankCode, account.bankAccountNo, account.bankAccountName, currency, now],
  )
  return rows.length > 0
}

/** The id of the member who has this account; null when nobody has. */
export async function holderOfBankAccount(sql: Sql, bankCode: string, accountNo: string): Promise<string | null> {
  const [row] = await sql.query<{ memberId: string }>(
    'select member_id as "memberId" from member_bank_account where bank_code = $1 and account_no = $2',
    [bankCode, accountNo],
  )
  return row?.memberId ?? null
}

/** Null while the member has no bank account. */
export async function readPayee(sql: Sql, memberId: string): Promise<Payee | null> {
  const row = await payees(sql, memberId)
  if (row === null) return null
  const { bankCode, bankAccountName, bankAccountNo, currency, changedAt, provenAt } = row
  return { bankCode, bankAccountName, bankAccountNo, currency, changedAt, provenAt }
}

const payees = gatheredRows<Payee & { memberId: string }>(
  (sql, memberIds) =>
    sql.query(
      `select member_id as "memberId", bank_code as "bankCode", account_name as "bankAccountName", account_no as "bankAccountNo",
         currency, changed_at as "changedAt", proven_at as "provenAt"
       from member_bank_account where member_id = any ($1::text[])`,
      [memberIds],
    ),
  (row) => row.memberId,
)

/** Changes a bank account, seen as it was; false when it changed meanwhile. A taken number throws a unique violation. */
export async function writeBankAccount(
  tx: Sql,
  memberId: string,
  from: AccountFields,
  to: AccountFields,
  changedAt: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update member_bank_account
     set bank_code = $2, account_no = $3, account_name = $4, changed_at = $5, proven_at = null,
       ask_at = $5::timestamptz, ask_until = $5::timestamptz + interval '1 day'
     where member_id = $1 and bank_code = $6 and account_no = $7 and account_name = $8 returning member_id`,
    [
      memberId,
      to.bankCode,
      to.bankAccountNo,
      to.bankAccountName,
      changedAt,
      from.bankCode,
      from.bankAccountNo,
      from.bankAccountName,
    ],
  )
  return rows.length > 0
}
