import type { Role } from '@krapao/contract'
import { addRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'

export interface AgentSessionRow {
  tokenHash: string
  agentId: string
  username: string
  name: string
  roles: Role[]
  lastSeenAt: Date
  secondFactorAt: Date
  expiresAt: Date
  disabledAt: Date | null
}

export async function insertAgentSession(
  tx: Sql,
  session: {
    tokenHash: string
    agentId: string
    address: string
    device: string | null
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  const { createdAt } = session
  await addRow(tx, 'support_agent_session', { ...session, lastSeenAt: createdAt, secondFactorAt: createdAt })
}

/** The session of a token's hash with whose it is; null when there is none. */
export async function agentSession(sql: Sql, tokenHash: string): Promise<AgentSessionRow | null> {
  const [row] = await sql.query<AgentSessionRow>(
    `select session.token_hash as "tokenHash", session.agent_id as "agentId", agent.username, agent.name, agent.roles,
       session.last_seen_at as "lastSeenAt", session.second_factor_at as "secondFactorAt", session.expires_at as "expiresAt", agent.disabled_at as "disabledAt"
     from support_agent_session session join support_agent agent on agent.id = session.agent_id
     where session.token_hash = $1`,
    [tokenHash],
  )
  return row ?? null
}

/** Those of these sessions that are neither ended nor expired and were used after `idleSince`, each with what may be done in it. */
export async function liveAgentSessions(
  sql: Sql,
  tokenHashes: readonly string[],
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<Map<string, Role[]>> {
  const rows = await sql.query<{ tokenHash: string; roles: Role[] }>(
    `select session.token_hash as "tokenHash", agent.roles from support_agent_session session
     join support_agent agent on agent.id = session.agent_id
     where session.token_hash = any ($1::text[]) and session.expires_at > $2 and session.last_seen_at > $3
       and agent.disabled_at is null`,
    [tokenHashes, now, idleSince],
  )
  return new Map(rows.map(({ tokenHash, roles }) => [tokenHash, roles]))
}

/** Notes that he gave a second factor in this session. */
export async function noteSecondFactor(tx: Sql, tokenHash: string, now: Date): Promise<void> {
  await tx.query('update support_agent_session set second_factor_at = $2 where token_hash = $1', [tokenHash, now])
}

export async function touchAgentSession(sql: Sql, tokenHash: string, now: Date): Promise<void> {
  await sql.query('update support_agent_session set last_seen_at = $2 where token_hash = $1', [tokenHash, now])
}

export async function deleteAgentSession(tx: Sql, tokenHash: string): Promise<void> {
  await tx.query('delete from support_agent_session where token_hash = $1', [tokenHash])
}

/** A session that still lets somebody in. */
export interface OpenAgentSession {
  tokenHash: string
  agentId: string
  address: string
  device: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

/** Of all of the staff who are not locked out, the ones that were used last first. */
export function openAgentSessions(
  sql: Sql,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<OpenAgentSession[]> {
  return sql.query<OpenAgentSession>(
    `select session.token_hash as "tokenHash", session.agent_id as "agentId", session.address, session.device,
       session.created_at as "createdAt", session.last_seen_at as "lastSeenAt", session.expires_at as "expiresAt"
     from support_agent_session session join support_agent agent on agent.id = session.agent_id
     where session.expires_at > $1 and session.last_seen_at > $2 and agent.disabled_at is null
     order by session.last_seen_at desc, session.token_hash`,
    [now, idleSince],
  )
}

/** Ends an agent's sessions, or one of them; not the one that is to be kept. @returns how many. */
export async function deleteAgentSessions(
  tx: Sql,
  agentId: string,
  { only = null, but = null }: { only?: string | null; but?: string | null } = {},
): Promise<number> {
  const ended = await tx.query(
    `delete from support_agent_session
     where agent_id = $1 and ($2::text is null or token_hash = $2) and ($3::text is null or token_hash <> $3) returning token_hash`,
    [agentId, only, but],
  )
  return ended.length
}

/** Whether the agent has logged in from this address and not logged out since. */
export async function isAgentAddress(sql: Sql, agentId: string, address: string): Promise<boolean> {
  const rows = await sql.query('select from support_agent_session where agent_id = $1 and address = $2 limit 1', [
    agentId,
    address,
  ])
  return rows.length > 0
}

/** Deletes sessions that expired before a time. @returns how many. */
export async function deleteExpiredAgentSessions(sql: Sql, before: Date): Promise<number> {
  return (await sql.query('delete from support_agent_session where expires_at < $1 returning token_hash', [before]))
    .length
}
