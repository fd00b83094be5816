import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { callParty, type PartyReply } from '../../../platform/party-call.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { makePassword, makeUsername } from '../accounts/credentials.ts'
import { createProvider } from './families.ts'
import type { GameProvider, Move } from './provider.ts'
import { formSignature } from './signed-form.ts'

// PG Soft and JOKER as they speak, which is in places less than the contract of providers asks of an adapter: no
// passwords, no reference, and of JOKER no documented no.

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const LASTS_MS = 600_000
const launchUrl = 'https://games.example/start'

/** What is made of the answers; null lets them pass. */
let meddle: ((reply: PartyReply) => PartyReply) | null = null
afterEach(() => {
  meddle = null
})

function open(family: 'pg-soft' | 'joker', more: { trustsMissing?: boolean; launchUrl?: string } = {}): GameProvider {
  const code = family === 'joker' ? 'JOKERREAL' : 'PGREAL'
  const row = {
    family,
    url: `${sandbox.url}/games/${code}/${family}`,
    operator: 'krapao',
    key: createSecrets([TEST_SECRET_HEX]).derive(`sandbox-game:${code}`),
    timeoutMs: 10_000,
    notFoundAfterMs: 20_000,
    launchUrl,
    ...more,
  }
  const send: typeof callParty = async (call) => {
    const reply = await callParty(call)
    return meddle === null ? reply : meddle(reply)
  }
  return createProvider({ ...row, send }, systemClock)
}

describe.each(['pg-soft', 'joker'] as const)('[CNX-009] %s', (family) => {
  const party = family === 'joker' ? 'game:JOKERREAL' : 'game:PGREAL'
  let provider: GameProvider
  let username: string
  const moveOf = (direction: Move['direction'], credits: number): Move => ({
    id: newId(new Date()),
    username,
    direction,
    credits,
  })
  const balance = async () => {
    const reading = await provider.read(username)
    return reading?.found === true ? reading.balance : reading
  }
  const newPlayer = async () => {
    provider = open(family, { trustsMissing: true })
    username = makeUsername()
    return provider.create({ username, password: makePassword(), reference: 'ours' })
  }

  it('opens an account once, and has neither passwords nor our reference', async () => {
    expect(await newPlayer()).toBe('created')
    expect(await provider.create({ username, password: makePassword(), reference: 'ours' })).toBe('exists')
    expect(await provider.read(username)).toEqual({ found: true, balance: 0, reference: null })
    expect(provider.hasPasswords).toBe(false)
    expect(await provider.setPassword(username, makePassword())).toBe('refused')
  })

  it('moves credits in and out, to the hundredth, and tells which way each went', async () => {
    await newPlayer()
    const [into, out] = [moveOf('in', 123_45), moveOf('out', 23_45)]
    for (const move of [into, out]) {
      expect(await provider.move(move)).toBe('done')
      const { direction, credits } = move
      expect(await provider.moveStatus(move.id, username)).toEqual({ status: 'done', credits, direction })
    }
    expect(await balance()).toBe(100)
    // The same again is the same, or unknown: never done twice, never refused.
    expect(['done', 'unknown']).toContain(await provider.move(into))
    expect(await balance()).toBe(100)
  })

  it.each(['cut-after', 'cut-before', 'late', 'error', 'refuse'])(
    '%s: what is not definite is asked about',
    async (mode) => {
      await newPlayer()
      await sandbox.fault({ party, mode, times: 1, ms: LASTS_MS })
      const move = moveOf('in', 500)
      const isRefused = mode === 'refuse' && family === 'pg-soft'
      expect(await provider.move(move)).toBe(isRefused ? 'refused' : 'unknown')
      const { status } = await provider.moveStatus(move.id, username)
      expect(status).toBe(mode === 'cut-after' ? 'done' : 'not-found')
      await sandbox.ask('POST', '/api/faults/release', {})
      await sandbox.fault({ party, mode: 'none' })
    },
  )

  it('of more than there is moves nothing, and says so where a no is documented', async () => {
    await newPlayer()
    await provider.move(moveOf('in', 500))
    expect(await provider.move(moveOf('out', 501))).toBe(family === 'joker' ? 'unknown' : 'insufficient')
    expect(await balance()).toBe(5)
  })

  it.each([
    ['another player', (text: string) => text.replaceAll(username, 'somebody0001')],
    ['another sum', (text: string) => text.replaceAll('"5.00"', '"6.00x"').replaceAll(':5', ':"5"')],
    ['another currency', (text: string) => text.replaceAll('THB', 'USD')],
    ['nothing of use', () => '{"message":"hello"}'],
    ['a page', () => '"<html>"'],
  ])('an answer of %s is none about a transfer', async (what, other) => {
    await newPlayer()
    const move = moveOf('in', 500)
    await provider.move(move)
    meddle = (reply) =>
      reply.status === null ? reply : { ...reply, body: JSON.parse(other(JSON.stringify(reply.body))) as unknown }
    const isUntold = family === 'joker' && what === 'another currency'
    expect((await provider.moveStatus(move.id, username)).status).toBe(isUntold ? 'done' : 'unknown')
    meddle = (reply) => (reply.status === null ? reply : { status: 500, body: reply.body })
    expect(await provider.moveStatus(move.id, username)).toMatchObject({ status: 'unknown' })
    expect(await provider.read(username)).toBeNull()
  })
})

