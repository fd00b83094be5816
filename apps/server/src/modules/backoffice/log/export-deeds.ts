import { csvText, EXPORT_ROWS_MAX, type AnswerOf, type desk } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import { agentOf, type By, type DeedRow, deedsPage, writeDeed } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { type DeedsWanted, namesIn } from './audit-log.ts'

type Answer = AnswerOf<typeof desk.deskAuditExport>

interface ExportAsked extends DeedsWanted {
  /** As they were typed, for the name of the file and the deed. */
  days: { from: string | null; to: string | null }
  reason: string
}

const COLUMNS = ['at', 'actor', 'name', 'address', 'deed', 'memberId', 'subject', 'before', 'after', 'reason', 'times']

/** "amountMinor 4000; note asked his bank": what was kept of a deed, in one cell. */
function factsText(facts: DeedRow['before']): string {
  return Object.entries(facts ?? {})
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')
}

/** What was done, as a file that a spreadsheet opens. Refuses with NO_DATA (422) what is longer than a file may be. */
export async function exportDeeds(
  parts: BackofficeParts,
  by: By,
  { days, reason, ...wanted }: ExportAsked,
): Promise<Answer> {
  const { rows, next } = await deedsPage(parts.database, { ...wanted, limit: EXPORT_ROWS_MAX })
  if (next !== null) refuse('NO_DATA', { status: 422, details: { fields: ['from'], max: EXPORT_ROWS_MAX } })
  const names = await namesIn(parts, rows)
  const { actor, deed, of, memberId } = wanted
  await writeDeed(parts.database, {
    ...by,
    deed: 'audit-exported',
    memberId,
    after: { ...days, of, what: deed, who: actor, rows: rows.length },
    reason,
    at: parts.clock.now(),
  })
  const lines = rows.map((row) => [
    row.at.toISOString(),
    row.actor,
    names.get(agentOf(row.actor) ?? '') ?? '',
    row.address,
    row.deed,
    row.memberId,
    row.subject,
    factsText(row.before),
    factsText(row.after),
    row.reason,
    row.again + 1,
  ])
  const name = ['krapao-audit', days.from, days.to].filter((part) => part !== null && part !== '').join('-')
  return { name: `${name}.csv`, csv: csvText([COLUMNS, ...lines]), rows: rows.length }
}
