import { gathered } from '../../platform/database/gathered.ts'
import { putRow } from '../../platform/database/put-row.ts'
import { takeDue } from '../../platform/database/take-due.ts'
import type { ReadSql, Sql } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Language } from '../../platform/http/index.ts'
import { rowsInRange, type Movement, type MovementRange } from '../members/index.ts'
import type { BonusState, BonusTerms, Outcome } from './bonus.rules.ts'

/** Under which transfer a bonus is granted. */
export function grantTransfer(bonusId: string): string {
  return deriveId(bonusId, 'grant')
}

export type Words = Record<Language, string>
export type RuleSource = 'bonus' | 'promotion'
type BonusSource = RuleSource | 'invite' | 'refund'

/** A bonus or promotion of the operator. */
export interface RuleRow extends BonusTerms {
  id: string
  source: RuleSource
  code: string
  validFrom: Date
  validUntil: Date | null
  names: Words
  descriptions: Words
  maxReceived: number
  seats: number | null
  /** What it may grant in a month of Bangkok; null without a limit. */
  monthlyBudgetMinor: number | null
  banners: { image: string; html: Words }[]
  sort: number
}

/** What a member holds keeps of the rule it came from. */
interface HeldTerms extends BonusTerms {
  names: Words
  descriptions: Words
}

/** A bonus of a member, from its arming to its end. */
export interface UserBonusRow {
  id: string
  version: number
  memberId: string
  source: BonusSource
  code: string
  terms: HeldTerms
  state: BonusState
  holdsSeat: boolean
  armedAt: Date
  bonusMinor: number | null
  baseMinor: number | null
  grantedAt: Date | null
  outcome: Outcome | null
  endingAt: Date | null
  rounds: number
}

const ruleColumns = `id, source, code, valid_from as "validFrom", valid_until as "validUntil", names, descriptions, kind,
  max_received as "maxReceived", percent_hundredths as "percentHundredths", fixed_minor as "fixedMinor",
  cap_minor as "capMinor", min_deposit_minor as "minDepositMinor", percent_fail as "percentFail",
  percent_success as "percentSuccess", seats,
  monthly_budget_minor as "monthlyBudgetMinor", banners, sort`

const userBonusColumns = `id, version, member_id as "memberId", source, code, terms, state, holds_seat as "holdsSeat",
  armed_at as "armedAt", bonus_minor as "bonusMinor", base_minor as "baseMinor", granted_at as "grantedAt", outcome,
  ending_at as "endingAt", rounds`

/** The rules of a source that hold at a time, in the operator's order: of each code the newest that has begun. */
export async function rulesAt(sql: Sql, source: RuleSource, at: Date): Promise<RuleRow[]> {
  return sql.query<RuleRow>(
    `select * from (
       select distinct on (code) ${ruleColumns} from bonus_rule
       where source = $1 and valid_from <= $2 order by code, valid_from desc
     ) as newest where "validUntil" is null or "validUntil" > $2 order by sort, code`,
    [source, at],
  )
}

/** The rule of a code that holds at a time; null when there is none. */
export async function ruleAt(sql: Sql, source: RuleSource, code: string, at: Date): Promise<RuleRow | null> {
  const [row] = await sql.query<RuleRow>(
    `select ${ruleColumns} from bonus_rule
     where source = $1 and code = $2 and valid_from <= $3 order by valid_from desc limit 1`,
    [source, code, at],
  )
  return row === undefined || (row.validUntil !== null && row.validUntil <= at) ? null : row
}

/** The newest rule of each code, also one that is yet to begin or has ended; in the operator's order. */
export async function newestRules(sql: Sql, source: RuleSource): Promise<RuleRow[]> {
  return sql.query<RuleRow>(
    `select * from (
       select distinct on (code) ${ruleColumns} from bonus_rule where source = $1 order by code, valid_from desc
     ) as newest order by sort, code`,
    [source],
  )
}

