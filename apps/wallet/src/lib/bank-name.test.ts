import { expect, it } from 'vitest'
import { bankName } from './bank-name.ts'
import { languages } from './texts/language.ts'

it('a bank is named in the language of the reader', () => {
  const names = { nameTH: 'ธนาคารกสิกรไทย', nameLO: 'ທະນາຄານກະສິກອນໄທ', nameEN: 'Kasikornbank' }
  expect(languages.map((language) => bankName(names, language))).toEqual([names.nameTH, names.nameLO, names.nameEN])
})
