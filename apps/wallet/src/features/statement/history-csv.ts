import { csvText, type StatementRow } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { formatDateTime } from '../../lib/formats.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { describe, kindName, placeName } from './statement-words.ts'
import { statusOf } from './statement.rules.ts'

/**
 * The history as a CSV file that spreadsheets open, in the reader's language, its heads first. Amounts are plain numbers:
 * no separators, no currency, always above zero.
 */
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
  const lines = rows.map((row) => [
    row.receiptNumber ?? row._id,
    formatDateTime(row.createdAt),
    kindName(texts, row.statementType),
    placeName(texts, row, 'from', gameNames),
    placeName(texts, row, 'to', gameNames),
    (fromWireAmount(row.amount) / 100).toFixed(2),
    t(`statement.status.${statusOf(row.status)}`),
    describe(texts, row) ?? '',
  ])
  // Texts keep words together on a screen; in a file they are to be found, and nothing hides the sign that begins a formula.
  return csvText([heads, ...lines].map((cells) => cells.map((cell) => cell.replaceAll(/[\u200B\u2060]/g, ''))))
}
