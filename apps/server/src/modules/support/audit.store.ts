import { createHmac, randomBytes } from 'node:crypto'
import type { DeskAuditRow } from '@krapao/contract'
import { addRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'

/** What staff do, and what is done to them from the command line. */
export type DeskAction =
  | 'agent-added'
  | 'agent-reset'
  | 'agent-disabled'
  | 'agent-roles'
  | 'login'
  | 'login-failed'
  | 'password-changed'
  | 'password-refused'
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

export interface DeskDeed {
  /** Null: somebody at the command line, or somebody who is not known. */
  agentId: string | null
  action: DeskAction
  roomId?: string | null
  /** Never a secret. */
  details?: Readonly<Record<string, string | number | null>>
  at: Date
}

/** Writes down what was done, in the transaction that does it. */
export async function writeDeed(tx: Sql, { roomId = null, details = {}, ...deed }: DeskDeed): Promise<void> {
  await addRow(tx, 'support_audit', { id: newId(deed.at), ...deed, roomId, details })
}

/** How long one row says that an agent reads a room: pages ask for it again and again. */
const READ_NOTED_MS = 10 * 60_000

/** Writes down that an agent looks into a room, unless that was written a moment ago. */
export async function noteReading(sql: Sql, agentId: string, roomId: string, at: Date): Promise<void> {
  await sql.query(
    `insert into support_audit (id, at, agent_id, action, room_id, details)
     select $1::text, $2::timestamptz, $3::text, 'room-read', $4::text, '{}'::jsonb where not exists (
       select from support_audit where agent_id = $3 and room_id = $4 and action = 'room-read' and at > $5)`,
    [newId(at), at, agentId, roomId, new Date(at.getTime() - READ_NOTED_MS)],
  )
}

/** How many pages of the inbox past the first one agent looks at in an hour: enough to find somebody, too few to copy all. */
const INBOX_PAGES_MAX = 60
const HOUR_MS = 3_600_000

/** Nobody else's, and gone with the process: a phone number cannot be found again from what is written down of a search. */
const searchKey = randomBytes(32)

/** What was searched for, without its digits but for the last four, and by letters that tell two such searches apart. */
function searchNoted(find: string | null): { find: string | null; search?: string } {
  if (find === null) return { find }
  const search = createHmac('sha256', searchKey).update(find).digest('hex').slice(0, 8)
  return { find: find.replaceAll(/\d(?=\d{4})/g, '•'), search }
}

/**
 * Writes down that an agent looks at a page of the inbox, unless that was written a moment ago. False when he has leafed
 * through too many: then nothing is written, and nothing is to be shown.
 */
export async function noteInboxPage(
  sql: Sql,
  agentId: string,
  given: { box: string; page: number; find: string | null },
  at: Date,
): Promise<boolean> {
  const details = JSON.stringify({ ...given, ...searchNoted(given.find) })
  const [seen] = await sql.query<{ same: number; pages: number }>(
    `select count(*) filter (where details = $2::text::jsonb and at > $3) as same,
       count(*) filter (where (details ->> 'page')::integer > 1 or details ->> 'find' is not null) as pages
     from support_audit where agent_id = $1 and action = 'inbox-read' and at > $4`,
    [agentId, details, new Date(at.getTime() - READ_NOTED_MS), new Date(at.getTime() - HOUR_MS)],
  )
  if ((seen?.same ?? 0) > 0) return true
  if ((given.page > 1 || given.find !== null) && (seen?.pages ?? 0) >= INBOX_PAGES_MAX) return false
  await sql.query(
    `insert into support_audit (id, at, agent_id, action, details) values ($1, $2, $3, 'inbox-read', $4::text::jsonb)`,
    [newId(at), at, agentId, details],
  )
  return true
}

/** How long one row stands for all failed logins of somebody from one address. */
const FAILED_NOTED_MS = 10 * 60_000

/**
 * Writes down a failed login: `details.count` of the row says how many there were in the ten minutes after the first, so
 * that whoever guesses fills no page, and the disk still less. `agentId` and `username` are null where nobody is meant.
 */
export async function noteFailedLogin(
  tx: Sql,
  given: { agentId: string | null; username: string | null; address: string; at: Date },
): Promise<void> {
  const { agentId, username, address, at } = given
  const rows = await tx.query(
    `update support_audit set details = details || jsonb_build_object('count', (details ->> 'count')::integer + 1)
     where id = (select id from support_audit where action = 'login-failed' and details ->> 'address' = $1 and at > $2
       and agent_id is not distinct from $3::text order by at desc limit 1) returning id`,
    [address, new Date(at.getTime() - FAILED_NOTED_MS), agentId],
  )
  if (rows.length > 0) return
  await writeDeed(tx, { agentId, action: 'login-failed', details: { username, address, count: 1 }, at })
}

interface AuditRow {
  id: string
  at: Date
  agentId: string | null
  agentName: string | null
  /** Who had the room before, where the deed was about that. */
  fromName: string | null
  action: string
  roomId: string | null
  details: Record<string, unknown> | null
}

/** A page of what was done, the newest first, and how many rows there are; of one room where it is named. */
export async function auditPage(
  sql: Sql,
  given: { roomId: string | null; offset: number; limit: number },
): Promise<{ rows: DeskAuditRow[]; count: number }> {
  const [counted] = await sql.query<{ count: number }>(
    'select count(*) as count from support_audit where $1::text is null or room_id = $1',
    [given.roomId],
  )
  const rows = await sql.query<AuditRow>(
    `select deed.id, deed.at, deed.agent_id as "agentId", agent.name as "agentName", former.name as "fromName", deed.action,
       deed.room_id as "roomId", deed.details
     from support_audit deed left join support_agent agent on agent.id = deed.agent_id
       left join support_agent former on former.id = deed.details ->> 'from'
     where $1::text is null or deed.room_id = $1 order by deed.number desc offset $2 limit $3`,
    [given.roomId, given.offset, given.limit],
  )
  return {
    count: counted?.count ?? 0,
    rows: rows.map(({ id, at, agentId, agentName, fromName, action, roomId, details }) => ({
      _id: id,
      at: at.toISOString(),
      agent: agentId === null ? null : { _id: agentId, name: agentName ?? '' },
      action,
      roomId,
      details: fromName === null ? (details ?? {}) : { ...details, from: fromName },
    })),
  }
}
