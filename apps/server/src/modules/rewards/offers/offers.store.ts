import { lockName } from '../../../platform/database/lock-name.ts'
import { columnOf, putRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { Actor } from '../../deeds/index.ts'
import type { RuleRow, RuleSource } from '../terms/rule-versions.store.ts'
import type { Simulated } from './simulation.rules.ts'

/** What a draft says: a rule but for its name and its place among the others; times as they stand in the file. */
export type DraftRule = Omit<RuleRow, 'id' | 'source' | 'code' | 'sort' | 'validFrom' | 'validUntil'> & {
  /** Null: as soon as it is published. */
  validFrom: string | null
  validUntil: string | null
}

export interface DraftSimulation extends Simulated {
  from: string
  until: string
}

export interface DraftRow {
  source: RuleSource
  code: string
  revision: string
  rule: DraftRule
  savedBy: Actor
  savedAt: Date
  simulation: DraftSimulation | null
  simulatedAt: Date | null
}

const columns = (['source', 'code', 'revision', 'rule', 'savedBy', 'savedAt', 'simulation', 'simulatedAt'] as const)
  .map((field) => `${columnOf(field)} as "${field}"`)
  .join(', ')

export function drafts(sql: Sql): Promise<DraftRow[]> {
  return sql.query<DraftRow>(`select ${columns} from bonus_draft order by source, code`)
}

/** The draft of a code; with `lock` nobody else changes it until the transaction is over. */
export async function draftOf(
  sql: Sql,
  source: RuleSource,
  code: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<DraftRow | null> {
  const [row] = await sql.query<DraftRow>(
    `select ${columns} from bonus_draft where source = $1 and code = $2 ${lock ? 'for update' : ''}`,
    [source, code],
  )
  return row ?? null
}

/** Keeps a draft in place of this revision, or where there is none; false when there is another one. */
export async function keepDraft(tx: Sql, draft: DraftRow, replaced: string | null): Promise<boolean> {
  const { source, code } = draft
  // Two who begin one at once: the second finds the first one's.
  await lockName(tx, `bonus-draft:${source}:${code}`)
  const found = await draftOf(tx, source, code, { lock: true })
  if ((found?.revision ?? null) !== replaced) return false
  await putRow(tx, 'bonus_draft', ['source', 'code'], draft)
  return true
}

/** Notes with a draft what it would do; false when it is another one by now. */
export async function noteSimulation(
  tx: Sql,
  { source, code, revision }: Pick<DraftRow, 'source' | 'code' | 'revision'>,
  simulation: DraftSimulation,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update bonus_draft set simulation = $4::text::jsonb, simulated_at = $5
     where source = $1 and code = $2 and revision = $3 returning code`,
    [source, code, revision, JSON.stringify(simulation), at],
  )
  return rows.length > 0
}

/** Takes a draft away; false when it is another one by now. */
export async function removeDraft(
  tx: Sql,
  { source, code, revision }: Pick<DraftRow, 'source' | 'code' | 'revision'>,
): Promise<boolean> {
  const removed = 'delete from bonus_draft where source = $1 and code = $2 and revision = $3 returning code'
  return (await tx.query(removed, [source, code, revision])).length > 0
}

/** What came of the rules of a code since a time, up to another. */
export interface Taken {
  source: RuleSource
  code: string
  held: number
  received: number
  grantedMinor: number
}

/** What members hold and received of every code since a time; of what they hold also what is older. */
export function takenSince(sql: Sql, since: Date): Promise<Taken[]> {
  return sql.query<Taken>(
    `select source, code, count(*) filter (where state in ('armed', 'granted', 'ending')) as held,
       count(*) filter (where armed_at >= $1) as received,
       coalesce(sum(bonus_minor) filter (where armed_at >= $1), 0)::bigint as "grantedMinor"
     from user_bonus where source in ('bonus', 'promotion') and state <> 'cancelled'
       and (armed_at >= $1 or state in ('armed', 'granted', 'ending'))
     group by source, code`,
    [since],
  )
}

/** What came of each version of a code: of what was armed between its beginning and that of the next one. */
export function takenOf(sql: Sql, source: RuleSource, code: string): Promise<(Taken & { id: string })[]> {
  return sql.query<Taken & { id: string }>(
    `with version as (
       select id, valid_from, lead(valid_from) over (order by valid_from) as next_from
       from bonus_rule where source = $1 and code = $2
     )
     select version.id, count(*) filter (where state in ('armed', 'granted', 'ending')) as held, count(*) as received,
       coalesce(sum(bonus_minor), 0)::bigint as "grantedMinor"
     from version join user_bonus held on held.source = $1 and held.code = $2 and held.state <> 'cancelled'
       and armed_at >= valid_from and (next_from is null or armed_at < next_from)
     group by version.id`,
    [source, code],
  )
}
