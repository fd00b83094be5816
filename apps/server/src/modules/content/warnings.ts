import type { ContentPart } from '@krapao/contract'
import type { ContentParts } from './content.parts.ts'
import { agreedAccounts, currentVersions } from './versions.store.ts'
import { WEEK_MS } from '../../platform/durations.ts'

/** So long after they came to hold, an owner who was away is still told that accounts for deposits are others. */
const TOLD_MS = WEEK_MS

/** What of this module somebody should be told. */
export interface ContentWarnings {
  /** From when accounts for deposits hold that two persons have changed; null when none were of late. */
  accountsFrom: Date | null
  /** What players were to read from a time on, and do not. */
  failed: readonly { part: ContentPart; at: Date }[]
}

export async function readWarnings({
  database,
  clock,
}: Pick<ContentParts, 'database' | 'clock'>): Promise<ContentWarnings> {
  const since = new Date(clock.now().getTime() - TOLD_MS)
  const [accounts, versions] = await Promise.all([agreedAccounts(database, since), currentVersions(database)])
  const failed = versions.filter(({ state }) => state === 'FAILED')
  return {
    accountsFrom: accounts?.publishAt ?? null,
    failed: failed.map(({ part, publishAt, at }) => ({ part, at: publishAt ?? at })),
  }
}