/** All rules of a code that ever held or are to hold, the oldest first. */
export function versionsOf(sql: Sql, source: RuleSource, code: string): Promise<RuleRow[]> {
  return sql.query<RuleRow>(
    `select ${ruleColumns} from bonus_rule where source = $1 and code = $2 order by valid_from`,
    [source, code],
  )
}

/** Takes back the rules of a code that were yet to begin. @returns how many. */
async function forgetPlannedRules(tx: Sql, source: RuleSource, code: string, now: Date): Promise<number> {
  const forgotten = 'delete from bonus_rule where source = $1 and code = $2 and valid_from > $3 returning id'
  return (await tx.query(forgotten, [source, code, now])).length
}

/** All versions of a code, in one order for everybody: those that follow each other have one month and one successor. */
async function lockVersions(tx: Sql, source: RuleSource, code: string): Promise<void> {
  await tx.query('select from bonus_rule where source = $1 and code = $2 order by id for update', [source, code])
}

/** Ends the rules of a code, those that are yet to begin too. @returns how many there were. */
export async function stopRule(tx: Sql, source: RuleSource, code: string, now: Date): Promise<number> {
  await lockVersions(tx, source, code)
  const ended = await tx.query(
    `update bonus_rule set valid_until = $3
     where source = $1 and code = $2 and valid_from <= $3 and (valid_until is null or valid_until > $3) returning id`,
    [source, code, now],
  )
  return ended.length + (await forgetPlannedRules(tx, source, code, now))
}

/**
 * Puts a rule in force from its beginning on. What was true before stays as it is, and what was planned otherwise is planned
 * no more. One of the same code and beginning is replaced: it held for no time. It waits for those who arm by the version
 * before, and nobody arms by that after it.
 */
export async function putInForce(tx: Sql, rule: RuleRow, now: Date): Promise<void> {
  await lockVersions(tx, rule.source, rule.code)
  await forgetPlannedRules(tx, rule.source, rule.code, now)
  await putRow(tx, 'bonus_rule', ['source', 'code', 'valid_from'], { ...rule })
}

/**
 * Whether a rule is in force still, in the transaction that arms by it: until that is over nobody stops or follows it.
 * Under a budget one arms after the other.
 */
export async function lockRule(
  tx: Sql,
  { id, source, code, monthlyBudgetMinor }: RuleRow,
  now: Date,
): Promise<boolean> {
  if (monthlyBudgetMinor === null) await tx.query('select from bonus_rule where id = $1 for share', [id])
  else await lockVersions(tx, source, code)
  // A statement of its own, after the lock: it sees what whoever held that before put in its place.
  return (await ruleAt(tx, source, code, now))?.id === id
}

/**
 * Whether a month's budget covers so much more than what was granted of what was armed in it, and the most that is still
 * to be granted. What is armed without an end to it leaves nothing. The code's rules must be locked: all else that happens
 * to what is armed makes the sum smaller.
 */
export async function budgetCovers(
  tx: Sql,
  { source, code }: Pick<RuleRow, 'source' | 'code'>,
  asked: { since: Date; budgetMinor: number; mostMinor: number },
): Promise<boolean> {
  const [row] = await tx.query<{ covers: boolean }>(
    `select coalesce(sum(case state when 'armed'
         then coalesce(least((terms ->> 'capMinor')::bigint, (terms ->> 'fixedMinor')::bigint), $4::bigint)
         else bonus_minor end), 0) + $5::bigint <= $4::bigint as covers
     from user_bonus where source = $1 and code = $2 and armed_at >= $3 and state <> 'cancelled'`,
    [source, code, asked.since, asked.budgetMinor, asked.mostMinor],
  )
  return row?.covers ?? false
}

/** Takes one of so many seats; false when all are taken. The row stays locked until the transaction ends. */
export async function takeSeat(tx: Sql, code: string, seats: number): Promise<boolean> {
  const rows = await tx.query(
    `insert into promotion_seat as seat (code, taken) values ($1, 1)
     on conflict (code) do update set taken = seat.taken + 1 where seat.taken < $2 returning taken`,
    [code, seats],
  )
  return rows.length > 0
}

