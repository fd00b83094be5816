import { gatheredRows } from '../../platform/database/gathered.ts'
import { addRow } from '../../platform/database/put-row.ts'
import type { ReadSql, Sql } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'
import type { Payee, Standing } from './members.types.ts'
import type { BankAccountFields } from './registration.rules.ts'

export type MemberState = 'active' | 'inactive' | 'gone' | 'merged' | 'closed'

export interface NewMember {
  id: string
  username: string
  name: string
  passwordHash: string
  sourceCode: string | null
  inviterId: string | null
  createdAt: Date
}

/** What a login needs to know of a member. */
export interface Credential {
  id: string
  state: MemberState
  passwordHash: string
}

export interface MemberRow {
  id: string
  memberNumber: number
  username: string
  name: string
  createdAt: Date
}

/** The id of the member who is registered with the phone; null when nobody is. */
export async function memberOfPhone(sql: Sql, phone: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>('select id from member where username = $1', [phone])
  return row?.id ?? null
}

/** By which of the two a member is named. */
export type MemberNamed = { phone: string } | { id: string }

/** Null when there is no such member. */
export async function memberNumberOf(sql: Sql, named: MemberNamed): Promise<number | null> {
  const [column, value] = 'phone' in named ? ['username', named.phone] : ['id', named.id]
  const [member] = await sql.query<{ number: number }>(
    `select member_number as number from member where ${column} = $1`,
    [value],
  )
  return member?.number ?? null
}

/** The id when it is a member's who can still invite. */
export async function findInviter(sql: Sql, id: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `select id from member where id = $1 and state in ('active', 'inactive')`,
    [id],
  )
  return row?.id ?? null
}

/** False when somebody has the phone already, also when that commits only now. */
export function insertMember(tx: Sql, member: NewMember): Promise<boolean> {
  return addRow(tx, 'member', member, '(username)')
}

