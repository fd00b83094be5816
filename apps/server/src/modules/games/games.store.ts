import { gathered, gatheredRows } from '../../platform/database/gathered.ts'
import type { Sql } from '../../platform/database/types.ts'

/** A member's account at one provider. Passwords are sealed: see platform/sealer.ts. */
export interface GameAccountRow {
  id: string
  version: number
  memberId: string
  code: string
  state: 'opening' | 'active'
  username: string
  passwordSealed: string
  candidateSealed: string | null
  attempts: number
  /** The newest granted bonus since whose grant it was read; see under-bonus.ts. */
  readUnder: string | null
}

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

/** One call to one provider and its hold. `held`: open. `watched`: freed on "not found". `late`: found after all. */
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
  state: 'held' | 'done' | 'void' | 'watched' | 'late' | 'review'
  calledAt: Date
  askAt: Date | null
  asks: number
  notFounds: number
  closedAt: Date | null
}

const accountColumns = `id, version, member_id as "memberId", code, state, username,
  password_sealed as "passwordSealed", candidate_sealed as "candidateSealed", attempts,
  read_under as "readUnder"`
const transferColumns = `id, version, member_id as "memberId", movement_number as "movementNumber",
  operation_id as "operationId", from_code as "fromCode", to_code as "toCode", amount_minor as "amountMinor",
  status, created_at as "createdAt"`
const legColumns = `id, version, transfer_id as "transferId", member_id as "memberId", code, username, direction,
  amount_minor as "amountMinor", credits, state, called_at as "calledAt", ask_at as "askAt", asks,
  not_founds as "notFounds", closed_at as "closedAt"`

export function listAccounts(sql: Sql, memberId: string): Promise<GameAccountRow[]> {
  return sql.query(`select ${accountColumns} from game_account where member_id = $1`, [memberId])
}

const findAccounts = gathered(async (sql, wanted: readonly { memberId: string; code: string }[]) => {
  const rows = await sql.query<GameAccountRow>(
    `select ${accountColumns} from game_account
     where (member_id, code) in (select * from unnest($1::text[], $2::text[]))`,
    [wanted.map(({ memberId }) => memberId), wanted.map(({ code }) => code)],
  )
  return wanted.map((one) => rows.find((row) => row.memberId === one.memberId && row.code === one.code) ?? null)
})

export function findAccount(sql: Sql, memberId: string, code: string): Promise<GameAccountRow | null> {
  return findAccounts(sql, { memberId, code })
}

/** Adds an account that is about to be opened; one that is there already stays as it is. */
export async function addAccount(
  sql: Sql,
  row: { id: string; memberId: string; code: string; username: string; passwordSealed: string; now: Date },
): Promise<void> {
  await sql.query(
    `insert into game_account (id, member_id, code, state, username, password_sealed, created_at)
     values ($1, $2, $3, 'opening', $4, $5, $6) on conflict do nothing`,
    [row.id, row.memberId, row.code, row.username, row.passwordSealed, row.now],
  )
}

/** Notes that the provider is about to be asked to make the account; false when another call moved it meanwhile. */
export async function noteAttempt(sql: Sql, account: GameAccountRow): Promise<boolean> {
  const rows = await sql.query(
    `update game_account set attempts = attempts + 1 where id = $1 and version = $2 and state = 'opening' returning id`,
    [account.id, account.version],
  )
  return rows.length > 0
}

/** Gives an account that is not open yet another user name, because the first one belongs to somebody else. */
export async function renameAccount(sql: Sql, account: GameAccountRow, username: string): Promise<void> {
  await sql.query(
    `update game_account set username = $3, attempts = 0, version = version + 1
     where id = $1 and version = $2 and state = 'opening'`,
    [account.id, account.version, username],
  )
}

/** Opens an account; false when another call had opened it first. */
export async function markActive(sql: Sql, accountId: string, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `update game_account set state = 'active', opened_at = $2, version = version + 1
     where id = $1 and state = 'opening' returning id`,
    [accountId, now],
  )
  return rows.length > 0
}

export async function keepCandidate(sql: Sql, accountId: string, candidateSealed: string): Promise<void> {
  await sql.query(`update game_account set candidate_sealed = $2 where id = $1`, [accountId, candidateSealed])
}

/** Makes the candidate the password, if it still is the same candidate. */
export async function acceptCandidate(sql: Sql, accountId: string, candidateSealed: string): Promise<boolean> {
  const rows = await sql.query(
    `update game_account set password_sealed = candidate_sealed, candidate_sealed = null, version = version + 1
     where id = $1 and candidate_sealed = $2 returning id`,
    [accountId, candidateSealed],
  )
  return rows.length > 0
}

export const findTransfer = gatheredRows<TransferRow>(
  (sql, ids) => sql.query(`select ${transferColumns} from game_transfer where id = any ($1::text[])`, [ids]),
  (row) => row.id,
)

/** Where the transfers stand, by their kind in the statement. */
export const gamesMovementSources = [{ kind: 'transfer', table: 'game_transfer' }] as const

/** Transfers with movement numbers from `fromNumber` to `toNumber`, both included, or among `only`; newest first. */
export function listTransfersByNumber(
  sql: Sql,
  memberId: string,
  fromNumber: number,
  toNumber: number,
  only?: readonly number[],
): Promise<TransferRow[]> {
  const numbers = only === undefined ? 'between $2 and $3' : '= any($2::bigint[])'
  return sql.query(
    `select ${transferColumns} from game_transfer
     where member_id = $1 and movement_number ${numbers} order by movement_number desc`,
    only === undefined ? [memberId, fromNumber, toNumber] : [memberId, only],
  )
}

