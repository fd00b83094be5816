import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from '../../../testing/sandbox.ts'
import { makePassword, makeUsername } from '../credentials.ts'
import { creditsText, readCredits, readCreditsText } from './credits.ts'
import { createProviders, readDemoProviders } from './families.ts'
import { describeProvider, type PlayedProvider } from './provider-contract.fixture.ts'
import { readProviderRows } from './provider-rows.ts'
import type { GameProvider } from './provider.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const secrets = createSecrets([TEST_SECRET_HEX])
const keyOf = ({ code, family }: { code: string; family: string }) =>
  secrets.derive(family === 'plain-json' ? 'sandbox-game' : `sandbox-game:${code}`)
const rows = () => readDemoProviders(sandbox.url, keyOf)
const absent = {} as GameProvider

/** One of the fifteen as the sandbox plays it, for the contract. */
async function openPlayed(code: string): Promise<PlayedProvider> {
  const row = rows().find((one) => one.code === code)
  if (row === undefined) throw new Error(`${code} is no provider of the demo`)
  return {
    url: sandbox.url,
    connect: ({ url, timeoutMs, hasWrongKey }) => {
      const key = hasWrongKey ? 'ab'.repeat(32) : row.key
      const own = { ...row, url: row.url.replace(sandbox.url, url), timeoutMs, key }
      return createProviders({ rows: [own], clock: systemClock, absent })(code)
    },
    fault: (mode, more = {}) => sandbox.fault({ party: `game:${code}`, mode, ...more }),
    play: async (username, changeCredits) =>
      void (await sandbox.ask('POST', `/api/games/${code}/play`, { username, change: changeCredits / 100 })),
    keepsReference: row.family !== 'signed-form',
  }
}

describeProvider('the plain JSON family', () => openPlayed('UFABET'))
describeProvider('the signed JSON family', () => openPlayed('ASKMEBET'))
describeProvider('the signed form family', () => openPlayed('JOKER'))
describeProvider('the token form family', () => openPlayed('PG'))

describe('the fifteen of the demo', () => {
  it('are rows of four families that wait as long as the rulings say', () => {
    expect(new Set(rows().map((row) => row.code)).size).toBe(15)
    expect(new Set(rows().map((row) => row.family)).size).toBe(4)
    for (const row of rows()) expect(row).toMatchObject({ timeoutMs: 10_000, notFoundAfterMs: 20_000 })
  })

  it('each open an account, take money, tell of it, give it back and open their page', async () => {
    const providers = createProviders({ rows: rows(), clock: systemClock, absent })
    for (const { code } of rows()) {
      const provider = providers(code)
      const [username, password] = [makeUsername(), makePassword()]
      expect(await provider.create({ username, password, reference: 'ours' })).toBe('created')
      for (const direction of ['in', 'out'] as const) {
        const id = newId(new Date())
        expect(await provider.move({ id, username, direction, credits: 1_05 })).toBe('done')
        expect(await provider.moveStatus(id)).toEqual({ status: 'done', credits: 1_05, direction })
      }
      expect(await provider.launch(username, password)).toContain(`/games/${code}?session=`)
    }
  })

  it('each have a key of their own, but for those that speak plainly', async () => {
    for (const row of rows().filter(({ family }) => family !== 'plain-json')) {
      const other = rows().find(({ family, code }) => family === row.family && code !== row.code)
      const provider = createProviders({
        rows: [{ ...row, key: other?.key ?? '' }],
        clock: systemClock,
        absent,
      })(row.code)
      expect(await provider.create({ username: makeUsername(), password: makePassword(), reference: 'r' })).toBe(
        'unknown',
      )
    }
  })

  it('take a signed call for five minutes, and no longer', async () => {
    for (const code of ['ASKMEBET', 'JOKER']) {
      for (const [skewMs, outcome] of [
        [-290_000, 'created'],
        [290_000, 'created'],
        [-310_000, 'unknown'],
        [310_000, 'unknown'],
      ] as const) {
        const clock = { now: () => new Date(systemClock.now().getTime() + skewMs) }
        const provider = createProviders({ rows: rows(), clock, absent })(code)
        const player = { username: makeUsername(), password: makePassword(), reference: 'r' }
        expect(await provider.create(player)).toBe(outcome)
      }
    }
  })
})

describe('rows of providers', () => {
  const row = { code: 'PG', family: 'token-form', url: 'https://pg.example/', key: 'k' }
  const read = (...given: object[]) => readProviderRows(JSON.stringify(given))

  it('are completed by what the rulings say', () => {
    expect(read(row)).toEqual([
      { ...row, url: 'https://pg.example', operator: 'krapao', timeoutMs: 10_000, notFoundAfterMs: 20_000 },
    ])
    expect(read({ ...row, operator: 'me', timeoutMs: 8_000, notFoundAfterMs: 60_000 })).toMatchObject([
      { operator: 'me', timeoutMs: 8_000, notFoundAfterMs: 60_000 },
    ])
  })

  it.each([
    [{ family: 'telepathy' }, 'family'],
    [{ code: 'pg' }, 'code'],
    [{ url: 'ftp://pg.example' }, 'url must be an address'],
    [{ url: '/games' }, 'url must be an address'],
    [{ timeoutMs: 10_001 }, 'timeoutMs'],
    [{ notFoundAfterMs: 19_999 }, 'notFoundAfterMs'],
    [{ key: undefined }, 'key is missing'],
    [{ password: 'x' }, 'password'],
  ])('are refused with %o in words that name the row', (wrong, words) => {
    expect(() => read(row, { ...row, code: 'IMI', ...wrong })).toThrow(`Provider 2: `)
    expect(() => read(row, { ...row, code: 'IMI', ...wrong })).toThrow(words)
  })

  it('stand once each, in a list', () => {
    expect(() => read(row, row)).toThrow('Provider 2: PG stands twice.')
    expect(() => readProviderRows('{}')).toThrow('must be a JSON array')
    expect(() => readProviderRows('[')).toThrow('is no JSON')
  })
})

describe('credits on the wire', () => {
  it('have exactly two decimals and come back as they went', () => {
    expect([0, 1, 29, -5, 10_010].map(creditsText)).toEqual(['0.00', '0.01', '0.29', '-0.05', '100.10'])
    fc.assert(
      fc.property(fc.maxSafeInteger(), (credits) => {
        expect(creditsText(credits)).toMatch(/^-?(0|[1-9]\d*)\.\d{2}$/)
        expect(readCreditsText(creditsText(credits))).toBe(credits)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_99 }), (credits) => {
        expect(readCredits(credits / 100)).toBe(credits)
      }),
    )
  })

  it.each(['1', '1.5', '01.00', '+1.00', '1.000', ' 1.00', '1,00', '', 1, null, Number.NaN])(
    'are no text when they are %o',
    (value) => expect(readCreditsText(value)).toBeNull(),
  )

  it.each(['1.00', 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e15, null, undefined])(
    'are no number when they are %o',
    (value) => expect(readCredits(value)).toBeNull(),
  )
})
