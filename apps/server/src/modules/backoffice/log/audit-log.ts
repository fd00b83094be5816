import {
  ALL_DEEDS_READERS,
  type AnswerOf,
  type DeedGroup,
  type desk,
  type DeskAuditRow,
  hasRole,
} from '@krapao/contract'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { agentOf, byAgent, type DeedRow, deedsPage } from '../../deeds/index.ts'
import { roomOfSubject, subjectOfRoom } from '../../support/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'

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
  parts: BackofficeParts,
  reader: AgentIdentity,
  asked: DeedsWanted & { roomId: string | null; after: string | null; offset: number; limit: number },
): Promise<AnswerOf<typeof desk.deskAudit>> {
  const { roomId, actor, ...rest } = asked
  const own = byAgent(reader).actor
  const readsAll = hasRole(reader.roles, ALL_DEEDS_READERS)
  const last = await parts.lastAudit()
  const checked = last === null ? null : { at: last.endedAt.toISOString(), isWhole: last.problems === 0 }
  if (!readsAll && actor !== null && actor !== own) return { rows: [], count: 0, next: null, checked }
  const subject = roomId === null ? null : subjectOfRoom(roomId)
  const { rows, ...page } = await deedsPage(parts.database, { ...rest, subject, actor: readsAll ? actor : own })
  const names = await namesIn(parts, rows)
  return { ...page, rows: rows.map((row) => shownDeed(row, names)), checked }
}

const proposerOf = ({ after }: DeedRow): string | null => agentOf(after?.['proposedBy'])

/** Names of the staff that deeds tell of. */
export function namesIn({ staff }: BackofficeParts, rows: readonly DeedRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap((row) => [agentOf(row.actor), row.after?.['from'], proposerOf(row)])
  return staff.namesOf(ids.filter((id) => typeof id === 'string'))
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
    roomId: subject === null ? null : roomOfSubject(subject),
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
