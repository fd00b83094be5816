import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'

function pick(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A user name for a provider: ours, random, 14 characters, so that no two members can meet in one (ruling 1.9). */
export function makeUsername(): string {
  return `k${pick(letters, 1)}${pick(letters + digits, 12)}`
}

/** What some providers demand of a password: that it begins with a letter, and has both cases and a digit. */
const DEMANDED = [/^[a-z]/i, /[a-z]/, /[A-Z]/, /\d/]

/** A password for a provider: 12 characters, which all of them take, of 54 each: more than 67 bits that nobody can guess. */
export function makePassword(): string {
  for (;;) {
    const password = pick(letters + letters.toUpperCase() + digits, 12)
    if (DEMANDED.every((form) => form.test(password))) return password
  }
}
