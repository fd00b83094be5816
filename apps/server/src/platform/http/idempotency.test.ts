import { randomUUID } from 'node:crypto'
import { defineCall, referenceOf } from '@krapao/contract'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestHttp } from '../../testing/http.ts'
import { until } from '../../testing/until.ts'
import { AppError } from '../errors.ts'
import { deriveId } from '../ids.ts'
import { route } from './route.ts'
import type { Http } from './server.ts'

const pay = defineCall({
  name: 'pay',
  method: 'POST',
  path: '/api/pay/:to',
  caller: 'member',
  summary: 'Pays',
  params: v.object({ to: v.string() }),
  body: v.object({ amount: v.pipe(v.number(), v.minValue(1, 'TRANSFER_MINIMUM')), note: v.optional(v.string()) }),
  answer: v.object({ status: v.string(), run: v.number() }),
  idempotent: true,
})

type Work = (operationId: string, run: number) => Promise<{ status: string; run: number }>
const runs: string[] = []
let work: Work = async () => ({ status: 'SUCCESS', run: 0 })

const routes = [
  route(pay, (context) => {
    runs.push(context.operationId)
    return work(context.operationId, runs.length)
  }),
]
const app = await startTestHttp({ calls: [pay], routes, idempotency: { waitMs: 80, leaseMs: 15_000 } })
// Another process on the same database, but for its clock, which the test's database shares.
const other = await startTestHttp({
  calls: [pay],
  routes,
  database: app.database,
  clock: app.clock,
  idempotency: { waitMs: 60_000 },
})
afterAll(async () => {
  await other.close()
  await app.close()
})

beforeEach(() => {
  runs.length = 0
  work = async (_, run) => ({ status: 'SUCCESS', run })
})

interface Sent {
  key?: string
  body?: object
  member?: string
  to?: string
  http?: Http
}

