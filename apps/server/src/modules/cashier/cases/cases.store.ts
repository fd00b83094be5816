import type { RowWrite } from '@krapao/ledger'
import type { Currency } from '@krapao/money'
import { gathered, gatheredRows } from '../../../platform/database/gathered.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import { addRow, insertOf, updateOf } from '../../../platform/database/put-row.ts'

/**
 * What a person must look at. `UNKNOWN_PAYMENT`: money in suspense, for nobody we know. `PAYMENT_DIFFERS`: one transfer
 * told, or credited, in different words. `PAYMENT_UNREADABLE`: the bank lists what is no payment as agreed. `PAYMENT_FORGOTTEN`: a
 * payment for what a restored copy does not know, of which nothing is booked.
 * `PAID_AFTER_FAILED`, `FAILED_AFTER_PAID`, `PAYOUT_UNKNOWN`: the bank's word on a payout does not fit what we know of
 * it. `PAYOUT_UNHEARD`: the operator gave back what the bank never spoke of. `PAYOUT_CONTRADICTED`: the bank says no, and
 * yes when it is asked. `GIFT_UNKNOWN`: what became of a gift is not known for an hour, or it was taken after it had been refused.
 * `GIFT_CONTRADICTED`: the operator credited one in silence, and its issuer denies it, or tells another share.
 * `NOT_HOME`: a game of somebody who excluded himself did not give his money back, or kept his password.
 * `TRANSFER_CONTESTED`: what was credited to a member is another one's too, by his slip or his QR; it names both.
 */
export type CaseKind =
  | 'UNKNOWN_PAYMENT'
  | 'PAYMENT_DIFFERS'
  | 'PAYMENT_UNREADABLE'
  | 'PAYMENT_FORGOTTEN'
  | 'PAID_AFTER_FAILED'
  | 'FAILED_AFTER_PAID'
  | 'PAYOUT_UNKNOWN'
  | 'PAYOUT_UNHEARD'
  | 'PAYOUT_CONTRADICTED'
  | 'GIFT_UNKNOWN'
  | 'GIFT_CONTRADICTED'
  | 'TRANSFER_CONTESTED'
  | 'NOT_HOME'

export interface NewCase {
  kind: CaseKind
  /** Whose withdrawal or deposit it is about, where it is about one. */
  memberId: string | null
  withdrawalId: string | null
  sendingBank: string | null
  transRef: string | null
  reference: string
  amountMinor: number | null
  currency: Currency | null
  occurredAt: Date
  detail: string
  /** Satang that the house lent the member out of suspense, until a deed or the bank's word brings them back. */
  lentMinor?: number | null
}

export interface CaseRow extends NewCase {
  id: string
  version: number
  state: 'open' | 'credited' | 'returned' | 'closed'
  openedAt: Date
  lentMinor: number | null
}

const columns = `id, version, kind, state, member_id as "memberId", withdrawal_id as "withdrawalId",
  sending_bank as "sendingBank", trans_ref as "transRef", reference, amount_minor as "amountMinor", currency,
  occurred_at as "occurredAt", detail, opened_at as "openedAt", lent_minor as "lentMinor"`

/** The id of the one case of a kind about a subject. */
export function caseId(kind: CaseKind, subject: string): string {
  return deriveId('case', kind, subject)
}

function newCase(given: NewCase, subject: string, now: Date) {
  return {
    id: caseId(given.kind, subject),
    kind: given.kind,
    state: 'open',
    memberId: given.memberId,
    withdrawalId: given.withdrawalId,
    sendingBank: given.sendingBank,
    transRef: given.transRef,
    reference: given.reference,
    amountMinor: given.amountMinor,
    currency: given.currency,
    occurredAt: given.occurredAt,
    detail: given.detail,
    lentMinor: given.lentMinor ?? null,
    openedAt: now,
  }
}

/** The row of a new case, as the ledger writes it with the money that it is about. */
export function caseInsert(given: NewCase, subject: string, now: Date): RowWrite {
  return insertOf('cashier_case', newCase(given, subject, now))
}

/** Closes a case of the version that was read, as the ledger writes it with the money that closes it. */
export function caseClosing(row: Pick<CaseRow, 'id' | 'version'>, note: string, now: Date): RowWrite {
  return updateOf('cashier_case', row, { state: 'closed', closedNote: note, closedAt: now })
}

