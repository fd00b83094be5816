import type { DecisionKindName } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import type { DecisionKind } from '../deeds/index.ts'

type Kinds = readonly Pick<DecisionKind, 'kind' | 'waiting'>[]

/** Behind which row the queue goes on: rows stand by `since`, of one moment by kind, and by id. */
export interface DecisionPlace {
  since: Date
  kind: string
  id: string
}

/** Behind all ids of one moment, which are digits and small letters. */
const LAST_ID = 'z'.repeat(40)

/** How many wait of each kind, and since when the oldest of it does: one statement, of indexes alone. */
export function countQueues(
  sql: Sql,
  kinds: Kinds,
  now: Date,
): Promise<{ kind: DecisionKindName; count: number; oldestAt: Date | null }[]> {
  const counts = kinds.map(
    ({ kind, waiting }) =>
      `select '${kind}' as kind, (select count(*) from (${waiting}) as one) as count,
         (select since from (${waiting}) as one order by since, id limit 1) as "oldestAt"`,
  )
  // A kind may ask for no moment: then nothing else gives the parameter a type.
  return sql.query(`select * from (${counts.join(' union all ')}) as queue where $1::timestamptz is not null`, [now])
}

/** Which wait, the longest waiting first: one statement, whose rows each kind then reads itself. */
export function placesInQueue(
  sql: Sql,
  kinds: Kinds,
  asked: { now: Date; after: DecisionPlace | null; offset: number; limit: number },
): Promise<(DecisionPlace & { kind: DecisionKindName })[]> {
  const { now, after, offset, limit } = asked
  const lists = kinds.map(
    ({ kind, waiting }, index) =>
      `(select '${kind}' collate "C" as kind, id, since from (${waiting}) as one
         where (since, id) > ($2::timestamptz, $${index + 5}::text) order by since, id limit $3::int + $4::int)`,
  )
  return sql.query(
    `select kind, id, since from (${lists.join(' union all ')}) as queue where $1::timestamptz is not null
     order by since, kind, id offset $3::int limit $4::int`,
    [now, after?.since ?? '-infinity', offset, limit, ...kinds.map(({ kind }) => idBehind(kind, after))],
  )
}

/** Where one kind goes on behind a row of perhaps another. */
function idBehind(kind: string, after: DecisionPlace | null): string {
  if (after === null || kind > after.kind) return ''
  return kind === after.kind ? after.id : LAST_ID
}
