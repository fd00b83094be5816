import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { until } from '../../../testing/until.ts'
import { makePassword, makeUsername } from '../accounts/credentials.ts'
import { elsewhere, type Meddle, type Meddler, startMeddler } from './meddler.fixture.ts'
import type { GameProvider, Move } from './provider.ts'

/** What a played provider can be told to do wrong; the words are the sandbox's (docs/spec/sandbox.md). */
type ProviderFault = 'none' | 'error' | 'refuse' | 'slow' | 'down' | 'late' | 'cut-before' | 'cut-after' | 'in-progress'

/** A provider to test an adapter against: played by the sandbox, or by whatever the author of an adapter has. */
export interface PlayedProvider {
  /** Where it answers. */
  url: string
  /**
   * The adapter under test, for a provider at `url`; the contract puts something of its own in between. With
   * `hasWrongKey` it carries a key that the provider does not know.
   */
  connect(terms: { url: string; timeoutMs: number; hasWrongKey: boolean }): GameProvider
  /** Sets what goes wrong from now on: `times` calls, or all until `none`. `ms` is how long it lasts. */
  fault(mode: ProviderFault, more?: { times?: number; ms?: number }): Promise<void>
  /** Lets what is late or in progress be done now. */
  release(): Promise<void>
  /** A win or a loss, in hundredths of a credit. */
  play(username: string, changeCredits: number): Promise<void>
  /** Whether it tells our reference of a player back (decision 7). */
  keepsReference: boolean
  close?(): Promise<void>
}

const TIMEOUT_MS = 60_000
const SHORT_TIMEOUT_MS = 150
/** So long that what is asked meanwhile finds it so, on whatever machine: it is let go when the test is done with it. */
const LASTS_MS = 600_000
/** Longer than the short time-out; nobody waits for it. */
const SLOW_MS = 2_000

const page = '<!doctype html><title>Sorry</title><h1>We will be back soon</h1>'
/** Answers that are none: each of them may stand in front of a provider that did what it was asked. */
const nonsense: Record<string, Meddle> = {
  'a page under 200': () => ({ status: 200, body: page, type: 'text/html' }),
  'a page under 404': () => ({ status: 404, body: page, type: 'text/html' }),
  'a page under 409': () => ({ status: 409, body: page, type: 'text/html' }),
  'a page under 422': () => ({ status: 422, body: page, type: 'text/html' }),
  'a page under 502': () => ({ status: 502, body: page, type: 'text/html' }),
  'an empty answer': ({ status }) => ({ status, body: '' }),
  'half of the answer': ({ status, body }) => ({ status, body: body.slice(0, body.length / 2) }),
  'an answer that breaks off': ({ status, body }) => ({ status, body, isCutOff: true }),
  'a list': ({ status, body }) => ({ status, body: `[${body}]` }),
  'a text': ({ status, body }) => ({ status, body: JSON.stringify(body) }),
  null: ({ status }) => ({ status, body: 'null' }),
  'an object of another kind': ({ status }) => ({ status, body: '{"message":"hello"}' }),
  'a foreign error under 404': () => ({ status: 404, body: '{"error":{"type":"no route"},"message":"no route"}' }),
  'the true answer under 500': ({ body }) => ({ status: 500, body }),
  'an answer without an end': ({ status, body }) => ({ status, body: `${' '.repeat(1024 * 1024)}${body}` }),
  // Whoever follows it gets the true answer, and has handed his key to wherever it led.
  'a redirection': ({ status, body }, path) =>
    path.startsWith(elsewhere) ? { status, body } : { status: 307, body: '', location: `${elsewhere}${path}` },
}

/**
 * What every adapter promises, checked against a provider that behaves and misbehaves. The author of a new one calls it
 * in a test file of his own with his adapter and a provider he can command.
 */
