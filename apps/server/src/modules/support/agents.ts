import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { AgentAuthentication } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import type { Sealer } from '../../platform/sealer.ts'
import {
  agentByUsername,
  type AgentListed,
  type AgentRow,
  agentSession,
  agentsListed,
  deleteAgentSession,
  deleteAgentSessions,
  disableAgent,
  insertAgent,
  insertAgentSession,
  liveAgentSessions,
  touchAgentSession,
  writeCredentials,
} from './agents.store.ts'
import { writeDeed } from './audit.store.ts'
import { freeRooms } from './desk-rooms.store.ts'
import { newTotpKey, totpAddress } from './totp.ts'

const SESSION_MS = 12 * 3_600_000
/** A session in which nothing was done for so long is over. */
const IDLE_MS = 30 * 60_000
/** How long a password that was made for somebody waits for him. */
const FIRST_PASSWORD_MS = 72 * 3_600_000
/** How long an expired token is known as one. */
export const EXPIRED_KNOWN_MS = 30 * 24 * 3_600_000
/** The last use is written at most this often. */
const TOUCH_EVERY_MS = 60_000
/** 256 random bits, as base64url. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** What one of the staff gets in by; shown once and kept nowhere as it is. */
export interface AgentCredentials {
  password: string
  totpKey: string
  totpAddress: string
}

export interface Agents {
  /** Null when the user name is somebody's already. */
  add(username: string, name: string): Promise<AgentCredentials | null>
  /** Another password and key, for one who lost his or was disabled; ends his sessions. Null: there is no such agent. */
  reset(username: string): Promise<AgentCredentials | null>
  /** Ends his sessions, gives back his rooms, and lets him in no more. False when there is no such agent. */
  disable(username: string): Promise<boolean>
  list(): Promise<AgentListed[]>
  /** A session ends 12 hours after its beginning, and half an hour after its last deed: what a page asks by itself is none. */
  authenticate(token: string, asked?: { isDeed: boolean }): Promise<AgentAuthentication>
  /** Opens a session in the transaction that found the agent's credentials good. @returns its token, kept nowhere. */
  open(tx: Sql, agentId: string, address: string): Promise<string>
  logout(agent: { agentId: string; sessionId: string }): Promise<void>
  /** Which of these sessions would still authenticate. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
}

export interface AgentsDeps {
  database: Database
  clock: Clock
  passwords: Passwords
  sealer: Sealer
  /** Told after sessions of an agent ended before their time. */
  onSessionsEnded: (agentId: string) => void
}

/** The support's staff: accounts made at the command line, and their sessions by opaque tokens. */
export function createAgents(deps: AgentsDeps): Agents {
  const { database, clock, passwords, sealer, onSessionsEnded } = deps

  async function makeCredentials(
    username: string,
  ): Promise<{ shown: AgentCredentials; kept: Pick<AgentRow, 'passwordHash' | 'totpKey' | 'passwordUntil'> }> {
    const password = makePassword()
    const totpKey = newTotpKey()
    return {
      shown: { password, totpKey, totpAddress: totpAddress(username, totpKey) },
      kept: {
        passwordHash: await passwords.hash(password),
        totpKey: sealer.seal(totpKey),
        passwordUntil: new Date(clock.now().getTime() + FIRST_PASSWORD_MS),
      },
    }
  }

  return {
    async add(username, name) {
      const { shown, kept } = await makeCredentials(username)
      const now = clock.now()
      const agent = { id: newId(now), username, name, ...kept, createdAt: now }
      const isNew = await database.transaction(async (tx) => {
        if (!(await insertAgent(tx, agent))) return false
        await writeDeed(tx, { agentId: null, action: 'agent-added', details: { username, name }, at: now })
        return true
      })
      return isNew ? shown : null
    },

    async reset(username) {
      const { shown, kept } = await makeCredentials(username)
      const agentId = await database.transaction(async (tx) => {
        const agent = await agentByUsername(tx, username)
        if (agent === null) return null
        await writeCredentials(tx, { id: agent.id, ...kept })
        await deleteAgentSessions(tx, agent.id)
        await writeDeed(tx, { agentId: null, action: 'agent-reset', details: { username }, at: clock.now() })
        return agent.id
      })
      if (agentId === null) return null
      onSessionsEnded(agentId)
      return shown
    },

    async disable(username) {
      const now = clock.now()
      const agentId = await database.transaction(async (tx) => {
        const agent = await agentByUsername(tx, username)
        if (agent === null) return null
        await disableAgent(tx, agent.id, now)
        await deleteAgentSessions(tx, agent.id)
        const rooms = await freeRooms(tx, { agentId: agent.id, now })
        for (const { roomId } of rooms) {
          await writeDeed(tx, { agentId: null, action: 'release', roomId, details: { from: agent.id }, at: now })
        }
        await writeDeed(tx, {
          agentId: null,
          action: 'agent-disabled',
          details: { username, rooms: rooms.length },
          at: now,
        })
        return agent.id
      })
      if (agentId !== null) onSessionsEnded(agentId)
      return agentId !== null
    },

    list: () => agentsListed(database),

    async authenticate(token, { isDeed } = { isDeed: true }) {
      if (!TOKEN_FORM.test(token)) return { ok: false, code: 'invalid-token' }
      const session = await agentSession(database, hashOf(token))
      if (session === null || session.disabledAt !== null) return { ok: false, code: 'invalid-token' }
      const now = clock.now()
      const idleMs = now.getTime() - session.lastSeenAt.getTime()
      if (now >= session.expiresAt || idleMs >= IDLE_MS) return { ok: false, code: 'EXPIRED_AUTH_TOKEN' }
      const { tokenHash, agentId, username, name } = session
      if (isDeed && idleMs >= TOUCH_EVERY_MS) {
        await touchAgentSession(database, tokenHash, now)
      }
      return { ok: true, agent: { agentId, sessionId: tokenHash, username, name } }
    },

    async open(tx, agentId, address) {
      const token = randomBytes(32).toString('base64url')
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + SESSION_MS)
      await insertAgentSession(tx, { tokenHash: hashOf(token), agentId, address, createdAt, expiresAt })
      return token
    },

    async logout({ agentId, sessionId }) {
      await database.transaction(async (tx) => {
        await deleteAgentSession(tx, sessionId)
        await writeDeed(tx, { agentId, action: 'logout', at: clock.now() })
      })
      onSessionsEnded(agentId)
    },

    liveSessions: (sessionIds) => {
      const now = clock.now()
      const idleSince = new Date(now.getTime() - IDLE_MS)
      return liveAgentSessions(database, sessionIds, { now, idleSince })
    },
  }
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password of 99 random bits in groups that can be read out. */
function makePassword(): string {
  const group = (): string => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
