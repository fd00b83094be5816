import { csvText, EXPORT_ROWS_MAX, type AnswerOf, type desk, type ReportFigure } from '@krapao/contract'
import { refuse } from '../../platform/errors.ts'
import { type By, writeDeed } from '../deeds/index.ts'
import { pageBehind } from './behind-figure.ts'
import { type DaysAsked, readReport } from './read-report.ts'
import type { ReportReader, ReportsParts } from './reports.parts.ts'

type Answer = AnswerOf<typeof desk.deskReportExport>

/** The days of a span, or what is behind one figure of its first day. */
export interface ExportAsked extends DaysAsked {
  figure: ReportFigure | null
  provider: string | null
  reason: string
  who: By
}

const DAY_COLUMNS = [
  'day',
  'provider',
  'isClosed',
  'deposits',
  'withdrawals',
  'ggr',
  'bonusCost',
  'refunds',
  'invites',
  'adjustments',
  'ngr',
  'active',
  'registered',
] as const
const BEHIND_COLUMNS = ['at', 'memberNo', 'name', 'amount', 'code', 'reference'] as const

function table<Column extends string>(columns: readonly Column[], rows: readonly Readonly<Record<Column, unknown>>[]) {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
}

async function rowsOf(parts: ReportReader, asked: ExportAsked): Promise<readonly (readonly unknown[])[]> {
  const { figure, provider, from } = asked
  if (figure === null) return table(DAY_COLUMNS, (await readReport(parts, asked)).rows)
  const page = { behind: null, limit: EXPORT_ROWS_MAX }
  const { rows, next } = await pageBehind(parts, { day: from, figure, provider }, page)
  if (next !== null) refuse('NO_DATA', { status: 422, details: { fields: ['figure'], max: EXPORT_ROWS_MAX } })
  return table(BEHIND_COLUMNS, rows)
}

/** A report as a file that a spreadsheet opens. Refuses with NO_DATA (422) what is longer than a file may be. */
export async function exportReport(parts: ReportsParts, asked: ExportAsked): Promise<Answer> {
  const { from, to, by, figure, provider, reason, who } = asked
  const rows = await parts.reads.ofAll((sql) => rowsOf({ ...parts, database: sql }, asked))
  const count = rows.length - 1
  await writeDeed(parts.database, {
    ...who,
    deed: 'report-exported',
    subject: `report:${from}`,
    after: { what: figure ?? by, provider, from, to: figure === null ? to : from, rows: count },
    reason,
    at: parts.clock.now(),
  })
  const name = [figure ?? 'days', from, ...(figure === null ? [to] : []), ...(provider === null ? [] : [provider])]
  return { name: `krapao-${name.join('-')}.csv`, csv: csvText(rows), rows: count }
}
