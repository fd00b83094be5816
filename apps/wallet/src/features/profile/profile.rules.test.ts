import { describe, expect, it } from 'vitest'
import { member } from './profile.fixture.ts'
import {
  brokenRule,
  changeOf,
  draftOf,
  firstEmpty,
  initialOf,
  isAccountNameEditable,
  movesAccount,
} from './profile.rules.ts'

const saved = member()
const draft = draftOf(saved)

describe('the account’s name', () => {
  it.each([
    ['KTB', 'สมชาย ใจดี', true],
    ['TMB', 'SOMCHAI ใจดี', true],
    ['BBL', 'O’BRIEN', true],
    ['KTB', 'Somchai Jaidee', false],
    ['SCB', 'สมชาย ใจดี', false],
  ] as const)('at %s, %s: offered for correction is %s', (bank, name, isOffered) => {
    expect(isAccountNameEditable(member(bank, name).bankAccount)).toBe(isOffered)
  })
})

describe('a change of the bank account', () => {
  it.each([
    ['nothing', {}, false],
    ['the name of the member', { name: 'Other' }, false],
    ['dashes and spaces', { bankAccountNo: '123-456 7890', bankAccountName: ' SOMCHAI JAIDEE ' }, false],
    ['the bank', { bankCode: 'BBL' }, true],
    ['the account’s name', { bankAccountName: 'SOMCHAI' }, true],
    ['the number', { bankAccountNo: '1234567891' }, true],
  ])('with %s edited is one: %s', (_, edited, isOne) => {
    expect(movesAccount({ ...draft, ...edited }, saved)).toBe(isOne)
  })

  it('asks for the password, after everything else', () => {
    expect(firstEmpty(draft, saved)).toBeUndefined()
    expect(firstEmpty({ ...draft, bankCode: 'BBL' }, saved)).toBe('password')
    expect(firstEmpty({ ...draft, bankCode: 'BBL', name: ' ' }, saved)).toBe('name')
  })

  it('sends the password only then, and the number in digits', () => {
    expect(changeOf({ ...draft, name: ' Som ', password: 'typed before' }, saved)).toEqual({
      name: 'Som',
      bankCode: 'SCB',
      bankAccountName: 'SOMCHAI JAIDEE',
      bankAccountNo: '1234567890',
    })
    expect(changeOf({ ...draft, bankAccountNo: '987-654 321', password: 'secret' }, saved)).toMatchObject({
      bankAccountNo: '987654321',
      password: 'secret',
    })
  })

  it('is judged by the rules of the bank; what is saved is not judged again', () => {
    expect(
      brokenRule({ ...draft, bankCode: 'KTB', bankAccountName: 'สมชาย' }, saved, { latinNamesOnly: true }),
    ).toEqual({
      field: 'bankAccountName',
      code: 'BANK_ACCOUNT_NAME_ENG',
    })
    expect(brokenRule({ ...draft, bankAccountNo: '12345' }, saved, undefined)).toMatchObject({ code: 'INVALID_BANK' })
    const thaiAtKtb = member('KTB', 'สมชาย ใจดี')
    expect(brokenRule(draftOf(thaiAtKtb), thaiAtKtb, thaiAtKtb.bankAccount.bank)).toBeUndefined()
  })
})

describe('the letter that stands for a name', () => {
  it.each([
    ['สมชาย ใจดี', 'ส'],
    ['เพ็ญ', 'พ'],
    ['ໄຊຍະ', 'ຊ'],
    [' jane', 'J'],
    ['007', ''],
  ])('of %s is %s', (name, letter) => {
    expect(initialOf(name)).toBe(letter)
  })
})
