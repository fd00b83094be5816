import type { Sql } from '../../../platform/database/types.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { RuleSource } from '../terms/rule-versions.store.ts'
import type { BonusKind, BonusTerms, Outcome } from '../terms/terms.rules.ts'
import type { RealGrant } from './simulation.rules.ts'

/** The transaction writes nothing, and sees one state of the books, whatever is booked meanwhile. */
export async function readOneState(tx: Sql): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only')
}

interface Asked {
  source: RuleSource
  code: string
  from: Date
  until: Date
}

/** Receipts of a day or a week count no longer. */
const COUNTED_MS = 7 * DAY_MS

function byMember<Row extends { memberId: string }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = Map.groupBy(rows, ({ memberId }) => memberId)
  return new Map([...groups].map(([memberId, of]) => [memberId, of.map(valueOf)]))
}

/** When members received a code before a time, as far as it counts still. */
export async function receiptsBefore(sql: Sql, asked: Asked, kind: BonusKind): Promise<Map<string, Date[]>> {
  const rows = await sql.query<{ memberId: string; armedAt: Date }>(
    `select member_id as "memberId", armed_at as "armedAt" from user_bonus
     where source = $1 and code = $2 and state <> 'cancelled' and armed_at < $3 and ($4::timestamptz is null or armed_at >= $4)`,
    [asked.source, asked.code, asked.from, kind === 'limit' ? null : new Date(asked.from.getTime() - COUNTED_MS)],
  )
  return byMember(rows, ({ armedAt }) => armedAt)
}

export async function seatsTakenBefore(sql: Sql, { source, code, from }: Asked): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*) as count from user_bonus
     where source = $1 and code = $2 and holds_seat and state <> 'cancelled' and armed_at < $3`,
    [source, code, from],
  )
  return row?.count ?? 0
}

/** While members held something that is no part of what is gone over. */
export async function busyTimes(
  sql: Sql,
  { source, code, from, until }: Asked,
): Promise<Map<string, { from: Date; until: Date | null }[]>> {
  const rows = await sql.query<{ memberId: string; from: Date; until: Date | null }>(
    `select member_id as "memberId", armed_at as "from", ended_at as "until" from user_bonus
     where ((source, code) <> ($1, $2) or armed_at < $3) and state <> 'cancelled' and armed_at < $4 and (ended_at is null or ended_at > $3)
     order by armed_at`,
    [source, code, from, until],
  )
  return byMember(rows, ({ from: began, until: ended }) => ({ from: began, until: ended }))
}

/** What members really received of a code under these terms, the oldest first. */
export async function realGrants(
  sql: Sql,
  { source, code, from, until }: Asked,
  terms: BonusTerms,
): Promise<Map<string, RealGrant[]>> {
  const { percentHundredths, fixedMinor, capMinor, minDepositMinor, percentFail, percentSuccess } = terms
  const amounts = { percentHundredths, fixedMinor, capMinor, minDepositMinor, percentFail, percentSuccess }
  const rows = await sql.query<RealGrant & { memberId: string; state: string }>(
    `select member_id as "memberId", armed_at as "armedAt", granted_at as "grantedAt", base_minor - bonus_minor as "depositMinor",
       ended_at as "endedAt", state
     from user_bonus where source = $1 and code = $2 and armed_at >= $3 and granted_at < $4 and terms @> $5::text::jsonb
     order by granted_at`,
    [source, code, from, until, JSON.stringify(amounts)],
  )
  const outcomeOf = (state: string): Outcome | null => (state === 'passed' || state === 'failed' ? state : null)
  return byMember(rows, ({ armedAt, grantedAt, depositMinor, endedAt, state }) => ({
    armedAt,
    grantedAt,
    depositMinor,
    endedAt,
    outcome: outcomeOf(state),
  }))
}
