import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, SettingError } from './config.ts'
import { createParties } from './parties.ts'
import { createSecrets } from './platform/secrets.ts'
import { createTestLogger } from './testing/logger.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'krapao-parties-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function partiesOf(rows: unknown) {
  const file = join(folder, 'providers.json')
  writeFileSync(file, JSON.stringify(rows))
  return partiesFrom(file)
}

function partiesFrom(file: string) {
  const config = readConfig({ KRAPAO_SANDBOX: '0', KRAPAO_GAMES_FILE: file })
  const { logger, lines } = createTestLogger()
  return { ...createParties({ config, secrets: createSecrets(['ab'.repeat(32)]), logger }), lines }
}

const move = { id: 'transfer1', username: 'player0001', direction: 'in', credits: 100 } as const

describe('the providers of a real operator', () => {
  it('are the rows of his file; a game without a row has none, and the log says so', async () => {
    // Nobody answers at port 9.
    const { games, lines } = partiesOf([{ code: 'PG', family: 'token-form', url: 'http://127.0.0.1:9', key: 'k' }])
    expect(games('PG').notFoundAfterMs).toBe(20_000)
    expect(await games('PG').move(move)).toBe('unknown')
    expect(await games('JOKER').move(move)).toBe('refused')
    expect(await games('JOKER').moveStatus(move.id)).toEqual({ status: 'unknown', credits: null })
    expect(lines.map((line) => line['msg'])).toEqual(['this game has no provider (KRAPAO_GAMES_FILE)'])
  })

  it.each([
    [[{ code: 'PG', family: 'token-form', url: 'http://127.0.0.1:9' }], 'Provider 1: key is missing.'],
    [[{ code: 'PG', family: 'smoke', url: 'http://127.0.0.1:9', key: 'k' }], 'Provider 1: family:'],
    [{}, 'must be a JSON array'],
  ])('stop the start in words when the file is %o', (rows, words) => {
    expect(() => partiesOf(rows)).toThrow(SettingError)
    expect(() => partiesOf(rows)).toThrow(words)
  })

  it('stop the start in words when there is no such file', () => {
    expect(() => partiesFrom(join(folder, 'none.json'))).toThrow(SettingError)
  })
})
