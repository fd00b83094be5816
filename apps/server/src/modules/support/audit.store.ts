import { HOUR_MS } from '../../platform/durations.ts'
import { createHmac, randomBytes } from 'node:crypto'
import {
  ALL_DEEDS_READERS,
  type AnswerOf,
  type DeedGroup,
  type desk,
  type DeskAuditRow,
  hasRole,
} from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import {
  type Actor,
  agentOf,
  type By,
  byAgent,
  type DeedRow,
  deedsPage,
  deedsSince,
  tallyDeed,
  writeDeed,
} from '../deeds/index.ts'
import { agentNames } from './desk-rooms.store.ts'
import type { SupportParts } from './support.parts.ts'

/** What staff do, and what is done to them from the command line. */
export type DeskAction =
  | 'agent-added'
  | 'agent-reset'
  | 'agent-disabled'
  | 'agent-roles'
  | 'agent-sessions-ended'
  | 'audit-exported'
  | 'login'
  | 'login-failed'
  | 'password-changed'
  | 'password-refused'
  | 'factor-offered'
  | 'factor-refused'
  | 'factor-renewed'
  | 'step-up'
  | 'step-up-refused'
  | 'logout'
  | 'inbox-read'
  | 'room-read'
  | 'claim'
  | 'release'
  | 'take-over'
  | 'end'
  | 'message'
  | 'upload'
  | 'reply-added'
  | 'reply-changed'
  | 'reply-removed'

export interface DeskDeed extends By {
  action: DeskAction
  roomId?: string | null
  memberId?: string | null
  before?: Facts
  /** Never a secret. */
  after?: Facts
  reason?: string
  at: Date
}

type Facts = Readonly<Record<string, string | number | null>>

const ROOM = 'room:'

/** Writes down what was done, in the transaction that does it. */
export async function noteDeed(tx: Sql, { action, roomId = null, ...deed }: DeskDeed): Promise<void> {
  const about = roomId === null ? {} : { subject: `${ROOM}${roomId}`, memberId: await memberOf(tx, roomId) }
  await writeDeed(tx, { deed: action, ...about, ...deed })
}

/** Whose a room is; null for a guest's. */
async function memberOf(sql: Sql, roomId: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(`select id from support_room where id = $1 and owner_kind = 'member'`, [
    roomId,
  ])
  return row?.id ?? null
}

/** How long one row says that an agent reads a room: pages ask for it again and again. */
const READ_NOTED_MS = 10 * 60_000

/** Writes down that an agent looks into a room, unless that was written a moment ago. */
export async function noteReading(sql: Sql, agent: AgentIdentity, roomId: string, at: Date): Promise<void> {
  const by = byAgent(agent)
  const since = new Date(at.getTime() - READ_NOTED_MS)
  const seen = await deedsSince(sql, { actor: by.actor, deed: 'room-read', since, subject: `${ROOM}${roomId}` })
  if (seen.length === 0) await noteDeed(sql, { ...by, action: 'room-read', roomId, at })
}

/** How many pages of the inbox past the first one agent looks at in an hour: enough to find somebody, too few to copy all. */
const INBOX_PAGES_MAX = 60

/** Nobody else's, and gone with the process: a phone number cannot be found again from what is written down of a search. */
const searchKey = randomBytes(32)

/**
 * What was searched for, of its digits the last four and of each word the first letter, and by letters that tell two such
 * searches apart: deeds outlive who is erased.
 */
function searchNoted(find: string | null): { find: string | null; search?: string } {
  if (find === null) return { find }
  const search = createHmac('sha256', searchKey).update(find).digest('hex').slice(0, 8)
  const initials = find.replaceAll(/(?<=[\p{L}\p{M}])[\p{L}\p{M}]/gu, '•')
  return { find: initials.replaceAll(/\d(?=\d{4})/g, '•'), search }
}

/**
 * Writes down that an agent looks at a page of the inbox, unless that was written a moment ago. False when he has leafed
 * through too many: then nothing is written, and nothing is to be shown.
 */
