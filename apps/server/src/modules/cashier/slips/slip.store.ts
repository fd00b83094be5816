import type { SlipReason, SlipReviewReason } from '@krapao/contract'
import type { Currency } from '@krapao/money'
import { takeDue } from '../../../platform/database/take-due.ts'
import { addRow } from '../../../platform/database/put-row.ts'
import { lockName } from '../../../platform/database/lock-name.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { BankTransfer } from '../providers/bank-words.ts'
import { isSameTransfer, transRefOf } from '../transfers/transfer-claim.ts'

/** `open`: being decided. `review`: a person decides. The others are the ends. */
export type SlipState = 'open' | 'review' | 'credited' | 'refused'

export interface SlipRow {
  id: string
  memberId: string
  /** Ours, opaque: what the member's list names it by. */
  reference: string
  state: SlipState
  note: SlipReason | null
  fileId: string | null
  pictureNote: SlipReason | null
  sendingBank: string | null
  transRef: string | null
  askings: number
  notFound: number
  /** Why it waits for a person; none when it does not. */
  reviewReasons: SlipReviewReason[]
  paidMinor: number | null
  paidCurrency: Currency | null
  /** In satang, once the bank has told it. */
  amountMinor: number | null
  /** The bank code of our account that got the money; null where the bank did not show that for sure. */
  houseBank: string | null
  /** When the money was moved, as the bank told it; null until then. */
  occurredAt: Date | null
  createdAt: Date
}

const columns = `id, member_id as "memberId", reference, state, note, file_id as "fileId",
  picture_note as "pictureNote", sending_bank as "sendingBank", trans_ref as "transRef", askings,
  not_found as "notFound", review_reasons as "reviewReasons", paid_minor as "paidMinor", paid_currency as "paidCurrency",
  amount_minor as "amountMinor", house_bank as "houseBank",
  (transfer ->> 'occurredAt')::timestamptz as "occurredAt", created_at as "createdAt"`

export type NewSlip = Pick<
  SlipRow,
  'id' | 'memberId' | 'reference' | 'fileId' | 'pictureNote' | 'sendingBank' | 'transRef' | 'createdAt'
> & { fileHash: string }

/**
 * How many slips of a member nobody has decided, besides the one of this id. Until the transaction ends nobody else gets
 * to count them.
 */
