import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { countNameFailure, countPairFailure, loginWait } from '../../platform/login/failures.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import { createTurns } from '../../platform/login/turns.ts'
import type { Sealer } from '../../platform/sealer.ts'
import type { Agents } from './agents.ts'
import {
  agentByUsername,
  type AgentRow,
  forgetFailures,
  isAgentAddress,
  lockAgent,
  lockFailures,
  noteTotpStep,
  readFailures,
  writeFailures,
} from './agents.store.ts'
import { noteFailedLogin, writeDeed } from './audit.store.ts'
import { newTotpKey, totpStep } from './totp.ts'

export interface AgentLoginRequest {
  username: string
  password: string
  totp: string
  /** The part of the address that limits count by. */
  address: string
}

export interface LoggedIn {
  token: string
  agent: { _id: string; name: string; username: string }
}

export interface AgentLoginDeps {
  database: Database
  clock: Clock
  passwords: Passwords
  sealer: Sealer
  agents: Pick<Agents, 'open'>
}

/**
 * Login of staff: user name, password and a code, each of which must be right and none of which the answer tells apart.
 * One refusal, WRONG_CREDENTIAL, after the same work whatever was wrong; delays by REQUEST_LIMIT with retry-after, as for
 * members (rulings 5.5). A code lets in once. Every try is written down, failed ones by their count.
 */
export function createAgentLogin(deps: AgentLoginDeps): (request: AgentLoginRequest) => Promise<LoggedIn> {
  const { database, clock, passwords, sealer, agents } = deps
  const inTurn = createTurns()
  const nobodysKey = sealer.seal(newTotpKey())

  async function noteFailure(username: string, address: string, agentId: string | null): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      const { pair, name } = await lockFailures(tx, username, address, now)
      await writeFailures(tx, username, address, {
        pair: countPairFailure(pair, now),
        name: countNameFailure(name, now),
      })
      // Whoever mistakes one field for the other types his password as a name: nobody's name is not kept.
      await noteFailedLogin(tx, { agentId, username: agentId === null ? null : username, address, at: now })
    })
  }

  /** Opens the session unless the code was used, or the agent changed, while the password was being checked. */
  function letIn(found: AgentRow, step: number, address: string): Promise<string | null> {
    return database.transaction(async (tx) => {
      const agent = await lockAgent(tx, found.id)
      if (!agent || agent.disabledAt !== null || agent.passwordHash !== found.passwordHash) return null
      if (agent.totpKey !== found.totpKey || step <= agent.totpLastStep) return null
      await noteTotpStep(tx, agent.id, step)
      await forgetFailures(tx, agent.username, address)
      await writeDeed(tx, { agentId: agent.id, action: 'login', details: { address }, at: clock.now() })
      return agents.open(tx, agent.id, address)
    })
  }

  async function attempt(username: string, { password, totp, address }: AgentLoginRequest): Promise<LoggedIn> {
    const agent = await agentByUsername(database, username)
    const waitS = loginWait({
      now: clock.now(),
      ...(await readFailures(database, username, address)),
      // Asked also of nobody, so that unknown names cost the same time.
      isKnownAddress: await isAgentAddress(database, agent?.id ?? '', address),
    })
    if (waitS !== null) refuse('REQUEST_LIMIT', { retryAfterS: waitS })
    const isRight = await passwords.verify(password, agent?.passwordHash ?? null)
    const step = totpStep(totp, sealer.open(agent?.totpKey ?? nobodysKey), clock.now())
    const token = agent && isRight && step !== null ? await letIn(agent, step, address) : null
    if (token !== null && agent) {
      return { token, agent: { _id: agent.id, name: agent.name, username: agent.username } }
    }
    await noteFailure(username, address, agent?.id ?? null)
    return refuse('WRONG_CREDENTIAL')
  }

  return async function login(request) {
    const username = request.username.trim().toLowerCase()
    return inTurn(`${username} ${request.address}`, () => attempt(username, request))
  }
}