export async function noteInboxPage(
  sql: Sql,
  agent: AgentIdentity,
  given: { box: string; behind: string | null; find: string | null },
  at: Date,
): Promise<boolean> {
  const by = byAgent(agent)
  const after = { ...given, ...searchNoted(given.find) }
  const since = new Date(at.getTime() - HOUR_MS)
  const seen = await deedsSince(sql, { actor: by.actor, deed: 'inbox-read', since })
  const justNow = new Date(at.getTime() - READ_NOTED_MS)
  const asOne = (facts: Record<string, unknown>) => JSON.stringify(Object.entries(facts).toSorted())
  if (seen.some((row) => row.at > justNow && asOne(row.after ?? {}) === asOne(after))) return true
  const isPast = (facts: Record<string, unknown>) =>
    (facts['behind'] ?? null) !== null || (facts['find'] ?? null) !== null
  const pages = seen.filter((row) => isPast(row.after ?? {})).length
  if (isPast(after) && pages >= INBOX_PAGES_MAX) return false
  await noteDeed(sql, { ...by, action: 'inbox-read', after, at })
  return true
}

/** How long one row stands for all failed logins of somebody from one address. */
const FAILED_NOTED_MS = 10 * 60_000

/**
 * Writes down a failed login: `count` of the row says how many there were in the ten minutes after the first, so that
 * whoever guesses fills no page, and the disk still less. `agentId` and `username` are null where nobody is meant.
 */
export async function noteFailedLogin(
  tx: Sql,
  given: { agentId: string | null; username: string | null; address: string; at: Date },
): Promise<void> {
  const { agentId, username, address, at } = given
  const actor: Actor = agentId === null ? 'nobody' : `agent:${agentId}`
  const since = new Date(at.getTime() - FAILED_NOTED_MS)
  const [first] = await deedsSince(tx, { actor, deed: 'login-failed', since, address })
  if (first === undefined) await noteDeed(tx, { actor, address, action: 'login-failed', after: { username }, at })
  else await tallyDeed(tx, first.id)
}

/** Of whom, what, about whom and when. */
export interface DeedsWanted {
  actor: string | null
  deed: string | null
  of: DeedGroup | null
  memberId: string | null
  from: Date | null
  until: Date | null
}

/**
 * A page of what was done, the newest first, and how many rows there are: all of it for owners and auditors, for others
 * what they did themselves.
 */
export async function auditPage(
  { database: sql, lastAudit }: Pick<SupportParts, 'database' | 'lastAudit'>,
  reader: AgentIdentity,
  asked: DeedsWanted & { roomId: string | null; after: string | null; offset: number; limit: number },
): Promise<AnswerOf<typeof desk.deskAudit>> {
  const { roomId, actor, ...rest } = asked
  const own = byAgent(reader).actor
  const readsAll = hasRole(reader.roles, ALL_DEEDS_READERS)
  const last = await lastAudit()
  const checked = last === null ? null : { at: last.endedAt.toISOString(), isWhole: last.problems === 0 }
  if (!readsAll && actor !== null && actor !== own) return { rows: [], count: 0, next: null, checked }
  const subject = roomId === null ? null : `${ROOM}${roomId}`
  const { rows, ...page } = await deedsPage(sql, { ...rest, subject, actor: readsAll ? actor : own })
  const names = await namesIn(sql, rows)
  return { ...page, rows: rows.map((row) => shownDeed(row, names)), checked }
}

const proposerOf = ({ after }: DeedRow): string | null => {
  const by = after?.['proposedBy']
  return typeof by === 'string' ? agentOf(by as Actor) : null
}

/** Names of the staff that deeds tell of. */
export function namesIn(sql: Sql, rows: readonly DeedRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap((row) => [agentOf(row.actor), row.after?.['from'], proposerOf(row)])
  return agentNames(sql, [...new Set(ids.filter((id) => typeof id === 'string'))])
}

function shownDeed(row: DeedRow, names: ReadonlyMap<string, string>): DeskAuditRow {
  const { id, at, actor, address, deed, memberId, subject, before, after, reason, again } = row
  const agentId = agentOf(actor)
  const from = names.get(String(after?.['from']))
  const proposedBy = names.get(proposerOf(row) ?? '')
  return {
    _id: id,
    at: at.toISOString(),
    actor,
    agent: agentId === null ? null : { _id: agentId, name: names.get(agentId) ?? '' },
    address,
    deed,
    memberId,
    roomId: subject?.startsWith(ROOM) ? subject.slice(ROOM.length) : null,
    subject,
    before: before ?? {},
    after: {
      ...after,
      ...(from === undefined ? {} : { from }),
      ...(proposedBy === undefined ? {} : { proposedBy }),
      ...(deed === 'login-failed' ? { count: again + 1 } : {}),
    },
    reason,
  }
}
