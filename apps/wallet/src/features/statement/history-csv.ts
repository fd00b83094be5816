import type { StatementRow } from '@krapao/contract'
import { formatDateTime } from '../../lib/formats.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { minorOf } from '../../lib/wire-amount.ts'
import { describe, kindName, placeName } from './statement-words.ts'
import { statusOf } from './statement.rules.ts'

/** The history as a file that spreadsheet programs open: CSV as RFC 4180 has it, in the reader's language. */

/** Tells the file's encoding to programs that would guess another one. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Text that a spreadsheet would take for a formula, or for one once it has trimmed it. */
const FORMULA = /^\s*[=+\-@\t\r]/

/** One line of a file: names in quotes where they need them, and nothing that is carried out when it is opened. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The file's text, its heads first. Amounts are plain numbers: no separators, no currency, always above zero. */
export function historyCsv(
  texts: Texts,
  rows: readonly StatementRow[],
  gameNames: ReadonlyMap<string, string>,
): string {
  const { t } = texts
  const heads = [
    t('statement.number'),
    t('common.date'),
    t('statement.filter.kinds'),
    t('common.from'),
    t('common.to'),
    `${t('common.amount')} (${t('currency.baht')})`,
    t('common.status'),
    t('common.details'),
  ]
  const lines = rows.map((row) =>
    csvLine([
      row.receiptNumber ?? row._id,
      formatDateTime(row.createdAt),
      kindName(texts, row.statementType),
      placeName(texts, row, 'from', gameNames),
      placeName(texts, row, 'to', gameNames),
      (minorOf(row.amount) / 100).toFixed(2),
      t(`statement.status.${statusOf(row.status)}`),
      describe(texts, row) ?? '',
    ]),
  )
  // Texts keep words together on a screen; in a file they are to be found.
  return BYTE_ORDER_MARK + (csvLine(heads) + lines.join('')).replaceAll(/[\u200B\u2060]/g, '')
}
