import { CONTENT_PARTS } from '@krapao/contract'
import { isDeepStrictEqual } from 'node:util'
import { CommandError } from '../../platform/commands/index.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { ContentParts } from './content.parts.ts'
import { noteStanding } from './versions.ts'
import { endVersions, lockContent, versionIn } from './versions.store.ts'

/** What a file that is read in may find another one behind it for: accounts that one person does not change alone. */
export async function beforeImport(parts: ContentParts, tx: Sql, at: Date): Promise<unknown> {
  // What is published meanwhile waits, or the file would take it back unseen.
  await lockContent(tx)
  const accounts = (await parts.contentParts.depositAccounts.read(tx, at)) as unknown[]
  const { secondPerson } = await parts.operator.settingsIn(tx)
  // A new installation is furnished by one: nobody has paid in anywhere yet.
  return secondPerson === 'off' || accounts.length === 0 ? null : accounts
}

/** After a file was read in: each part that says something else has a version of whoever read it in. */
export async function noteImport(
  parts: ContentParts,
  tx: Sql,
  { at, who, before }: { at: Date; who: string; before: unknown },
): Promise<void> {
  const accounts = await parts.contentParts.depositAccounts.read(tx, at)
  if (before !== null && !isDeepStrictEqual(before, accounts)) {
    throw new CommandError('Nothing was changed.\ndepositAccounts: two persons change them, at the desk (Content)')
  }
  for (const part of CONTENT_PARTS) {
    const stood = await versionIn(tx, part, 'PUBLISHED')
    const { number } = await noteStanding(parts, tx, part, { at, who })
    // What was planned was planned on what stood then.
    if (stood?.number !== number) await endVersions(tx, part, { from: 'SCHEDULED', to: 'WITHDRAWN' })
  }
}
