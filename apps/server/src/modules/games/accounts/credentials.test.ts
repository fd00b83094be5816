import { describe, expect, it } from 'vitest'
import { makePassword, makeUsername } from './credentials.ts'

const many = <Made>(make: () => Made): Made[] => Array.from({ length: 2_000 }, make)

describe('credentials at providers', () => {
  it('are passwords of twelve characters out of 54, as every provider takes them, and none twice', () => {
    const passwords = many(makePassword)
    expect(new Set(passwords).size).toBe(passwords.length)
    for (const password of passwords) {
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z][a-zA-Z\d]{11}$/)
    }
    // Whoever guesses has all of them to try: 54^12 is more than 2^67.
    expect(new Set(passwords.join('')).size).toBe(54)
    expect(12 * Math.log2(54)).toBeGreaterThan(67)
  })

  it('are user names that begin alike and differ in thirteen characters', () => {
    const names = many(makeUsername)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^k[a-z][a-z\d]{12}$/)
  })
})
