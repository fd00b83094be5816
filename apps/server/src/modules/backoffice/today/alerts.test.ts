import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls, desk } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { createFakeClock } from '../../../testing/clock.ts'
import { auditOf, type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { memberWithMoney } from '../../../testing/worlds/stories.ts'

const KEY = 'what both sides know'

interface Heard {
  headers: IncomingHttpHeaders
  body: string
}

let app: TestApp
let mali: Staff
let server: Server
let heard: Heard[] = []
/** Since the beginning. */
const all: Heard[] = []
let status = 200

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString() }
      heard.push(one)
      all.push(one)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  app = await startTestApp({
    clock: createFakeClock(new Date('2026-11-16T05:00:00.000Z')),
    settings: { registerOTP: false },
    env: { KRAPAO_ALERT_URL: `http://127.0.0.1:${port}/alerts`, KRAPAO_ALERT_KEY: KEY },
  })
  mali = await staffMember(app, 'Mali', ['OWNER', 'PAYMENTS'])
})
afterAll(async () => {
  await app.close()
  server.close()
})

/** Which alert is meant: that of the withdrawals that wait, unless another is named. */
const late = { alert: 'queue-late', what: 'withdrawal' } as { alert: string; what: string | null }
const isOf = (meant: typeof late) => (one: { alert?: unknown; what?: unknown }) =>
  one.alert === meant.alert && one.what === meant.what

/** What came of it since it was asked last. */
function told(meant = late): Record<string, unknown>[] {
  const came = heard
  heard = []
  return came.map(({ body }) => JSON.parse(body) as Record<string, unknown>).filter(isOf(meant))
}

/** Looks as the job does, so much later. */
async function after(ms: number, meant = late): Promise<Record<string, unknown>[]> {
  app.clock.advance(ms)
  app.app().jobs.wake('backoffice-alerts')
  await app.app().jobs.runAll()
  return told(meant)
}

async function shown(by = mali, meant = late) {
  app.clock.advance(5_000)
  const { alerts } = await app.desk.ok(desk.deskToday, { token: by.token })
  return alerts.find(isOf(meant))
}

async function ask(): Promise<string> {
  const { token } = await memberWithMoney(app, 90_000)
  return (await app.ok(calls.walletWithdraw, { token, body: { amount: 40_000 } }))._id
}

const acknowledge = (alertId: string, by = mali) =>
  app.desk.call(desk.deskAcknowledgeAlert, { token: by.token, params: { alertId } })

