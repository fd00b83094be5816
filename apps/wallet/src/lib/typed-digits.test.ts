import { describe, expect, it } from 'vitest'
import { keepDigits, plainDigits } from './typed-digits.ts'

describe('a number that was typed', () => {
  it.each([
    ['081-234-5678', '0812345678'],
    ['(081) 234.5678', '0812345678'],
    ['081 234–5678', '0812345678'],
    ['\u202A081\u00A0234\u20115678\u202C', '0812345678'],
    ['\u200F0812345678\u200E', '0812345678'],
    ['๐๘๑๒๓๔๕๖๗๘', '0812345678'],
    ['໐໘໑໒໓໔໕໖໗໘', '0812345678'],
    ['０８１２３４５６７８', '0812345678'],
    ['', ''],
    [' \t ', ''],
  ])('%j is %j', (typed, plain) => {
    expect(plainDigits(typed)).toBe(plain)
  })

  it.each(['08123o5678', '😀', 'สมชาย', '+66812345678', '0812345678#'])('%j stays for the rules to refuse', (typed) => {
    expect(plainDigits(typed)).toBe(typed)
  })

  it.each([
    ['081-234 5678', '081-234 5678'],
    ['\u202A๐๘๑\u202C', '081'],
    ['😀 08สมชาย1', ' 081'],
  ])('%j shows as %j while it is typed', (typed, shown) => {
    expect(keepDigits(typed)).toBe(shown)
  })
})
