import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMON_FILE, isBreachedPassword } from '../../../platform/login/breached-passwords.ts'
import { isCommonPassword } from '../../../platform/login/common-passwords.ts'
import { operatorWords } from '../../operator/index.ts'
import { isGoodPassword, readBankAccount, readName, readPartialBankAccount, readPhone } from './registration.rules.ts'

const anyScript = { latinNamesOnly: false }

describe('what a registration says', () => {
  it('reads any text without failing, and keeps only what can be read again in the same way', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = readName(text)
        if (name !== null) expect(readName(name)).toBe(name)
        const phone = readPhone(text, 'LA', 'username')
        if (phone.ok) expect(readPhone(phone.value, 'LA', 'username').ok || phone.value.length === 7).toBe(true)
      }),
    )
  })

  it('keeps of an account number the digits alone, and reads it again as the same', () => {
    const numbers = fc
      .array(fc.constantFrom(...'0123456789- '.split('')), { maxLength: 30 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(numbers, (bankAccountNo) => {
        const fields = { bankCode: 'SCB', bankAccountName: 'A', bankAccountNo }
        const read = readBankAccount(fields, anyScript)
        const digits = bankAccountNo.replaceAll(/[- ]/g, '')
        expect(read.ok).toBe(digits.length >= 6 && digits.length <= 20)
        if (read.ok) expect(readBankAccount(read.value, anyScript)).toEqual(read)
      }),
    )
  })

  it('reads in part what is complete as it reads it in whole', () => {
    const texts = ['KTB', 'SCB', 'SOMCHAI', 'สมชาย', 'A'.repeat(101), '1234567890', '']
    const text = fc.oneof(fc.string(), fc.constantFrom(...texts))
    const fields = fc.record({ bankCode: text, bankAccountName: text, bankAccountNo: text })
    fc.assert(
      fc.property(fields, fc.constantFrom(null, anyScript, { latinNamesOnly: true }), (given, bank) => {
        const isComplete = Object.values(given).every((field) => field.trim() !== '')
        if (isComplete) expect(readPartialBankAccount(given, bank)).toEqual(readBankAccount(given, bank))
      }),
    )
  })

  it('keeps names of what can be seen', () => {
    expect(readName('\u200bสม\u200bชาย\u200e \ufeffใจดี\u00ad')).toBe('สมชาย ใจดี')
    expect(readName('Som\u202echai')).toBeNull()
    expect(readName('\u200b\u200f')).toBeNull()
  })

  it('does not take a common password or the phone number for another in wide letters', () => {
    for (const password of ['ｐａｓｓｗｏｒｄ１', '０８１２３４５６７８']) {
      expect(isGoodPassword(password, '0812345678')).toBe(false)
    }
    // Kept in twice as many characters, which is nobody's business.
    expect(isGoodPassword('น้ำตก'.repeat(25), '0812345678')).toBe(true)
  })

  it.each([
    'password',
    'PASSWORD1',
    'qwertyuiop',
    'aaaaaaaa',
    'abababab',
    'กกกกกกกก',
    '23456789',
    'hgfedcba',
    'thailand',
    'babygirl',
    'Password!1',
    'P@55w0rd99',
    '!!Sunshine7',
    // From the list of stolen ones, far from its beginning.
    'chessmaster',
    'pimpin69',
  ])('takes %s for a common password', (password) => {
    expect(isCommonPassword(password)).toBe(true)
    expect(isGoodPassword(password, '0812345678')).toBe(false)
  })

  it.each([
    'krapao2026',
    'Kr@pao-12345',
    'กระเป๋า1234',
    'ThongWallet1',
    '0812345678x!',
    'thong.example1',
    'ThongWallet.krapao',
  ])('refuses %s, which says little but what whoever guesses knows', (password) => {
    const words = operatorWords({
      websiteName: { th: 'ทองวอลเล็ต', lo: 'ທອງ', en: 'Thong Wallet' },
      website: 'https://thong.example',
    })
    expect(isGoodPassword(password, '0812345678', words)).toBe(false)
    expect(isGoodPassword(`${password} and a ferry`, '0812345678', words)).toBe(true)
  })

  it('takes signs alone for no word of the context', () => {
    expect(isGoodPassword('_-~^&*(){}', '0812345678', ['thong'])).toBe(true)
  })

  it('ships at least ten thousand common passwords long enough to be chosen, and finds stolen ones beside them', () => {
    const common = readFileSync(COMMON_FILE, 'utf8').trimEnd().split('\n')
    expect(common.filter((word) => word.length >= 8).length).toBeGreaterThan(10_000)
    expect(common.filter((word) => !isCommonPassword(word))).toEqual([])
    // The filter takes one in 65,536 of all others for one of its own.
    const others = Array.from({ length: 2_000 }, (_, index) => `ferry ${index} lantern ${index * 7}`)
    expect(others.filter(isBreachedPassword).length).toBeLessThan(3)
  })

  it('takes passphrases of any script', () => {
    for (const password of ['ferry across the mekong', 'น้ำตกสวยมาก', 'ຂ້ອຍມັກເຂົ້າໜຽວ', 'x7#kQ!2pLm']) {
      expect(isGoodPassword(password, '0812345678')).toBe(true)
    }
    expect(isGoodPassword('081-234-5678', '0812345678')).toBe(false)
  })
})
