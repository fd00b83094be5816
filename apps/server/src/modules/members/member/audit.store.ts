import { addRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/ids.ts'
import type { AccountFields } from '../members.types.ts'

/** Under this name a login stands among what is written down of a member. */
export const LOGIN = 'login'

/** Whether the member has logged in before, as far as it is kept. */
export async function hasLoggedIn(sql: Sql, memberId: string): Promise<boolean> {
  const logins = `select from member_audit where member_id = $1 and action = '${LOGIN}' limit 1`
  return (await sql.query(logins, [memberId])).length > 0
}

/** Forgets logins of long ago. */
export async function forgetLogins(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql.query(
    `delete from member_audit where id in (
       select id from member_audit where action = '${LOGIN}' and occurred_at < $1 order by occurred_at limit $2)
     returning id`,
    [before, limit],
  )
  return rows.length
}

/** An account by its number alone, whoever is named as its holder. */
export type AccountNumber = Pick<AccountFields, 'bankCode' | 'bankAccountNo'>

/** Under this name a change of the account stands there, with what it was (`from`) and is (`to`). */
export const ACCOUNT_CHANGED = 'bank-account'

/** The accounts that a member had before his present one. */
export function formerAccounts(sql: Sql, memberId: string): Promise<AccountNumber[]> {
  return sql.query(
    `select distinct detail -> 'from' ->> 'bankCode' as "bankCode", detail -> 'from' ->> 'bankAccountNo' as "bankAccountNo"
     from member_audit where member_id = $1 and action = '${ACCOUNT_CHANGED}' and detail ? 'from'`,
    [memberId],
  )
}

/** Who had an account once, and changed it for another. */
export async function formerHolders(sql: Sql, { bankCode, bankAccountNo }: AccountNumber): Promise<string[]> {
  const rows = await sql.query<{ memberId: string }>(
    `select distinct member_id as "memberId" from member_audit
     where action = '${ACCOUNT_CHANGED}' and detail -> 'from' ->> 'bankAccountNo' = $1
       and detail -> 'from' ->> 'bankCode' = $2`,
    [bankAccountNo, bankCode],
  )
  return rows.map(({ memberId }) => memberId)
}

/** Writes down what changed of a member, and from where if it was he; `detail` never holds a password or a token. */
export async function writeDown(
  tx: Sql,
  audit: { memberId: string; action: string; detail?: object; address?: string | null; at: Date },
): Promise<void> {
  const { at, detail = {}, address = null, ...rest } = audit
  await addRow(tx, 'member_audit', { id: newId(at), ...rest, detail, address, occurredAt: at })
}

/** A login, or a change of what is known of him, as it was written down. */
export interface Happening {
  id: string
  at: Date
  action: string
  detail: Record<string, unknown>
  address: string | null
}

/** Logins or changes of a member, newest first, at or before a moment; of that moment below an id. */
export function readHappenings(
  sql: Sql,
  memberId: string,
  { isLogin, behind, limit }: { isLogin: boolean; behind: { at: Date; id: string } | null; limit: number },
): Promise<Happening[]> {
  return sql.query(
    `select id, occurred_at as at, action, detail, address from member_audit
     where member_id = $1 and action ${isLogin ? '=' : '<>'} '${LOGIN}'
       and (occurred_at, id collate "C") < (coalesce($2::timestamptz, 'infinity'), $3::text)
     order by occurred_at desc, id collate "C" desc limit $4`,
    [memberId, behind?.at ?? null, behind?.id ?? '', limit],
  )
}
