import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorTexts } from '../error-texts.ts'
import {
  formatAccountNo,
  isAccountNameFor,
  isEnglishName,
  joinAccountName,
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

  it('have only letters A-Z and spaces where the bank takes no others', () => {
    const bank = { latinNamesOnly: true }
    for (const name of ['สมชาย ใจดี', 'SOMCHAI ใจดี', 'SOMCHAI 2', "O'NEIL", 'DEE-DEE', 'É', '', '  ']) {
      expect(isAccountNameFor(bank, name), name).toBe(false)
    }
    for (const name of ['SOMCHAI DEE', 'Somchai Dee', 'A']) expect(isAccountNameFor(bank, name), name).toBe(true)
    expect(errorTexts.BANK_ACCOUNT_NAME_ENG.en).toBe('Bank account name must be in English only')
  })

  it('may be of any script elsewhere', () => {
    expect(isAccountNameFor({ latinNamesOnly: false }, 'สมชาย ใจดี')).toBe(true)
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