/** False when some member has this account at this bank already. */
export async function insertBankAccount(
  tx: Sql,
  memberId: string,
  account: BankAccountFields,
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

/** Null when nobody is registered with the phone. */
export async function readCredential(sql: Sql, username: string): Promise<Credential | null> {
  const [row] = await sql.query<Credential>(
    'select id, state, password_hash as "passwordHash" from member where username = $1',
    [username],
  )
  return row ?? null
}

/** The id of the member whom an operator names by number, phone number or id; null when there is none. */
export async function findMember(sql: Sql, words: string): Promise<string | null> {
  const memberNumber = /^[1-9]\d{0,17}$/.test(words) ? words : null
  const [row] = await sql.query<{ id: string }>(
    'select id from member where id = $1 or username = $1 or member_number = $2::bigint order by id = $1 desc limit 1',
    [words, memberNumber],
  )
  return row?.id ?? null
}

/** What is known of a history as a whole; kinds of which there is nothing may be absent. */
interface MovementHistory {
  memberNumber: number
  username: string
  name: string
  last: number
}

/** How many movements member `$1` has of each kind, as an expression: what reads beside it reads at the same moment. */
export const MOVEMENTS_BY_KIND = '(select by_kind from movement_counter where member_id = $1)'

/**
 * How an operator knows a member, and the number of his newest movement, which is also how many there are: the modules
 * that write movements share one counter a member, raised at each insert.
 */
export async function readHistory(sql: ReadSql, memberId: string): Promise<MovementHistory> {
  const [row] = await sql.query<MovementHistory>(
    `select member.member_number as "memberNumber", username, name, coalesce(counter.last, 0) as last
     from member left join movement_counter as counter on counter.member_id = member.id where member.id = $1`,
    [memberId],
  )
  if (row === undefined) throw new Error(`there is no member ${memberId}`)
  return row
}

/**
 * Moves a member from one state to another; false when he is in another one. His version rises, so that a withdrawal that
 * was checked before is checked again.
 */
export async function setMemberState(
  tx: Sql,
  memberId: string,
  { from, to }: { from: MemberState; to: MemberState },
): Promise<boolean> {
  const rows = await tx.query(
    'update member set state = $3, version = version + 1 where id = $1 and state = $2 returning id',
    [memberId, from, to],
  )
  return rows.length > 0
}

/** Whether the operator has suspended a member. */
export async function isMemberLocked(sql: Sql, memberId: string): Promise<boolean> {
  return (await lockedMembers(sql, memberId)) !== null
}

const lockedMembers = gatheredRows<{ id: string }>(
  (sql, ids) => sql.query(`select id from member where id = any ($1::text[]) and state = 'inactive'`, [ids]),
  ({ id }) => id,
)

/** Neither locked nor gone; false also when there is no such member. */
export async function isMemberActive(sql: Sql, memberId: string): Promise<boolean> {
  return (await sql.query(`select from member where id = $1 and state = 'active'`, [memberId])).length > 0
}

/** The kept form of the password; null when there is no such member. */
export async function readPasswordHash(sql: Sql, memberId: string): Promise<string | null> {
  const [row] = await sql.query<{ passwordHash: string }>(
    'select password_hash as "passwordHash" from member where id = $1',
    [memberId],
  )
  return row?.passwordHash ?? null
}

/** Writes a new password in place of the one that was checked; false when another change came first. */
export async function writePassword(tx: Sql, memberId: string, from: string, to: string): Promise<boolean> {
  const rows = await tx.query(
    'update member set password_hash = $3 where id = $1 and password_hash = $2 returning id',
    [memberId, from, to],
  )
  return rows.length > 0
}

/** Null when there is no such member. */
export async function readMember(sql: Sql, memberId: string): Promise<MemberRow | null> {
  const [row] = await sql.query<MemberRow>(
    `select id, member_number as "memberNumber", username, name, created_at as "createdAt" from member where id = $1`,
    [memberId],
  )
  return row ?? null
}

export async function writeName(tx: Sql, memberId: string, name: string): Promise<void> {
  await tx.query('update member set name = $2 where id = $1', [memberId, name])
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
  from: BankAccountFields,
  to: BankAccountFields,
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

const standingColumns = `bonus_state as "bonusState", bonus_id as "bonusId", version, excluded_as as "excludedAs",
  excluded_until as "excludedUntil", has_limits as "hasLimits"`

const readStanding = gatheredRows<Standing & { id: string }>(
  (sql, memberIds) => sql.query(`select id, ${standingColumns} from member where id = any ($1::text[])`, [memberIds]),
  ({ id }) => id,
)

/** The bonus that a member holds and the version of his row. Throws when there is no such member: ids come from a token. */
export async function requireStanding(sql: Sql, memberId: string): Promise<Standing> {
  const standing = await readStanding(sql, memberId)
  if (!standing) throw new Error(`there is no member ${memberId}`)
  return standing
}

/** The same, of a row that is locked: who changes his limits or excludes him comes before this transaction or after it. */
export async function lockStanding(tx: Sql, memberId: string): Promise<Standing> {
  const [row] = await tx.query<Standing>(`select ${standingColumns} from member where id = $1 for no key update`, [
    memberId,
  ])
  if (!row) throw new Error(`there is no member ${memberId}`)
  return row
}

/** Writes how a member is protected. His version rises, so that whatever was checked before is checked again. */
export async function writeProtection(
  tx: Sql,
  memberId: string,
  { excludedAs, excludedUntil, hasLimits }: Pick<Standing, 'excludedAs' | 'excludedUntil' | 'hasLimits'>,
): Promise<void> {
  await tx.query(
    `update member set excluded_as = $2, excluded_until = $3, has_limits = $4, version = version + 1 where id = $1`,
    [memberId, excludedAs, excludedUntil, hasLimits],
  )
}

/** Writes down what was done about a member by somebody else than himself; `detail` holds no secret. */
export function writeDown(
  sql: Sql,
  note: { memberId: string; action: string; detail: Readonly<Record<string, string | number | null>>; at: Date },
): Promise<void> {
  return insertAudit(sql, { id: newId(note.at), address: null, ...note })
}

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

/** Writes down who changed what of a member; `detail` never holds a password or a token. */
export async function insertAudit(
  tx: Sql,
  audit: { id: string; memberId: string; action: string; detail: object; address: string | null; at: Date },
): Promise<void> {
  const { at, ...rest } = audit
  await addRow(tx, 'member_audit', { ...rest, occurredAt: at })
}
