import { addRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { Language } from '../../../platform/http/index.ts'
import type { FactorFailures } from './factors.rules.ts'

export interface PasskeyRow {
  id: string
  memberId: string
  credentialId: string
  /** COSE, as base64url. */
  publicKey: string
  counter: number
  /** Words of Web Authentication, with commas between. */
  transports: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const passkeyColumns = `id, member_id as "memberId", credential_id as "credentialId", public_key as "publicKey", counter,
  transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`

/** In the order in which they were added. */
export function readPasskeys(sql: Sql, memberId: string): Promise<PasskeyRow[]> {
  return sql.query<PasskeyRow>(
    `select ${passkeyColumns} from member_passkey where member_id = $1 order by created_at, id`,
    [memberId],
  )
}

/** Null when it is nobody's. */
export async function findPasskey(sql: Sql, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await sql.query<PasskeyRow>(`select ${passkeyColumns} from member_passkey where credential_id = $1`, [
    credentialId,
  ])
  return row ?? null
}

/** False when somebody has it already. */
export function insertPasskey(tx: Sql, passkey: PasskeyRow): Promise<boolean> {
  return addRow(tx, 'member_passkey', passkey, '(credential_id)')
}

/** False when the member has no such passkey. */
export async function renamePasskey(sql: Sql, memberId: string, id: string, name: string): Promise<boolean> {
  const change = 'update member_passkey set name = $3 where member_id = $1 and id = $2 returning id'
  return (await sql.query(change, [memberId, id, name])).length > 0
}

/** False when the member has no such passkey. */
export async function deletePasskey(tx: Sql, memberId: string, id: string): Promise<boolean> {
  const removal = 'delete from member_passkey where member_id = $1 and id = $2 returning id'
  return (await tx.query(removal, [memberId, id])).length > 0
}

/** Writes down that a passkey signed; false when it had counted as far before, which no original does. */
export async function notePasskeyUse(tx: Sql, id: string, counter: number, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update member_passkey set counter = $2, last_used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter, at],
  )
  return rows.length > 0
}

export interface AuthenticatorRow {
  /** Sealed. */
  totpKey: string
  confirmedAt: Date | null
}

/** Null when the member has none, be it one that does not count yet. */
export async function readAuthenticator(sql: Sql, memberId: string): Promise<AuthenticatorRow | null> {
  const [row] = await sql.query<AuthenticatorRow>(
    'select totp_key as "totpKey", confirmed_at as "confirmedAt" from member_authenticator where member_id = $1',
    [memberId],
  )
  return row ?? null
}

/** Puts a new key in the place of one that no code was given of yet; false when there is one that counts. */
export async function putAuthenticator(tx: Sql, memberId: string, totpKey: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into member_authenticator (member_id, totp_key) values ($1, $2)
     on conflict (member_id) do update set totp_key = excluded.totp_key, last_step = 0
     where member_authenticator.confirmed_at is null returning member_id`,
    [memberId, totpKey],
  )
  return rows.length > 0
}

/** Lets a key count from now on; false when it is not the one that waits for its first code. */
export async function confirmAuthenticator(tx: Sql, memberId: string, totpKey: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update member_authenticator set confirmed_at = $3
     where member_id = $1 and totp_key = $2 and confirmed_at is null returning member_id`,
    [memberId, totpKey, at],
  )
  return rows.length > 0
}

/** Uses the code of a time step up; false when it, or a later one, was used. */
export async function spendStep(tx: Sql, memberId: string, totpKey: string, step: number): Promise<boolean> {
  const rows = await tx.query(
    `update member_authenticator set last_step = $3
     where member_id = $1 and totp_key = $2 and last_step < $3 returning member_id`,
    [memberId, totpKey, step],
  )
  return rows.length > 0
}

/** False when the member has none that counts. */
export async function deleteAuthenticator(tx: Sql, memberId: string): Promise<boolean> {
  const removal =
    'delete from member_authenticator where member_id = $1 and confirmed_at is not null returning member_id'
  return (await tx.query(removal, [memberId])).length > 0
}

/** Keys of members after this id, looked through for what older keys sealed. */
export function sealedAuthenticators(
  sql: Sql,
  afterId: string,
  limit: number,
): Promise<{ id: string; sealed: string }[]> {
  return sql.query(
    'select member_id as id, totp_key as sealed from member_authenticator where member_id > $1 order by member_id limit $2',
    [afterId, limit],
  )
}

/** Writes a key as another key sealed it, unless it was changed meanwhile. */
export async function writeResealedAuthenticator(sql: Sql, memberId: string, from: string, to: string): Promise<void> {
  await sql.query('update member_authenticator set totp_key = $3 where member_id = $1 and totp_key = $2', [
    memberId,
    from,
    to,
  ])
}

