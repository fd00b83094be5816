import { gatheredRows } from '../../platform/database/gathered.ts'
import { takeDue } from '../../platform/database/take-due.ts'
import { addRow } from '../../platform/database/put-row.ts'
import type { ReadSql, Sql } from '../../platform/database/types.ts'
import { adjustmentsBetween, type Movement, type MovementRange, rowsInRange } from '../members/index.ts'

/** What a member asked for, one line of the statement. */
export interface TransferRow {
  id: string
  version: number
  memberId: string
  movementNumber: number
  operationId: string
  fromCode: string
  toCode: string
  amountMinor: number
  status: 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  createdAt: Date
}

/** A transfer as far as moving its money needs it; the number of its line is the database's to give. */
export type MovingTransfer = Omit<TransferRow, 'movementNumber'>

/**
 * One call to one provider and its hold. `held`: open. `review`: open for so long that a person may end it. `watched`:
 * freed without a definite no. `late`: found after all. `assumed`: done by the word of a person alone. `undone`: found
 * not to have happened after all.
 */
export interface LegRow {
  id: string
  version: number
  transferId: string
  memberId: string
  code: string
  username: string
  direction: 'in' | 'out'
  amountMinor: number
  credits: number
  state: 'held' | 'done' | 'void' | 'watched' | 'late' | 'review' | 'assumed' | 'undone'
  calledAt: Date
  askAt: Date | null
  asks: number
  notFounds: number
  closedAt: Date | null
}

const transferColumns = `id, version, member_id as "memberId", movement_number as "movementNumber",
  operation_id as "operationId", from_code as "fromCode", to_code as "toCode", amount_minor as "amountMinor",
  status, created_at as "createdAt"`
const legColumns = `id, version, transfer_id as "transferId", member_id as "memberId", code, username, direction,
  amount_minor as "amountMinor", credits, state, called_at as "calledAt", ask_at as "askAt", asks,
  not_founds as "notFounds", closed_at as "closedAt"`

export const findTransfer = gatheredRows<TransferRow>(
  (sql, ids) => sql.query(`select ${transferColumns} from game_transfer where id = any ($1::text[])`, [ids]),
  (row) => row.id,
)

/** Where the movements stand, by their kinds in the statement. */
export const gamesMovementSources = [
  { kind: 'transfer', table: 'game_transfer' },
  { kind: 'adjustment', table: 'game_adjustment_line' },
] as const

/** Transfers and adjustments of a range as lines of the statement, in no order. */
export async function movementsBetween(sql: ReadSql, range: MovementRange): Promise<Movement[]> {
  const [transfers, adjustments] = await Promise.all([
    transfersBetween(sql, range),
    adjustmentsBetween(sql, 'game_adjustment_line', range),
  ])
  return [...transfers, ...adjustments]
}

/** Transfers of a range as lines of the statement, in no order. */
export async function transfersBetween(sql: ReadSql, range: MovementRange): Promise<Movement[]> {
  const rows = await rowsInRange<Omit<Movement, 'kind'>>(
    sql,
    range,
    ['transfer'],
    `select movement_number as "number", id, from_code as "from", to_code as "to", amount_minor as "amountMinor", status,
       created_at as "createdAt" from game_transfer`,
  )
  return rows.map((row) => ({ kind: 'transfer', ...row }))
}

export const findLeg = gatheredRows<LegRow>(
  (sql, ids) => sql.query(`select ${legColumns} from game_leg where id = any ($1::text[])`, [ids]),
  (row) => row.id,
)

/** The legs of a member at a provider that were closed without its definite word and are still asked about. */
export function listWatchedLegs(sql: Sql, memberId: string, code: string): Promise<LegRow[]> {
  return sql.query(
    `select ${legColumns} from game_leg where member_id = $1 and code = $2 and state in ('watched', 'assumed')
       and id in (select id from game_leg_open where state in ('watched', 'assumed'))`,
    [memberId, code],
  )
}

/** Transfers that are under way without an open leg since before `before`: a crash fell between two legs. */
export function listStrandedTransfers(sql: Sql, before: Date): Promise<TransferRow[]> {
  return sql.query(
    `select ${transferColumns} from game_transfer t
     where id in (select id from game_transfer_open) and status = 'IN_PROGRESS' and updated_at < $1
       and not exists (select 1 from game_leg l where l.transfer_id = t.id and l.state in ('held', 'review'))
     order by created_at limit 50`,
    [before],
  )
}

/** Legs that wait for a person; who asks for no member reads no row of theirs. */
export const legsWaiting = `
  select id, game_leg_open.called_at as since, member_id from game_leg_open left join game_leg using (id)
  where game_leg_open.state = 'review'`

export function legsToDecide(sql: Sql, ids: readonly string[]): Promise<LegRow[]> {
  return sql.query(`select ${legColumns} from game_leg where id = any ($1::text[]) and state = 'review'`, [ids])
}

