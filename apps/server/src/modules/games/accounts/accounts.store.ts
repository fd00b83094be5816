import { gathered } from '../../../platform/database/gathered.ts'
import { addRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'

/** A member's account at one provider. Passwords are sealed: see platform/sealer.ts. */
export interface GameAccountRow {
  id: string
  version: number
  memberId: string
  code: string
  /** `missing`: it was open, and its provider says that it knows no such name. */
  state: 'opening' | 'active' | 'missing'
  username: string
  passwordSealed: string
  candidateSealed: string | null
  attempts: number
  /** When its balance last agreed with the provider's, or was judged by a person; null when that was never noted. */
  comparedAt: Date | null
  /** The newest granted bonus since whose grant it was read; see under-bonus.ts. */
  readUnder: string | null
}

const accountColumns = `id, version, member_id as "memberId", code, state, username,
  password_sealed as "passwordSealed", candidate_sealed as "candidateSealed", attempts, compared_at as "comparedAt",
  read_under as "readUnder"`

export function listAccounts(sql: Sql, memberId: string): Promise<GameAccountRow[]> {
  return sql.query(`select ${accountColumns} from game_account where member_id = $1`, [memberId])
}

const findAccounts = gathered(async (sql, wanted: readonly { memberId: string; code: string }[]) => {
  const rows = await sql.query<GameAccountRow>(
    `select ${accountColumns} from game_account
     where (member_id, code) in (select * from unnest($1::text[], $2::text[]))`,
    [wanted.map(({ memberId }) => memberId), wanted.map(({ code }) => code)],
  )
  const found = new Map(rows.map((row) => [`${row.memberId} ${row.code}`, row]))
  return wanted.map(({ memberId, code }) => found.get(`${memberId} ${code}`) ?? null)
})

export function findAccount(sql: Sql, memberId: string, code: string): Promise<GameAccountRow | null> {
  return findAccounts(sql, { memberId, code })
}

export async function findAccountById(sql: Sql, id: string): Promise<GameAccountRow | null> {
  const [row] = await sql.query<GameAccountRow>(`select ${accountColumns} from game_account where id = $1`, [id])
  return row ?? null
}

/** Adds an account that is about to be opened; one that is there already stays as it is. */
export async function addAccount(
  sql: Sql,
  row: { id: string; memberId: string; code: string; username: string; passwordSealed: string; createdAt: Date },
): Promise<void> {
  await addRow(sql, 'game_account', { ...row, state: 'opening' }, '')
}

/**
 * Takes an account that is not open for the caller alone until a time: it answers the account as the caller has it, and
 * null while another one has it.
 */
export async function claimOpening(
  sql: Sql,
  account: GameAccountRow,
  now: Date,
  claimedUntil: Date,
): Promise<GameAccountRow | null> {
  const rows = await sql.query<GameAccountRow>(
    `update game_account set attempts = attempts + 1, claimed_until = $4, version = version + 1
     where id = $1 and version = $2 and state in ('opening', 'missing')
       and (claimed_until is null or claimed_until <= $3)
     returning ${accountColumns}`,
    [account.id, account.version, now, claimedUntil],
  )
  return rows[0] ?? null
}

/** Gives a claimed account up again: with another user name, because the one it has belongs to somebody else, or as it was. */
export async function giveUpOpening(sql: Sql, claimed: GameAccountRow, username = claimed.username): Promise<void> {
  await sql.query(
    `update game_account set username = $3, claimed_until = null, version = version + 1
     where id = $1 and version = $2`,
    [claimed.id, claimed.version, username],
  )
}

/** Opens a claimed account, as the name that was claimed; false when the claim had run out and another caller has it. */
export async function markActive(sql: Sql, claimed: GameAccountRow, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `update game_account set state = 'active', opened_at = coalesce(opened_at, $3), claimed_until = null,
       compared_at = case state when 'opening' then $3 else compared_at end, version = version + 1
     where id = $1 and version = $2 and username = $4 and state in ('opening', 'missing') returning id`,
    [claimed.id, claimed.version, now, claimed.username],
  )
  return rows.length > 0
}

/** Open accounts of a member that were not compared with their providers after a time. */
export function listUncompared(sql: Sql, memberId: string, since: Date): Promise<GameAccountRow[]> {
  return sql.query(
    `select ${accountColumns} from game_account
     where member_id = $1 and state = 'active' and (compared_at is null or compared_at <= $2)`,
    [memberId, since],
  )
}

/** Notes that what the provider holds agrees with the books, or was judged by a person. */
export async function noteCompared(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.query(`update game_account set compared_at = $2 where id = $1`, [accountId, now])
}

/** Notes that a provider has said what there is, unless that was noted a moment ago. */
export async function noteRead(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.query(
    `update game_account set read_at = $2
     where id = $1 and (read_at is null or read_at <= $2::timestamptz - interval '5 seconds')`,
    [accountId, now],
  )
}

/** When each open account of a member was last read, by its game. */
export async function lastReadings(
  sql: Sql,
  memberId: string,
): Promise<Map<string, { readAt: Date | null; isMissing: boolean }>> {
  const rows = await sql.query<{ code: string; readAt: Date | null; isMissing: boolean }>(
    `select code, read_at as "readAt", state = 'missing' as "isMissing" from game_account
     where member_id = $1 and state in ('active', 'missing')`,
    [memberId],
  )
  return new Map(rows.map(({ code, ...reading }) => [code, reading]))
}

/**
 * Takes the right to have one account read anew, once in a time: false when it was read since. Who takes it reads at once.
 */
export async function takeReading(sql: Sql, accountId: string, now: Date, since: Date): Promise<boolean> {
  const rows = await sql.query(
    'update game_account set asked_anew_at = $2 where id = $1 and (asked_anew_at is null or asked_anew_at <= $3) returning id',
    [accountId, now, since],
  )
  return rows.length > 0
}

export async function keepCandidate(sql: Sql, accountId: string, candidateSealed: string): Promise<void> {
  await sql.query(`update game_account set candidate_sealed = $2 where id = $1`, [accountId, candidateSealed])
}

/** Accounts after this id, whose passwords are looked through for what older keys sealed. */
export function sealedPasswords(sql: Sql, afterId: string, limit: number): Promise<{ id: string; sealed: string }[]> {
  return sql.query('select id, password_sealed as sealed from game_account where id > $1 order by id limit $2', [
    afterId,
    limit,
  ])
}

/** Writes a password as another key sealed it, unless it was changed meanwhile. */
export async function writeResealed(sql: Sql, id: string, from: string, to: string): Promise<void> {
  await sql.query('update game_account set password_sealed = $3 where id = $1 and password_sealed = $2', [id, from, to])
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

/** Whether any member has, or had, an account at a game. */
export async function isPlayed(sql: Sql, code: string): Promise<boolean> {
  const rows = await sql.query('select from game_account where code = $1 limit 1', [code])
  return rows.length > 0
}
