import { type DeskStaffRow, type DeskStaffSession, type Role, ROLES } from '@krapao/contract'
import { refuse } from '../../platform/errors.ts'
import type { Sql } from '../../platform/database/types.ts'
import { deleteAgentSessions, type OpenAgentSession, openAgentSessions } from './agent-sessions.store.ts'
import {
  type AgentRow,
  agentsListed,
  agentStays,
  disableAgent,
  lockAgent,
  lockOwners,
  writeRoles,
} from './agents.store.ts'
import { TOTP_STEP_MS } from '../../platform/login/totp.ts'
import { agentOf, type By, writeDeed } from '../deeds/index.ts'
import { lettingInAt, tellEnded } from './agents.ts'
import type { StaffParts } from './staff.parts.ts'

// Who of the staff may do what. `by` is who decides it: one of them, or whoever sits at the machine, who may
// do everything but take away the last owner.

/** Everybody, with where he is logged in; `asking` is the session that wants to know. */
export async function staffListed(parts: StaffParts, asking: string | null): Promise<DeskStaffRow[]> {
  const [agents, sessions] = await Promise.all([
    agentsListed(parts.database),
    openAgentSessions(parts.database, lettingInAt(parts.clock.now())),
  ])
  return agents.map(({ id, username, name, roles, disabledAt, lastSeenAt, ...agent }) => ({
    _id: id,
    username,
    name,
    roles,
    state: disabledAt === null ? 'active' : 'disabled',
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    factor: {
      madeAt: agent.totpMadeAt.toISOString(),
      usedAt: agent.totpLastStep === 0 ? null : new Date(agent.totpLastStep * TOTP_STEP_MS).toISOString(),
      passwordUntil: agent.passwordUntil?.toISOString() ?? null,
    },
    sessions: sessions.filter(({ agentId }) => agentId === id).map((session) => shownSession(session, asking)),
  }))
}

function shownSession(session: OpenAgentSession, asking: string | null): DeskStaffSession {
  const { tokenHash, address, device, createdAt, lastSeenAt, expiresAt } = session
  return {
    sessionId: tokenHash,
    since: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    endsAt: expiresAt.toISOString(),
    address,
    device,
    isThis: tokenHash === asking,
  }
}

/**
 * The agent, locked; owners are locked before him, in one order. Refuses with FORBIDDEN (403) whoever is none himself by
 * now, with NO_DATA, and with LAST_OWNER (409).
 */
async function lockForChange(tx: Sql, by: By, agentId: string, staysOwner: boolean): Promise<AgentRow> {
  const owners = await lockOwners(tx)
  const byAgentId = agentOf(by.actor)
  if (byAgentId !== null && !owners.includes(byAgentId)) refuse('FORBIDDEN')
  const agent = (await lockAgent(tx, agentId)) ?? refuse('NO_DATA')
  const isLast = owners.length === 1 && owners[0] === agentId
  if (isLast && !staysOwner) refuse('LAST_OWNER')
  return agent
}

async function rowOfStaff(parts: StaffParts, agentId: string, asking: string | null): Promise<DeskStaffRow> {
  return (await staffListed(parts, asking)).find(({ _id }) => _id === agentId) ?? refuse('NO_DATA')
}

/**
 * Gives one of the staff other roles, which hold from his next call on; what he has already is written down nowhere.
 * Refuses with FORBIDDEN (403) a role that `by` lacks himself.
 */
export async function setRoles(
  parts: StaffParts,
  by: By,
  agentId: string,
  wanted: readonly Role[],
  asking: string | null = null,
): Promise<DeskStaffRow> {
  const roles = ROLES.filter((role) => wanted.includes(role))
  const withdrawn = await parts.database.transaction(async (tx) => {
    const agent = await lockForChange(tx, by, agentId, roles.includes('OWNER'))
    const before = ROLES.filter((role) => agent.roles.includes(role))
    // What he has by now counts, not what he had when he asked.
    const byAgentId = agentOf(by.actor)
    const own = byAgentId === null ? ROLES : ((await lockAgent(tx, byAgentId))?.roles ?? [])
    const lacking = roles.filter((role) => !before.includes(role) && !own.includes(role))
    if (lacking.length > 0) refuse('FORBIDDEN', { details: { roles: lacking } })
    if (before.join() === roles.join()) return null
    await writeRoles(tx, agentId, roles)
    // What he proposed as who he was is confirmed by nobody any more.
    const isLess = before.some((role) => !roles.includes(role))
    const proposals = isLess ? await parts.withdrawProposals(tx, agentId, by) : []
    const facts = { before: { roles: before.join(', ') }, after: { username: agent.username, roles: roles.join(', ') } }
    await writeDeed(tx, { ...by, deed: 'agent-roles', ...facts, at: parts.clock.now() })
    return proposals
  })
  if (withdrawn !== null) tellEnded(parts, agentId, withdrawn)
  return rowOfStaff(parts, agentId, asking)
}

/** Ends his sessions, gives back his rooms, takes back what he proposed, and lets him in no more; who is locked out stays so. */
export async function disableAccount(
  parts: StaffParts,
  by: By,
  agentId: string,
  asking: string | null = null,
): Promise<DeskStaffRow> {
  const at = parts.clock.now()
  const withdrawn = await parts.database.transaction(async (tx) => {
    const agent = await lockForChange(tx, by, agentId, false)
    if (agent.disabledAt !== null) return []
    await disableAgent(tx, agentId, at)
    await deleteAgentSessions(tx, agentId)
    const rooms = await parts.freeRooms(tx, { agentId, at, by })
    const proposals = await parts.withdrawProposals(tx, agentId, by)
    const after = { username: agent.username, rooms, proposals: proposals.length }
    await writeDeed(tx, { ...by, deed: 'agent-disabled', after, at })
    return proposals
  })
  tellEnded(parts, agentId, withdrawn)
  return rowOfStaff(parts, agentId, asking)
}

/**
 * Ends one of his sessions, or all of them but the one that asks. Refuses with NO_DATA (404) who is nobody, and a session that is
 * over or another's.
 */
export async function endStaffSessions(
  parts: StaffParts,
  by: By,
  agentId: string,
  { sessionId, asking }: { sessionId: string | null; asking: string },
): Promise<DeskStaffRow> {
  await parts.database.transaction(async (tx) => {
    const { username } = await lockForChange(tx, by, agentId, true)
    const sessions = await deleteAgentSessions(tx, agentId, { only: sessionId, but: asking })
    if (sessionId !== null && sessions === 0) refuse('NO_DATA')
    await writeDeed(tx, {
      ...by,
      deed: 'agent-sessions-ended',
      after: { username, sessions },
      at: parts.clock.now(),
    })
  })
  parts.signals.publish({ kind: 'agent-sessions-ended', agentId })
  return rowOfStaff(parts, agentId, asking)
}

/** What one of the staff may do as of this transaction, in which he is not locked out; null when he is, or is nobody. */
export async function rolesOfAgent(tx: Sql, agentId: string): Promise<readonly Role[] | null> {
  const agent = await agentStays(tx, agentId)
  return agent === null || agent.disabledAt !== null ? null : agent.roles
}
