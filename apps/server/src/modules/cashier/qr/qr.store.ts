import type { RowWrite } from '@krapao/ledger'
import type { Currency } from '@krapao/money'
import { gathered, gatheredRows } from '../../../platform/database/gathered.ts'
import { lockName } from '../../../platform/database/lock-name.ts'
import { addRow, insertOf, updateOf } from '../../../platform/database/put-row.ts'
import type { Database, Sql } from '../../../platform/database/types.ts'
import { BANK } from '../providers/connectors.ts'
import type { AskedTable } from '../books/restore-progress.store.ts'
import { DAY_MS } from '../../../platform/durations.ts'

/** A QR as it was made. It is never deleted: money for its reference may come at any time. */
export interface QrRow {
  id: string
  memberId: string
  bankCode: string
  reference: string
  amountMinor: number
  currency: Currency
  chargeMinor: number
  /** Null where the collector hands out a picture and no text. */
  payload: string | null
  /** Who collects for it: the name of a party, or the bank. */
  collector: string
  /** The collector's own id of it; null where it goes by our reference. */
  partyId: string | null
  /** A data URL, where there is no text. */
  picture: string | null
  state: 'live' | 'cancelled' | 'replaced' | 'paid'
  createdAt: Date
  expiresAt: Date
}

const columns = `id, member_id as "memberId", bank_code as "bankCode", reference, amount_minor as "amountMinor", currency,
  charge_minor as "chargeMinor", payload, collector, party_id as "partyId", picture, state, created_at as "createdAt", expires_at as "expiresAt"`

/** The index of the names that collectors have for their QRs: no two of one collector are called the same. */
export const PARTY_IDS = 'qr_code_party_named'

/** Writes a new live QR. The database refuses a second live one of the same member, and a second one of a name in PARTY_IDS. */
export async function insertQr(tx: Sql, row: QrRow, pollAt: Date): Promise<void> {
  await addRow(tx, 'qr_code', { ...row, pollAt })
}

/** The live QR of a member, as far as another takes its place. */
export const liveOfMember = gatheredRows<{ id: string; version: number; memberId: string }>(
  (sql, memberIds) =>
    sql.query(
      `select id, version, member_id as "memberId" from qr_code where member_id = any ($1::text[]) and state = 'live'`,
      [memberIds],
    ),
  (row) => row.memberId,
)

/** A new live QR, in the place of the one there was, as the ledger writes it. */
export function qrWrites(row: QrRow, pollAt: Date, before: { id: string; version: number } | null): RowWrite[] {
  const written = insertOf('qr_code', { ...row, pollAt })
  return before === null ? [written] : [updateOf('qr_code', before, { state: 'replaced' }), written]
}

/** Takes the place of whatever QR the member had. */
export async function replaceLiveQr(tx: Sql, memberId: string): Promise<void> {
  await tx.query(
    `update qr_code set state = 'replaced', version = version + 1 where member_id = $1 and state = 'live'`,
    [memberId],
  )
}

/** Cancels a live QR; other states stay. */
export async function cancelLiveQr(sql: Sql, id: string): Promise<void> {
  await sql.query(`update qr_code set state = 'cancelled', version = version + 1 where id = $1 and state = 'live'`, [
    id,
  ])
}

/** Cancels the member's live QR where it is of more than so many satang. */
export async function cancelLiveQrAbove(tx: Sql, memberId: string, amountMinor: number): Promise<void> {
  await tx.query(
    `update qr_code set state = 'cancelled', version = version + 1
     where member_id = $1 and state = 'live' and amount_minor > $2`,
    [memberId, amountMinor],
  )
}

/**
 * Marks a live QR as paid; other states stay, and the payment is credited all the same. It is asked about at `askAt` again,
 * or no more.
 */
export async function markQrPaid(tx: Sql, id: string, askAt: Date | null): Promise<void> {
  await tx.query(
    `update qr_code set state = case state when 'live' then 'paid' else state end, poll_at = $2, version = version + 1
     where id = $1 and (state = 'live' or poll_at is distinct from $2)`,
    [id, askAt],
  )
}

/** The same of a QR as it was read, as the ledger writes it. */
export function paidWrite(row: QrRow & { version: number }, askAt: Date | null): RowWrite {
  return updateOf('qr_code', row, { state: row.state === 'live' ? 'paid' : row.state, pollAt: askAt })
}

interface Newest {
  memberId: string
  count: number
  since: Date
}