export const findLeg = gatheredRows<LegRow>(
  (sql, ids) => sql.query(`select ${legColumns} from game_leg where id = any ($1::text[])`, [ids]),
  (row) => row.id,
)

/** The freed legs of a member at a provider that are still watched for a late arrival. */
export function listWatchedLegs(sql: Sql, memberId: string, code: string): Promise<LegRow[]> {
  return sql.query(`select ${legColumns} from game_leg where member_id = $1 and code = $2 and state = 'watched'`, [
    memberId,
    code,
  ])
}

/** Transfers that are under way without an open leg since before `before`: a crash fell between two legs. */
export function listStrandedTransfers(sql: Sql, before: Date): Promise<TransferRow[]> {
  return sql.query(
    `select ${transferColumns} from game_transfer t
     where status = 'IN_PROGRESS' and updated_at < $1
       and not exists (select 1 from game_leg l where l.transfer_id = t.id and l.state in ('held', 'review'))
     order by created_at limit 50`,
    [before],
  )
}

export function listLegsInReview(sql: Sql): Promise<LegRow[]> {
  return sql.query(`select ${legColumns} from game_leg where state = 'review' order by called_at limit 200`)
}

/**
 * Takes the legs that are due to be asked about, so that no other worker asks at the same time: their time is moved by
 * the length of a lease. Correctness does not rest on it; two workers settle once all the same.
 */
export function takeDueLegs(
  sql: Sql,
  state: 'held' | 'watched',
  now: Date,
  leasedUntil: Date,
  limit: number,
): Promise<LegRow[]> {
  return sql.query(
    `update game_leg set ask_at = $3
     where id in (
       select id from game_leg where state = $1 and ask_at <= $2 order by ask_at limit $4 for update skip locked
     ) and state = $1
     returning ${legColumns}`,
    [state, now, leasedUntil, limit],
  )
}

/** Legs whose hold is open since before a time. */
export function listHeldLegs(sql: Sql, calledBefore: Date): Promise<LegRow[]> {
  return sql.query(`select ${legColumns} from game_leg where state = 'held' and called_at < $1`, [calledBefore])
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

/** Ends the watch over a freed leg: the provider never knew it. */
export async function endWatch(sql: Sql, leg: LegRow): Promise<void> {
  await sql.query(
    `update game_leg set state = 'void', ask_at = null, version = version + 1
     where id = $1 and version = $2 and state = 'watched'`,
    [leg.id, leg.version],
  )
}

/** Hands an open leg to a person. */
export async function markReview(sql: Sql, leg: LegRow): Promise<void> {
  await sql.query(
    `update game_leg set state = 'review', ask_at = null, version = version + 1
     where id = $1 and version = $2 and state = 'held'`,
    [leg.id, leg.version],
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
  row: { id: string; memberId: string; toCode: string; now: Date },
): Promise<void> {
  await sql.query(
    `insert into game_operation (id, member_id, to_code, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [row.id, row.memberId, row.toCode, row.now],
  )
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

/** Notes a reading that no rule may book; one open reading an account is enough. */
export async function addReading(
  sql: Sql,
  row: { id: string; memberId: string; code: string; raw: string; now: Date },
): Promise<void> {
  await sql.query(
    `insert into game_reading (id, member_id, code, raw, state, created_at) values ($1, $2, $3, $4, 'open', $5)
     on conflict (member_id, code) where state = 'open' do nothing`,
    [row.id, row.memberId, row.code, row.raw, row.now],
  )
}

export interface ReadingRow {
  id: string
  memberId: string
  code: string
  raw: string
  createdAt: Date
}

export function listOpenReadings(sql: Sql): Promise<ReadingRow[]> {
  return sql.query(
    `select id, member_id as "memberId", code, raw, created_at as "createdAt" from game_reading
     where state = 'open' order by created_at limit 200`,
  )
}

export async function closeReading(sql: Sql, id: string, state: 'accepted' | 'rejected', now: Date): Promise<boolean> {
  const rows = await sql.query(
    `update game_reading set state = $2, closed_at = $3 where id = $1 and state = 'open' returning id`,
    [id, state, now],
  )
  return rows.length > 0
}

export async function hasOpenCase(sql: Sql, memberId: string): Promise<boolean> {
  const rows = await sql.query(`select 1 as one from game_case where member_id = $1 and state = 'open' limit 1`, [
    memberId,
  ])
  return rows.length > 0
}

export interface CaseRow {
  id: string
  version: number
  memberId: string
  legId: string
  amountMinor: number
  createdAt: Date
}

export function listOpenCases(sql: Sql): Promise<CaseRow[]> {
  return sql.query(
    `select id, version, member_id as "memberId", leg_id as "legId", amount_minor as "amountMinor",
       created_at as "createdAt" from game_case where state = 'open' order by created_at limit 200`,
  )
}

/** Takes grants after which games are to be read; while one worker reads no other does. */
export function takeFirstReadings(
  sql: Sql,
  now: Date,
  leasedUntil: Date,
  limit: number,
): Promise<{ id: string; memberId: string }[]> {
  return sql.query(
    `update game_first_reading set ask_at = $2
     where id in (
       select id from game_first_reading where ask_at <= $1 order by ask_at limit $3 for update skip locked
     )
     returning id, member_id as "memberId"`,
    [now, leasedUntil, limit],
  )
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