export function describeProvider(name: string, open: () => Promise<PlayedProvider>): void {
  describe(name, () => {
    let played: PlayedProvider
    let meddler: Meddler
    let adapter: GameProvider
    let username: string
    const reference = () => `of-${username}`

    beforeAll(async () => {
      played = await open()
      meddler = await startMeddler(played.url)
      adapter = played.connect({ url: meddler.url, timeoutMs: TIMEOUT_MS, hasWrongKey: false })
    })
    afterAll(async () => {
      await meddler.close()
      await played.close?.()
    })
    beforeEach(async () => {
      username = makeUsername()
      expect(await adapter.create({ username, password: makePassword(), reference: reference() })).toBe('created')
    })
    afterEach(async () => {
      meddler.meddle = null
      await played.fault('none')
    })

    const moveOf = (direction: Move['direction'], credits: number): Move => ({
      id: newId(new Date()),
      username,
      direction,
      credits,
    })
    const balance = async (): Promise<unknown> => {
      const reading = await adapter.read(username)
      return reading?.found === true ? reading.balance : reading
    }
    const settled = (move: Move) =>
      until('the transfer is done', async () => (await adapter.moveStatus(move.id, username)).status === 'done')
    /** For a call that was given up, and may not even have left before: under its id it is done once all the same. */
    const settledAgain = async (move: Move): Promise<void> => {
      await adapter.move(move)
      await settled(move)
    }
    /** A move that was not tried in this way was never heard of. */
    const isNowhere = async (move: Move): Promise<void> => {
      expect(['refused', 'not-found']).toContain((await adapter.moveStatus(move.id, username)).status)
      expect(await balance()).toBe(0)
    }
    const isDone = async (move: Move): Promise<void> => {
      expect(await adapter.moveStatus(move.id, username)).toMatchObject({ status: 'done', credits: move.credits })
    }

    describe('players', () => {
      it('are made once, and a name that is taken is said to be', async () => {
        const again = { username, password: makePassword(), reference: 'somebody-else' }
        expect(await adapter.create(again)).toBe('exists')
        const reading = await adapter.read(username)
        expect(reading).toEqual({
          found: true,
          balance: 0,
          reference: played.keepsReference ? reference() : null,
        })
      })

      it('that are not there are said not to be', async () => {
        expect(await adapter.read(makeUsername())).toEqual({ found: false })
        expect(await adapter.setPassword(makeUsername(), makePassword())).toBe('refused')
        expect(await adapter.launch(makeUsername(), null)).toBeNull()
      })

      it('get a new password, and a link with it or without one', async () => {
        const password = makePassword()
        expect(await adapter.setPassword(username, password)).toBe('done')
        expect(await adapter.launch(username, password)).toMatch(/^https?:\/\//)
        expect(await adapter.launch(username, null)).toMatch(/^https?:\/\//)
        expect(await adapter.launch(username, makePassword())).toBeNull()
      })
    })

    describe('transfers', () => {
      it.each([1, 29, 115, 435, 10_010, 1_234_567_89])('of %i hundredths arrive to the hundredth', async (credits) => {
        const into = moveOf('in', credits)
        expect(await adapter.move(into)).toBe('done')
        expect(await balance()).toBe(credits / 100)
        await isDone(into)
        const out = moveOf('out', credits)
        expect(await adapter.move(out)).toBe('done')
        expect(await balance()).toBe(0)
        await isDone(out)
      })

      it('tell which way they went, or nothing of it', async () => {
        const moves = [moveOf('in', 500), moveOf('out', 200)]
        for (const move of moves) {
          await adapter.move(move)
          expect([undefined, move.direction]).toContain((await adapter.moveStatus(move.id, username)).direction)
        }
      })

      it('are one for one id, however often and however fast it comes', async () => {
        const move = moveOf('in', 700)
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => adapter.move(move)))
        expect(outcomes).toContain('done')
        expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'unknown')).toEqual([])
        expect(await balance()).toBe(7)
      })

      it('are never refused because their id moved another amount before', async () => {
        const move = moveOf('in', 700)
        await adapter.move(move)
        expect(await adapter.move({ ...move, credits: 900 })).toBe('unknown')
        expect(await balance()).toBe(7)
        await isDone(move)
      })

      it('of more than there is are insufficient and move nothing', async () => {
        await adapter.move(moveOf('in', 500))
        const move = moveOf('out', 501)
        expect(await adapter.move(move)).toBe('insufficient')
        expect(await balance()).toBe(5)
        expect(['refused', 'not-found']).toContain((await adapter.moveStatus(move.id, username)).status)
      })

      it('of a player who is not there are not done', async () => {
        const move = { ...moveOf('in', 500), username: makeUsername() }
        expect(['refused', 'unknown']).toContain(await adapter.move(move))
        expect((await adapter.moveStatus(move.id, username)).status).toBe('not-found')
      })

      it('that were never asked for are not found', async () => {
        expect(await adapter.moveStatus(newId(new Date()), username)).toEqual({ status: 'not-found', credits: null })
      })

      it('and play are read together', async () => {
        await adapter.move(moveOf('in', 500))
        await played.play(username, 1_25)
        expect(await balance()).toBe(6.25)
        await played.play(username, -6_25)
        expect(await balance()).toBe(0)
      })
    })

    describe('faults', () => {
      it('error: nobody knows, and nothing happened', async () => {
        await played.fault('error', { times: 1 })
        const move = moveOf('in', 500)
        expect(await adapter.move(move)).toBe('unknown')
        await isNowhere(move)
      })

      it('refuse: a definite no', async () => {
        await played.fault('refuse', { times: 1 })
        const move = moveOf('in', 500)
        expect(await adapter.move(move)).toBe('refused')
        await isNowhere(move)
      })

      it('cut-before: nobody knows, and it is not found', async () => {
        await played.fault('cut-before', { times: 1 })
        const move = moveOf('in', 500)
        expect(await adapter.move(move)).toBe('unknown')
        expect(await adapter.moveStatus(move.id, username)).toEqual({ status: 'not-found', credits: null })
        expect(await balance()).toBe(0)
      })

      it('cut-after: nobody knows, and it is found', async () => {
        await played.fault('cut-after', { times: 1 })
        const move = moveOf('in', 500)
        expect(await adapter.move(move)).toBe('unknown')
        await isDone(move)
        expect(await balance()).toBe(5)
      })

      it('in-progress: nobody knows until it is done', async () => {
        await played.fault('in-progress', { times: 1, ms: LASTS_MS })
        const move = moveOf('in', 500)
        expect(await adapter.move(move)).toBe('unknown')
        expect((await adapter.moveStatus(move.id, username)).status).toBe('under-way')
        await played.release()
        await settled(move)
        expect(await balance()).toBe(5)
      })

      it('late: not found, and then it is', async () => {
        await played.fault('late', { times: 1, ms: LASTS_MS })
        const move = moveOf('in', 500)
        expect(await adapter.move(move)).toBe('unknown')
        expect((await adapter.moveStatus(move.id, username)).status).toBe('not-found')
        await played.release()
        await settled(move)
        expect(await balance()).toBe(5)
      })

      it('slow: no answer within the time-out is no answer, whatever happens later', async () => {
        const hasty = played.connect({ url: meddler.url, timeoutMs: SHORT_TIMEOUT_MS, hasWrongKey: false })
        await played.fault('slow', { times: 1, ms: SLOW_MS })
        const move = moveOf('in', 500)
        expect(await hasty.move(move)).toBe('unknown')
        await settledAgain(move)
        expect(await balance()).toBe(5)
      })

      it('down: every call is without an answer', async () => {
        await played.fault('down')
        const move = moveOf('in', 500)
        expect(await adapter.create({ username: makeUsername(), password: makePassword(), reference: 'r' })).toBe(
          'unknown',
        )
        expect(await adapter.read(username)).toBeNull()
        expect(await adapter.move(move)).toBe('unknown')
        expect(await adapter.moveStatus(move.id, username)).toMatchObject({ status: 'unknown' })
        expect(await adapter.setPassword(username, makePassword())).toBe('unknown')
        expect(await adapter.launch(username, null)).toBeNull()
      })
    })

    describe('what is no answer', () => {
      it.each(Object.keys(nonsense))('%s is neither a yes nor a no', async (kind) => {
        meddler.meddle = nonsense[kind] ?? null
        const [into, missing] = [moveOf('in', 500), moveOf('out', 501)]
        expect(await adapter.create({ username: makeUsername(), password: makePassword(), reference: 'r' })).toBe(
          'unknown',
        )
        expect(await adapter.read(username)).toBeNull()
        expect(await adapter.read(makeUsername())).toBeNull()
        expect(await adapter.move(into)).toBe('unknown')
        expect(await adapter.move(missing)).toBe('unknown')
        expect(await adapter.moveStatus(into.id, username)).toMatchObject({ status: 'unknown' })
        expect(await adapter.moveStatus(newId(new Date()), username)).toMatchObject({ status: 'unknown' })
        expect(await adapter.setPassword(username, makePassword())).toBe('unknown')
        expect(await adapter.launch(username, null)).toBeNull()
        meddler.meddle = null
        await isDone(into)
        expect(await balance()).toBe(5)
      })

      it('silence ends with the time-out', async () => {
        const hasty = played.connect({ url: meddler.url, timeoutMs: SHORT_TIMEOUT_MS, hasWrongKey: false })
        meddler.meddle = () => 'silence'
        const move = moveOf('in', 500)
        expect(await hasty.read(username)).toBeNull()
        expect(await hasty.move(move)).toBe('unknown')
        expect(await hasty.moveStatus(move.id, username)).toMatchObject({ status: 'unknown' })
        meddler.meddle = null
        await settledAgain(move)
      })

      it('an answer about another transfer is none about this one', async () => {
        const move = moveOf('in', 500)
        const other = newId(new Date())
        meddler.meddle = ({ status, body }) => ({ status, body: body.replaceAll(move.id, other) })
        expect(await adapter.move(move)).toBe('unknown')
        expect(await adapter.moveStatus(move.id, username)).toMatchObject({ status: 'unknown' })
        meddler.meddle = null
        await isDone(move)
      })

      it('an answer about another player is none about this one', async () => {
        const other = makeUsername()
        meddler.meddle = ({ status, body }) => ({ status, body: body.replaceAll(username, other) })
        expect(await adapter.read(username)).toBeNull()
        meddler.meddle = null
        expect(await balance()).toBe(0)
      })

      it('a key that the provider does not know brings neither a yes nor a no', async () => {
        const stranger = played.connect({ url: meddler.url, timeoutMs: TIMEOUT_MS, hasWrongKey: true })
        const move = moveOf('in', 500)
        expect(await stranger.create({ username: makeUsername(), password: makePassword(), reference: 'r' })).toBe(
          'unknown',
        )
        expect(await stranger.move(move)).toBe('unknown')
        expect(await stranger.moveStatus(move.id, username)).toMatchObject({ status: 'unknown' })
        expect(await stranger.read(username)).toBeNull()
        expect(await stranger.setPassword(username, makePassword())).toBe('unknown')
        expect(await stranger.launch(username, null)).toBeNull()
        await isNowhere(move)
      })
    })

    it('never puts a password into an address', async () => {
      const password = makePassword()
      meddler.passed.length = 0
      await adapter.create({ username: makeUsername(), password, reference: 'r' })
      await adapter.setPassword(username, password)
      await adapter.launch(username, password)
      expect(meddler.passed).toHaveLength(3)
      for (const { path } of meddler.passed) expect(path).not.toContain(password)
    })
  })
}
