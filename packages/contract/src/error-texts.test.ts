import { describe, expect, it } from 'vitest'
import { codes } from './codes.ts'
import { errorTexts } from './error-texts.ts'

const LANGUAGES = ['th', 'lo', 'en'] as const

/** Words that stand in Latin letters in every language: names and units. */
const LATIN_WORDS = new Set(['OTP', 'QR', 'SMS', 'JPG', 'PNG', 'MB', 'AREASLOT', 'UFABET'])

const latinWords = (text: string): string[] => text.replaceAll(/\{\w+\}/g, '').match(/[A-Za-z]+/g) ?? []
const places = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe('error texts', () => {
  it('are there for exactly the codes of the catalogue', () => {
    expect(Object.keys(errorTexts).sort()).toEqual([...codes].sort())
  })

  it.each(codes)('%s has a text of its own language in each of the three', (code) => {
    const { th, lo, en } = errorTexts[code]
    expect(th).toMatch(/\p{Script=Thai}/u)
    expect(th).not.toMatch(/\p{Script=Lao}/u)
    expect(lo).toMatch(/\p{Script=Lao}/u)
    expect(lo).not.toMatch(/\p{Script=Thai}/u)
    expect(en).toMatch(/^[\x20-\x7e]+$/)
    expect([...latinWords(th), ...latinWords(lo)].filter((word) => !LATIN_WORDS.has(word))).toEqual([])
  })

  it.each(codes)('%s is told in one line, with the same places to fill in each language', (code) => {
    const texts = LANGUAGES.map((language) => errorTexts[code][language])
    for (const text of texts) expect(text).toBe(text.trim().replaceAll(/\s+/g, ' '))
    expect(texts.map(places)).toEqual(texts.map(() => places(errorTexts[code].en)))
  })

  it('say what the specification quotes, word for word', () => {
    expect(errorTexts.PHONE_NUMBER_REQUIRE_10_DIGIT.en).toBe('The phone number must support 10 digits')
    expect(errorTexts.BANK_ACCOUNT_NAME_ENG.en).toBe('Bank account name must be in English only')
    expect(errorTexts.FILE_TOO_LARGE.en).toBe('The file is too large. Please select file no larger than {n} MB.')
    expect(errorTexts.FILE_NOT_SUPPORTED.en).toBe('File is not supported')
  })

  it('name the amounts that come in details', () => {
    const filled = codes.filter((code) => places(errorTexts[code].en).length > 0)
    expect(filled.sort()).toEqual(['DEPOSIT_MINIMUM', 'FILE_TOO_LARGE', 'WITHDRAW_MAXIMUM', 'WITHDRAW_MINIMUM'])
  })

  it('say the same for all four ways in which an identity cannot be verified', () => {
    const first = errorTexts.INVALID_USER_1
    expect(errorTexts.INVALID_USER_2).toEqual(first)
    expect(errorTexts.INVALID_USER_3).toEqual(first)
    expect(errorTexts.INVALID_USER_4).toEqual(first)
  })
})
