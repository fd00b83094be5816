import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createParties } from './parties.ts'
import { callParty } from '../platform/party-call.ts'
import { createSecrets } from '../platform/secrets.ts'
import { createTestLogger } from '../testing/logger.ts'

const watch = { callerOf: () => callParty }

function partiesOf(environment: Record<string, string>) {
  const config = readConfig({ KRAPAO_SANDBOX: '0', KRAPAO_GAME_KEYS: '{"PG": "k"}', ...environment })
  const { logger, lines } = createTestLogger()
  return { ...createParties({ config, secrets: createSecrets(['ab'.repeat(32)]), logger, watch }), lines }
}

const move = { id: 'transfer1', username: 'player0001', direction: 'in', credits: 100 } as const
// Nobody answers at port 9.
const said = { family: 'token-form', url: 'http://127.0.0.1:9' }

describe('the providers of a real operator', () => {
  it('are what stands beside their games, with keys that stand elsewhere; a game without both has none, as the log says', async () => {
    const { providerOf, lines } = partiesOf({})
    expect(providerOf('PG', said).notFoundAfterMs).toBe(20_000)
    expect(await providerOf('PG', said).move(move)).toBe('unknown')
    expect(lines).toEqual([])
    for (const [code, what] of [
      ['PG', null],
      ['PG', { ...said, url: '/games/PG/token-form' }],
      ['JOKER', said],
    ] as const) {
      expect(await providerOf(code, what).move(move)).toBe('refused')
      expect(await providerOf(code, what).moveStatus(move.id, move.username)).toEqual({
        status: 'unknown',
        credits: null,
      })
    }
    expect(lines).toHaveLength(3)
    expect(lines[0]?.['msg']).toContain('this game has no provider that can be called')
  })

  it('are called otherwise from the moment that it is said, and kept until then', () => {
    const { providerOf } = partiesOf({})
    const first = providerOf('PG', said)
    expect(providerOf('PG', { ...said })).toBe(first)
    expect(providerOf('PG', { ...said, notFoundAfterMs: 60_000 }).notFoundAfterMs).toBe(60_000)
  })

  it('are not reached without TLS in production, unless the line is said to be private', async () => {
    const outside = { family: 'token-form', url: 'http://pg.example' }
    const secret = { KRAPAO_SECRET: 'ab'.repeat(32), NODE_ENV: 'production' }
    const open = partiesOf(secret)
    expect(v.is(open.provider, outside)).toBe(false)
    expect(v.is(open.provider, { ...outside, url: 'https://pg.example' })).toBe(true)
    expect(await open.providerOf('PG', outside).move(move)).toBe('refused')
    expect(v.is(partiesOf({ ...secret, KRAPAO_PRIVATE_LINES: 'games' }).provider, outside)).toBe(true)
  })
})
