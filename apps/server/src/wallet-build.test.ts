import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createTestLogger } from './testing/logger.ts'
import { findBuild } from './wallet-build.ts'

const folder = mkdtempSync(join(tmpdir(), 'krapao-wallet-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['TH', 'TH', true],
  ['LA', 'LA', true],
  ['TH', 'LA', false],
  ['LA', 'TH', false],
  [null, 'LA', true],
] as const)('a build for %s is served by an operator in %s: %s', async (built, country, isServed) => {
  rmSync(join(folder, 'build.json'), { force: true })
  if (built !== null) writeFileSync(join(folder, 'build.json'), JSON.stringify({ country: built }))
  const { logger, lines } = createTestLogger()
  const operator = { settings: () => Promise.resolve({ country }) }
  expect(await findBuild({ given: folder, operator, logger })).toBe(isServed ? folder : undefined)
  expect(JSON.stringify(lines).includes('it is not served')).toBe(!isServed)
})
