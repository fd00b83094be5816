import { createHmac, randomBytes } from 'node:crypto'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { byAgent, deedsSince, writeDeed } from '../../deeds/index.ts'
import type { SupportParts } from '../support.parts.ts'
import { READ_NOTED_MS } from '../rooms/room-deeds.ts'

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
  { database, clock }: SupportParts,
  agent: AgentIdentity,
  given: { box: string; behind: string | null; find: string | null },
): Promise<boolean> {
  const at = clock.now()
  const by = byAgent(agent)
  const after = { ...given, ...searchNoted(given.find) }
  const since = new Date(at.getTime() - HOUR_MS)
  const seen = await deedsSince(database, { actor: by.actor, deed: 'inbox-read', since })
  const justNow = new Date(at.getTime() - READ_NOTED_MS)
  const asOne = (facts: Record<string, unknown>) => JSON.stringify(Object.entries(facts).toSorted())
  if (seen.some((row) => row.at > justNow && asOne(row.after ?? {}) === asOne(after))) return true
  const isPast = (facts: Record<string, unknown>) =>
    (facts['behind'] ?? null) !== null || (facts['find'] ?? null) !== null
  const pages = seen.filter((row) => isPast(row.after ?? {})).length
  if (isPast(after) && pages >= INBOX_PAGES_MAX) return false
  await writeDeed(database, { ...by, deed: 'inbox-read', after, at })
  return true
}
