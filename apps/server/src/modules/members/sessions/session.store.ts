import { gatheredRows } from '../../../platform/database/gathered.ts'
import { addRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { MemberState } from '../member/member.store.ts'

export interface NewSession {
  id: string
  memberId: string
  tokenHash: string
  username: string
  address: string
  device: string | null
  isNewDevice: boolean
  factorAt: Date | null
  createdAt: Date
  expiresAt: Date
}

/** A session with what its member is now; `state` is null when there is no such member any more. */
export interface SessionWithMember {
  id: string
  memberId: string
  username: string
  lastUsedAt: Date
  expiresAt: Date
  createdAt: Date
  isNewDevice: boolean
  factorAt: Date | null
  memberUsername: string | null
  state: MemberState | null
}

export interface SessionRow {
  id: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  device: string | null
  address: string | null
  isNewDevice: boolean
}

export async function insertSession(tx: Sql, session: NewSession): Promise<void> {
  await addRow(tx, 'member_session', { ...session, lastUsedAt: session.createdAt })
}

/**
 * Locks the member's row, so that logins of one member end their oldest sessions one after the other and none begins
 * while the password is changed. @returns the kept form of the password; null when the member may not come in.
 */
export async function lockPassword(tx: Sql, memberId: string): Promise<string | null> {
  const [row] = await tx.query<{ passwordHash: string }>(
    `select password_hash as "passwordHash" from member where id = $1 and state = 'active' for update`,
    [memberId],
  )
  return row?.passwordHash ?? null
}

/** Ends all but the newest live sessions of a member. @returns how many ended. */
export async function deleteOldestSessions(tx: Sql, memberId: string, keep: number, now: Date): Promise<number> {
  const rows = await tx.query(
    `delete from member_session where id in (
       select id from member_session where member_id = $1 and expires_at > $2
       order by created_at desc, id desc offset $3) returning id`,
    [memberId, now, keep],
  )
  return rows.length
}

/** The session of a token's hash, with its member. */
export const readSession = gatheredRows<SessionWithMember & { tokenHash: string }>(
  (sql, tokenHashes) =>
    sql.query(
      `select session.id, session.member_id as "memberId", session.username, session.last_used_at as "lastUsedAt",
         session.expires_at as "expiresAt", session.created_at as "createdAt", session.is_new_device as "isNewDevice",
         session.factor_at as "factorAt", member.username as "memberUsername", member.state,
         session.token_hash as "tokenHash"
       from member_session session left join member on member.id = session.member_id
       where session.token_hash = any ($1::text[])`,
      [tokenHashes],
    ),
  (session) => session.tokenHash,
)

/** Which of these sessions are neither ended nor expired, and of members who may still come in. */
export async function readLiveSessions(sql: Sql, ids: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `select session.id from member_session session join member on member.id = session.member_id
     where session.id = any ($1::text[]) and session.expires_at > $2
       and member.state = 'active' and member.username = session.username`,
    [ids, now],
  )
  return new Set(rows.map((row) => row.id))
}

/** Writes down when the session was used last. */
export async function touchSession(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.query('update member_session set last_used_at = $2 where id = $1', [id, now])
}

/** Writes down that who has the session has just given his password. */
export async function confirmSession(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.query('update member_session set confirmed_at = $2 where id = $1', [id, now])
}

/** Whether whoever has the session gave his password later than `since`, by its login or since then. */
export async function isConfirmed(sql: Sql, id: string, since: Date): Promise<boolean> {
  const rows = await sql.query('select from member_session where id = $1 and coalesce(confirmed_at, created_at) > $2', [
    id,
    since,
  ])
  return rows.length > 0
}

/** The sessions of a member that are open, the newest first. */
export function readSessions(sql: Sql, memberId: string, now: Date): Promise<SessionRow[]> {
  return sql.query(
    `select id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", device, address,
       is_new_device as "isNewDevice"
     from member_session where member_id = $1 and expires_at > $2 order by created_at desc, id desc`,
    [memberId, now],
  )
}

/** False when the member has no such session. */
export async function deleteSession(sql: Sql, memberId: string, id: string): Promise<boolean> {
  const rows = await sql.query('delete from member_session where id = $1 and member_id = $2 returning id', [
    id,
    memberId,
  ])
  return rows.length > 0
}

/** How many sessions of a member have neither ended nor expired. */
export async function countSessions(sql: Sql, memberId: string, now: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*) as count from member_session where member_id = $1 and expires_at > $2',
    [memberId, now],
  )
  return row?.count ?? 0
}

/** Ends the sessions of a member, all but one when it is named. */
export async function deleteSessions(tx: Sql, memberId: string, exceptId: string | null): Promise<void> {
  await tx.query('delete from member_session where member_id = $1 and id is distinct from $2', [memberId, exceptId])
}

/**
 * Puts a session with a new id and token in the place of another, by the password; false when that one is not there any
 * more.
 */
export async function replaceSession(
  tx: Sql,
  { from, to, tokenHash, now }: { from: string; to: string; tokenHash: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `with ended as (delete from member_session where id = $1 returning *)
     insert into member_session
       (id, member_id, token_hash, username, address, device, created_at, last_used_at, expires_at, confirmed_at,
        is_new_device, factor_at)
     select $2, member_id, $3, username, address, device, created_at, $4, expires_at, $4, is_new_device, factor_at from ended returning id`,
    [from, to, tokenHash, now],
  )
  return rows.length > 0
}

/** Whether the member has logged in from this address and not logged out since, and where asked gave a factor there since then. */
export async function isKnownAddress(
  sql: Sql,
  memberId: string,
  address: string,
  factorSince: Date | null = null,
): Promise<boolean> {
  const rows = await sql.query(
    `select from member_session where member_id = $1 and address = $2
       and ($3::timestamptz is null or factor_at >= $3) limit 1`,
    [memberId, address, factorSince],
  )
  return rows.length > 0
}

/** @returns how many of `limit` there were. */
export async function deleteExpiredSessions(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql.query(
    `delete from member_session where id in
       (select id from member_session where expires_at < $1 order by expires_at limit $2) returning id`,
    [before, limit],
  )
  return rows.length
}

/** Forgets from where members logged in long ago. */
export async function forgetTraces(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql.query(
    `delete from member_trace where (address, device, member_id) in (
       select address, device, member_id from member_trace where last_at < $1 limit $2) returning member_id`,
    [before, limit],
  )
  return rows.length
}

/** Writes down that a factor was given in a session; false when it has ended. */
export async function noteFactor(tx: Sql, sessionId: string, at: Date): Promise<boolean> {
  return (
    (await tx.query('update member_session set factor_at = $2 where id = $1 returning id', [sessionId, at])).length > 0
  )
}
