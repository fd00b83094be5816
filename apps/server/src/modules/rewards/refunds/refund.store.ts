import { putRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { Language } from '../../../platform/http/index.ts'
import type { RefundDay } from './refund.rules.ts'

/** What the operator gives back at a moment. Percentages of success and fail make a bonus of it when success is not 0. */
export interface RefundRule {
  isActive: boolean
  percentHundredths: number
  minimumMinor: number
  lapseDays: number
  percentFail: number
  percentSuccess: number
  info: Record<Language, string>
}

const ruleColumns = `is_active as "isActive", percent_hundredths as "percentHundredths",
  minimum_minor as "minimumMinor", lapse_days as "lapseDays", percent_fail as "percentFail",
  percent_success as "percentSuccess", info`

/** The rule in force at a moment; null as long as the operator has made none. */
export async function readRefundRule(sql: Sql, at: Date): Promise<RefundRule | null> {
  const [rule] = await sql.query<RefundRule>(
    `select ${ruleColumns} from refund_rule where valid_from <= $1 order by valid_from desc limit 1`,
    [at],
  )
  return rule ?? null
}

/** Adds a rule from a moment on; one of the same moment is replaced. */
export async function writeRefundRule(sql: Sql, validFrom: Date, rule: RefundRule): Promise<void> {
  await putRow(sql, 'refund_rule', ['valid_from'], { ...rule, validFrom })
}

/** The refund of one day as it is kept. */
export interface RefundDayRow extends RefundDay {
  id: string
  version: number
  day: string
}

/** Refunds that were computed for a member and not received, oldest first, lapsed ones included. */
export function listUnreceivedDays(sql: Sql, memberId: string): Promise<RefundDayRow[]> {
  return sql.query(
    `select id, version, day, amount_minor as "amountMinor", lapses_at as "lapsesAt"
     from refund_day where member_id = $1 and receipt_id is null order by day`,
    [memberId],
  )
}

/** A receipt of refunds. */
export interface RefundReceipt {
  id: string
  amountMinor: number
  createdAt: Date
}

const receiptColumns = 'id, amount_minor as "amountMinor", created_at as "createdAt"'

export async function findRefundReceipt(sql: Sql, id: string, memberId: string): Promise<RefundReceipt | null> {
  const [receipt] = await sql.query<RefundReceipt>(
    `select ${receiptColumns} from refund_receipt where id = $1 and member_id = $2`,
    [id, memberId],
  )
  return receipt ?? null
}

/** A page of a member's receipts, newest first, and how many there are. */
export async function listRefundReceipts(
  sql: Sql,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; receipts: RefundReceipt[] }> {
  const [counted] = await sql.query<{ total: number }>(
    'select count(*) as total from refund_receipt where member_id = $1',
    [memberId],
  )
  const receipts = await sql.query<RefundReceipt>(
    `select ${receiptColumns} from refund_receipt where member_id = $1
     order by created_at desc, id desc limit $2 offset $3`,
    [memberId, limit, (page - 1) * limit],
  )
  return { total: counted?.total ?? 0, receipts }
}