export async function giveSeatBack(tx: Sql, code: string): Promise<void> {
  await tx.query('update promotion_seat set taken = taken - 1 where code = $1 and taken > 0', [code])
}

export async function userBonusById(sql: Sql, id: string): Promise<UserBonusRow | null> {
  const [row] = await sql.query<UserBonusRow>(`select ${userBonusColumns} from user_bonus where id = $1`, [id])
  return row ?? null
}

/** The bonus that a call of its member ended, began to end or found ending; null when the call did nothing yet. */
export async function userBonusByClosing(
  sql: Sql,
  memberId: string,
  operationId: string,
): Promise<UserBonusRow | null> {
  const [row] = await sql.query<UserBonusRow>(
    `select ${userBonusColumns} from user_bonus where member_id = $1 and (closing_operation = $2
       or id = (select user_bonus_id from bonus_clearing where operation_id = $2))`,
    [memberId, operationId],
  )
  return row ?? null
}

/** Keeps that a call found a bonus ending, so that its retries find the same one. */
export async function noteClearing(sql: Sql, note: { operationId: string; bonusId: string; now: Date }): Promise<void> {
  await sql.query(
    `insert into bonus_clearing (operation_id, user_bonus_id, noted_at) values ($1, $2, $3) on conflict do nothing`,
    [note.operationId, note.bonusId, note.now],
  )
}

/** Forgets notes of calls, and bonuses that were given back before they were granted. @returns how many. */
export async function forgetGivenBack(
  sql: Sql,
  given: { notedBefore: Date; cancelledBefore: Date; limit: number },
): Promise<number> {
  const notes = await sql.query(
    `delete from bonus_clearing where operation_id in
       (select operation_id from bonus_clearing where noted_at < $1 order by noted_at limit $2) returning operation_id`,
    [given.notedBefore, given.limit],
  )
  const bonuses = await sql.query(
    `delete from user_bonus where id in
       (select id from user_bonus where state = 'cancelled' and ended_at < $1 order by ended_at limit $2) returning id`,
    [given.cancelledBefore, given.limit],
  )
  return notes.length + bonuses.length
}

/** A receipt of a bonus. */
export interface ReceiptRow {
  id: string
  code: string
  state: BonusState
  armedAt: Date
}

/** What a member received of the bonuses of a source, the newest first; what was cancelled is given back. */
export function receiptsOf(sql: Sql, memberId: string, source: RuleSource, code?: string): Promise<ReceiptRow[]> {
  return sql.query(
    `select id, code, state, armed_at as "armedAt" from user_bonus
     where member_id = $1 and source = $2 and state <> 'cancelled' and ($3::text is null or code = $3)
     order by armed_at desc, id desc`,
    [memberId, source, code ?? null],
  )
}

/** Bonuses that were armed before a time and wait still. */
export function armedBefore(sql: Sql, before: Date, limit: number): Promise<UserBonusRow[]> {
  return sql.query(
    `select ${userBonusColumns} from user_bonus where state = 'armed' and armed_at <= $1 order by armed_at limit $2`,
    [before, limit],
  )
}

/** Takes ends that are due to be tried, so that no other worker tries them for a while; a round each. */
export function takeEndings(sql: Sql, now: Date, leaseUntil: Date, limit: number): Promise<UserBonusRow[]> {
  const ending = { table: 'user_bonus', columns: userBonusColumns, where: "state = 'ending'" }
  return takeDue(sql, ending, { now, leaseUntil, limit })
}

/** Begins a round of an end; null when it has ended. */
export async function beginRound(sql: Sql, id: string): Promise<UserBonusRow | null> {
  const [row] = await sql.query<UserBonusRow>(
    `update user_bonus set rounds = rounds + 1, version = version + 1
     where id = $1 and state = 'ending' returning ${userBonusColumns}`,
    [id],
  )
  return row ?? null
}

