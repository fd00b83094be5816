import type { Language } from '@krapao/web'

/** What a bank is called in each language, as every answer of the server that names one tells it. */
export interface BankNames {
  readonly nameTH: string
  readonly nameLO: string
  readonly nameEN: string
}

const fields: Record<Language, keyof BankNames> = { th: 'nameTH', lo: 'nameLO', en: 'nameEN' }

/** The bank's name for a reader of this language. */
export function bankName(bank: BankNames, language: Language): string {
  return bank[fields[language]]
}

/** Banks to choose from, in the operator's order; a reader of Lao finds those of his country first. */
export function inReadersOrder<Bank extends { readonly currency: 'BAHT' | 'LAK' }>(
  banks: readonly Bank[],
  language: Language,
): readonly Bank[] {
  if (language !== 'lo') return banks
  const isLao = ({ currency }: Bank): boolean => currency === 'LAK'
  return [...banks.filter(isLao), ...banks.filter((bank) => !isLao(bank))]
}
