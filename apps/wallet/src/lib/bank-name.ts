import type { Language } from './texts/language.ts'

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
