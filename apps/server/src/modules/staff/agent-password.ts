import { refuse } from '../../platform/errors.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { operatorWords } from '../operator/index.ts'
import { byAgent, writeDeed } from '../deeds/index.ts'
import { isGoodStaffPassword } from './agent-password.rules.ts'
import { provenByBoth } from './agent-proof.ts'
import { deleteAgentSessions } from './agent-sessions.store.ts'
import { writePasswordHash } from './agents.store.ts'
import { type AgentPlace, openAgentSession } from './agents.ts'
import type { StaffParts } from './staff.parts.ts'

export interface PasswordWanted extends AgentPlace {
  oldPassword: string
  newPassword: string
  totp: string
}

/**
 * Changes the password of one of the staff who is logged in, by his present one and a code; all his sessions end, and one with a
 * new token begins. Refuses with INVALID_USER_INFO (422) what is too weak, and as `provenByBoth` does. @returns the token of the
 * session that goes on.
 */
export async function changeAgentPassword(
  parts: StaffParts,
  agent: AgentIdentity,
  { oldPassword, newPassword, totp, ...place }: PasswordWanted,
): Promise<string> {
  if (
    newPassword === oldPassword ||
    !isGoodStaffPassword(newPassword, agent, operatorWords(await parts.operator.settings()))
  ) {
    refuse('INVALID_USER_INFO', { details: { fields: ['newPassword'] } })
  }
  const shown = { password: oldPassword, totp, fields: ['oldPassword', 'totp'] } as const
  const token = await provenByBoth(parts, agent, shown, {
    prepare: () => parts.passwords.hash(newPassword),
    async work(tx, { id }, passwordHash) {
      await writePasswordHash(tx, id, passwordHash)
      await deleteAgentSessions(tx, id)
      await writeDeed(tx, { ...byAgent(agent), deed: 'password-changed', at: parts.clock.now() })
      return openAgentSession(parts, tx, id, place)
    },
  })
  parts.signals.publish({ kind: 'agent-sessions-ended', agentId: agent.agentId })
  return token
}
