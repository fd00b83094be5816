import { DEED_NAMES, type DeedGroup, type DeedName, termsOfDeed } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'
import { maskNumbers } from './deeds.rules.ts'
import type { Actor, Deed } from './deeds.ts'
import { pageOf } from '../../platform/place.ts'

/** Writes down what is done, in the transaction that does it: no deed without its row, no row without its deed. */
export async function writeDeed(tx: Sql, deed: Deed): Promise<void> {
  const { at, actor, address, memberId = null, subject = null, before = null, reason = null } = deed
  const after = deed.said === undefined ? (deed.after ?? null) : { ...deed.after, ...deed.said }
  await tx.query('select deed_write($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9::text::jsonb, $10)', [
    deed.operationId ?? newId(at),
    at,
    actor,
    address,
    deed.deed,
    memberId,
    subject,
    before && JSON.stringify(maskNumbers(before)),
    after && JSON.stringify(maskNumbers(after)),
    reason && maskNumbers(reason),
  ])
}

/** What a deed of this id did; null when there is none. */
export async function deedById(sql: Sql, id: string): Promise<{ deed: DeedName } | null> {
  const [row] = await sql.query<{ deed: DeedName }>('select what as deed from deed where id = $1', [id])
  return row ?? null
}

export interface DeedRow {
  number: number
  id: string
  at: Date
  actor: Actor
  address: string | null
  /** A later release may have written one that this one has no name for. */
  deed: DeedName
  memberId: string | null
  subject: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  /** How often it came again at once. */
  again: number
}

export interface DeedsAsked {
  actor?: string | null
  memberId?: string | null
  subject?: string | null
  /** What it is called, or what it is of. */
  deed?: string | null
  of?: DeedGroup | null
  /** From a moment on, and before one. */
  from?: Date | null
  until?: Date | null
  /** Behind a row, by `next` of the page that ended with it; else so many rows are passed over. */
  after?: string | null
  offset?: number
  limit: number
}

const columns = `deed.number, deed.id, deed.at, deed.actor, deed.address, deed.what as deed, deed.member_id as "memberId", deed.subject,
  deed.before, deed.after, deed.reason, coalesce(tally.again, 0) as again`

/**
 * A page of what was done, the newest first, of one actor, member, thing, name or time where it is named; and how many rows there are,
 * where it goes on behind none.
 */
export async function deedsPage(
  sql: Sql,
  asked: DeedsAsked,
): Promise<{ rows: DeedRow[]; count?: number; next: string | null }> {
  const { actor, memberId, subject, deed, of = null, from, until, after = null, offset = 0, limit } = asked
  const given: unknown[] = []
  const narrowed = {
    'actor =': actor,
    'member_id =': memberId,
    'subject =': subject,
    'what =': deed,
    'at >=': from,
    'at <': until,
  }
  const conditions = Object.entries(narrowed).flatMap(([condition, value]) =>
    value === null || value === undefined ? [] : [`${condition} $${given.push(value)}`],
  )
  if (of === 'two') conditions.push(`after ? 'proposal'`)
  else if (of !== null) {
    conditions.push(`what = any ($${given.push(DEED_NAMES.filter((name) => termsOfDeed(name).of === of))}::text[])`)
  }
  const which = conditions.length === 0 ? 'true' : conditions.join(' and ')
  // Of all of them the heads of their strands tell how many there are.
  const counting =
    conditions.length === 0
      ? 'select coalesce(sum(length), 0)::bigint as count from deed_strand'
      : `select count(*) as count from deed where ${which}`
  const place = given.length + 1
  const [found, [counted]] = await Promise.all([
    // The page is found in an index alone; only its rows are read.
    sql.query<DeedRow>(
      `select ${columns} from deed left join deed_tally tally on tally.deed_id = deed.id
       where deed.number in (select number from deed where ${which} and number < $${place}::bigint order by number desc
         offset $${place + 1} limit $${place + 2})
       order by deed.number desc`,
      [...given, after ?? Number.MAX_SAFE_INTEGER, after === null ? offset : 0, limit + 1],
    ),
    after === null ? sql.query<{ count: number }>(counting, given) : [],
  ])
  const { rows, last } = pageOf(found, limit)
  return {
    rows,
    ...(after === null ? { count: counted?.count ?? 0 } : {}),
    next: last && String(last.number),
  }
}

/**
 * What was done about a member, newest first, at or before a moment; of that moment below an id. Deeds of some names are
 * left out.
 */
export function deedsAbout(
  sql: Sql,
  memberId: string,
  { without, behind, limit }: { without: readonly DeedName[]; behind: { at: Date; id: string } | null; limit: number },
): Promise<DeedRow[]> {
  return sql.query<DeedRow>(
    `select ${columns} from deed left join deed_tally tally on tally.deed_id = deed.id
     where deed.member_id = $1 and deed.what <> all ($2::text[])
       and (deed.at, deed.id collate "C") < (coalesce($3::timestamptz, 'infinity'), $4::text)
     order by deed.at desc, deed.id collate "C" desc limit $5`,
    [memberId, without, behind?.at ?? null, behind?.id ?? '', limit],
  )
}

/** What an actor did of one kind since a moment, the newest first: on one thing, or from one address, where that is named. */
export function deedsSince(
  sql: Sql,
  given: { actor: Actor; deed: DeedName; since: Date; subject?: string; address?: string },
): Promise<DeedRow[]> {
  const { actor, deed, since, subject = null, address = null } = given
  return sql.query<DeedRow>(
    `select ${columns} from deed left join deed_tally tally on tally.deed_id = deed.id
     where actor = $1 and what = $2 and at > $3 and ($4::text is null or subject = $4)
       and ($5::text is null or address = $5) order by number desc`,
    [actor, deed, since, subject, address],
  )
}

/** Counts a deed that comes again at once, without another row. */
export async function tallyDeed(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `insert into deed_tally (deed_id, again) values ($1, 1)
     on conflict (deed_id) do update set again = deed_tally.again + 1`,
    [id],
  )
}
