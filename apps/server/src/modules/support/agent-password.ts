import { isGoodStaffPassword } from './agent-password.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { countPairFailure, loginDoor } from '../../platform/login/failures.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import { createTurns } from '../../platform/login/turns.ts'
import type { Sealer } from '../../platform/sealer.ts'
import {
  agentByUsername,
  type AgentRow,
  deleteAgentSessions,
  forgetFailures,
  lockAgent,
  lockFailures,
  noteTotpStep,
  readFailures,
  writeFailures,
  writePasswordHash,
} from './agents.store.ts'
import { writeDeed } from './audit.store.ts'
import { totpStep } from './totp.ts'

export interface PasswordWanted {
  oldPassword: string
  newPassword: string
  totp: string
}

export interface AgentPasswordDeps {
  database: Database
  clock: Clock
  passwords: Passwords
  sealer: Sealer
  /** Words that the operator is known by. */
  operatorWords(): Promise<string[]>
  /** Told after sessions of an agent ended before their time. */
  onSessionsEnded: (agentId: string) => void
}

/**
 * Changes the password of one of the staff who is logged in, by his present one and a code, which are good for nothing
 * else then; his other sessions end. Refuses with INVALID_USER_INFO (422) what is too weak, with WRONG_PASSWORD (422)
 * whichever of the two is wrong, and with REQUEST_LIMIT while the session has to wait, as at the login (rulings 5.5).
 */
export function createAgentPassword(
  deps: AgentPasswordDeps,
): (agent: AgentIdentity, wanted: PasswordWanted) => Promise<void> {
  const { database, clock, passwords, sealer, operatorWords, onSessionsEnded } = deps
  const inTurn = createTurns()

  async function noteFailure({ agentId, username }: AgentIdentity, place: string): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      const { pair, name } = await lockFailures(tx, username, place, now)
      // Whoever holds a token keeps nobody from the login.
      const counted = { pair: countPairFailure(pair, now), name: name ?? { count: 0, since: now } }
      await writeFailures(tx, username, place, counted)
      await writeDeed(tx, { agentId, action: 'password-refused', at: now })
    })
  }

  /** False when the code was used, or the agent changed, while the password was being checked. */
  function write(
    { sessionId }: AgentIdentity,
    found: AgentRow,
    given: { step: number; passwordHash: string; place: string },
  ): Promise<boolean> {
    return database.transaction(async (tx) => {
      const agent = await lockAgent(tx, found.id)
      if (!agent || agent.disabledAt !== null || agent.passwordHash !== found.passwordHash) return false
      if (agent.totpKey !== found.totpKey || given.step <= agent.totpLastStep) return false
      await noteTotpStep(tx, agent.id, given.step)
      await writePasswordHash(tx, agent.id, given.passwordHash)
      await deleteAgentSessions(tx, agent.id, sessionId)
      await forgetFailures(tx, agent.username, given.place)
      await writeDeed(tx, { agentId: agent.id, action: 'password-changed', at: clock.now() })
      return true
    })
  }

  async function attempt(identity: AgentIdentity, { oldPassword, newPassword, totp }: PasswordWanted): Promise<void> {
    const { username, sessionId, agentId } = identity
    const place = `session ${sessionId}`
    const { pair } = await readFailures(database, username, place)
    const { waitS } = loginDoor({ now: clock.now(), pair, name: null, isKnown: true })
    if (waitS !== null) refuse('REQUEST_LIMIT', { retryAfterS: waitS })
    const agent = await agentByUsername(database, username)
    const isRight = await passwords.verify(oldPassword, agent?.passwordHash ?? null)
    const step = agent === null ? null : totpStep(totp, sealer.open(agent.totpKey), clock.now())
    const isChanged =
      agent !== null &&
      isRight &&
      step !== null &&
      (await write(identity, agent, { step, passwordHash: await passwords.hash(newPassword), place }))
    if (!isChanged) {
      await noteFailure(identity, place)
      refuse('WRONG_PASSWORD', { details: { fields: ['oldPassword', 'totp'] } })
    }
    onSessionsEnded(agentId)
  }

  return async (agent, wanted) => {
    const { newPassword, oldPassword } = wanted
    if (newPassword === oldPassword || !isGoodStaffPassword(newPassword, agent, await operatorWords())) {
      refuse('INVALID_USER_INFO', { details: { fields: ['newPassword'] } })
    }
    await inTurn(agent.sessionId, () => attempt(agent, wanted))
  }
}
