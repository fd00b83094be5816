import { type Sql, UNLIMITED } from '../../platform/database/index.ts'

/** How many problems a report lists by name. */
const PROBLEMS_LISTED_MAX = 200

// One statement is one snapshot: what is done meanwhile is wholly in it or not at all.
const chainStatement = `
with linked as (
  select deed.*, lag(place, 1, 0::bigint) over strand as place_before, lag(hash, 1, ''::bytea) over strand as hash_before,
    deed_hash(lag(hash, 1, ''::bytea) over strand, deed) as hash_made
  from deed window strand as (partition by strand_id order by place)
), problem as (
  select format('deed %s: %s before it in strand %s %s missing', id, place - place_before - 1, strand_id,
    case when place - place_before = 2 then 'is' else 'are' end) as text
  from linked where place <> place_before + 1
  union all
  select format('deed %s: it, or the one before it, is not as it was written', id)
  from linked where place = place_before + 1 and hash is distinct from hash_made
  union all
  select format('strand %s of the deeds: its head says %s, and they end at %s', coalesce(strand.id, last.strand_id),
    coalesce(strand.length, 0), coalesce(last.place, 0))
  from deed_strand strand full join (
    select distinct on (strand_id) strand_id, place, hash from deed order by strand_id, place desc
  ) last on last.strand_id = strand.id
  where strand.length is distinct from coalesce(last.place, 0) or strand.hash is distinct from coalesce(last.hash, '')
)
select (select count(*) from deed) as deeds, (select count(*) from problem) as found,
  array(select text from problem order by text limit $1) as listed`

export interface DeedsReport {
  deeds: number
  problems: readonly string[]
}

/** Recomputes the chain of the deeds in one snapshot: names each that was changed, removed, added or put elsewhere. */
export async function verifyDeeds(tx: Sql): Promise<DeedsReport> {
  await tx.query(UNLIMITED)
  const [report] = await tx.query<{ deeds: number; found: number; listed: string[] }>(chainStatement, [
    PROBLEMS_LISTED_MAX,
  ])
  if (report === undefined) throw new Error('the database answered nothing')
  const { deeds, found, listed } = report
  return { deeds, problems: found > listed.length ? [...listed, `and ${found - listed.length} more`] : listed }
}