/** Takes the legs that are due to be asked about; two workers settle once all the same. */
export function takeDueLegs(
  sql: Sql,
  states: readonly LegRow['state'][],
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<LegRow[]> {
  const where = `game_leg.state in (${states.map((state) => `'${state}'`).join()})`
  const legs = { table: 'game_leg', columns: legColumns, where, open: 'game_leg_open' }
  return takeDue(sql, legs, { now, leaseUntil, limit })
}

/** Legs whose hold is open since before a time. */
export function listHeldLegs(sql: Sql, calledBefore: Date): Promise<LegRow[]> {
  return sql.query(
    `select ${legColumns} from game_leg
     where state = 'held' and id in (select id from game_leg_open where state = 'held' and called_at < $1)`,
    [calledBefore],
  )
}

/** Plans the next question about an open or watched leg, as far as it still is what it was. */
export async function planAsk(
  sql: Sql,
  leg: LegRow,
  plan: { askAt: Date | null; asks: number; notFounds: number },
): Promise<void> {
  await sql.query(
    `update game_leg set ask_at = $3, asks = $4, not_founds = $5 where id = $1 and version = $2 and state = $6`,
    [leg.id, leg.version, plan.askAt, plan.asks, plan.notFounds, leg.state],
  )
}

/** Ends the watch over a closed leg: it is what it was taken for. */
export async function endWatch(sql: Sql, leg: LegRow): Promise<void> {
  await sql.query(
    `update game_leg set state = case state when 'assumed' then 'done' else 'void' end, ask_at = null,
       version = version + 1
     where id = $1 and version = $2 and state in ('watched', 'assumed')`,
    [leg.id, leg.version],
  )
}

/** Shows an open leg to a person; it is asked about all the same. */
export async function markReview(sql: Sql, leg: LegRow, plan: { askAt: Date; asks: number }): Promise<void> {
  await sql.query(
    `update game_leg set state = 'review', ask_at = $3, asks = $4, not_founds = 0, version = version + 1
     where id = $1 and version = $2 and state = 'held'`,
    [leg.id, leg.version, plan.askAt, plan.asks],
  )
}

/** An operation over several games: its parts as they were told, null while it runs. */
export interface OperationRow<Part> {
  id: string
  memberId: string
  toCode: string
  parts: Part[] | null
}

export async function findOperation<Part>(sql: Sql, id: string): Promise<OperationRow<Part> | null> {
  const rows = await sql.query<OperationRow<Part>>(
    `select id, member_id as "memberId", to_code as "toCode", parts from game_operation where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

export async function addOperation(
  sql: Sql,
  row: { id: string; memberId: string; toCode: string; createdAt: Date },
): Promise<void> {
  await addRow(sql, 'game_operation', row, '')
}

/** Forgets at most `limit` operations that began before a time; their transfers stay. @returns how many. */
export async function forgetOperations(sql: Sql, before: Date, limit: number): Promise<number> {
  const gone = await sql.query(
    `delete from game_operation where id in
       (select id from game_operation where created_at < $1 order by created_at limit $2) returning id`,
    [before, limit],
  )
  return gone.length
}

export async function keepParts(sql: Sql, operationId: string, parts: readonly object[]): Promise<void> {
  await sql.query(`update game_operation set parts = $2::jsonb where id = $1`, [operationId, JSON.stringify(parts)])
}

/** Takes grants after which games are to be read; while one worker reads no other does. */
export function takeFirstReadings(
  sql: Sql,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<{ id: string; memberId: string; createdAt: Date }[]> {
  const due = { table: 'game_first_reading', columns: 'id, member_id as "memberId", created_at as "createdAt"' }
  return takeDue(sql, due, { now, leaseUntil, limit })
}

export async function planFirstReading(sql: Sql, id: string, askAt: Date): Promise<void> {
  await sql.query('update game_first_reading set ask_at = $2 where id = $1', [id, askAt])
}

export async function forgetFirstReading(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from game_first_reading where id = $1', [id])
}

/** The codes of the games that transfers asked for since a time were to come from or go to. */
export async function listGamesMovedSince(sql: Sql, memberId: string, since: Date): Promise<string[]> {
  const rows = await sql.query<{ code: string }>(
    `select distinct code from game_transfer, unnest(array[from_code, to_code]) as code
     where member_id = $1 and created_at >= $2 and code <> 'WALLET'`,
    [memberId, since],
  )
  return rows.map(({ code }) => code)
}

/** What of this module waits for a party, and since when, as rows of `(what, since)`. `names` are all there may be. */
export const gamesWaiting = {
  names: ['transfer'],
  select: `select 'transfer', called_at from game_leg_open where state = 'held'`,
}

/** Legs of a provider that came about in a time, by its definite word or a person's, the oldest first. */
export function movesAtProvider(
  sql: Sql,
  code: string,
  { from, until }: { from: Date; until: Date },
): Promise<(Pick<LegRow, 'id' | 'memberId' | 'username' | 'direction' | 'credits'> & { at: Date })[]> {
  return sql.query(
    `select id, member_id as "memberId", username, direction, credits, closed_at as at
     from game_leg
     where id in (
         select id from game_leg where code = $1 and called_at >= $2::timestamptz - interval '1 day'
           and called_at < $3::timestamptz + interval '1 hour'
         union all select id from game_leg_late where code = $1 and closed_at >= $2 and closed_at < $3
       ) and closed_at >= $2 and closed_at < $3 and state in ('done', 'late', 'assumed')
     order by closed_at, id`,
    [code, from, until],
  )
}
