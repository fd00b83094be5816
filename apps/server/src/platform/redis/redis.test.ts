import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/clock.ts'
import { freePort } from '../../testing/own-postgres.ts'
import { createTestLogger } from '../../testing/logger.ts'
import { until } from '../../testing/until.ts'
import { startWireCutter, type WireCutter } from '../../testing/wire-cutter.ts'
import { createLimits } from '../http/limits.ts'
import type { Limits } from '../http/limits.ts'
import { createSignals, type Signal, type Signals } from '../signals.ts'
import { createSharedLimits, openRedis, type Redis, shareSignals } from './index.ts'

/** A Redis of a test's own, of the same program as the given one. */
interface OwnRedis {
  port: number
  ask(...words: string[]): Promise<unknown>
  close(): Promise<void>
}

async function startOwnRedis(): Promise<OwnRedis> {
  const info = createClient({ url: given })
  await info.connect()
  const pid = /process_id:(\d+)/.exec(await info.info('server'))?.[1] ?? ''
  info.destroy()
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'krapao-own-redis-'))
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  // One program is server, client and more, by the name that it is called by.
  const child = spawn(readlinkSync(`/proc/${pid}/exe`), options, { argv0: 'redis-server', stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  const ask = async (...words: string[]): Promise<unknown> => {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: false } })
    client.on('error', () => undefined)
    await client.connect()
    return client.sendCommand(words).finally(() => client.destroy())
  }
  await until('Redis is there', () =>
    ask('PING').then(
      () => true,
      () => false,
    ),
  )
  return {
    port,
    ask,
    async close() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const given = process.env['TEST_REDIS_URL'] ?? ''
const withoutRedis = 'TEST_REDIS_URL names no Redis'

/** A process as far as it shares things. */
interface Process {
  redis: Redis
  limits: Limits
  signals: Signals
  heard: Signal[]
  lines: Record<string, unknown>[]
}

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

async function startProcess(url: string, namespace: string, factor = 1): Promise<Process> {
  const { logger, lines } = createTestLogger()
  const redis = await openRedis({ url, namespace, logger })
  open.push(redis)
  const signals = shareSignals({ signals: createSignals(), redis, logger })
  const heard: Signal[] = []
  signals.subscribe((signal) => heard.push(signal))
  // The clock of the process stands still: what ends a shared window is Redis's own.
  const fallback = createLimits({ clock: createFakeClock(), factor })
  return { redis, limits: createSharedLimits({ redis, factor, fallback }), signals, heard, lines }
}

/** Two processes that share a Redis, the second one behind a line that can be cut. */
async function startTwo(): Promise<{ one: Process; two: Process; wire: WireCutter }> {
  const wire = await startWireCutter(given)
  open.push(wire)
  const namespace = randomUUID()
  const [one, two] = [await startProcess(given, namespace), await startProcess(wire.url, namespace)]
  return { one, two, wire }
}

const takeOften = async (limits: Limits, times: number, max: number): Promise<number> => {
  const verdicts = await Promise.all(
    Array.from({ length: times }, () => limits.take('an address', { max, windowS: 60 })),
  )
  return verdicts.filter(({ allowed }) => allowed).length
}

const wallet = (memberId: string): Signal => ({ kind: 'wallet', memberId, reason: 'deposit' })
const isAway = (process: Process) => until('Redis is away', () => Promise.resolve(!process.redis.isUp()))
const isBack = (process: Process) => until('Redis is back', () => Promise.resolve(process.redis.isUp()))
const grave = ({ lines }: Process) => lines.filter(({ level }) => level === 'error').length

describe('without a Redis where one should be', () => {
  it('a process counts by itself and tells its own, and says once that it does', async () => {
    const alone = await startProcess('redis://127.0.0.1:9', randomUUID())
    expect(alone.redis.isUp()).toBe(false)
    expect(await takeOften(alone.limits, 8, 5)).toBe(5)
    alone.signals.publish(wallet('a'))
    expect(alone.heard).toEqual([wallet('a')])
    await until('it was tried again', () => Promise.resolve(!alone.redis.isUp()))
    expect(grave(alone)).toBe(1)
  })
})

describe('a Redis of several hosts', () => {
  it('is the master of them, also after another one was promoted, and each that is lost is left', async ({ skip }) => {
    if (given === '') return skip(withoutRedis)
    const [one, two] = [await startOwnRedis(), await startOwnRedis()]
    open.push(one, two)
    await two.ask('REPLICAOF', '127.0.0.1', `${one.port}`)
    const process = await startProcess(`redis://127.0.0.1:${two.port},127.0.0.1:${one.port}`, 'several')
    const keysAt = async (redis: OwnRedis) => Number(await redis.ask('DBSIZE'))
    const countsAt = async (redis: OwnRedis) => {
      await redis.ask('FLUSHALL')
      await takeOften(process.limits, 1, 5)
      return (await keysAt(redis)) === 1
    }
    await isBack(process)
    expect(await countsAt(one)).toBe(true)
    expect(process.lines).toEqual([])
    // As Sentinel does it: one is promoted, and the one before becomes its replica.
    await two.ask('REPLICAOF', 'NO', 'ONE')
    await one.ask('REPLICAOF', '127.0.0.1', `${two.port}`)
    await until('it counts at the one that was promoted', () => countsAt(two))
    await two.close()
    await isAway(process)
    await one.ask('REPLICAOF', 'NO', 'ONE')
    await until('it counts at the one that is left', () => countsAt(one))
  })
})

describe('limits of several processes', () => {
  it('are counted together, calls of the same moment too, and say how long they still last', async ({ skip }) => {
    if (given === '') return skip(withoutRedis)
    const { one, two } = await startTwo()
    const [first, second] = await Promise.all([takeOften(one.limits, 40, 50), takeOften(two.limits, 40, 50)])
    expect(first + second).toBe(50)
    const { allowed, retryAfterS } = await one.limits.take('an address', { max: 50, windowS: 60 })
    expect(allowed).toBe(false)
    expect(retryAfterS).toBeGreaterThan(50)
    expect(retryAfterS).toBeLessThanOrEqual(60)
    expect(await two.limits.take('another address', { max: 50, windowS: 60 })).toMatchObject({ allowed: true })
  })

  it('begin anew when the window that began with the first call has ended', async ({ skip }) => {
    if (given === '') return skip(withoutRedis)
    const { one, two } = await startTwo()
    const bring = async ({ limits }: Process, amount: number) =>
      (await limits.take('an amount', { max: 10, windowS: 60 }, amount)).allowed
    expect([await bring(one, 6), await bring(two, 5), await bring(two, 4), await bring(one, 1)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    const take = ({ limits }: Process) => limits.take('a', { max: 1, windowS: 1 })
    expect([await take(one), await take(two)]).toMatchObject([{ allowed: true }, { allowed: false, retryAfterS: 1 }])
    await until('the window ends', async () => (await take(two)).allowed)
    expect(await take(one)).toMatchObject({ allowed: false })
  })

  it('of installations with other names are other ones', async ({ skip }) => {
    if (given === '') return skip(withoutRedis)
    const [one, other] = [await startProcess(given, randomUUID()), await startProcess(given, randomUUID())]
    expect([await takeOften(one.limits, 5, 3), await takeOften(other.limits, 5, 3)]).toEqual([3, 3])
  })

  it.for(['cut', 'hold'] as const)(
    'go on in the process itself after a %s of the line, and together again afterwards',
    async (harm, { skip }) => {
      if (given === '') return skip(withoutRedis)
      const { one, two, wire } = await startTwo()
      wire[harm]()
      expect(await takeOften(two.limits, 5, 3)).toBe(3)
      await isAway(two)
      await until('it is said', () => Promise.resolve(grave(two) === 1))
      wire.mend()
      await isBack(two)
      expect((await takeOften(one.limits, 5, 3)) + (await takeOften(two.limits, 5, 3))).toBe(3)
      expect(grave(two)).toBe(1)
    },
  )
})

describe('signals of several processes', () => {
  it('are heard once by each, in their order, by the teller at once', async ({ skip }) => {
    if (given === '') return skip(withoutRedis)
    const { one, two } = await startTwo()
    const told = Array.from({ length: 1_200 }, (_, place) => wallet(`member ${place}`))
    for (const signal of told) one.signals.publish(signal)
    expect(one.heard).toEqual(told)
    two.signals.publish({ kind: 'sessions-ended', memberId: 'last' })
    await until('both have heard', () => Promise.resolve(one.heard.length + two.heard.length >= 2_402))
    expect(two.heard.filter(({ kind }) => kind === 'wallet')).toEqual(told)
    expect(one.heard).toEqual([...told, { kind: 'sessions-ended', memberId: 'last' }])
  })

  it.for(['cut', 'hold'] as const)(
    'that were lost by a %s of the line are known to be missed, on both sides',
    async (harm, { skip }) => {
      if (given === '') return skip(withoutRedis)
      const { one, two, wire } = await startTwo()
      wire[harm]()
      await isAway(two)
      two.signals.publish(wallet('two'))
      one.signals.publish(wallet('one'))
      expect(two.heard).toEqual([wallet('two')])
      await until('it is said', () => Promise.resolve(grave(two) === 1))
      wire.mend()
      const missed: Signal = { kind: 'missed' }
      await until('both know', () => Promise.resolve([one, two].every(({ heard }) => heard.length >= 2)))
      expect(one.heard).toEqual([wallet('one'), missed])
      expect(two.heard).toEqual([wallet('two'), missed])
      two.signals.publish(wallet('again'))
      await until('it reaches the other again', () => Promise.resolve(one.heard.length === 3))
    },
  )

  it('that cannot be read do no harm', async ({ skip }) => {
    if (given === '') return skip(withoutRedis)
    const { one, two } = await startTwo()
    for (const message of ['', 'null', '{"from":1}', '{"from":"x","signals":1}'])
      await one.redis.tell('signals', message)
    one.signals.publish(wallet('a'))
    await until('the next one is heard', () => Promise.resolve(two.heard.length === 1))
  })
})
