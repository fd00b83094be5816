import type { Role } from '@krapao/contract'
import { addRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'
import { createFailureStore } from '../../platform/login/failure-store.ts'

/** One of the staff. `totpKey` is sealed. */
export interface AgentRow {
  id: string
  username: string
  name: string
  passwordHash: string
  totpKey: string
  totpLastStep: number
  roles: Role[]
  /** Until when a password lets in that he did not choose himself; null: he did. */
  passwordUntil: Date | null
  createdAt: Date
  disabledAt: Date | null
}

const agentColumns = `id, username, name, password_hash as "passwordHash", totp_key as "totpKey",
  totp_last_step as "totpLastStep", roles, password_until as "passwordUntil", created_at as "createdAt", disabled_at as "disabledAt"`

/** Null when it is nobody's user name. */
export async function agentByUsername(sql: Sql, username: string): Promise<AgentRow | null> {
  const [row] = await sql.query<AgentRow>(`select ${agentColumns} from support_agent where username = $1`, [username])
  return row ?? null
}

/** Locks an agent until the transaction ends: logins of one agent, and what disables him, come one after the other. */
export async function lockAgent(tx: Sql, id: string): Promise<AgentRow | null> {
  const [row] = await tx.query<AgentRow>(`select ${agentColumns} from support_agent where id = $1 for update`, [id])
  return row ?? null
}

/** An agent who is not changed until the transaction ends; others may read him so too. */
export async function agentStays(tx: Sql, id: string): Promise<AgentRow | null> {
  const [row] = await tx.query<AgentRow>(`select ${agentColumns} from support_agent where id = $1 for share`, [id])
  return row ?? null
}

export interface AgentListed extends Pick<
  AgentRow,
  'id' | 'username' | 'name' | 'roles' | 'createdAt' | 'disabledAt' | 'totpLastStep' | 'passwordUntil'
> {
  lastSeenAt: Date | null
  /** Since when he has the key of his codes. */
  totpMadeAt: Date
}

/** Everybody of the staff, by user name. */
export function agentsListed(sql: Sql): Promise<AgentListed[]> {
  return sql.query<AgentListed>(
    `select id, username, name, roles, created_at as "createdAt", disabled_at as "disabledAt", totp_made_at as "totpMadeAt",
       totp_last_step as "totpLastStep", password_until as "passwordUntil",
       (select max(last_seen_at) from support_agent_session where agent_id = support_agent.id) as "lastSeenAt"
     from support_agent order by username`,
  )
}

/** The user names of the owners who may log in. */
export async function ownerNames(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ username: string }>(
    `select username from support_agent where disabled_at is null and 'OWNER' = any(roles) order by username`,
  )
  return rows.map(({ username }) => username)
}

/** False when the user name is somebody's already. */
export function insertAgent(
  tx: Sql,
  agent: Pick<
    AgentRow,
    'id' | 'username' | 'name' | 'passwordHash' | 'totpKey' | 'passwordUntil' | 'roles' | 'createdAt'
  >,
): Promise<boolean> {
  // A list of roles is an array of the database, and no JSON.
  const row = { ...agent, totpMadeAt: agent.createdAt, roles: `{${agent.roles.join()}}` }
  return addRow(tx, 'support_agent', row, '(username)')
}

/** Gives an agent another password and key, and lets him in again if he was disabled. */
export async function writeCredentials(
  tx: Sql,
  agent: Pick<AgentRow, 'id' | 'passwordHash' | 'totpKey' | 'passwordUntil'>,
  now: Date,
): Promise<void> {
  await tx.query(
    `update support_agent
     set password_hash = $2, totp_key = $3, totp_last_step = 0, totp_made_at = $5, disabled_at = null, password_until = $4
     where id = $1`,
    [agent.id, agent.passwordHash, agent.totpKey, agent.passwordUntil, now],
  )
}

/** Gives an agent another key, a code of which was good for one step already. */
export async function writeTotpKey(
  tx: Sql,
  agent: Pick<AgentRow, 'id' | 'totpKey' | 'totpLastStep'>,
  now: Date,
): Promise<void> {
  await tx.query('update support_agent set totp_key = $2, totp_last_step = $3, totp_made_at = $4 where id = $1', [
    agent.id,
    agent.totpKey,
    agent.totpLastStep,
    now,
  ])
}

export async function writePasswordHash(tx: Sql, id: string, passwordHash: string): Promise<void> {
  await tx.query('update support_agent set password_hash = $2, password_until = null where id = $1', [id, passwordHash])
}

/** Keys of agents after this id, looked through for what older keys sealed. */
export function sealedTotpKeys(sql: Sql, afterId: string, limit: number): Promise<{ id: string; sealed: string }[]> {
  return sql.query('select id, totp_key as sealed from support_agent where id > $1 order by id limit $2', [
    afterId,
    limit,
  ])
}

/** Writes a key as another key sealed it, unless it was changed meanwhile. */
export async function writeResealedTotpKey(sql: Sql, id: string, from: string, to: string): Promise<void> {
  await sql.query('update support_agent set totp_key = $3 where id = $1 and totp_key = $2', [id, from, to])
}

export async function writeRoles(tx: Sql, id: string, roles: readonly Role[]): Promise<void> {
  await tx.query('update support_agent set roles = $2 where id = $1', [id, roles])
}

/**
 * Locks all who may do everything and may come in, in the order of their ids: while one transaction looks whether one of
 * them stays, no other takes a role from one. @returns their ids.
 */
export async function lockOwners(tx: Sql): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from support_agent where 'OWNER' = any (roles) and disabled_at is null order by id for update`,
  )
  return rows.map(({ id }) => id)
}

/** Lets an agent in no more; his sessions are ended apart. */
export async function disableAgent(tx: Sql, id: string, now: Date): Promise<void> {
  await tx.query('update support_agent set disabled_at = $2 where id = $1', [id, now])
}

/** Notes the step of a code that let somebody in, so that it lets in nobody else. */
export async function noteTotpStep(tx: Sql, id: string, step: number): Promise<void> {
  await tx.query('update support_agent set totp_last_step = $2 where id = $1', [id, step])
}

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

/** Wrong passwords of staff, by user name and place and by user name. */
export const failures = createFailureStore({
  pairs: 'support_login_pair',
  names: 'support_login_name',
  name: 'username',
})

/** Deletes sessions that expired before a time. @returns how many. */
export async function deleteExpiredAgentSessions(sql: Sql, before: Date): Promise<number> {
  return (await sql.query('delete from support_agent_session where expires_at < $1 returning token_hash', [before]))
    .length
}
