import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './processes.ts'

/** How many requirements of levels 1 and 2 each section of the standard has: their numbers begin at 1, without holes. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = [...page.matchAll(/^\| ([\d.,– ]+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, numbers = '', asked = '', kept = '']) => ({
    numbers,
    asked,
    kept,
  }),
)

/** "1.2.6–1.2.8, 1.3.1" as the single numbers. */
function spread(numbers: string): string[] {
  return numbers.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const [chapter, section, from] = first.split('.').map(Number)
    const to = Number(last.split('.').at(-1))
    return Array.from({ length: to - (from ?? 0) + 1 }, (_, index) => `${chapter}.${section}.${(from ?? 0) + index}`)
  })
}

/** Whether a file is there, by its path from the root or within the server. */
const isThere = (path: string): boolean =>
  [path, join('apps/server/src', path), join('docs', path)].some((candidate) => existsSync(join(root, candidate)))

describe('the server', () => {
  it('starts no program of the system, and its sources make no code of texts', () => {
    const folder = join(root, 'apps/server/src')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // What tests start is no part of it, and lists of passwords are made by hand.
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|^testing|make-password-lists/.test(file))
    expect(sources.length).toBeGreaterThan(200)
    const found = sources.filter((file) =>
      /['"](node:)?(child_process|cluster|vm)['"]|(?<!\.)\beval\(|new Function\(/.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
    )
    expect(found).toEqual([])
  })
})

describe('the page about security', () => {
  it('has each of the 253 requirements of levels 1 and 2 once, and no other', () => {
    const wanted = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
      counts.flatMap((count, section) =>
        Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
      ),
    )
    expect(wanted).toHaveLength(253)
    expect(rows.flatMap(({ numbers }) => spread(numbers)).toSorted()).toEqual(wanted.toSorted())
  })

  it('says of each where it is kept, in files that are there', () => {
    expect(rows.filter(({ asked, kept }) => asked.trim() === '' || kept.trim().length < 4)).toEqual([])
    const named = [...page.matchAll(/`([^`\s]+\.(?:tsx?|mjs|md|json|ya?ml|conf|sh|tsv))`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })
})