export async function countingUndecided(tx: Sql, memberId: string, exceptId: string): Promise<number> {
  await lockName(tx, `slips ${memberId}`)
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from slip where member_id = $1 and state in ('open', 'review') and id <> $2`,
    [memberId, exceptId],
  )
  return row?.total ?? 0
}

/**
 * When the oldest of a member's `count` newest slips was sent, besides the one of this id; null when he has sent fewer
 * since a time.
 */
export async function oldestOfNewestSlips(
  tx: Sql,
  memberId: string,
  exceptId: string,
  newest: { count: number; since: Date },
): Promise<Date | null> {
  const [row] = await tx.query<{ createdAt: Date }>(
    `select created_at as "createdAt" from slip where member_id = $1 and created_at > $3 and id <> $2
     order by created_at desc limit 1 offset $4`,
    [memberId, exceptId, newest.since, newest.count - 1],
  )
  return row?.createdAt ?? null
}

/** Writes down a slip, due at once. False when it stands there already. */
export function insertSlip(tx: Sql, slip: NewSlip): Promise<boolean> {
  return addRow(tx, 'slip', { ...slip, state: 'open', askAt: slip.createdAt }, '(id)')
}

export async function slipById(sql: Sql, id: string): Promise<SlipRow | null> {
  const [row] = await sql.query<SlipRow>(`select ${columns} from slip where id = $1`, [id])
  return row ?? null
}

export async function slipByReference(sql: Sql, memberId: string, reference: string): Promise<SlipRow | null> {
  const [row] = await sql.query<SlipRow>(`select ${columns} from slip where reference = $1 and member_id = $2`, [
    reference,
    memberId,
  ])
  return row ?? null
}

/** A page of a member's slips, the newest first, and how many there are. */
export async function slipsOf(
  sql: Sql,
  memberId: string,
  page: { offset: number; limit: number },
): Promise<{ total: number; rows: SlipRow[] }> {
  const [[counted], rows] = await Promise.all([
    sql.query<{ total: number }>('select count(*) as total from slip where member_id = $1', [memberId]),
    sql.query<SlipRow>(
      `select ${columns} from slip where member_id = $1 order by created_at desc, id desc limit $2 offset $3`,
      [memberId, page.limit, page.offset],
    ),
  ])
  return { total: counted?.total ?? 0, rows }
}

/** Takes the slips that are due. */
export function takeDueSlips(sql: Sql, given: { now: Date; leaseUntil: Date; limit: number }): Promise<SlipRow[]> {
  return takeDue(sql, { table: 'slip', columns, where: "state = 'open'" }, given)
}

/** Locks a slip that is in one of the states, until the transaction ends; null when it is not, or no more. */
export async function lockSlip(tx: Sql, id: string, states: readonly SlipState[]): Promise<SlipRow | null> {
  const [row] = await tx.query<SlipRow>(`select ${columns} from slip where id = $1 and state = any($2) for update`, [
    id,
    states,
  ])
  return row ?? null
}

/** Writes down that the bank did not decide, and when it is asked again. */
export async function askAgain(sql: Sql, id: string, given: { notFound: number; askAt: Date }): Promise<void> {
  await sql.query(
    `update slip set askings = askings + 1, not_found = $2, ask_at = $3 where id = $1 and state = 'open'`,
    [id, given.notFound, given.askAt],
  )
}

/** What the bank told of the transfer, and what that is worth. */
export interface ToldTransfer {
  transfer: BankTransfer
  amountMinor: number
  houseBank: string | null
}

/** The transfer that the bank told of a slip; null until it has told one. */
export async function toldTransfer(sql: Sql, id: string): Promise<BankTransfer | null> {
  const [row] = await sql.query<{ transfer: (Omit<BankTransfer, 'occurredAt'> & { occurredAt: string }) | null }>(
    'select transfer from slip where id = $1',
    [id],
  )
  return row?.transfer ? { ...row.transfer, occurredAt: new Date(row.transfer.occurredAt) } : null
}

export interface SlipEnd {
  state: Exclude<SlipState, 'open'>
  note: SlipReason | null
  reviewReasons: SlipReviewReason[]
  depositId: string | null
  told: ToldTransfer | null
  now: Date
}

/** Ends a slip, or hands it to the operator. Its row must be locked. */
export async function endSlip(tx: Sql, id: string, end: SlipEnd): Promise<void> {
  const { told } = end
  await tx.query(
    `update slip set state = $2, note = $3, review_reasons = $4, deposit_id = $5, decided_at = $6, ask_at = null,
       paid_minor = coalesce($7, paid_minor), paid_currency = coalesce($8, paid_currency),
       amount_minor = coalesce($9, amount_minor), house_bank = coalesce($10, house_bank),
       transfer = coalesce($11::text::jsonb, transfer)
     where id = $1`,
    [
      id,
      end.state,
      end.note,
      end.reviewReasons,
      end.depositId,
      end.state === 'review' ? null : end.now,
      told?.transfer.amountMinor ?? null,
      told?.transfer.currency ?? null,
      told?.amountMinor ?? null,
      told?.houseBank ?? null,
      told ? JSON.stringify(told.transfer) : null,
    ],
  )
}

/** Writes down how much was credited for it, in satang. */
export async function noteCredited(tx: Sql, id: string, amountMinor: number): Promise<void> {
  await tx.query('update slip set amount_minor = $2 where id = $1', [id, amountMinor])
}

/** Whether another slip of the same picture, or of the same transfer of a wallet, was credited. */
export async function isLikeCredited(tx: Sql, id: string): Promise<boolean> {
  const credited = await tx.query(
    `select from slip, slip other
     where slip.id = $1 and other.id <> slip.id and other.state = 'credited'
       and (other.file_hash = slip.file_hash
         or (other.sending_bank = slip.sending_bank and upper(other.trans_ref) = upper(slip.trans_ref)))
     limit 1`,
    [id],
  )
  return credited.length > 0
}

/** Slips of a transfer that wait for a person. */
export async function waitingSlipsOf(
  tx: Sql,
  transfer: { sendingBank: string; transRef: string },
): Promise<{ id: string; memberId: string }[]> {
  const rows = await tx.query<{ id: string; memberId: string; sendingBank: string; transRef: string }>(
    `select id, member_id as "memberId", sending_bank as "sendingBank", trans_ref as "transRef" from slip
     where upper(trans_ref) = $1 and state = 'review' order by created_at`,
    [transRefOf(transfer.transRef)],
  )
  return rows.filter((row) => isSameTransfer(row, transfer))
}

/** Whether a slip of the member stands for this deposit. */
export async function hasSlipOf(tx: Sql, memberId: string, depositId: string): Promise<boolean> {
  const rows = await tx.query('select from slip where member_id = $1 and deposit_id = $2 limit 1', [
    memberId,
    depositId,
  ])
  return rows.length > 0
}

/** Whether money of this transfer lies in suspense, where an open case holds it for somebody. */
export async function suspendedBanks(tx: Sql, transRef: string): Promise<string[]> {
  const rows = await tx.query<{ sendingBank: string }>(
    `select sending_bank as "sendingBank" from cashier_case
     where kind = 'UNKNOWN_PAYMENT' and state = 'open' and upper(trans_ref) = $1`,
    [transRefOf(transRef)],
  )
  return rows.map(({ sendingBank }) => sendingBank)
}