async function send({ key, body = { amount: 1 }, member = 'member-1', to = 'PG', http = app.http }: Sent) {
  const response = await http.inject({
    method: 'POST',
    url: `/api/pay/${to}`,
    headers: { authorization: `Bearer ${member}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    payload: body,
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>(), headers: response.headers }
}

describe('a call under an idempotency key', () => {
  it('is answered from memory the second time, key and order of fields written another way or not', async () => {
    const key = randomUUID()
    const first = await send({ key, body: { amount: 1, note: 'x' } })
    const second = await send({ key: key.toUpperCase(), body: { note: 'x', amount: 1, other: true } })
    expect(first).toMatchObject({ status: 200, body: { status: 'SUCCESS', run: 1 } })
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(runs).toEqual([deriveId('member-1', 'POST', '/api/pay/PG', key)])
    // A member tells support this much of it, and no more of it is written down.
    const lines = app.lines.filter((line) => line['reference'] === referenceOf(key))
    expect(lines.map(({ call, status }) => [call, status])).toEqual(Array(2).fill(['pay', 200]))
    expect(JSON.stringify(app.lines).toLowerCase()).not.toContain(key)
  })

  it('is another call for another member, path or key', async () => {
    const key = randomUUID()
    await send({ key })
    await send({ key, member: 'member-2' })
    await send({ key, to: 'JOKER' })
    await send({ key: randomUUID() })
    await send({})
    await send({})
    expect(new Set(runs).size).toBe(6)
  })

  it('refuses another body under the same key', async () => {
    const key = randomUUID()
    await send({ key })
    expect(await send({ key, body: { amount: 2 } })).toMatchObject({
      status: 422,
      body: { message: 'IDEMPOTENCY_MISMATCH' },
    })
    expect(runs).toHaveLength(1)
  })

  it.each(['1', 'not-a-uuid', '', '00000000-0000-0000-0000-00000000000g', `${randomUUID()}, ${randomUUID()}`])(
    'refuses %j, which is no UUID',
    async (key) => {
      expect(await send({ key })).toMatchObject({
        status: 400,
        body: { message: 'NO_DATA', details: { fields: ['idempotency-key'] } },
      })
      expect(runs).toHaveLength(0)
    },
  )

  it('makes the second of two at once wait for the first and answers both alike', async () => {
    const key = randomUUID()
    const gate = Promise.withResolvers<void>()
    work = async (_, run) => {
      await gate.promise
      return { status: 'SUCCESS', run }
    }
    const both = [send({ key, http: other.http }), send({ key, http: other.http })]
    await expect.poll(() => runs.length).toBe(1)
    gate.resolve()
    const [first, second] = await Promise.all(both)
    expect(first?.body).toEqual({ status: 'SUCCESS', run: 1 })
    expect(second?.body).toEqual(first?.body)
    expect(runs).toHaveLength(1)
  })

  it('answers REQUEST_IN_PROGRESS when the first still runs at the end of the wait, and keeps the first answer', async () => {
    const key = randomUUID()
    const gate = Promise.withResolvers<void>()
    work = async (_, run) => {
      await gate.promise
      return { status: 'SUCCESS', run }
    }
    const first = send({ key })
    await expect.poll(() => runs.length).toBe(1)
    const second = await send({ key })
    expect(second).toMatchObject({ status: 409, body: { message: 'REQUEST_IN_PROGRESS' } })
    expect(second.headers['retry-after']).toBe('1')
    gate.resolve()
    expect((await first).status).toBe(200)
    expect((await send({ key })).body).toEqual({ status: 'SUCCESS', run: 1 })
    expect(runs).toHaveLength(1)
  })

  it('waits also for a first call that another process runs', async () => {
    const key = randomUUID()
    const gate = Promise.withResolvers<void>()
    work = async (_, run) => {
      await gate.promise
      return { status: 'SUCCESS', run }
    }
    const first = send({ key, http: other.http })
    await expect.poll(() => runs.length).toBe(1)
    expect((await send({ key })).body).toEqual({ message: 'REQUEST_IN_PROGRESS' })
    gate.resolve()
    expect(await first).toMatchObject({ status: 200, body: { status: 'SUCCESS', run: 1 } })
    expect((await send({ key })).body).toEqual({ status: 'SUCCESS', run: 1 })
    expect(runs).toHaveLength(1)
  })

  it('runs once when both processes get it in the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = randomUUID()
      runs.length = 0
      const both = await Promise.all([send({ key }), send({ key, http: other.http })])
      for (const { status, body } of both) expect([status, body]).toEqual([200, { status: 'SUCCESS', run: 1 }])
      expect(runs).toHaveLength(1)
    }
  })

  it('runs again when the answer was IN_PROGRESS, until it is final, and then remembers that', async () => {
    const key = randomUUID()
    work = async (_, run) => ({ status: run < 3 ? 'IN_PROGRESS' : 'SUCCESS', run })
    expect((await send({ key })).body).toEqual({ status: 'IN_PROGRESS', run: 1 })
    expect((await send({ key })).body).toEqual({ status: 'IN_PROGRESS', run: 2 })
    expect((await send({ key })).body).toEqual({ status: 'SUCCESS', run: 3 })
    expect((await send({ key })).body).toEqual({ status: 'SUCCESS', run: 3 })
    expect(new Set(runs).size).toBe(1)
    expect(await send({ key, body: { amount: 2 } })).toMatchObject({ status: 422 })
  })

  it.each([
    ['MONEY_NOT_ENOUGH', 409],
    ['BONUS_REMAINING', 409],
    ['TRANSFER_SAME', 422],
  ] as const)('remembers the refusal %s', async (code, status) => {
    const key = randomUUID()
    work = () => Promise.reject(new AppError(code, { details: { why: 'x' } }))
    const first = await send({ key })
    work = async (_, run) => ({ status: 'SUCCESS', run })
    expect(first).toMatchObject({ status, body: { message: code, details: { why: 'x' } } })
    expect((await send({ key })).body).toEqual(first.body)
    expect(runs).toHaveLength(1)
  })

  it('remembers a broken rule of the schema, so that the same key with a right amount is another body', async () => {
    const key = randomUUID()
    const broken = { status: 422, body: { message: 'TRANSFER_MINIMUM', details: { fields: ['amount'] } } }
    expect(await send({ key, body: { amount: 0 } })).toMatchObject(broken)
    expect(await send({ key, body: { amount: 0 } })).toMatchObject(broken)
    expect(await send({ key, body: { amount: 5 } })).toMatchObject({ body: { message: 'IDEMPOTENCY_MISMATCH' } })
    expect(runs).toHaveLength(0)
  })

  it.each([
    ['a 404', new AppError('NO_GAME'), 404],
    ['a 403', new AppError('INACTIVE_USER'), 403],
    ['a 429', new AppError('WITHDRAW_LIMIT'), 429],
    ['a 502', new AppError('TRANSFER_FAIL'), 502],
    ['a defect', new Error('boom'), 500],
    ['a lease that another call holds', new AppError('TRANSFER_PENDING'), 409],
  ])('forgets %s: the next try is a new one', async (_, error, status) => {
    const key = randomUUID()
    work = () => Promise.reject(error)
    expect((await send({ key })).status).toBe(status)
    work = async (_id, run) => ({ status: 'SUCCESS', run })
    expect(await send({ key, body: { amount: 2 } })).toMatchObject({ status: 200 })
    expect(new Set(runs).size).toBe(1)
  })

  it('never keeps a shape error', async () => {
    const key = randomUUID()
    expect((await send({ key, body: { amount: '1' } })).status).toBe(400)
    expect((await send({ key })).status).toBe(200)
  })

  it('is free again when the process that ran it died and its lease ran out', async () => {
    const key = randomUUID()
    await leaveRunning(key)
    expect(await send({ key })).toMatchObject({ status: 409, body: { message: 'REQUEST_IN_PROGRESS' } })
    app.clock.advance(15_001)
    expect(await send({ key })).toMatchObject({ status: 200 })
    expect(runs).toHaveLength(1)
  })

  it('is free again as soon as a database is back that was away when its call failed', async () => {
    let isAway = false
    const lost = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { database } = app
    const broken = await startTestHttp({
      calls: [pay],
      routes,
      clock: app.clock,
      database: {
        ...database,
        query: (text, values) => (isAway ? Promise.reject(lost()) : database.query(text, values)),
      },
    })
    const key = randomUUID()
    work = async () => {
      isAway = true
      throw lost()
    }
    const failed = await send({ key, http: broken.http })
    expect([failed.status, failed.headers['retry-after']]).toEqual([503, '1'])
    // Its lease has not passed by the clock, which stands.
    work = async (_, run) => ({ status: 'SUCCESS', run })
    isAway = false
    await until('another process has it', async () => (await send({ key, http: other.http })).status === 200)
    expect(runs).toHaveLength(2)
    await broken.close()
  })

  it('is free at once when the only process of the database starts again', async () => {
    const key = randomUUID()
    await leaveRunning(key)
    await app.http.forgetInterrupted()
    expect(await send({ key })).toMatchObject({ status: 200 })
  })

  it('is forgotten after 24 hours, by the next call or by the job', async () => {
    const keys = [randomUUID(), randomUUID()]
    await Promise.all(keys.map((key) => send({ key })))
    app.clock.advance(24 * 3_600_000)
    expect(await send({ key: keys[0] ?? '', body: { amount: 7 } })).toMatchObject({ status: 200 })
    const [job] = app.http.jobs
    expect(await job?.run(new AbortController().signal)).toBeGreaterThan(0)
    const rows = await app.database.query<{ id: string }>('select id from idempotency_key')
    expect(rows.map((row) => row.id)).toEqual([deriveId('member-1', 'POST', '/api/pay/PG', keys[0] ?? '')])
  })
})

/** A key as a killed process leaves it, of a body like that of `send`. */
async function leaveRunning(key: string): Promise<void> {
  await send({ key })
  runs.length = 0
  const rows = await app.database.query<{ id: string }>(
    `update idempotency_key set status = null, answer = null, lease_until = $2 where id = $1 returning id`,
    [deriveId('member-1', 'POST', '/api/pay/PG', key), new Date(app.clock.now().getTime() + 15_000)],
  )
  expect(rows).toHaveLength(1)
}
