import { MINUTE_MS } from '../../platform/durations.ts'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnswerOf, calls, desk } from '@krapao/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { auditOf, type Staff, staffMember } from '../../testing/worlds/desk-world.ts'

const KEY = 'what both sides know'

let app: TestApp
let server: Server
let heard: { headers: IncomingHttpHeaders; body: string }[] = []
let mali: Staff
let ton: Staff
let payer: Staff
let suda: Staff

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.end()
    })
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  app = await startTestApp({
    env: { KRAPAO_DEMO: '1', KRAPAO_ALERT_URL: `http://127.0.0.1:${port}/alerts`, KRAPAO_ALERT_KEY: KEY },
  })
  // The owners of the whole installation, of whom each is told.
  mali = await staffMember(app, 'Mali', ['OWNER'])
  ton = await staffMember(app, 'Ton', ['OWNER', 'PAYMENTS'])
})
// Time passes in these tests, and the second factor of who works here grows old with it.
beforeEach(async () => {
  payer = await staffMember(app, 'Noi', ['PAYMENTS'])
  suda = await staffMember(app, 'Suda', ['MARKETING'])
})
afterAll(async () => {
  await app.close()
  server.close()
})

const key = () => crypto.randomUUID()
const later = (ms: number) => new Date(app.clock.now().getTime() + ms)
const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms)
  app.app().jobs.wake('backoffice-alerts')
  await app.app().jobs.runAll()
}
const read = (part: string): Promise<AnswerOf<typeof desk.deskContentPart>> =>
  app.desk.ok(desk.deskContentPart, { token: mali.token, params: { part } })
const publish = async (who: Staff, part: string, document: unknown, publishAt: Date | null = null) => {
  const body = { document, number: (await read(part)).number, publishAt: publishAt?.toISOString() ?? null, note: null }
  return app.desk.ok(desk.deskPublishContent, { token: who.token, key: key(), params: { part }, body })
}
const alertsOf = async ({ token }: Staff, alert: string) => {
  // What a look at the day said before is a few seconds old at the most.
  app.clock.advance(5_000)
  return (await app.desk.ok(desk.deskToday, { token })).alerts.filter((one) => one.alert === alert)
}
/** What the other side was told since it was asked last, its signature held against the key. */
function told(alert: string): Record<string, unknown>[] {
  const came = heard.filter(({ body }) => body.includes(`"${alert}"`))
  heard = []
  return came.map(({ headers, body }) => {
    const [, time = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', KEY).update(`${time}.${body}`).digest('hex'))
    return JSON.parse(body) as Record<string, unknown>
  })
}

it('[OFC-047] accounts for deposits take two and hold after ten minutes; every owner is told at the desk and by the signed webhook, and each takes note for himself', async () => {
  const accounts = (await read('depositAccounts')).document as { accountName: string }[]
  const renamed = accounts.map((one, index) => (index === 0 ? { ...one, accountName: 'Another Name' } : one))
  const shown = async () => (await app.ok(calls.lookupDeposit, {})).banks.map(({ bankAccountName }) => bankAccountName)
  const { proposalId } = await publish(payer, 'depositAccounts', renamed)
  await pass(MINUTE_MS)
  expect([told('deposit-accounts'), await alertsOf(mali, 'deposit-accounts')], 'a proposal changes nothing').toEqual([
    [],
    [],
  ])
  const confirming = { token: mali.token, key: key(), params: { proposalId: proposalId ?? '' }, body: {} }
  await app.desk.ok(desk.deskConfirmProposal, confirming)
  const since = later(10 * MINUTE_MS).toISOString()
  await pass(0)
  expect(told('deposit-accounts')).toMatchObject(
    [mali, ton].map(({ username }) => ({ alert: 'deposit-accounts', what: username, since })),
  )
  for (const owner of [mali, ton]) {
    expect(await alertsOf(owner, 'deposit-accounts')).toMatchObject([{ what: owner.username, acknowledged: null }])
  }
  expect(await alertsOf(payer, 'deposit-accounts'), 'owners alone are told').toEqual([])
  expect(await shown()).not.toContain('Another Name')

  const [{ alertId } = { alertId: null }] = await alertsOf(mali, 'deposit-accounts')
  const acknowledge = (who: Staff) =>
    app.desk.call(desk.deskAcknowledgeAlert, { token: who.token, params: { alertId: alertId ?? '' } })
  expect(await acknowledge(ton), 'what another owner is told').toMatchObject({ body: { message: 'NO_DATA' } })
  expect(await acknowledge(mali)).toMatchObject({ status: 200 })
  await pass(31 * MINUTE_MS)
  expect(await shown()).toContain('Another Name')
  expect(told('deposit-accounts'), 'who has not taken note is told again').toMatchObject([{ what: ton.username }])
  expect(await alertsOf(ton, 'deposit-accounts')).toMatchObject([{ acknowledged: null }])
})

it('what could not be published at its time is told to staff with why, names its version, and is over with the next one', async () => {
  const games = (await read('games')).document as { code: string }[]
  const { number } = await publish(suda, 'games', games, later(MINUTE_MS))
  // What the desk has made sure of may still be otherwise when the time comes.
  await app.database.query(
    `update content_version set document = jsonb_set(document, '{0,code}', '"NONE"') where part = 'games' and number = $1`,
    [number],
  )
  await pass(MINUTE_MS)
  await pass(0)
  const { parts } = await app.desk.ok(desk.deskContent, { token: suda.token })
  const problem = { code: 'NO_GAME', facts: { game: 'NONE' } }
  expect(parts.find(({ part }) => part === 'games')).toMatchObject({ failed: { number, problem }, scheduled: null })
  expect((await read('games')).versions[0]).toMatchObject({ number, state: 'FAILED', problem, note: null })
  expect(told('content-failed')).toMatchObject([{ what: 'games', count: 1 }])
  expect(await alertsOf(suda, 'content-failed')).toMatchObject([{ what: 'games' }])
  const deeds = (await auditOf(app, suda)).filter(({ deed }) => deed === 'content-failed')
  expect(deeds).toMatchObject([{ after: { number, problem: 'NO_GAME', game: 'NONE' } }])
  await publish(suda, 'games', games)
  await pass(0)
  expect(await alertsOf(suda, 'content-failed')).toEqual([])
})

it('what is published at a time names its version in the log, when it is planned and when it stands', async () => {
  const words = { th: ['<p>ก</p>'], lo: ['<p>ກ</p>'], en: ['<p>a</p>'] }
  const { number } = await publish(suda, 'help', words, later(MINUTE_MS))
  await pass(MINUTE_MS)
  const rows = (await auditOf(app, suda)).filter(
    ({ deed }) => deed === 'content-planned' || deed === 'content-published',
  )
  expect(rows.slice(0, 2)).toMatchObject([
    { deed: 'content-published', after: { number } },
    { deed: 'content-planned', after: { number } },
  ])
})
