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

/** A password for a provider, 12 characters with both letters and digits, which some of them demand. */
export function makePassword(): string {
  return `${pick(letters, 1).toUpperCase()}${pick(letters, 5)}${pick(digits, 6)}`
}
