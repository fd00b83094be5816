import { DECISION_LATE_MS, type DecisionKindName, type DecisionPart } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import type { DecisionKind } from '../../deeds/index.ts'
import { supportWaiting } from '../../support/index.ts'

type Kinds = readonly Pick<DecisionKind, 'kind' | 'waiting'>[]

/** Behind which row the queue goes on: rows stand by `since`, of one moment by kind, and by id. */
export interface DecisionPlace {
  since: Date
  kind: string
  id: string
}

/** Behind all ids of one moment, which are digits and small letters. */
const LAST_ID = 'z'.repeat(40)

/** How much waits of one kind: all of it, what somebody has taken, and what waits too long. */
export interface QueueCount {
  kind: DecisionKindName
  count: number
  oldestAt: Date | null
  mine: number
  late: number
}

const lateBefore = (now: Date): Date => new Date(now.getTime() - DECISION_LATE_MS)

/** How many wait of each kind, and since when the oldest of it does: one statement, of indexes alone. */
export function countQueues(sql: Sql, kinds: Kinds, now: Date, agentId: string | null = null): Promise<QueueCount[]> {
  const counts = kinds.map(
    ({ kind, waiting }) =>
      `select '${kind}' as kind, counted.*,
         (select since from (${waiting}) as one order by since, id limit 1) as "oldestAt",
         (select count(*) from ${claimed(kind, '$2')} where id in (select id from (${waiting}) as one)) as mine
       from (select count(*) as count, count(*) filter (where since <= $3::timestamptz) as late
         from (${waiting}) as one) as counted`,
  )
  // A kind may ask for no moment: then nothing else gives the parameter a type.
  return sql.query(`select * from (${counts.join(' union all ')}) as queue where $1::timestamptz is not null`, [
    now,
    agentId,
    lateBefore(now),
  ])
}

/** How many chats wait for an answer, and since when the oldest of them does. */
export async function countChats(sql: Sql): Promise<{ count: number; oldestAt: Date | null }> {
  const [chats] = await sql.query<{ count: number; oldestAt: Date | null }>(
    `with waiting (what, since) as (${supportWaiting.select})
     select count(*) as count, min(since) as "oldestAt" from waiting`,
  )
  return chats ?? { count: 0, oldestAt: null }
}

/** What somebody has taken of a kind: few, so that of thousands only these are looked up. */
function claimed(kind: string, agentId: string): string {
  return `(select id from decision_claim where kind = '${kind}' and agent_id = ${agentId}::text and until > $1) as claimed`
}

/** Which wait, the longest waiting first: one statement, whose rows each kind then reads itself. */
export function placesInQueue(
  sql: Sql,
  kinds: Kinds,
  asked: {
    now: Date
    after: DecisionPlace | null
    offset: number
    limit: number
    part: DecisionPart | null
    agentId: string
  },
): Promise<(DecisionPlace & { kind: DecisionKindName })[]> {
  const { now, after, offset, limit, part, agentId } = asked
  const lists = kinds.map(
    ({ kind, waiting }, index) =>
      `(select '${kind}' collate "C" as kind, id, since from (${waiting}) as one
         where (since, id) > ($2::timestamptz, $${index + 7}::text) and since <= $5::timestamptz
         ${part === 'mine' ? `and id in (select id from ${claimed(kind, '$6')})` : ''}
         order by since, id limit $3::int + $4::int)`,
  )
  return sql.query(
    `select kind, id, since from (${lists.join(' union all ')}) as queue
     where $1::timestamptz is not null and $6::text is not null
     order by since, kind, id offset $3::int limit $4::int`,
    [
      now,
      after?.since ?? '-infinity',
      offset,
      limit,
      part === 'late' ? lateBefore(now) : 'infinity',
      agentId,
      ...kinds.map(({ kind }) => idBehind(kind, after)),
    ],
  )
}

/** Where one kind goes on behind a row of perhaps another. */
function idBehind(kind: string, after: DecisionPlace | null): string {
  if (after === null || kind > after.kind) return ''
  return kind === after.kind ? after.id : LAST_ID
}
