import { gatheredRows } from '../../../platform/database/gathered.ts'
import { addRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'

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

/** Closes an account for good; false when it is not active. */
export function closeMember(tx: Sql, memberId: string): Promise<boolean> {
  return setMemberState(tx, memberId, { from: 'active', to: 'closed' })
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

/** Locks the member's row until the transaction ends: his factors are changed one after the other. */
export async function lockMemberRow(tx: Sql, memberId: string): Promise<void> {
  await tx.query('select from member where id = $1 for update', [memberId])
}

/** Writes down that the password or a factor changed. The version rises: a withdrawal that was judged before is judged anew. */
export async function noteKeysChanged(tx: Sql, memberId: string, at: Date): Promise<void> {
  await tx.query('update member set keys_changed_at = $2, version = version + 1 where id = $1', [memberId, at])
}

/** When the password or a factor changed last; null when none ever did. */
export async function keysChangedAt(sql: Sql, memberId: string): Promise<Date | null> {
  return (await keysChanges(sql, memberId))?.at ?? null
}

const keysChanges = gatheredRows<{ id: string; at: Date | null }>(
  (sql, ids) => sql.query('select id, keys_changed_at as at from member where id = any ($1::text[])', [ids]),
  ({ id }) => id,
)
