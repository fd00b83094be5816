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

/** The names of agents by their ids. */
export async function agentNames(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{ id: string; name: string }>(
    'select id, name from support_agent where id = any ($1::text[])',
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Agents as the statements of other modules may join them, a table expression: `id`, `name`. */
export const agentsJoined = '(select id, name from support_agent)'

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

/** Wrong passwords of staff, by user name and place and by user name. */
export const failures = createFailureStore({
  pairs: 'support_login_pair',
  names: 'support_login_name',
  name: 'username',
})