export async function planRound(sql: Sql, id: string, askAt: Date): Promise<void> {
  await sql.query(`update user_bonus set ask_at = $2 where id = $1 and state = 'ending'`, [id, askAt])
}

/** Bonuses that members hold, the oldest first. */
export function listHeld(sql: Sql, limit: number): Promise<UserBonusRow[]> {
  return sql.query(
    `select ${userBonusColumns} from user_bonus where state in ('armed', 'granted', 'ending')
     order by armed_at, id limit $1`,
    [limit],
  )
}

/** The bonus held that has this id, or that this member holds. */
export async function findHeld(sql: Sql, id: string, memberId: string | null): Promise<UserBonusRow | null> {
  const [row] = await sql.query<UserBonusRow>(
    `select ${userBonusColumns} from user_bonus
     where state in ('armed', 'granted', 'ending') and (id = $1 or member_id = $2) limit 1`,
    [id, memberId],
  )
  return row ?? null
}

/** Lines of the statement of a range: bonuses that were received and ended, in no order. */
export async function linesBetween(sql: ReadSql, range: MovementRange): Promise<Movement[]> {
  const lines = await rowsInRange<
    Pick<Movement, 'number' | 'id' | 'kind' | 'amountMinor' | 'createdAt'> & { about: BonusSource; descriptions: Words }
  >(
    sql,
    range,
    ['bonus', 'finish_bonus'],
    `select movement_number as "number", id, kind, about, descriptions, amount_minor as "amountMinor",
       created_at as "createdAt"
     from reward_line`,
  )
  return lines.map(({ about, descriptions, ...line }) => ({
    ...line,
    from: line.kind === 'bonus' ? 'HOUSE' : 'WALLET',
    to: line.kind === 'bonus' ? 'WALLET' : 'HOUSE',
    status: 'SUCCESS',
    descriptor: { of: about, description: descriptions },
  }))
}

/** The bonuses that a member has lost since a time, and that could not be taken back as a whole. */
export async function bonusesLostSince(
  sql: Sql,
  memberId: string,
  since: Date,
): Promise<{ id: string; endedAt: Date }[]> {
  return (await bonusesLost(sql, memberId)).filter(({ endedAt }) => endedAt > since)
}

const bonusesLost = gathered(async (sql, memberIds: readonly string[]) => {
  const rows = await sql.query<{ memberId: string; id: string; endedAt: Date }>(
    `select member_id as "memberId", id, ended_at as "endedAt" from user_bonus
     where member_id = any ($1::text[]) and state = 'failed' and taken_minor < bonus_minor and ended_at is not null`,
    [memberIds],
  )
  return memberIds.map((memberId) => rows.filter((row) => row.memberId === memberId))
})

/** What a deposit was topped up with, for its receipt; null when it was not. */
export async function depositDetails(
  sql: Sql,
  memberId: string,
  depositId: string,
): Promise<{ bonusMinor: number; transfers: readonly string[] } | null> {
  const [row] = await sql.query<{ id: string; bonusMinor: number }>(
    'select id, bonus_minor as "bonusMinor" from user_bonus where member_id = $1 and deposit_id = $2',
    [memberId, depositId],
  )
  return row === undefined ? null : { bonusMinor: row.bonusMinor, transfers: [grantTransfer(row.id)] }
}

/** Where bonuses, refunds and invite bonuses stand, by their kinds in the statement. */
export const rewardsMovementSources = [
  { kind: 'bonus', table: 'reward_line', condition: "kind = 'bonus'" },
  { kind: 'finish_bonus', table: 'reward_line', condition: "kind = 'finish_bonus'" },
  { kind: 'bonus', table: 'reward_credit' },
] as const

/** What of this module waits for a party, and since when, as rows of `(what, since)`. `names` are all there may be. */
export const rewardsWaiting = {
  names: ['bonus-end'],
  select: `select 'bonus-end', ending_at from user_bonus where state = 'ending'`,
}
