import { type DeskStaffRow, type Role, ROLES } from '@krapao/contract'
import { refuse } from '../../platform/errors.ts'
import type { Sql } from '../../platform/database/types.ts'
import {
  type AgentRow,
  agentsListed,
  agentStays,
  deleteAgentSessions,
  disableAgent,
  lockAgent,
  lockOwners,
  writeRoles,
} from './agents.store.ts'
import { agentOf, type By } from '../deeds/index.ts'
import { noteDeed } from './audit.store.ts'
import { freeRooms } from './desk-rooms.store.ts'
import type { SupportParts } from './support.parts.ts'

// Who of the staff may do what. `by` is who decides it: one of them, or whoever sits at the machine, who may
// do everything but take away the last owner.

export async function staffListed(parts: SupportParts): Promise<DeskStaffRow[]> {
  return (await agentsListed(parts.database)).map(({ id, username, name, roles, disabledAt, lastSeenAt }) => ({
    _id: id,
    username,
    name,
    roles,
    state: disabledAt === null ? 'active' : 'disabled',
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }))
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

async function rowOf(parts: SupportParts, agentId: string): Promise<DeskStaffRow> {
  return (await staffListed(parts)).find(({ _id }) => _id === agentId) ?? refuse('NO_DATA')
}

/**
 * Gives one of the staff other roles, which hold from his next call on; what he has already is written down nowhere.
 * Refuses with FORBIDDEN (403) a role that `by` lacks himself.
 */
export async function setRoles(
  parts: SupportParts,
  by: By,
  agentId: string,
  wanted: readonly Role[],
): Promise<DeskStaffRow> {
  const roles = ROLES.filter((role) => wanted.includes(role))
  const isChanged = await parts.database.transaction(async (tx) => {
    const agent = await lockForChange(tx, by, agentId, roles.includes('OWNER'))
    const before = ROLES.filter((role) => agent.roles.includes(role))
    // What he has by now counts, not what he had when he asked.
    const byAgentId = agentOf(by.actor)
    const own = byAgentId === null ? ROLES : ((await lockAgent(tx, byAgentId))?.roles ?? [])
    const lacking = roles.filter((role) => !before.includes(role) && !own.includes(role))
    if (lacking.length > 0) refuse('FORBIDDEN', { details: { roles: lacking } })
    if (before.join() === roles.join()) return false
    await writeRoles(tx, agentId, roles)
    const facts = { before: { roles: before.join(', ') }, after: { username: agent.username, roles: roles.join(', ') } }
    await noteDeed(tx, { ...by, action: 'agent-roles', ...facts, at: parts.clock.now() })
    return true
  })
  if (isChanged) parts.signals.publish({ kind: 'agent-sessions-ended', agentId })
  return rowOf(parts, agentId)
}

/** Ends his sessions, gives back his rooms, takes back what he proposed, and lets him in no more; one who is locked out already stays so. */
export async function disableAccount(parts: SupportParts, by: By, agentId: string): Promise<DeskStaffRow> {
  const at = parts.clock.now()
  const withdrawn = await parts.database.transaction(async (tx) => {
    const agent = await lockForChange(tx, by, agentId, false)
    if (agent.disabledAt !== null) return []
    await disableAgent(tx, agentId, at)
    await deleteAgentSessions(tx, agentId)
    const rooms = await freeRooms(tx, { agentId, now: at })
    for (const { roomId } of rooms) {
      await noteDeed(tx, { ...by, action: 'release', roomId, after: { from: agentId }, at })
    }
    const proposals = await parts.withdrawProposals(tx, agentId, by)
    const after = { username: agent.username, rooms: rooms.length, proposals: proposals.length }
    await noteDeed(tx, { ...by, action: 'agent-disabled', after, at })
    return proposals
  })
  parts.signals.publish({ kind: 'agent-sessions-ended', agentId })
  for (const proposalId of withdrawn) parts.signals.publish({ kind: 'proposals', proposalId })
  return rowOf(parts, agentId)
}

/** What one of the staff may do as of this transaction, in which he is not locked out; null when he is, or is nobody. */
export async function rolesOfAgent(tx: Sql, agentId: string): Promise<readonly Role[] | null> {
  const agent = await agentStays(tx, agentId)
  return agent === null || agent.disabledAt !== null ? null : agent.roles
}
