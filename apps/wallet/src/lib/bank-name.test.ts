import { languages } from '@krapao/web'
import { expect, it } from 'vitest'
import { bankName, inReadersOrder } from './bank-name.ts'

it('a bank is named in the language of the reader', () => {
  const names = { nameTH: 'ธนาคารกสิกรไทย', nameLO: 'ທະນາຄານກະສິກອນໄທ', nameEN: 'Kasikornbank' }
  expect(languages.map((language) => bankName(names, language))).toEqual([names.nameTH, names.nameLO, names.nameEN])
})

it('come with those of Laos first for a reader of Lao, else as the operator has them', () => {
  const banks = (['KBANK', 'BCEL', 'SCB', 'LDB'] as const).map((code) => ({
    code,
    currency: code === 'BCEL' || code === 'LDB' ? ('LAK' as const) : ('BAHT' as const),
  }))
  const order = (language: 'th' | 'lo' | 'en'): string =>
    inReadersOrder(banks, language)
      .map(({ code }) => code)
      .join()
  expect(order('lo')).toBe('BCEL,LDB,KBANK,SCB')
  expect([order('th'), order('en')]).toEqual(['KBANK,BCEL,SCB,LDB', 'KBANK,BCEL,SCB,LDB'])
})
