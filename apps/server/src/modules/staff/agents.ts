import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Role } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { AgentAuthentication, AgentIdentity } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import {
  agentSession,
  deleteAgentSession,
  deleteAgentSessions,
  insertAgentSession,
  liveAgentSessions,
  touchAgentSession,
} from './agent-sessions.store.ts'
import {
  agentByUsername,
  type AgentRow,
  insertAgent,
  lockAgent,
  noteTotpStep,
  writeCredentials,
} from './agents.store.ts'
import { type By, byAgent, writeDeed } from '../deeds/index.ts'
import type { StaffParts } from './staff.parts.ts'
import { newTotpKey, totpAddress } from '../../platform/login/totp.ts'

const SESSION_MS = 12 * HOUR_MS
/** A session in which nothing was done for so long is over. */
const IDLE_MS = 30 * MINUTE_MS
/** How long a second factor counts that was given in a session. */
const FRESH_MS = 10 * MINUTE_MS
/** How long a password that was made for somebody waits for him. */
const FIRST_PASSWORD_MS = 3 * DAY_MS
/** How long an expired token is known as one. */
export const EXPIRED_KNOWN_MS = 30 * DAY_MS
/** The last use is written at most this often. */
const TOUCH_EVERY_MS = MINUTE_MS
/** 256 random bits, as base64url. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** What one of the staff gets in by; shown once and kept nowhere as it is. */
export interface AgentCredentials {
  password: string
  totpKey: string
  totpAddress: string
}

// The support's staff: accounts made at the command line, and their sessions by opaque tokens.

/**
 * Spends a code of an agent who was found, and locks him until the transaction ends; null when he may come in no more, his
 * password or key is another, or the code was used, since his password was looked at.
 */
export async function spendCode(tx: Sql, found: AgentRow, step: number): Promise<AgentRow | null> {
  const agent = await lockAgent(tx, found.id)
  if (!agent || agent.disabledAt !== null || agent.passwordHash !== found.passwordHash) return null
  if (agent.totpKey !== found.totpKey || step <= agent.totpLastStep) return null
  await noteTotpStep(tx, agent.id, step)
  return agent
}

async function makeCredentials(
  parts: StaffParts,
  username: string,
): Promise<{ shown: AgentCredentials; kept: Pick<AgentRow, 'passwordHash' | 'totpKey' | 'passwordUntil'> }> {
  const password = makePassword()
  const totpKey = newTotpKey()
  return {
    shown: { password, totpKey, totpAddress: totpAddress(username, totpKey) },
    kept: {
      passwordHash: await parts.passwords.hash(password),
      totpKey: parts.sealer.seal(totpKey),
      passwordUntil: new Date(parts.clock.now().getTime() + FIRST_PASSWORD_MS),
    },
  }
}

/** Null when the user name is somebody's already. */
export async function addAccount(
  parts: StaffParts,
  by: By,
  username: string,
  name: string,
  roles: readonly Role[],
): Promise<AgentCredentials | null> {
  const { shown, kept } = await makeCredentials(parts, username)
  const now = parts.clock.now()
  const agent = { id: newId(now), username, name, roles: [...roles], ...kept, createdAt: now }
  const isNew = await parts.database.transaction(async (tx) => {
    if (!(await insertAgent(tx, agent))) return false
    await writeDeed(tx, {
      ...by,
      deed: 'agent-added',
      after: { username, name, roles: roles.join(', ') },
      at: now,
    })
    return true
  })
  return isNew ? shown : null
}

/**
 * Another password and key, for one who lost his or was disabled; ends his sessions and takes back what was proposed in his
 * name, by whomever. Null: there is no such agent.
 */