const oldestOfNewest = gathered(async (sql, asked: readonly Newest[]) => {
  const rows = await sql.query<{ createdAt: Date | null }>(
    `select (select created_at from qr_code where qr_code.member_id = asked.member_id and created_at > since
         order by created_at desc limit 1 offset place) as "createdAt"
     from unnest($1::text[], $2::timestamptz[], $3::integer[]) with ordinality as asked (member_id, since, place, number)
     order by number`,
    [asked.map(({ memberId }) => memberId), asked.map(({ since }) => since), asked.map(({ count }) => count - 1)],
  )
  return rows.map(({ createdAt }) => createdAt)
})

/** When the oldest of a member's `count` newest QRs was made; null when he has had fewer made since a time. */
export function oldestOfNewestQrs(
  sql: Sql,
  memberId: string,
  newest: { count: number; since: Date },
): Promise<Date | null> {
  return oldestOfNewest(sql, { memberId, ...newest })
}

const findQr = gatheredRows<QrRow>(
  (sql, ids) => sql.query(`select ${columns} from qr_code where id = any ($1::text[])`, [ids]),
  (row) => row.id,
)

export async function qrById(sql: Sql, id: string, memberId: string): Promise<QrRow | null> {
  const row = await findQr(sql, id)
  return row?.memberId === memberId ? row : null
}

/** A QR with the version of its row. */
export const qrByReference = gatheredRows<QrRow & { version: number }>(
  (sql, references) =>
    sql.query(`select ${columns}, version from qr_code where reference = any ($1::text[])`, [references]),
  ({ reference }) => reference,
)

/** The member's live QR of a bank that has not expired at `now`. */
export async function liveQr(sql: Sql, memberId: string, bankCode: string, now: Date): Promise<QrRow | null> {
  const [row] = await sql.query<QrRow>(
    `select ${columns} from qr_code where member_id = $1 and bank_code = $2 and state = 'live' and expires_at > $3`,
    [memberId, bankCode, now],
  )
  return row ?? null
}

/**
 * Takes QRs that are to be asked about, the longest due first, those apart that another process is taking: until `next` of
 * each nobody else asks about it, unless it is hurried.
 */
export async function takeDueQrs(
  database: Database,
  now: Date,
  limit: number,
  next: (row: QrRow) => Date,
): Promise<(QrRow & { pollAt: Date })[]> {
  const due = await database.query('select from qr_code_due where poll_at <= $1 limit 1', [now])
  if (due.length === 0) return []
  return database.transaction(async (tx) => {
    const rows = await tx.query<QrRow>(
      `select ${columns} from qr_code join qr_code_due due using (id)
       where due.poll_at <= $1 and qr_code.poll_at <= $1 order by due.poll_at limit $2
       for update of qr_code skip locked`,
      [now, limit],
    )
    const taken = rows.map((row) => ({ ...row, pollAt: next(row) }))
    if (taken.length > 0) {
      await tx.query(
        `update qr_code set poll_at = taken.poll_at
         from unnest($1::text[], $2::timestamptz[]) as taken (id, poll_at) where qr_code.id = taken.id`,
        [taken.map(({ id }) => id), taken.map(({ pollAt }) => pollAt.toISOString())],
      )
    }
    return taken
  })
}

/** Sets when a QR that was taken is asked about next, or no more, unless it was hurried or paid meanwhile. */
export async function planPoll(sql: Sql, taken: { id: string; pollAt: Date }, pollAt: Date | null): Promise<void> {
  await sql.query('update qr_code set poll_at = $3 where id = $1 and poll_at = $2', [taken.id, taken.pollAt, pollAt])
}

/** Sets when the bank is asked about a QR next; null ends it. */
export async function setPollAt(sql: Sql, id: string, pollAt: Date | null): Promise<void> {
  await sql.query('update qr_code set poll_at = $2 where id = $1', [id, pollAt])
}

/** Has a collector's QR asked about now, also one that is over; false when it has none of this name. */
export async function hurryQr(
  sql: Sql,
  collector: string,
  named: { reference: string } | { partyId: string },
  now: Date,
): Promise<boolean> {
  const [column, value] = 'reference' in named ? ['reference', named.reference] : ['party_id', named.partyId]
  const rows = await sql.query(
    `update qr_code set poll_at = least(poll_at, $3) where collector = $1 and ${column} = $2 returning 1 as hurried`,
    [collector, value, now],
  )
  return rows.length > 0
}

