import type { StatementRow } from '@krapao/contract'
import type { Texts } from '../../lib/texts/texts.ts'

/** What a row is called by its kind (STM-007 to STM-011). */
export function kindName(texts: Texts, statementType: string): string {
  return texts.find(`statement.type.${statementType}`) ?? texts.t('statement.type.other')
}

/** What a row's source or target is called (rulings 5.8). */
export function placeName(
  { t }: Texts,
  row: StatementRow,
  end: 'from' | 'to',
  gameNames: ReadonlyMap<string, string>,
): string {
  const code = row[end]
  if (code === 'WALLET') return t('statement.WALLET')
  if (code === 'BANK') return t('statement.BANK')
  if (code === 'GIFT') return t('term.giftLink')
  // What else the house gives and takes back is a bonus of one kind or another.
  if (code === 'HOUSE') return t(row.statementType === 'adjustment' ? 'statement.HOUSE' : 'statement.filter.bonus')
  return gameNames.get(code) ?? code
}

/** What the operator wrote about a bonus, a promotion, an invite or a refund (STM-012). */
export function describe({ t }: Texts, row: StatementRow): string | undefined {
  if (row.bonus !== undefined) return t('statement.desc.bonus', row.bonus)
  if (row.promotion !== undefined) return t('statement.desc.promotion', row.promotion)
  if (row.invite !== undefined) return t('statement.desc.invite', row.invite)
  if (row.refund !== undefined) return t('statement.desc.refund', row.refund)
  return undefined
}