it('[OFC-060] a decision that waits over 15 minutes is told at the desk and, signed, by the webhook, each 30 minutes until somebody takes note', async () => {
  const first = await ask()
  const since = app.clock.now().toISOString()
  expect(await after(14 * MINUTE_MS)).toEqual([])
  app.clock.advance(MINUTE_MS + 1_000)
  await app.app().jobs.runAll()
  const [{ headers, body } = { headers: {}, body: '' }] = heard.filter((one) => one.body.includes('queue-late'))
  const [, time = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
  expect(signature).toBe(createHmac('sha256', KEY).update(`${time}.${body}`).digest('hex'))
  expect(Number(time) * 1000).toBe(app.clock.now().getTime())
  const [one] = told()
  expect(one).toMatchObject({ alert: 'queue-late', what: 'withdrawal', count: 1, since })

  // Another process that looks at the same moment tells nothing twice.
  const others = await Promise.all(Array.from({ length: 5 }, () => after(0)))
  expect(others.flat()).toEqual([])
  expect(await after(29 * MINUTE_MS)).toEqual([])
  status = 503
  expect(await after(MINUTE_MS)).toMatchObject([{ alertId: one?.['alertId'] }])
  status = 200
  expect(await after(MINUTE_MS), 'who was not heard tells it again soon').toHaveLength(1)

  const before = await shown()
  expect(before).toMatchObject({ alertId: one?.['alertId'], acknowledged: null })
  const alertId = String(before?.alertId)
  const looker = await staffMember(app, 'Looker', ['AUDITOR'])
  expect(await acknowledge(alertId, looker)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  expect(await acknowledge('nothing')).toMatchObject({ body: { message: 'NO_DATA' } })
  const takes = await Promise.all(Array.from({ length: 5 }, () => acknowledge(alertId)))
  expect(takes.map((take) => take.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  expect(await shown(looker)).toMatchObject({ acknowledged: { name: 'Mali' } })
  const deeds = (await auditOf(app, mali)).filter(({ deed }) => deed === 'alert-acknowledged')
  expect(deeds).toMatchObject([{ agent: { name: 'Mali' }, after: { count: 1 } }])
  expect(await after(31 * MINUTE_MS)).toEqual([])

  // Another one that waits too long is another matter once the first is decided.
  await ask()
  expect(await after(16 * MINUTE_MS)).toEqual([])
  await app.command('settings', 'set', 'secondPerson', 'off')
  await app.command('withdrawals', 'pay', first)
  expect(await after(MINUTE_MS)).toMatchObject([{ what: 'withdrawal' }])
  expect(await shown()).toMatchObject({ acknowledged: null })
})

/** Is told at the desk and outside, again after half an hour, and no more once somebody took note. */
async function isHeardOf(meant: typeof late): Promise<void> {
  const seen = await shown(mali, meant)
  expect(seen).toMatchObject({ ...meant, acknowledged: null })
  expect(await after(29 * MINUTE_MS, meant)).toEqual([])
  expect(await after(MINUTE_MS, meant)).toMatchObject([{ alertId: seen?.alertId }])
  expect((await acknowledge(String(seen?.alertId))).status).toBe(200)
  expect(await after(31 * MINUTE_MS, meant)).toEqual([])
}

it('[OFC-060] what the audit finds is told at the desk and by the webhook, each 30 minutes until somebody takes note', async () => {
  mali = await staffMember(app, 'Mali', ['OWNER', 'PAYMENTS'])
  const meant = { alert: 'audit', what: null }
  expect(await after(MINUTE_MS, meant)).toEqual([])
  // A balance that its entries do not come to.
  const off = (minor: number) =>
    app.database.query(
      `update ledger_account set posted_minor = posted_minor + $1
       where id = (select id from ledger_account where name like 'member/%/wallet' order by id limit 1)`,
      [minor],
    )
  await off(1)
  await app.command('audit').catch(() => '')
  expect(await after(0, meant)).toMatchObject([{ ...meant, count: expect.any(Number) as number }])
  await isHeardOf(meant)
  await off(-1)
  await app.command('audit')
  expect(await shown(mali, meant)).toBeUndefined()
})

it('[OFC-060] a party that does not answer is told at the desk and by the webhook, and its own ups and downs are one matter', async () => {
  mali = await staffMember(app, 'Mali', ['OWNER', 'PAYMENTS'])
  // Nobody answers where the sandbox would be.
  await app.command('withdrawals', 'pay', await ask())
  await app.settle(MINUTE_MS)
  const { parties } = await app.desk.ok(desk.deskToday, { token: mali.token })
  const [down] = parties.filter(({ state }) => state === 'down')
  const meant = { alert: 'party-down', what: down?.party ?? '' }
  await after(MINUTE_MS, meant)
  const seen = await shown(mali, meant)
  expect(seen).toMatchObject({ ...meant, acknowledged: null })
  const tellings = all.filter(({ body }) => body.includes(String(seen?.alertId)))
  expect(tellings.map(({ body }) => JSON.parse(body) as unknown)).toContainEqual(expect.objectContaining(meant))
  expect(tellings.every(({ headers }) => /^t=\d+,v1=[0-9a-f]{64}$/.test(String(headers['x-signature'])))).toBe(true)
  expect((await acknowledge(String(seen?.alertId))).status).toBe(200)
  expect(await after(MINUTE_MS, meant)).toEqual([])
  expect(await shown(mali, meant)).toMatchObject({ acknowledged: { name: 'Mali' } })
})
