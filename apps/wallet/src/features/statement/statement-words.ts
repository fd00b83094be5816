import type { StatementRow } from '@krapao/contract'
import type { Texts } from '../../lib/texts/texts.ts'

/** What a row is called by its kind (STM-007 to STM-011). */
export function kindName(texts: Texts, statementType: string): string {
  return texts.find(`statement.type.${statementType}`) ?? texts.t('statement.type.other')
}

/** What a source or target is called (rulings 5.8). */
export function placeName({ t }: Texts, code: string, gameNames: ReadonlyMap<string, string>): string {
  if (code === 'WALLET') return t('statement.WALLET')
  if (code === 'BANK') return t('statement.BANK')
  if (code === 'GIFT') return t('term.giftLink')
  // All that the house gives and takes back is a bonus of one kind or another.
  if (code === 'HOUSE') return t('statement.filter.bonus')
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
