import type { RowWrite } from '@krapao/ledger'
import { addRow } from '../../platform/database/put-row.ts'
import { gatheredRows } from '../../platform/database/gathered.ts'
import type { Sql } from '../../platform/database/types.ts'
import { adjustmentRow } from '../members/index.ts'

/** `absurd`: no amount that anybody may have. `restored`: it differs from what a restored copy of the database says. */
export type ReadingKind = 'absurd' | 'restored'

/** Notes a reading that no rule may book; one open reading an account is enough. */
export async function addReading(
  sql: Sql,
  row: { id: string; memberId: string; code: string; kind: ReadingKind; raw: string; createdAt: Date },
): Promise<void> {
  await addRow(sql, 'game_reading', { ...row, state: 'open' }, `(member_id, code) where state = 'open'`)
}

export interface ReadingRow {
  id: string
  memberId: string
  code: string
  kind: ReadingKind
  raw: string
  state: 'open' | 'accepted' | 'rejected'
  createdAt: Date
}

const readingColumns = `id, member_id as "memberId", code, kind, raw, state, created_at as "createdAt"`

/** Readings that wait for a person. */
export const readingsWaiting = `select id, created_at as since, member_id from game_reading where state = 'open'`

export function readingsToDecide(sql: Sql, ids: readonly string[]): Promise<ReadingRow[]> {
  return sql.query(`select ${readingColumns} from game_reading where id = any ($1::text[]) and state = 'open'`, [ids])
}

export async function readingById(sql: Sql, id: string): Promise<ReadingRow | null> {
  const [row] = await sql.query<ReadingRow>(`select ${readingColumns} from game_reading where id = $1`, [id])
  return row ?? null
}

export async function closeReading(sql: Sql, id: string, state: 'accepted' | 'rejected', now: Date): Promise<boolean> {
  const rows = await sql.query(
    `update game_reading set state = $2, closed_at = $3 where id = $1 and state = 'open' returning id`,
    [id, state, now],
  )
  return rows.length > 0
}

/** Whether a person has to judge money of the member at a game: a leg that was not what it was taken for, or a restored reading. */
export async function hasOpenCase(sql: Sql, memberId: string): Promise<boolean> {
  return (await casesOfMembers(sql, memberId)) !== null
}

const casesOfMembers = gatheredRows<{ memberId: string }>(
  (sql, memberIds) =>
    sql.query(
      `select member_id as "memberId" from game_case where member_id = any ($1::text[]) and state = 'open'
       union select member_id from game_reading where member_id = any ($1::text[]) and state = 'open' and kind = 'restored'`,
      [memberIds],
    ),
  ({ memberId }) => memberId,
)

/**
 * What a person decides about a leg, while the member's withdrawals wait. `late-arrival`: it reached a game after it had
 * been given back and spent. `undone`: it never left a game, after it had been given to the wallet and spent. Both stand
 * in suspense until they are collected or forgiven. `contradiction`: a provider refused it and then said that it did it.
 */
export interface CaseRow {
  id: string
  version: number
  memberId: string
  legId: string
  kind: 'late-arrival' | 'undone' | 'contradiction'
  amountMinor: number
  state: 'open' | 'closed'
  createdAt: Date
}

const caseColumns = `id, version, member_id as "memberId", leg_id as "legId", kind, amount_minor as "amountMinor", state,
  created_at as "createdAt"`

/** Cases that wait for a person. */
export const casesWaiting = `select id, created_at as since, member_id from game_case where state = 'open'`

export function casesToDecide(sql: Sql, ids: readonly string[]): Promise<CaseRow[]> {
  return sql.query(`select ${caseColumns} from game_case where id = any ($1::text[]) and state = 'open'`, [ids])
}

export async function caseById(sql: Sql, id: string): Promise<CaseRow | null> {
  const [row] = await sql.query<CaseRow>(`select ${caseColumns} from game_case where id = $1`, [id])
  return row ?? null
}

/**
 * The line of the member's statement for what the house lent him with a case, or collected again: his transfer says that
 * the money left his wallet, which did not have it.
 */
export function lentLine(
  { id, memberId, amountMinor }: Pick<CaseRow, 'id' | 'memberId' | 'amountMinor'>,
  step: 'lent' | 'collected',
  at: Date,
): RowWrite {
  const changeMinor = step === 'lent' ? amountMinor : -amountMinor
  return adjustmentRow('game_adjustment_line', { memberId, changeMinor, about: `${id} ${step}`, at })
}