export async function resetAccount(parts: StaffParts, by: By, username: string): Promise<AgentCredentials | null> {
  const { shown, kept } = await makeCredentials(parts, username)
  const reset = await parts.database.transaction(async (tx) => {
    const agent = await agentByUsername(tx, username)
    if (agent === null) return null
    await writeCredentials(tx, { id: agent.id, ...kept }, parts.clock.now())
    await deleteAgentSessions(tx, agent.id)
    const proposals = await parts.withdrawProposals(tx, agent.id, by)
    await writeDeed(tx, { ...by, deed: 'agent-reset', after: { username }, at: parts.clock.now() })
    return { agentId: agent.id, proposals }
  })
  if (reset === null) return null
  tellEnded(parts, reset.agentId, reset.proposals)
  return shown
}

/** Tells open pages, once that is kept, that his sessions ended or hold otherwise, and what he proposed that was taken back. */
export function tellEnded({ signals }: StaffParts, agentId: string, proposalIds: readonly string[]): void {
  signals.publish({ kind: 'agent-sessions-ended', agentId })
  for (const proposalId of proposalIds) signals.publish({ kind: 'proposals', proposalId })
}

/** A session ends 12 hours after its beginning, and half an hour after its last deed: what a page asks by itself is none. */
export async function authenticateAgent(
  parts: StaffParts,
  token: string,
  { isDeed }: { isDeed: boolean } = { isDeed: true },
): Promise<AgentAuthentication> {
  if (!TOKEN_FORM.test(token)) return { ok: false, code: 'invalid-token' }
  const session = await agentSession(parts.database, hashOf(token))
  if (session === null || session.disabledAt !== null) return { ok: false, code: 'invalid-token' }
  const now = parts.clock.now()
  const idleMs = now.getTime() - session.lastSeenAt.getTime()
  if (now >= session.expiresAt || idleMs >= IDLE_MS) return { ok: false, code: 'EXPIRED_AUTH_TOKEN' }
  const { tokenHash, agentId, username, name, roles, secondFactorAt } = session
  if (isDeed && idleMs >= TOUCH_EVERY_MS) {
    await touchAgentSession(parts.database, tokenHash, now)
  }
  return {
    ok: true,
    agent: { agentId, sessionId: tokenHash, username, name, roles, freshUntil: freshUntil(secondFactorAt) },
  }
}

/** Until when a second factor counts that was given at a time. */
export function freshUntil(secondFactorAt: Date): Date {
  return new Date(secondFactorAt.getTime() + FRESH_MS)
}

/** From where one of the staff comes. */
export interface AgentPlace {
  /** The part of the address that limits count by. */
  address: string
  /** What his browser says of itself. */
  device: string | null
}

/** Opens a session in the transaction that found the agent's credentials good. @returns its token, kept nowhere. */
export async function openAgentSession(
  parts: StaffParts,
  tx: Sql,
  agentId: string,
  { address, device }: AgentPlace,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = parts.clock.now()
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS)
  await insertAgentSession(tx, { tokenHash: hashOf(token), agentId, address, device, createdAt, expiresAt })
  return token
}

export async function logoutAgent(parts: StaffParts, agent: AgentIdentity): Promise<void> {
  const { agentId, sessionId } = agent
  await parts.database.transaction(async (tx) => {
    await deleteAgentSession(tx, sessionId)
    await writeDeed(tx, { ...byAgent(agent), deed: 'logout', at: parts.clock.now() })
  })
  parts.signals.publish({ kind: 'agent-sessions-ended', agentId })
}

/** Those of these sessions that would still authenticate, with what may be done in each. */
export function liveSessions(
  parts: StaffParts,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Role[]>> {
  return liveAgentSessions(parts.database, sessionIds, lettingInAt(parts.clock.now()))
}

/** Which sessions let somebody in at a time: those used since `idleSince`, as far as they go on. */
export function lettingInAt(now: Date): { now: Date; idleSince: Date } {
  return { now, idleSince: new Date(now.getTime() - IDLE_MS) }
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password of 99 random bits in groups that can be read out. */
function makePassword(): string {
  const group = (): string => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