/**
 * Opens a case; the same thing told again opens none. `subject` is what it is about, unique within its kind.
 * @returns whether it was opened now.
 */
export async function openCase(sql: Sql, given: NewCase, subject: string, now: Date): Promise<boolean> {
  return addRow(sql, 'cashier_case', newCase(given, subject, now), '(id)')
}

/**
 * The kinds that hold the withdrawals of the member they name, for as long as they are open: he may have had the money
 * already (beyond 7.1, 7.9).
 */
const HOLDING_KINDS: readonly CaseKind[] = [
  'TRANSFER_CONTESTED',
  'PAYMENT_DIFFERS',
  'PAID_AFTER_FAILED',
  'PAYOUT_UNKNOWN',
  'PAYOUT_UNHEARD',
  'PAYOUT_CONTRADICTED',
  'GIFT_CONTRADICTED',
]

/** Whether a case of the cashier holds the member's withdrawals. */
export async function isHeldByCase(sql: Sql, memberId: string): Promise<boolean> {
  return (await holdingCases(sql, memberId)) !== null
}

const holdingCases = gatheredRows<{ memberId: string }>(
  (sql, memberIds) =>
    sql.query(
      `select distinct member_id as "memberId" from cashier_case
       where member_id = any ($1::text[]) and state = 'open' and kind = any($2::text[])`,
      [memberIds, HOLDING_KINDS],
    ),
  ({ memberId }) => memberId,
)

/** Open cases about a withdrawal. */
export const openCasesOf = gathered(async (sql, withdrawalIds: readonly string[]) => {
  const rows = await sql.query<CaseRow>(
    `select ${columns} from cashier_case where withdrawal_id = any ($1::text[]) and state = 'open'`,
    [withdrawalIds],
  )
  return withdrawalIds.map((id) => rows.filter((row) => row.withdrawalId === id))
})

export async function caseById(sql: Sql, id: string): Promise<CaseRow | null> {
  const [row] = await sql.query<CaseRow>(`select ${columns} from cashier_case where id = $1`, [id])
  return row ?? null
}

/** Closes an open case; false when it is open no more. */
export async function closeCase(
  sql: Sql,
  given: { id: string; state: 'credited' | 'returned' | 'closed'; note: string; now: Date },
): Promise<boolean> {
  const rows = await sql.query(
    `update cashier_case set state = $2, closed_note = $3, closed_at = $4, version = version + 1
     where id = $1 and state = 'open' returning id`,
    [given.id, given.state, given.note, given.now],
  )
  return rows.length > 0
}

/** Closes what the bank said of a payout that nobody knew, now that it is known. */
export async function closeUnknownPayouts(sql: Sql, reference: string, note: string, now: Date): Promise<void> {
  await sql.query(
    `update cashier_case set state = 'closed', closed_note = $2, closed_at = $3, version = version + 1
     where state = 'open' and kind = 'PAYOUT_UNKNOWN' and withdrawal_id is null and reference = $1`,
    [reference, note, now],
  )
}

/** Cases of a kind about transfers of this reference, in capitals, open or not. */
export async function casesAbout(
  tx: Sql,
  kind: CaseKind,
  transRef: string,
): Promise<{ id: string; state: CaseRow['state']; memberId: string | null; sendingBank: string; transRef: string }[]> {
  return tx.query(
    `select id, state, member_id as "memberId", sending_bank as "sendingBank", trans_ref as "transRef"
     from cashier_case where kind = $1 and upper(trans_ref) = $2`,
    [kind, transRef],
  )
}

/** Makes an open case one about the member who has the money now; who read it before finds it changed. */
export async function pointCaseAt(tx: Sql, id: string, memberId: string): Promise<void> {
  await tx.query(
    `update cashier_case set member_id = $2, detail = detail || '; moved to ' || $2::text, version = version + 1
     where id = $1`,
    [id, memberId],
  )
}

/** Says of a case, closed in this transaction, that no money was booked by it. */
export async function closedWithoutMoney(tx: Sql, id: string, note: string): Promise<void> {
  await tx.query(`update cashier_case set state = 'closed', closed_note = $2 where id = $1`, [id, note])
}
