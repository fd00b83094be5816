import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/clock.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { createTestLogger } from '../../testing/logger.ts'
import type { Database } from '../database/types.ts'
import { createBreaker, FAILURES_IN_A_ROW, PAUSE_MAX_MS, PAUSE_MS } from './breaker.ts'
import { healthOf, type PartyMinute } from './health.rules.ts'
import { partiesMigrations } from './health.store.ts'
import { createPartyWatch } from './party-health.ts'

describe('a breaker', () => {
  function failing(times: number) {
    const clock = createFakeClock()
    const breaker = createBreaker({ clock })
    for (let time = 0; time < times; time += 1)
      expect([breaker.mayCall(), breaker.failed()]).toEqual([true, time === FAILURES_IN_A_ROW - 1])
    return { clock, breaker }
  }

  it('leaves a party alone after so many failures in a row and no fewer', () => {
    const { breaker } = failing(FAILURES_IN_A_ROW - 1)
    breaker.succeeded()
    for (let time = 1; time < FAILURES_IN_A_ROW; time += 1) expect(breaker.failed()).toBe(false)
    expect(breaker.state()).toBe('closed')
    expect(breaker.failed()).toBe(true)
    expect([breaker.state(), breaker.mayCall()]).toEqual(['open', false])
  })

  it('[CNX-010] lets one call try after a pause, which is twice as long after each that fails', () => {
    const { clock, breaker } = failing(FAILURES_IN_A_ROW)
    for (const pauseMs of [PAUSE_MS, 2 * PAUSE_MS, 4 * PAUSE_MS, 8 * PAUSE_MS, PAUSE_MAX_MS, PAUSE_MAX_MS]) {
      clock.advance(pauseMs - 1)
      expect([breaker.state(), breaker.mayCall()]).toEqual(['open', false])
      clock.advance(1)
      expect(breaker.state()).toBe('half-open')
      expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, false])
      expect(breaker.failed()).toBe(true)
    }
    clock.advance(PAUSE_MAX_MS)
    expect(breaker.mayCall()).toBe(true)
    expect(breaker.succeeded()).toBe(true)
    expect([breaker.state(), breaker.mayCall(), breaker.mayCall()]).toEqual(['closed', true, true])
    expect(breaker.succeeded()).toBe(false)
  })

  it('does not wait longer for calls of before that end later', () => {
    const { clock, breaker } = failing(FAILURES_IN_A_ROW)
    expect(breaker.failed()).toBe(false)
    clock.advance(PAUSE_MS)
    expect(breaker.mayCall()).toBe(true)
  })

  it('is never shut for good: whatever happened, a call goes out within the longest pause', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.boolean(), fc.nat(PAUSE_MAX_MS))), (events) => {
        const clock = createFakeClock()
        const breaker = createBreaker({ clock })
        for (const event of events) {
          if (typeof event === 'number') clock.advance(event)
          else if (breaker.mayCall()) breaker[event ? 'succeeded' : 'failed']()
        }
        clock.advance(PAUSE_MAX_MS)
        expect(breaker.mayCall()).toBe(true)
      }),
    )
  })
})

describe('how a party fares', () => {
  const now = new Date('2026-11-23T10:30:30Z')
  const at = (agoMinutes: number, calls: number, failures: number, slow = 0): PartyMinute => ({
    party: 'bank',
    minute: new Date(Date.UTC(2026, 10, 23, 10, 30 - agoMinutes)),
    calls,
    failures,
    slow,
    lastAnswerAt: calls > failures ? new Date(Date.UTC(2026, 10, 23, 10, 30 - agoMinutes, 10)) : null,
  })
  const of = (minutes: PartyMinute[], leftAlone: string[] = []) =>
    healthOf({ minutes, known: ['bank'], leftAlone: new Set(leftAlone), now })[0]

  it.each([
    ['unknown when nobody called it', [], { state: 'unknown', calls: 0, failures: 0, lastAnswerAt: null }],
    [
      'unknown when that is long ago',
      [at(15, 9, 0)],
      { state: 'unknown', calls: 0, lastAnswerAt: at(15, 9, 0).lastAnswerAt },
    ],
    ['up', [at(1, 9, 2)], { state: 'up', calls: 9, failures: 2 }],
    ['down', [at(1, 9, 5)], { state: 'down', calls: 9, failures: 5 }],
    [
      'down since it stopped to answer, whatever it did before',
      [at(9, 500, 0), at(0, 6, 6)],
      { state: 'down', calls: 506, failures: 6 },
    ],
    ['up since it answers again', [at(9, 500, 500), at(0, 5, 0)], { state: 'up', calls: 505, failures: 500 }],
    ['slow when half of it takes long', [at(0, 6, 0, 3)], { state: 'slow', calls: 6, failures: 0 }],
    ['slow when half of it takes long or fails', [at(0, 6, 2, 1)], { state: 'slow', failures: 2 }],
  ])('is %s', (_, minutes, expected) => {
    expect(of(minutes)).toMatchObject({ party: 'bank', ...expected })
  })

  it('is down while it is left alone', () => {
    expect(of([at(0, 9, 0)], ['bank'])).toMatchObject({ state: 'down' })
  })
})

