import type { Sql } from '../../../platform/database/types.ts'
import type { DecisionNamed } from './decision-kinds.ts'

/** Who has something open that waits for a decision, and since when. */
export interface DecisionLook {
  agentId: string
  since: Date
}

/** Pages ask for what they show every five seconds: who was not heard of for this long has left it. */
const GONE_MS = 15_000

/** Notes that somebody has it open, since he opened it; answers who else has. */
export async function noteLook(
  sql: Sql,
  { kind, id }: DecisionNamed,
  agentId: string,
  now: Date,
): Promise<DecisionLook[]> {
  const here = new Date(now.getTime() - GONE_MS)
  await sql.query(
    `insert into decision_look as look (kind, id, agent_id, since, seen_at) values ($1, $2, $3, $4, $4)
     on conflict (kind, id, agent_id) do update set seen_at = excluded.seen_at,
       since = case when look.seen_at < $5 then excluded.since else look.since end`,
    [kind, id, agentId, now, here],
  )
  return sql.query<DecisionLook>(
    `select agent_id as "agentId", since from decision_look
     where kind = $1 and id = $2 and agent_id <> $3 and seen_at >= $4 order by since, agent_id`,
    [kind, id, agentId, here],
  )
}

/** Forgets who had it open that is decided, and whoever left anything. */
export async function forgetLooks(sql: Sql, { kind, id }: DecisionNamed, now: Date): Promise<void> {
  const here = new Date(now.getTime() - GONE_MS)
  await sql.query('delete from decision_look where (kind = $1 and id = $2) or seen_at < $3', [kind, id, here])
}