/** What a member may have paid to a collector of ours by a transfer of his: a QR, and when how much was credited for it. */
export interface CollectedQr {
  reference: string
  amountMinor: number
  createdAt: Date
  creditedAt: Date | null
}

/** The newest deposit of this sum that a QR was credited with, and to whom; null while there is none. */
export async function creditedOf(
  sql: Sql,
  { id, memberId, createdAt }: QrRow,
  { amountMinor, currency }: { amountMinor: number; currency: Currency },
): Promise<{ depositId: string; memberId: string; createdAt: Date } | null> {
  const [row] = await sql.query<{ depositId: string; createdAt: Date }>(
    `select id as "depositId", created_at as "createdAt" from deposit
     where member_id = $1 and created_at >= $2 and qr_code_id = $3 and paid_minor = $4 and paid_currency = $5
     order by created_at desc limit 1`,
    [memberId, createdAt, id, amountMinor, currency],
  )
  return row === undefined ? null : { ...row, memberId }
}

/**
 * Whether more of this sum was credited by hand, to the owner of a collector's QR by slips that name it, than its collector
 * has told of since: his next word of it tells of the same money by a name of his own.
 */
export async function isCreditedAhead(
  sql: Sql,
  { id, memberId, reference, createdAt }: QrRow,
  { amountMinor, currency }: { amountMinor: number; currency: Currency },
): Promise<boolean> {
  const ahead = await sql.query(
    `select from deposit join slip on slip.deposit_id = deposit.id and slip.member_id = deposit.member_id
     where deposit.member_id = $1 and deposit.created_at >= $6 and deposit.kind = 'slip' and deposit.qr_code_id = $2
       and slip.paid_minor = $4 and slip.paid_currency = $5
     having count(distinct deposit.id) > (
       select count(*) from bank_payment paid
       where paid.reference = $3 and paid.amount_minor = $4 and paid.currency = $5 and paid.outcome = 'had'
         and not exists (
           select from deposit other
           where upper(other.trans_ref) = upper(paid.trans_ref) and other.sending_bank = paid.sending_bank
             and other.qr_code_id is null))`,
    [memberId, id, reference, amountMinor, currency, createdAt],
  )
  return ahead.length > 0
}

/** Lets one at a time credit what a collector's QR was paid by, where it is not credited with others. */
export function lockCollected(tx: Sql, { id }: QrRow): Promise<void> {
  return lockName(tx, `collected ${id}`)
}

/** Marks a QR as paid that is as it was read; false when it changed since, and whoever reads it from now on sees a change. */
export async function markUnchangedPaid(tx: Sql, { id, version }: { id: string; version: number }): Promise<boolean> {
  const rows = await tx.query(
    `update qr_code set state = case state when 'live' then 'paid' else state end, version = version + 1
     where id = $1 and version = $2 returning 1 as marked`,
    [id, version],
  )
  return rows.length > 0
}

/** So long before his slip comes a member may have paid a QR. */
const PAID_BEFORE_MS = 2 * DAY_MS
const collectedSince = (createdAt: Date): Date => new Date(createdAt.getTime() - PAID_BEFORE_MS)

/** The QRs of other collectors than the bank that the member of a slip may have paid by what it shows, the newest first. */
export async function collectedQrs(
  sql: Sql,
  { memberId, createdAt }: { memberId: string; createdAt: Date },
): Promise<CollectedQr[]> {
  return sql.query<CollectedQr>(
    `select qr.reference, coalesce(deposit.paid_minor, qr.amount_minor) as "amountMinor", qr.created_at as "createdAt",
       deposit.created_at as "creditedAt"
     from qr_code qr left join deposit on deposit.qr_code_id = qr.id
     where qr.member_id = $1 and qr.collector <> $2 and qr.created_at > $3
     order by qr.created_at desc limit 20`,
    [memberId, BANK, collectedSince(createdAt)],
  )
}

/** Has all of them asked about now, also those that are over. */
export async function hurryCollected(
  sql: Sql,
  { memberId, createdAt }: { memberId: string; createdAt: Date },
  now: Date,
): Promise<void> {
  await sql.query(
    `update qr_code set poll_at = least(poll_at, $4) where member_id = $1 and collector <> $2 and created_at > $3`,
    [memberId, BANK, collectedSince(createdAt), now],
  )
}

/** The QRs, as a restored copy is gone through: the bank is asked about each once more. */
export const askedQrs: AskedTable = { name: 'qr_code', dueColumn: 'poll_at', due: 'qr_code_due', condition: 'true' }
