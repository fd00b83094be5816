import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the shipped lists lie; `npm run passwords` makes them anew, and decision 29 says of what. */
export const COMMON_FILE = join(import.meta.dirname, 'common-passwords.txt')
export const BREACHED_FILE = join(import.meta.dirname, 'breached-passwords.xor16')

/** A password as the lists have it: what differs in case, width or outer spaces alone is the same to whoever guesses. */
export const listedForm = (password: string): string => password.normalize('NFKC').trim().toLowerCase()

/** An xor filter (Graf and Lemire, 2019): three blocks of 16-bit fingerprints, whose xor at a key's three places is its own. */
export interface PasswordFilter {
  seed: number
  blockLength: number
  fingerprints: Uint16Array
}

/** The three places of a key in a filter, and its fingerprint. */
export function placesOf(
  key: string,
  { seed, blockLength }: Pick<PasswordFilter, 'seed' | 'blockLength'>,
): { places: [number, number, number]; fingerprint: number } {
  const digest = createHash('sha256').update(`${seed}\0${key}`).digest()
  const place = (block: number) => block * blockLength + (digest.readUInt32LE(block * 4) % blockLength)
  return { places: [place(0), place(1), place(2)], fingerprint: digest.readUInt16LE(12) }
}

/** Seed, length of a block and how many passwords are in it, four bytes each, and then the fingerprints. */
const HEADER_BYTES = 12

function readFilter(): PasswordFilter {
  const bytes = readFileSync(BREACHED_FILE)
  const blockLength = bytes.readUInt32LE(4)
  const fingerprints = Uint16Array.from({ length: 3 * blockLength }, (_, index) =>
    bytes.readUInt16LE(HEADER_BYTES + 2 * index),
  )
  return { seed: bytes.readUInt32LE(0), blockLength, fingerprints }
}

let filter: PasswordFilter | undefined

/**
 * Whether a password was found in what was stolen elsewhere. Always true for one of the list that the filter was made of;
 * for any other one in 65,536 is taken for one of it, and another is then chosen.
 */
export function isBreachedPassword(password: string): boolean {
  filter ??= readFilter()
  const { fingerprints } = filter
  const { places, fingerprint } = placesOf(listedForm(password), filter)
  const [one, two, three] = places.map((place) => fingerprints[place] ?? 0)
  return ((one ?? 0) ^ (two ?? 0) ^ (three ?? 0)) === fingerprint
}
