import { refuse } from '../../platform/errors.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { requireTurn } from '../../platform/login/require-turn.ts'
import { byAgent, writeDeed } from '../deeds/index.ts'
import { noteSecondFactor } from './agent-sessions.store.ts'
import { failures, lockAgent, noteTotpStep } from './agents.store.ts'
import { freshUntil } from './agents.ts'
import type { StaffParts } from './staff.parts.ts'
import { totpStep } from '../../platform/login/totp.ts'

/**
 * Takes a code anew, for calls that ask for one of the last ten minutes: of this session alone, and each code once, as at
 * the login. Refuses with OTP_CODE_INVALID (422) one that is wrong or was used, and with REQUEST_LIMIT while the session
 * has to wait for wrong ones. @returns until when it counts.
 */
export function stepUp(parts: StaffParts, agent: AgentIdentity, totp: string): Promise<Date> {
  return parts.memory.passwordsInTurn(agent.sessionId, () => takeCodeAnew(parts, agent, totp))
}

async function takeCodeAnew(parts: StaffParts, identity: AgentIdentity, totp: string): Promise<Date> {
  const { agentId, username, sessionId } = identity
  const place = `step-up ${sessionId}`
  const now = parts.clock.now()
  await requireTurn(failures, parts.database, { name: username, place, now })
  const isTaken = await parts.database.transaction(async (tx) => {
    const agent = await lockAgent(tx, agentId)
    const step = agent && agent.disabledAt === null ? totpStep(totp, parts.sealer.open(agent.totpKey), now) : null
    if (agent === null || step === null || step <= agent.totpLastStep) return false
    await noteTotpStep(tx, agentId, step)
    await noteSecondFactor(tx, sessionId, now)
    await failures.forgetPair(tx, username, place)
    await writeDeed(tx, { ...byAgent(identity), deed: 'step-up', at: now })
    return true
  })
  if (isTaken) return freshUntil(now)
  await parts.database.transaction(async (tx) => {
    // Whoever holds a token keeps nobody from the login.
    await failures.countPair(tx, username, place, now)
    await writeDeed(tx, { ...byAgent(identity), deed: 'step-up-refused', at: now })
  })
  return refuse('OTP_CODE_INVALID', { details: { fields: ['totp'] } })
}
