import type { Role } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { refuse } from '../../platform/errors.ts'
import { loginDoor } from '../../platform/login/failures.ts'
import type { ShownProof } from '../../platform/login/proofs.ts'
import type { Sealer } from '../../platform/sealer.ts'
import { operatorWords } from '../operator/index.ts'
import { type Actor, byAgent, deedsSince, tallyDeed, writeDeed } from '../deeds/index.ts'
import { isGoodStaffPassword } from './agent-password.rules.ts'
import { isAgentAddress } from './agent-sessions.store.ts'
import { agentByUsername, type AgentRow, failures, writePasswordHash } from './agents.store.ts'
import { type AgentPlace, openAgentSession, spendCode } from './agents.ts'
import type { StaffParts } from './staff.parts.ts'
import { newTotpKey, totpStep } from '../../platform/login/totp.ts'

export interface AgentLoginRequest extends AgentPlace {
  username: string
  password: string
  totp: string
  /** What he chooses in place of a password that was made for him. */
  newPassword: string | null
  /** The cookies of the browser, by which a device that logged in before is known, and the proof of work. */
  cookies: string | undefined
  proof: ShownProof
}

export interface LoggedIn {
  token: string
  /** What lets the device be known from now on. */
  cookie: string
  agent: { _id: string; name: string; username: string; roles: Role[] }
}

// Login of staff: user name, password and a code, each of which must be right and none of which the answer tells apart. One
// refusal, WRONG_CREDENTIAL, after the same work whatever was wrong; delays by REQUEST_LIMIT with retry-after and work for
// strangers while a name is guessed at, as for members (decision 31). A code lets in once. Every try is written down, failed ones
// by their count. A password that was made for him lets in once, within three days, and only to choose another: NEW_PASSWORD
// (403) asks for it, and leaves the code good.

/** How long one row stands for all failed logins of somebody from one address. */
const FAILED_NOTED_MS = 10 * MINUTE_MS

/**
 * Writes down a failed login: `count` of the row says how many there were in the ten minutes after the first, so that
 * whoever guesses fills no page, and the disk still less. `agentId` and `username` are null where nobody is meant.
 */
async function writeFailedLogin(
  tx: Sql,
  given: { agentId: string | null; username: string | null; address: string; at: Date },
): Promise<void> {
  const { agentId, username, address, at } = given
  const actor: Actor = agentId === null ? 'nobody' : `agent:${agentId}`
  const since = new Date(at.getTime() - FAILED_NOTED_MS)
  const [first] = await deedsSince(tx, { actor, deed: 'login-failed', since, address })
  if (first === undefined) await writeDeed(tx, { actor, address, deed: 'login-failed', after: { username }, at })
  else await tallyDeed(tx, first.id)
}

async function noteFailure(
  parts: StaffParts,
  username: string,
  place: string,
  address: string,
  agentId: string | null,
): Promise<void> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    await failures.countPair(tx, username, place, now)
    // What goes wrong on a device of his own is no stranger's doing.
    if (place === address) await failures.countName(tx, username, now)
    await writeFailedLogin(tx, { agentId, username: agentId === null ? null : username, address, at: now })
  })
}

/** Opens the session unless the code was used, or the agent changed, while the password was being checked. */
function letIn(
  parts: StaffParts,
  found: AgentRow,
  at: AgentPlace & { step: number; place: string },
  newHash: string | null,
): Promise<string | null> {
  const { step, place, address, device } = at
  return parts.database.transaction(async (tx) => {
    const agent = await spendCode(tx, found, step)
    if (agent === null) return null
    const by = byAgent({ agentId: agent.id, address })
    if (newHash !== null) {
      await writePasswordHash(tx, agent.id, newHash)
      await writeDeed(tx, { ...by, deed: 'password-changed', at: parts.clock.now() })
    }
    await failures.forgetPair(tx, agent.username, place)
    await writeDeed(tx, { ...by, deed: 'login', at: parts.clock.now() })
    return openAgentSession(parts, tx, agent.id, { address, device })
  })
}

/** The kept form of what he chose in place of the password that was made for him; null where he had chosen it before. */
async function chosen(
  parts: StaffParts,
  agent: AgentRow,
  { password, newPassword }: AgentLoginRequest,
): Promise<string | null> {
  if (agent.passwordUntil === null) return null
  if (newPassword === null) return refuse('NEW_PASSWORD')
  if (
    newPassword === password ||
    !isGoodStaffPassword(newPassword, agent, operatorWords(await parts.operator.settings()))
  ) {
    return refuse('INVALID_USER_INFO', { details: { fields: ['newPassword'] } })
  }
  return parts.passwords.hash(newPassword)
}

async function logIn(
  parts: StaffParts,
  username: string,
  place: string,
  request: AgentLoginRequest,
): Promise<LoggedIn> {
  const { password, totp, address, device, cookies } = request
  const agent = await agentByUsername(parts.database, username)
  // Whoever mistakes one field for the other types his password as a name: nobody's name is not kept.
  const counted = agent === null ? parts.devices.countedAs(username) : username
  const door = loginDoor({
    now: parts.clock.now(),
    pair: await failures.pairOf(parts.database, counted, place),
    name: await failures.nameOf(parts.database, counted),
    // Asked also of nobody, so that unknown names cost the same time.
    isKnown: (await isAgentAddress(parts.database, agent?.id ?? '', address)) || place !== address,
  })
  if (door.waitS !== null) refuse('REQUEST_LIMIT', { retryAfterS: door.waitS })
  if (door.proofBits !== null) await parts.proofs.demand(request.proof, { purpose: 'desk login', bits: door.proofBits })
  const isRight = await parts.passwords.verify(password, agent?.passwordHash ?? null)
  const step = totpStep(totp, parts.sealer.open(agent?.totpKey ?? nobodysKey(parts.sealer)), parts.clock.now())
  const isInTime = agent === null || agent.passwordUntil === null || parts.clock.now() < agent.passwordUntil
  const isKnown = agent !== null && agent.disabledAt === null && isRight && isInTime
  const token =
    isKnown && step !== null && step > agent.totpLastStep
      ? await letIn(parts, agent, { step, place, address, device }, await chosen(parts, agent, request))
      : null
  if (token !== null && agent) {
    const cookie = parts.devices.remember(cookies, username)
    const { id, name, roles } = agent
    return { token, cookie, agent: { _id: id, name, username: agent.username, roles } }
  }
  await noteFailure(parts, counted, place, address, agent?.id ?? null)
  return refuse('WRONG_CREDENTIAL')
}

export async function loginAgent(parts: StaffParts, request: AgentLoginRequest): Promise<LoggedIn> {
  const username = request.username.trim().toLowerCase()
  const place = parts.devices.laneOf(request.cookies, username) ?? request.address
  return parts.memory.loginsInTurn(`${username} ${place}`, () => logIn(parts, username, place, request))
}

const keysOfNobody = new WeakMap<Pick<Sealer, 'seal'>, string>()

/** A sealed key that is nobody's: to open it takes as long as to open somebody's. */
function nobodysKey(sealer: Pick<Sealer, 'seal'>): string {
  const key = keysOfNobody.get(sealer) ?? sealer.seal(newTotpKey())
  keysOfNobody.set(sealer, key)
  return key
}
