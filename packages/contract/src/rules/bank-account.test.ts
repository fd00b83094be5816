import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorTexts } from '../error-texts.ts'
import { BANK_CODES } from '../limits.ts'
import {
  formatAccountNo,
  isAccountNameFor,
  isEnglishName,
  joinAccountName,
  needsEnglishName,
  normaliseAccountNo,
} from './bank-account.ts'

describe('account names', () => {
  it.each([
    [' A ', ' B ', 'A B'],
    ['SOMCHAI', 'DEE', 'SOMCHAI DEE'],
    ['MARY ANN', 'DE LA CRUZ', 'MARY ANN DE LA CRUZ'],
    ['\tA', 'B\n', 'A B'],
  ])('of %j and %j is %j', (first, last, name) => {
    expect(joinAccountName(first, last)).toBe(name)
  })

  it.each(['KTB', 'TMB', 'BBL'])('of %s have only letters A-Z and spaces', (bankCode) => {
    for (const name of ['สมชาย ใจดี', 'SOMCHAI ใจดี', 'SOMCHAI 2', "O'NEIL", 'DEE-DEE', 'É', '', '  ']) {
      expect(isAccountNameFor(bankCode, name), name).toBe(false)
    }
    for (const name of ['SOMCHAI DEE', 'Somchai Dee', 'A']) expect(isAccountNameFor(bankCode, name), name).toBe(true)
    expect(errorTexts.BANK_ACCOUNT_NAME_ENG.en).toBe('Bank account name must be in English only')
  })

  it.each(['SCB', 'KBANK', 'GSB', 'BCEL', 'TW'])('of %s may be of any script', (bankCode) => {
    expect(isAccountNameFor(bankCode, 'สมชาย ใจดี')).toBe(true)
  })

  it('[LIM-029] are bound to English for KTB, TMB and BBL and no other bank in use', () => {
    expect(BANK_CODES.filter(needsEnglishName).sort()).toEqual(['BBL', 'KTB', 'TMB'])
    expect(needsEnglishName('ktb')).toBe(false)
  })

  it('are English exactly when every character is a letter A to Z or a space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const allowed = Array.from(name).every((character) => /^[A-Za-z ]$/.test(character))
        expect(isEnglishName(name)).toBe(allowed && name.trim() !== '')
      }),
    )
  })
})

describe('account numbers', () => {
  it.each([
    ['123-456-7890', '1234567890'],
    ['123-4-56789-0', '1234567890'],
    ['123 456 7890', '1234567890'],
    ['123456', '123456'],
    ['1'.repeat(20), '1'.repeat(20)],
    ['12345', null],
    ['1'.repeat(21), null],
    ['12345a', null],
    ['๑๒๓๔๕๖', null],
    ['------', null],
    ['', null],
  ])('%j is kept as %j', (accountNo, kept) => {
    expect(normaliseAccountNo(accountNo)).toBe(kept)
  })

  it('are shown with dashes only when they have exactly ten characters', () => {
    expect(formatAccountNo('1234567890')).toBe('123-456-7890')
    for (const other of ['', '123456789', '12345678901', '123-456-7890', '12345-6789', 'xxxxxx7890'])
      expect(formatAccountNo(other)).toBe(other)
  })

  it('mean the same account however they were shown', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{6,20}$/), (digits) => {
        expect(normaliseAccountNo(formatAccountNo(digits))).toBe(digits)
      }),
    )
  })
})