describe('[CNX-009] JOKER', () => {
  it('is signed as published', () => {
    const fields = {
      Username: 'kp_test01',
      Timestamp: '1780000000',
      RequestID: '01JABCDEF',
      Method: 'TC',
      Amount: '12.50',
    }
    expect(formSignature(fields, 'joker-secret')).toBe('xVIkk89hVs64sIklvDB8xkZgjuA=')
  })

  it('its 404 is a word only where the operator has confirmed it, and never a page', async () => {
    const careful = open('joker')
    expect(await careful.moveStatus(newId(new Date()), 'somebody0001')).toMatchObject({ status: 'unknown' })
    expect(await careful.read('somebody0001')).toBeNull()
    const told = open('joker', { trustsMissing: true })
    expect(await told.moveStatus(newId(new Date()), 'somebody0001')).toMatchObject({ status: 'not-found' })
    meddle = (reply) => (reply.status === null ? reply : { ...reply, body: undefined })
    expect(await told.moveStatus(newId(new Date()), 'somebody0001')).toMatchObject({ status: 'unknown' })
  })

  it('hands out a token, which is put behind the address of its games', async () => {
    const provider = open('joker')
    const username = makeUsername()
    await provider.create({ username, password: makePassword(), reference: 'ours' })
    expect(await provider.launch(username, null)).toMatch(
      /^https:\/\/games\.example\/start\?mobile=true&lang=th&token=[^&]+$/,
    )
    const named = `${launchUrl}?game=abc&redirectUrl=https%3A%2F%2Fwallet.example&lang=en`
    const link = new URL((await open('joker', { launchUrl: named }).launch(username, null)) ?? '')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      game: 'abc',
      redirectUrl: 'https://wallet.example',
      mobile: 'true',
      lang: 'en',
      token: expect.stringMatching(/./),
    })
  })
})

describe('[CNX-009] PG Soft', () => {
  it('is told of a session of ours behind the address of the game, and shows it back with both secrets', async () => {
    const provider = open('pg-soft')
    const link = await provider.launch(makeUsername(), null, () => 'a session')
    expect(link).toBe(`${launchUrl}/index.html?btt=1&ot=krapao&ops=a+session&l=th`)
    expect(await provider.launch(makeUsername(), null)).toBeNull()
    const key = createSecrets([TEST_SECRET_HEX]).derive('sandbox-game:PGREAL')
    const right = { operator_token: 'krapao', secret_key: key, operator_player_session: 'a session' }
    const sessionIn = (form: Record<string, string>) => provider.sessionDoor?.sessionIn(new URLSearchParams(form))
    expect(sessionIn(right)).toBe('a session')
    for (const wrong of [{ operator_token: 'another' }, { secret_key: `${key}0` }, { secret_key: '' }])
      expect(sessionIn({ ...right, ...wrong })).toBeNull()
    expect(sessionIn({})).toBeNull()
  })
})
