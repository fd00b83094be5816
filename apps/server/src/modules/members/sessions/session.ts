import { hash, randomBytes } from 'node:crypto'
import type { Sql } from '../../../platform/database/types.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Identity } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { hasLoggedIn, LOGIN, writeDown } from '../member/audit.store.ts'
import type { MemberState } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import type { Authentication, TokenProblem } from '../members.types.ts'
import {
  deleteOldestSessions,
  deleteSession,
  deleteSessions,
  insertSession,
  isConfirmed,
  lockPassword,
  readLiveSessions,
  readSession,
  readSessions,
  replaceSession,
  type SessionRow,
  touchSession,
} from './session.store.ts'

/** Rulings 5.5, decisions section 5. */
const REMEMBERED_MS = 30 * DAY_MS
const UNREMEMBERED_MS = DAY_MS
const SESSIONS_MAX = 10
/** How long an expired token is known as one. */
export const EXPIRED_KNOWN_MS = 30 * DAY_MS
/** The last use is written at most this often. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS
const DEVICE_MAX = 200
/** How long a password that was given counts for what asks for it. */
const CONFIRMED_MS = 15 * MINUTE_MS

/** 256 random bits, as base64url. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/
const hashOf = (token: string) => hash('sha256', token)

const problemOfState: Record<Exclude<MemberState, 'active'>, TokenProblem> = {
  gone: 'INVALID_USER_1',
  merged: 'INVALID_USER_3',
  closed: 'INVALID_USER_4',
  inactive: 'INACTIVE_USER',
}

export interface NewLogin {
  memberId: string
  /** The kept form of the password that was checked. */
  passwordHash: string
  username: string
  address: string
  device: string | null
  remember: boolean
  /** Whether the browser has logged in as this member before. */
  isKnownDevice: boolean
  /** When a factor was given with the login; null where none was asked for. */
  factorAt: Date | null
}

// Sessions by opaque tokens, of which only SHA-256 is kept.

/** The sessions of the member that are open, the newest first. */
export function openSessions({ database, clock }: MembersParts, memberId: string): Promise<SessionRow[]> {
  return readSessions(database, memberId, clock.now())
}

/** Which of these sessions are neither ended nor expired, and of members who may still come in. */
export function liveSessions({ database, clock }: MembersParts, ids: readonly string[]): Promise<Set<string>> {
  return readLiveSessions(database, ids, clock.now())
}

/** False when the member has no such session. */
export async function endSession(parts: MembersParts, memberId: string, sessionId: string): Promise<boolean> {
  const hasEnded = await deleteSession(parts.database, memberId, sessionId)
  if (hasEnded) parts.onSessionsEnded(memberId)
  return hasEnded
}

/**
 * Opens a session, ends the oldest beyond ten, and answers its token, which is kept nowhere; null when the member has
 * another password by now or was locked, which has ended all sessions and must not be outlived by this one.
 */
export async function openSession(
  parts: MembersParts,
  { memberId, passwordHash, username, address, device, remember, isKnownDevice, factorAt }: NewLogin,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const now = parts.clock.now()
  const expiresAt = new Date(now.getTime() + (remember ? REMEMBERED_MS : UNREMEMBERED_MS))
  const opened = await parts.database.transaction(async (tx) => {
    if ((await lockPassword(tx, memberId)) !== passwordHash) return null
    // Whoever never logged in has no devices yet that this one could be new beside.
    const isNewDevice = !isKnownDevice && (await hasLoggedIn(tx, memberId))
    await insertSession(tx, {
      id: newId(now),
      memberId,
      tokenHash: hashOf(token),
      username,
      address,
      device: device?.slice(0, DEVICE_MAX) ?? null,
      isNewDevice,
      factorAt,
      createdAt: now,
      expiresAt,
    })
    const detail = { device: device?.slice(0, DEVICE_MAX) ?? null, ...(isNewDevice ? { isNewDevice } : {}) }
    await writeDown(tx, { memberId, action: LOGIN, detail, address, at: now })
    return { isNewDevice, ended: await deleteOldestSessions(tx, memberId, SESSIONS_MAX, now) }
  })
  if (opened === null) return null
  if (opened.ended > 0) parts.onSessionsEnded(memberId)
  if (opened.isNewDevice) parts.onSecurityNews(memberId, 'new-device')
  return token
}

/**
 * Puts a new session in the place of one, with as long to live, and answers its token and id; null when it has ended.
 * Whoever knows the old token knows nothing any more.
 */
export async function renewSession(
  parts: MembersParts,
  tx: Sql,
  sessionId: string,
): Promise<{ id: string; token: string } | null> {
  const token = randomBytes(32).toString('base64url')
  const now = parts.clock.now()
  const id = newId(now)
  const isThere = await replaceSession(tx, { from: sessionId, to: id, tokenHash: hashOf(token), now })
  return isThere ? { id, token } : null
}

export async function authenticateMember(parts: MembersParts, token: string): Promise<Authentication> {
  if (!TOKEN_FORM.test(token)) return { ok: false, code: 'invalid-token' }
  const session = await readSession(parts.database, hashOf(token))
  if (!session) return { ok: false, code: 'invalid-token' }
  const now = parts.clock.now()
  const expiredMs = now.getTime() - session.expiresAt.getTime()
  if (expiredMs >= EXPIRED_KNOWN_MS) return { ok: false, code: 'invalid-token' }
  if (expiredMs >= 0) return { ok: false, code: 'EXPIRED_AUTH_TOKEN' }
  if (session.state === null) return { ok: false, code: 'INVALID_USER_1' }
  if (session.state !== 'active') return { ok: false, code: problemOfState[session.state] }
  if (session.memberUsername !== session.username) return { ok: false, code: 'INVALID_USER_2' }
  if (now.getTime() - session.lastUsedAt.getTime() >= TOUCH_EVERY_MS)
    await touchSession(parts.database, session.id, now)
  const { id: sessionId, memberId, username, factorAt, isNewDevice, createdAt } = session
  const newDeviceAt = isNewDevice ? createdAt : null
  return { ok: true, member: { memberId, sessionId, username, factorAt, newDeviceAt } }
}

/** Whether the password was given in this session shortly before. */
export function hasConfirmed(parts: MembersParts, { sessionId }: Pick<Identity, 'sessionId'>): Promise<boolean> {
  return isConfirmed(parts.database, sessionId, new Date(parts.clock.now().getTime() - CONFIRMED_MS))
}

/** Refuses with PASSWORD_NEEDED unless the password was given in this session shortly before. */
export async function requireConfirmed(parts: MembersParts, member: Pick<Identity, 'sessionId'>): Promise<void> {
  if (!(await hasConfirmed(parts, member))) refuse('PASSWORD_NEEDED')
}

/**
 * As `endSession`, by a member who is logged in; refuses with NO_DATA where he has no such session. Of another than his own
 * only shortly after he gave his password, else refuses with PASSWORD_NEEDED: who found a phone open, or stole its token,
 * does not log out its owner.
 */
export async function endSessionByMember(parts: MembersParts, member: Identity, sessionId: string): Promise<void> {
  if (sessionId !== member.sessionId) await requireConfirmed(parts, member)
  if (!(await endSession(parts, member.memberId, sessionId))) refuse('NO_DATA')
}

/** Ends all sessions of the member but the one that asks; as `endSessionByMember` does for one. */
export async function endOtherSessions(parts: MembersParts, member: Identity): Promise<void> {
  await requireConfirmed(parts, member)
  await deleteSessions(parts.database, member.memberId, member.sessionId)
  parts.onSessionsEnded(member.memberId)
}
