import { putRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { Language } from '../../../platform/http/index.ts'
import type { BonusTerms } from './terms.rules.ts'

export type Words = Record<Language, string>
export type RuleSource = 'bonus' | 'promotion'

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

const ruleColumns = `id, source, code, valid_from as "validFrom", valid_until as "validUntil", names, descriptions, kind,
  max_received as "maxReceived", percent_hundredths as "percentHundredths", fixed_minor as "fixedMinor",
  cap_minor as "capMinor", min_deposit_minor as "minDepositMinor", percent_fail as "percentFail",
  percent_success as "percentSuccess", seats,
  monthly_budget_minor as "monthlyBudgetMinor", banners, sort`

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
