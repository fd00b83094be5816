import type { StatementKind } from '@krapao/contract'
import type { ReadSql, Sql } from '../../platform/database/types.ts'
import { MOVEMENTS_BY_KIND, type MovementSource } from '../members/index.ts'

/** What narrows a history: kinds, and times of which the first belongs to it and the second does not. */
export interface HistoryFilter {
  kinds: ReadonlySet<StatementKind>
  from: string | null
  to: string | null
}

/**
 * How many movements a filter leaves, and the numbers of those on a page of them, newest first. How many there are of each
 * kind is kept in the commit of each; only within a time they are counted.
 */
export async function findNumbers(
  sql: ReadSql,
  sources: readonly MovementSource[],
  memberId: string,
  { kinds, from, to }: HistoryFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; numbers: number[] }> {
  const chosen = sources.filter(({ kind }) => kinds.has(kind))
  if (chosen.length === 0) return { total: 0, numbers: [] }
  const values: unknown[] = [memberId, limit, (page - 1) * limit]
  const times = [
    ...(from === null ? [] : [`created_at >= $${values.push(from)}::timestamptz`]),
    ...(to === null ? [] : [`created_at < $${values.push(to)}::timestamptz`]),
  ]
  // Of all times each table tells as many as the page may need, by its numbers: none of them is read as a whole.
  const newest = times.length === 0 ? ' order by movement_number desc limit $2::bigint + $3::bigint' : ''
  const matching = chosen
    .map(({ table, condition }) => {
      const conditions = ['member_id = $1', ...(condition === undefined ? [] : [condition]), ...times]
      return `(select movement_number from ${table} where ${conditions.join(' and ')}${newest})`
    })
    .join(' union all ')
  const counted =
    times.length === 0
      ? `select coalesce(sum(many::bigint), 0)::bigint from jsonb_each_text(${MOVEMENTS_BY_KIND}) as kept (kind, many)
         where kind = any($${values.push([...kinds])}::text[])`
      : `select count(*) from (${matching}) as counted`
  const [row] = await sql.query<{ total: number; numbers: number[] | null }>(
    `select (${counted}) as total,
       (select json_agg(movement_number order by movement_number desc) from (
          select movement_number from (${matching}) as matching order by movement_number desc limit $2 offset $3
        ) as shown) as numbers`,
    values,
  )
  return { total: row?.total ?? 0, numbers: row?.numbers ?? [] }
}

/** A movement's place in time. */
export interface Moment {
  id: string
  number: number
  at: Date
}

/**
 * Movements of a member by their times, newest first, of some kinds, at or before a moment; of that moment below an id.
 * Each table is read by its index of times, as far as the page may need.
 */
export async function findMoments(
  sql: Sql,
  sources: readonly MovementSource[],
  memberId: string,
  { behind, limit }: { behind: { at: Date; id: string } | null; limit: number },
): Promise<Moment[]> {
  if (sources.length === 0) return []
  const parts = sources.map(({ table, condition }) => {
    const its = condition === undefined ? '' : `and ${condition}`
    return `(select id, movement_number as number, created_at as at from ${table}
      where member_id = $1 ${its} and created_at <= coalesce($2::timestamptz, 'infinity')
        and (created_at, id collate "C") < (coalesce($2::timestamptz, 'infinity'), $3::text)
      order by created_at desc, id collate "C" desc limit $4)`
  })
  return sql.query<Moment>(
    `select * from (${parts.join(' union all ')}) as moment order by at desc, id collate "C" desc limit $4`,
    [memberId, behind?.at ?? null, behind?.id ?? '', limit],
  )
}

/** Whose movement has this id, and its number there; null when there is none. */
export async function findById(
  sql: Sql,
  sources: readonly MovementSource[],
  id: string,
): Promise<{ memberId: string; number: number } | null> {
  const tables = [...new Set(sources.map(({ table }) => table))]
  const [row] = await sql.query<{ memberId: string; number: number }>(
    tables
      .map((table) => `select member_id as "memberId", movement_number as "number" from ${table} where id = $1`)
      .join(' union all '),
    [id],
  )
  return row ?? null
}
