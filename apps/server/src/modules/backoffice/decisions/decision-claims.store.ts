import type { Sql } from '../../../platform/database/types.ts'
import type { DecisionNamed } from './decision-kinds.ts'

/** Who has taken what waits for a decision. */
export interface DecisionClaim extends DecisionNamed {
  agentId: string
  until: Date
}

const columns = 'kind, id, agent_id as "agentId", until'

/** Takes it for this one of the staff, anew where it is his; null when another has it. */
export async function takeClaim(tx: Sql, claim: DecisionClaim, now: Date): Promise<DecisionClaim | null> {
  const [taken] = await tx.query<DecisionClaim>(
    `insert into decision_claim as claim (kind, id, agent_id, until) values ($1, $2, $3, $4)
     on conflict (kind, id) do update set agent_id = excluded.agent_id, until = excluded.until
       where claim.agent_id = excluded.agent_id or claim.until <= $5
     returning ${columns}`,
    [claim.kind, claim.id, claim.agentId, claim.until, now],
  )
  return taken ?? null
}

export async function claimOf(sql: Sql, { kind, id }: DecisionNamed, now: Date): Promise<DecisionClaim | null> {
  const [claim] = await sql.query<DecisionClaim>(
    `select ${columns} from decision_claim where kind = $1 and id = $2 and until > $3`,
    [kind, id, now],
  )
  return claim ?? null
}

/** All that somebody has at the moment: each of the staff has few. */
export function claimsHeld(sql: Sql, now: Date): Promise<DecisionClaim[]> {
  return sql.query<DecisionClaim>(`select ${columns} from decision_claim where until > $1`, [now])
}

/** Gives it back, where this one of the staff has it; whether he had. */
export async function giveClaimBack(
  tx: Sql,
  { kind, id }: DecisionNamed,
  agentId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    'delete from decision_claim where kind = $1 and id = $2 and agent_id = $3 and until > $4 returning id',
    [kind, id, agentId, now],
  )
  return rows.length > 0
}

/** Forgets whose it was: it is decided, or its time is over. */
export async function forgetClaims(sql: Sql, decided: DecisionNamed, before: Date): Promise<void> {
  await sql.query('delete from decision_claim where (kind = $1 and id = $2) or until <= $3', [
    decided.kind,
    decided.id,
    before,
  ])
}