/** Puts codes in the place of those that there are. */
export async function putCodes(tx: Sql, memberId: string, hashes: readonly string[]): Promise<void> {
  await deleteCodes(tx, memberId)
  await tx.query(
    'insert into member_recovery_code (member_id, code_hash) select $1, unnest($2::text[]) on conflict do nothing',
    [memberId, hashes],
  )
}

/** False when there is no such code, or it was used. */
export async function spendCode(tx: Sql, memberId: string, hash: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update member_recovery_code set used_at = $3
     where member_id = $1 and code_hash = $2 and used_at is null returning member_id`,
    [memberId, hash, at],
  )
  return rows.length > 0
}

/** How many codes are left to the member. */
export async function countCodes(sql: Sql, memberId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*) as count from member_recovery_code where member_id = $1 and used_at is null',
    [memberId],
  )
  return row?.count ?? 0
}

async function deleteCodes(tx: Sql, memberId: string): Promise<void> {
  await tx.query('delete from member_recovery_code where member_id = $1', [memberId])
}

/** Codes alone are no factor: they go with the last one, and so does what was asked for by SMS. */
export async function deleteRest(tx: Sql, memberId: string): Promise<void> {
  await deleteCodes(tx, memberId)
  await deleteRemoval(tx, memberId)
}

export async function deleteAllFactors(tx: Sql, memberId: string): Promise<void> {
  await tx.query('delete from member_passkey where member_id = $1', [memberId])
  await tx.query('delete from member_authenticator where member_id = $1', [memberId])
  await deleteRest(tx, memberId)
}

/** What was wrong at a place; its row is locked until the transaction ends, so that those at once are all counted. */
export async function lockFailures(tx: Sql, memberId: string, place: string, now: Date): Promise<FactorFailures> {
  const [row] = await tx.query<FactorFailures>(
    `insert into factor_failure (member_id, place, count, last_at) values ($1, $2, 0, $3)
     on conflict (member_id, place) do update set place = excluded.place
     returning count, blocked_until as "blockedUntil", last_at as "lastAt"`,
    [memberId, place, now],
  )
  return row ?? { count: 0, blockedUntil: null, lastAt: now }
}

export async function writeFailures(
  tx: Sql,
  memberId: string,
  place: string,
  { count, blockedUntil, lastAt }: FactorFailures,
): Promise<void> {
  await tx.query(
    'update factor_failure set count = $3, blocked_until = $4, last_at = $5 where member_id = $1 and place = $2',
    [memberId, place, count, blockedUntil, lastAt],
  )
}

export async function forgetFailures(tx: Sql, memberId: string, place: string): Promise<void> {
  await tx.query('delete from factor_failure where member_id = $1 and place = $2', [memberId, place])
}

/** @returns how many rows. */
export async function forgetOldFailures(sql: Sql, before: Date): Promise<number> {
  return (await sql.query('delete from factor_failure where last_at < $1 returning place', [before])).length
}

/** An asking by SMS that is under way stays as it is. @returns when the factors are removed. */
export async function askRemoval(tx: Sql, memberId: string, dueAt: Date, language: Language): Promise<Date> {
  const [row] = await tx.query<{ dueAt: Date }>(
    `insert into factor_removal (member_id, due_at, language) values ($1, $2, $3)
     on conflict (member_id) do update set language = excluded.language returning due_at as "dueAt"`,
    [memberId, dueAt, language],
  )
  return row?.dueAt ?? dueAt
}

/** False when no removal was asked for. */
export async function deleteRemoval(tx: Sql, memberId: string): Promise<boolean> {
  return (await tx.query('delete from factor_removal where member_id = $1 returning member_id', [memberId])).length > 0
}

/** When all that the member proves by is removed; null where nobody asked for it. */
export async function removalAt(sql: Sql, memberId: string): Promise<Date | null> {
  const [row] = await sql.query<{ dueAt: Date }>('select due_at as "dueAt" from factor_removal where member_id = $1', [
    memberId,
  ])
  return row?.dueAt ?? null
}

/** Removals whose time has come, the earliest first. */
export function dueRemovals(
  sql: Sql,
  now: Date,
  limit: number,
): Promise<{ memberId: string; username: string; language: Language }[]> {
  return sql.query(
    `select removal.member_id as "memberId", member.username, removal.language
     from factor_removal removal join member on member.id = removal.member_id
     where removal.due_at <= $1 order by removal.due_at limit $2`,
    [now, limit],
  )
}

/** Takes a removal that is due; false when it was stopped, or another did it. */
export async function takeRemoval(tx: Sql, memberId: string, now: Date): Promise<boolean> {
  const taking = 'delete from factor_removal where member_id = $1 and due_at <= $2 returning member_id'
  return (await tx.query(taking, [memberId, now])).length > 0
}
