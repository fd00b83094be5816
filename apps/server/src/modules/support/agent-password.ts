import { refuse } from '../../platform/errors.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { loginDoor } from '../../platform/login/failures.ts'
import { operatorWords } from '../operator/index.ts'
import { byAgent } from '../deeds/index.ts'
import { isGoodStaffPassword } from './agent-password.rules.ts'
import {
  agentByUsername,
  type AgentRow,
  deleteAgentSessions,
  failures,
  lockAgent,
  noteTotpStep,
  writePasswordHash,
} from './agents.store.ts'
import { openAgentSession } from './agents.ts'
import { noteDeed } from './audit.store.ts'
import type { SupportParts } from './support.parts.ts'
import { totpStep } from '../../platform/login/totp.ts'

export interface PasswordWanted {
  oldPassword: string
  newPassword: string
  totp: string
  /** The part of the address that limits count by. */
  address: string
}

// Changes the password of one of the staff who is logged in, by his present one and a code, which are good for nothing
// else then; all his sessions end, and one with a new token begins. Refuses with INVALID_USER_INFO (422) what is too weak, with WRONG_PASSWORD (422)
// whichever of the two is wrong, and with REQUEST_LIMIT while the session has to wait, as at the login (rulings 5.5).

async function noteFailure(parts: SupportParts, identity: AgentIdentity, place: string): Promise<void> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    // Whoever holds a token keeps nobody from the login.
    await failures.countPair(tx, identity.username, place, now)
    await noteDeed(tx, { ...byAgent(identity), action: 'password-refused', at: now })
  })
}

/** The new token; null when the code was used, or the agent changed, while the password was being checked. */
function write(
  parts: SupportParts,
  found: AgentRow,
  given: { step: number; passwordHash: string; place: string; address: string },
): Promise<string | null> {
  return parts.database.transaction(async (tx) => {
    const agent = await lockAgent(tx, found.id)
    if (!agent || agent.disabledAt !== null || agent.passwordHash !== found.passwordHash) return null
    if (agent.totpKey !== found.totpKey || given.step <= agent.totpLastStep) return null
    await noteTotpStep(tx, agent.id, given.step)
    await writePasswordHash(tx, agent.id, given.passwordHash)
    await deleteAgentSessions(tx, agent.id)
    await failures.forgetPair(tx, agent.username, given.place)
    await noteDeed(tx, {
      ...byAgent({ agentId: agent.id, address: given.address }),
      action: 'password-changed',
      at: parts.clock.now(),
    })
    return openAgentSession(parts, tx, agent.id, given.address)
  })
}

async function attempt(
  parts: SupportParts,
  identity: AgentIdentity,
  { oldPassword, newPassword, totp, address }: PasswordWanted,
): Promise<string> {
  const { username, sessionId, agentId } = identity
  const place = `session ${sessionId}`
  const pair = await failures.pairOf(parts.database, username, place)
  const { waitS } = loginDoor({ now: parts.clock.now(), pair, name: null, isKnown: true })
  if (waitS !== null) refuse('REQUEST_LIMIT', { retryAfterS: waitS })
  const agent = await agentByUsername(parts.database, username)
  const isRight = await parts.passwords.verify(oldPassword, agent?.passwordHash ?? null)
  const step = agent === null ? null : totpStep(totp, parts.sealer.open(agent.totpKey), parts.clock.now())
  const token =
    agent !== null && isRight && step !== null
      ? await write(parts, agent, { step, passwordHash: await parts.passwords.hash(newPassword), place, address })
      : null
  if (token === null) {
    await noteFailure(parts, identity, place)
    return refuse('WRONG_PASSWORD', { details: { fields: ['oldPassword', 'totp'] } })
  }
  parts.signals.publish({ kind: 'agent-sessions-ended', agentId })
  return token
}

/** @returns the token of the session that goes on. */
export async function changeAgentPassword(
  parts: SupportParts,
  agent: AgentIdentity,
  wanted: PasswordWanted,
): Promise<string> {
  const { newPassword, oldPassword } = wanted
  if (
    newPassword === oldPassword ||
    !isGoodStaffPassword(newPassword, agent, operatorWords(await parts.operator.settings()))
  ) {
    refuse('INVALID_USER_INFO', { details: { fields: ['newPassword'] } })
  }
  return parts.memory.passwordsInTurn(agent.sessionId, () => attempt(parts, agent, wanted))
}
