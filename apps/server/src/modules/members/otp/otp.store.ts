import { addRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { SmsReceipt } from '../providers/sms.ts'
import type { AddressSends, OtpPurpose, OtpState, SentCode, WrongTries } from './otp.rules.ts'

export interface OtpRequest extends OtpState {
  id: string
  phone: string
  codeHash: string
}

/** Locks the phone until the transaction ends, so that its requests are counted one after the other. */
export async function lockPhone(tx: Sql, phone: string, now: Date): Promise<void> {
  await tx.query(
    `insert into otp_phone (phone, wrong_since) values ($1, $2)
     on conflict (phone) do update set phone = excluded.phone`,
    [phone, now],
  )
}

export async function readWrongTries(tx: Sql, phone: string, asker: string, now: Date): Promise<WrongTries> {
  const [row] = await tx.query<WrongTries>(
    'select tries as count, since from otp_wrong where phone = $1 and asker = $2',
    [phone, asker],
  )
  return row ?? { count: 0, since: now }
}

export async function writeWrongTries(tx: Sql, phone: string, asker: string, tries: WrongTries): Promise<void> {
  await tx.query(
    `insert into otp_wrong (phone, asker, tries, since) values ($1, $2, $3, $4)
     on conflict (phone, asker) do update set tries = excluded.tries, since = excluded.since`,
    [phone, asker, tries.count, tries.since],
  )
}

/** The codes of both purposes that were sent to a phone since a time, or may have been. */
export function readSent(tx: Sql, phone: string, since: Date): Promise<SentCode[]> {
  return tx.query(
    `select state, asker, created_at as "createdAt" from otp_request
     where phone = $1 and created_at > $2 and state <> 'failed'`,
    [phone, since],
  )
}

/**
 * Counts a code, or by 0 none, for its address or network and answers the count with it; the row stays locked until the
 * transaction ends.
 */
export async function countSendOfAddress(tx: Sql, address: string, now: Date, amount = 1): Promise<AddressSends> {
  const [row] = await tx.query<AddressSends>(
    `insert into otp_address as counted (address, sent, since) values ($1, $4, $2)
     on conflict (address) do update set
       sent = case when counted.since > $3 then counted.sent + excluded.sent else excluded.sent end,
       since = case when counted.since > $3 then counted.since else excluded.since end
     returning sent as count, since`,
    [address, now, new Date(now.getTime() - HOUR_MS), amount],
  )
  return row ?? { count: amount, since: now }
}

/**
 * Counts a code, or by 0 none, for its purpose over all phones. The row of the minute stays locked until the transaction ends, so that
 * codes sent at once are counted one after the other.
 */
export async function countSendOverAll(tx: Sql, purpose: OtpPurpose, now: Date, amount = 1): Promise<void> {
  await tx.query(
    `insert into otp_sent_minute as counted (purpose, minute, sent) values ($1, date_trunc('minute', $2::timestamptz), $3)
     on conflict (purpose, minute) do update set sent = counted.sent + excluded.sent`,
    [purpose, now, amount],
  )
}

/** How many codes of a purpose were sent over all phones in the last hour, to the minute. */
export async function readSentOverAll(sql: Sql, purpose: OtpPurpose, now: Date): Promise<number> {
  const [row] = await sql.query<{ sent: number }>(
    'select coalesce(sum(sent), 0)::bigint as sent from otp_sent_minute where purpose = $1 and minute > $2',
    [purpose, new Date(now.getTime() - HOUR_MS)],
  )
  return row?.sent ?? 0
}

/** Takes a code out of the counts of address, network and purpose: it was never sent. */
export async function uncountSend(
  tx: Sql,
  { purpose, places, at }: { purpose: OtpPurpose; places: readonly string[]; at: Date },
): Promise<void> {
  await tx.query('update otp_address set sent = sent - 1 where address = any ($1::text[]) and sent > 0', [places])
  await tx.query(
    `update otp_sent_minute set sent = sent - 1
     where purpose = $1 and minute = date_trunc('minute', $2::timestamptz) and sent > 0`,
    [purpose, at],
  )
}

export async function insertRequest(
  tx: Sql,
  request: Pick<OtpRequest, 'id' | 'phone' | 'codeHash' | 'expiresAt'> & {
    purpose: OtpPurpose
    asker: string
    createdAt: Date
  },
): Promise<void> {
  await addRow(tx, 'otp_request', { ...request, state: 'sending' })
}

export async function writeRequestState(sql: Sql, id: string, state: 'sent' | 'unknown' | 'failed'): Promise<void> {
  await sql.query('update otp_request set state = $2 where id = $1', [id, state])
}

/** Writes down what came of a message: who took it and what he calls it, or that he did not answer. */
export async function writeReceipt(sql: Sql, id: string, receipt: SmsReceipt, now: Date): Promise<void> {
  const { sender, messageId, outcome } = receipt
  await sql.query('update otp_request set sender = $2, sender_message_id = $3, unanswered_at = $4 where id = $1', [
    id,
    sender,
    messageId,
    outcome === 'unknown' ? now : null,
  ])
}

/**
 * Whether another message to a phone than this one was left unanswered since a time: by its sender, or by a process that
 * ended while it was on its way and wrote down nobody's answer.
 */
export async function wasUnanswered(sql: Sql, message: { id: string; phone: string }, since: Date): Promise<boolean> {
  const rows = await sql.query(
    `select id from otp_request where phone = $1 and id <> $2
       and (unanswered_at > $3 or (created_at > $3 and sender is null and state in ('sending', 'sent')))
     limit 1`,
    [message.phone, message.id, since],
  )
  return rows.length > 0
}

/** Counts a registration's code as never sent whose message is lost; false when there is none, or it was entered. */
export async function forgetLost(sql: Sql, sender: string, messageId: string): Promise<boolean> {
  const rows = await sql.query(
    `update otp_request set state = 'failed'
     where sender = $1 and sender_message_id = $2 and purpose = 'register' and state = 'sent' and verified_at is null
     returning id`,
    [sender, messageId],
  )
  return rows.length > 0
}

/** Null when no code was asked for under this id and purpose. */
export async function readRequest(tx: Sql, id: string, purpose: OtpPurpose): Promise<OtpRequest | null> {
  const [row] = await tx.query<OtpRequest>(
    `select id, phone, code_hash as "codeHash", tries, expires_at as "expiresAt", verified_at as "verifiedAt",
       used_at as "usedAt", state = 'sent' as "wasSent"
     from otp_request where id = $1 and purpose = $2`,
    [id, purpose],
  )
  return row ?? null
}

/** Counts a code that was entered. */
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
 * `since`: verifications before it have lapsed. `orUsed` finds those too that a registration has used up.
 */
export async function findVerification(
  sql: Sql,
  phone: string,
  asker: { requestId: string | null; address: string; sendsToken: boolean },
  since: Date,
  orUsed: boolean,
): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `select id from otp_request
     where phone = $1 and purpose = 'register' and verified_at > $2 and (used_at is null or $6::boolean)
       and (case when $3::boolean then id = $4 else verified_address = $5 end)
     order by verified_at desc limit 1`,
    [phone, since, asker.sendsToken, asker.requestId, asker.address, orUsed],
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
  const minutes = await sql.query('delete from otp_sent_minute where minute < $1 returning minute', [before])
  await sql.query(
    'delete from otp_wrong where (phone, asker) in (select phone, asker from otp_wrong where since < $1 limit $2)',
    [before, limit],
  )
  return requests.length + phones.length + addresses.length + minutes.length
}
