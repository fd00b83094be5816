import type { Sql } from '../../platform/database/types.ts'
import { type AddressSends, HOUR_MS, type OtpState, type SentCode, type WrongTries } from './otp.rules.ts'

export type OtpPurpose = 'register' | 'reset'

export interface OtpRequest extends OtpState {
  id: string
  phone: string
  codeHash: string
}

/** Locks the phone until the transaction ends, so that its requests are counted one after the other. */
export async function lockPhone(tx: Sql, phone: string, now: Date): Promise<WrongTries> {
  const [row] = await tx.query<WrongTries>(
    `insert into otp_phone (phone, wrong_since) values ($1, $2)
     on conflict (phone) do update set phone = excluded.phone
     returning wrong_tries as count, wrong_since as since`,
    [phone, now],
  )
  return row ?? { count: 0, since: now }
}

export async function writeWrongTries(tx: Sql, phone: string, tries: WrongTries): Promise<void> {
  await tx.query('update otp_phone set wrong_tries = $2, wrong_since = $3 where phone = $1', [
    phone,
    tries.count,
    tries.since,
  ])
}

/** The codes of both purposes that were sent to a phone since a time, or may have been. */
export function readSent(tx: Sql, phone: string, since: Date): Promise<SentCode[]> {
  return tx.query(
    `select state, created_at as "createdAt" from otp_request
     where phone = $1 and created_at > $2 and state <> 'failed'`,
    [phone, since],
  )
}

/** Counts a code for its address and answers the count with it; the address stays locked until the transaction ends. */
export async function countSendOfAddress(tx: Sql, address: string, now: Date): Promise<AddressSends> {
  const [row] = await tx.query<AddressSends>(
    `insert into otp_address as counted (address, sent, since) values ($1, 1, $2)
     on conflict (address) do update set
       sent = case when counted.since > $3 then counted.sent + 1 else 1 end,
       since = case when counted.since > $3 then counted.since else excluded.since end
     returning sent as count, since`,
    [address, now, new Date(now.getTime() - HOUR_MS)],
  )
  return row ?? { count: 1, since: now }
}

/**
 * Counts a code and answers how many were sent over all phones in the hour with it, to the minute. The row of the minute
 * stays locked until the transaction ends, so that codes sent at once are counted one after the other.
 */
export async function countSendOverAll(tx: Sql, now: Date): Promise<number> {
  await tx.query(
    `insert into otp_minute as counted (minute, sent) values (date_trunc('minute', $1::timestamptz), 1)
     on conflict (minute) do update set sent = counted.sent + 1`,
    [now],
  )
  const [row] = await tx.query<{ sent: number }>(
    'select coalesce(sum(sent), 0)::bigint as sent from otp_minute where minute > $1',
    [new Date(now.getTime() - HOUR_MS)],
  )
  return row?.sent ?? 0
}

export async function insertRequest(
  tx: Sql,
  request: { id: string; purpose: OtpPurpose; phone: string; codeHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `insert into otp_request (id, purpose, phone, code_hash, state, created_at, expires_at)
     values ($1, $2, $3, $4, 'sending', $5, $6)`,
    [request.id, request.purpose, request.phone, request.codeHash, request.createdAt, request.expiresAt],
  )
}

export async function writeRequestState(sql: Sql, id: string, state: 'sent' | 'unknown' | 'failed'): Promise<void> {
  await sql.query('update otp_request set state = $2 where id = $1', [id, state])
}

export async function readRequest(tx: Sql, id: string, purpose: OtpPurpose): Promise<OtpRequest | null> {
  const [row] = await tx.query<OtpRequest>(
    `select id, phone, code_hash as "codeHash", tries, expires_at as "expiresAt", verified_at as "verifiedAt",
       used_at as "usedAt", state = 'sent' as "wasSent"
     from otp_request where id = $1 and purpose = $2`,
    [id, purpose],
  )
  return row ?? null
}

export async function countTry(tx: Sql, id: string): Promise<void> {
  await tx.query('update otp_request set tries = tries + 1 where id = $1', [id])
}

/** Notes the verification; `address` is null when only the token's holder may use it. */
export async function writeVerified(tx: Sql, id: string, now: Date, address: string | null): Promise<void> {
  await tx.query(
    'update otp_request set verified_at = coalesce(verified_at, $2), verified_address = $3 where id = $1',
    [id, now, address],
  )
}

/**
 * The unused verification of a phone that belongs to this asker: to the token when one is sent, else to the address.
 * `since`: verifications before it have lapsed.
 */
export async function findVerification(
  sql: Sql,
  phone: string,
  asker: { requestId: string | null; address: string; sendsToken: boolean },
  since: Date,
): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `select id from otp_request
     where phone = $1 and purpose = 'register' and verified_at > $2 and used_at is null
       and (case when $3::boolean then id = $4 else verified_address = $5 end)
     order by verified_at desc limit 1`,
    [phone, since, asker.sendsToken, asker.requestId, asker.address],
  )
  return row?.id ?? null
}

/** Uses up a verification, or a code for a new password; false when that had happened before. */
export async function useUp(tx: Sql, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query('update otp_request set used_at = $2 where id = $1 and used_at is null returning id', [
    id,
    now,
  ])
  return rows.length > 0
}

/** Uses up whatever else was sent to a phone: its owner has what the codes were for. */
export async function useUpAll(tx: Sql, phone: string, now: Date): Promise<void> {
  await tx.query('update otp_request set used_at = $2 where phone = $1 and used_at is null', [phone, now])
}

/** Deletes what nobody can use or is counted by any more. */
export async function deleteOldOtp(sql: Sql, before: Date, limit: number): Promise<number> {
  const requests = await sql.query(
    `delete from otp_request where id in
       (select id from otp_request where created_at < $1 order by created_at limit $2) returning id`,
    [before, limit],
  )
  const phones = await sql.query(
    `delete from otp_phone where phone in (
       select phone from otp_phone where wrong_since < $1
         and not exists (select from otp_request where otp_request.phone = otp_phone.phone)
       limit $2) returning phone`,
    [before, limit],
  )
  const addresses = await sql.query(
    `delete from otp_address where address in (select address from otp_address where since < $1 limit $2)
     returning address`,
    [before, limit],
  )
  const minutes = await sql.query('delete from otp_minute where minute < $1 returning minute', [before])
  return requests.length + phones.length + addresses.length + minutes.length
}
