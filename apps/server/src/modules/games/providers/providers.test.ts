import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { makePassword, makeUsername } from '../accounts/credentials.ts'
import { creditsText, readCredits, readCreditsText } from './credits.ts'
import { demoProviders } from '../demo-providers.fixture.ts'
import { createProvider } from './families.ts'
import { describeProvider, type PlayedProvider } from './provider-contract.fixture.ts'
import { providerInFile, readProvider } from './provider-rows.ts'

let sandbox: TestSandbox
let rows: Awaited<ReturnType<typeof demoProviders>>
beforeAll(async () => {
  sandbox = await startTestSandbox()
  rows = await demoProviders(sandbox.url)
})
afterAll(() => sandbox.close())

function rowOf(code: string) {
  const row = rows.find((one) => one.code === code)
  if (row === undefined) throw new Error(`${code} is no provider of the demo`)
  return row
}

/** One of the demo's as the sandbox plays it, for the contract. */
async function openPlayed(code: string): Promise<PlayedProvider> {
  const row = rowOf(code)
  return {
    url: sandbox.url,
    connect: ({ url, timeoutMs, hasWrongKey }) => {
      const key = hasWrongKey ? 'ab'.repeat(32) : row.key
      const own = { ...row, url: row.url.replace(sandbox.url, url), timeoutMs, key }
      return createProvider(own, systemClock)
    },
    fault: (mode, more = {}) => sandbox.fault({ party: `game:${code}`, mode, ...more }),
    release: async () => void (await sandbox.ask('POST', '/api/faults/release', {})),
    play: async (username, changeCredits) =>
      void (await sandbox.ask('POST', `/api/games/${code}/play`, { username, change: changeCredits / 100 })),
    keepsReference: row.family !== 'signed-form',
  }
}

describeProvider('the plain JSON family', () => openPlayed('UFABET'))
describeProvider('the signed JSON family', () => openPlayed('ASKMEBET'))
describeProvider('the signed form family', () => openPlayed('JOKER'))
describeProvider('the token form family', () => openPlayed('PG'))

describe('those of the demo', () => {
  it('are rows of four families that wait as long as the rulings say', () => {
    expect(new Set(rows.map((row) => row.family)).size).toBe(4)
    for (const row of rows) expect(row).toMatchObject({ timeoutMs: 10_000, notFoundAfterMs: 20_000 })
  })

  it('each open an account, take money, tell of it, give it back and open their page', async () => {
    for (const { code, ...row } of rows) {
      const provider = createProvider(row, systemClock)
      const [username, password] = [makeUsername(), makePassword()]
      expect(await provider.create({ username, password, reference: 'ours' })).toBe('created')
      for (const direction of ['in', 'out'] as const) {
        const id = newId(new Date())
        expect(await provider.move({ id, username, direction, credits: 1_05 })).toBe('done')
        expect(await provider.moveStatus(id, username)).toEqual({ status: 'done', credits: 1_05, direction })
      }
      expect(await provider.launch(username, password)).toContain(`/games/${code}?session=`)
    }
  })

  it('each have a key of their own, but for those that speak plainly', async () => {
    for (const row of rows.filter(({ family }) => family !== 'plain-json')) {
      const other = rows.find(({ family, code }) => family === row.family && code !== row.code)
      const provider = createProvider({ ...row, key: other?.key ?? '' }, systemClock)
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
        const provider = createProvider(rowOf(code), clock)
        const player = { username: makeUsername(), password: makePassword(), reference: 'r' }
        expect(await provider.create(player)).toBe(outcome)
      }
    }
  })
})

describe('a provider as it stands beside its game', () => {
  const said = { family: 'token-form', url: 'https://pg.example/' }

  it('is completed by what the rulings say', () => {
    expect(readProvider(said)).toEqual({
      family: 'token-form',
      url: 'https://pg.example',
      operator: 'krapao',
      timeoutMs: 10_000,
      notFoundAfterMs: 20_000,
    })
    const own = { operator: 'me', timeoutMs: 8_000, notFoundAfterMs: 60_000 }
    expect(readProvider({ ...said, ...own })).toMatchObject(own)
  })

  it.each([
    [{ family: 'telepathy' }, 'family'],
    [{ url: 'ftp://pg.example' }, 'url'],
    [{ timeoutMs: 10_001 }, 'timeoutMs'],
    [{ notFoundAfterMs: 19_999 }, 'notFoundAfterMs'],
    [{ key: 'secret' }, 'key'],
  ])('is none with %o', (wrong, place) => {
    expect(readProvider({ ...said, ...wrong })).toBeNull()
    const { issues = [] } = v.safeParse(providerInFile, { ...said, ...wrong })
    expect(issues.map((issue) => v.getDotPath(issue))).toEqual([place])
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