describe('the watch over parties', () => {
  let database: Database
  let statuses: (number | 'cut')[] = []
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    const status = statuses.shift() ?? 200
    if (status === 'cut') request.socket.destroy()
    else response.writeHead(status).end('{}')
  })
  beforeAll(async () => {
    database = await openTestDatabase({ migrations: partiesMigrations })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await database.close()
  })

  it('[CNX-010] counts over all processes, leaves alone what fails again and again, and says so', async () => {
    const clock = createFakeClock()
    const { logger, lines } = createTestLogger()
    const [one, other] = [createPartyWatch({ database, clock, logger }), createPartyWatch({ database, clock, logger })]
    const call = {
      method: 'GET',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      timeoutMs: 9_000,
      maxBytes: 99,
    } as const
    const [bank, bankElsewhere] = [one.callerOf('bank'), other.callerOf('bank')]
    statuses = [200, 404, 'cut', 500, 429, 401]
    for (let time = 0; time < 5; time += 1) await bank(call)
    await bankElsewhere(call)
    await other.job.run()
    const [told] = await one.health()
    expect(told).toMatchObject({ party: 'bank', calls: 6, failures: 4, state: 'down', lastAnswerAt: clock.now() })
    expect(await other.health()).toEqual([told])
    expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining('does not let us in')])

    statuses = Array.from({ length: 20 }, () => 503)
    const replies = []
    for (let time = 0; time < 12; time += 1) replies.push(await bank(call))
    expect(replies.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 7 }, () => 503),
      ...Array.from({ length: 5 }, () => null),
    ])
    expect(replies.at(-1)).toMatchObject({ isUnsent: true })
    expect(asked).toBe(13)
    expect(one.leftAlone()).toEqual(['bank'])
    expect(lines.at(-1)).toMatchObject({ party: 'bank', msg: expect.stringContaining('left alone') as string })

    clock.advance(PAUSE_MS)
    statuses = [200]
    const tries = await Promise.all([bank(call), bank(call)])
    expect(tries.map(({ status }) => status)).toEqual([200, null])
    expect((await bank(call)).status).toBe(200)
    expect(one.leftAlone()).toEqual([])
    clock.advance(3_600_000)
    await one.job.run()
    expect(await one.health()).toEqual([{ party: 'bank', state: 'unknown', calls: 0, failures: 0, lastAnswerAt: null }])
  })

  it('keeps what it could not write for the next time', async () => {
    const clock = createFakeClock()
    const { logger } = createTestLogger()
    let isBroken = true
    const query: Database['query'] = (text, values) =>
      isBroken ? Promise.reject(new Error('no database')) : database.query(text, values)
    const watch = createPartyWatch({ database: { ...database, query }, clock, logger })
    const nobody = { method: 'GET', url: 'http://127.0.0.1:9', timeoutMs: 9_000, maxBytes: 99 } as const
    const sms = watch.callerOf('sms')
    await sms(nobody)
    await expect(watch.job.run()).rejects.toThrow('no database')
    await sms(nobody)
    isBroken = false
    expect(await watch.health()).toEqual([
      expect.objectContaining({ party: 'sms', calls: 2, failures: 2, state: 'down' }),
    ])
  })
})
