import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorTexts } from '../error-texts.ts'
import { isPhoneNumber, normalisePhoneNumber } from './phone.ts'

describe('phone numbers', () => {
  it.each([
    ['0812345678', true],
    ['081234567', false],
    ['08123456789', false],
    ['', false],
    ['08-1234567', false],
    ['08123 4567', false],
    ['+668123456', false],
    ['081234567a', false],
    ['๐๘๑๒๓๔๕๖๗๘', false],
    ['0812345678\n', false],
  ])('[LIM-004] outside Laos %j is one: %s', (phone, accepted) => {
    expect(isPhoneNumber(phone, 'TH')).toBe(accepted)
  })

  it('[LIM-004] outside Laos no other number of digits than ten is one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,20}$/), (digits) => {
        expect(isPhoneNumber(digits, 'TH')).toBe(digits.length === 10)
      }),
    )
  })

  it('are refused with the words of the specification', () => {
    expect(errorTexts.PHONE_NUMBER_REQUIRE_10_DIGIT.en).toBe('The phone number must support 10 digits')
  })

  it.each([
    ['20551234', true],
    ['2055123456', true],
    ['02055123456', true],
    ['2055123', false],
    ['020551234567', false],
    ['', false],
    ['2055-12345', false],
  ])('in Laos %j is one: %s', (phone, accepted) => {
    expect(isPhoneNumber(phone, 'LA')).toBe(accepted)
  })

  it('have one form in Laos, with the leading zero or without', () => {
    expect(normalisePhoneNumber('02055123456', 'LA')).toBe('2055123456')
    expect(normalisePhoneNumber('2055123456', 'LA')).toBe('2055123456')
    expect(normalisePhoneNumber('0812345678', 'TH')).toBe('0812345678')
  })
})
