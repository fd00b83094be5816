import { gathered } from '../../../platform/database/gathered.ts'
import { takeDue } from '../../../platform/database/take-due.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import type { RuleRow, RuleSource, Words } from '../terms/rule-versions.store.ts'
import type { BonusTerms, Outcome } from '../terms/terms.rules.ts'
import type { BonusState } from './bonus.rules.ts'

/** Under which transfer a bonus is granted. */
export function grantTransfer(bonusId: string): string {
  return deriveId(bonusId, 'grant')
}

export type BonusSource = RuleSource | 'invite' | 'refund'

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

const userBonusColumns = `id, version, member_id as "memberId", source, code, terms, state, holds_seat as "holdsSeat",
  armed_at as "armedAt", bonus_minor as "bonusMinor", base_minor as "baseMinor", granted_at as "grantedAt", outcome,
  ending_at as "endingAt", rounds`

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

/** How many bonuses that were granted before a moment are held still. */
export async function countHeldOf(sql: Sql, grantedBefore: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*) as count from user_bonus where state in ('granted', 'ending') and granted_at < $1`,
    [grantedBefore],
  )
  return row?.count ?? 0
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

/** What of this module waits for a party, and since when, as rows of `(what, since)`. `names` are all there may be. */
export const rewardsWaiting = {
  names: ['bonus-end'],
  select: `select 'bonus-end', ending_at from user_bonus where state = 'ending'`,
}
