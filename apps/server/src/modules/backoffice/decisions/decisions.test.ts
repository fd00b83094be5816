import { desk } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../testing/app.ts'
import type { Answered } from '../../../testing/client.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { namedTransfer } from '../../../testing/worlds/slip-world.ts'
import { makeNotice } from '../../../testing/worlds/waiting-world.ts'

let world: CashierWorld
let app: TestApp
let mali: Staff
let noi: Staff

beforeAll(async () => {
  world = await openCashierWorld({ hasDesk: true })
  app = world.app
  await world.set('withdrawAutoMaxMinor', 0)
  mali = await staffMember(app, 'Mali', ['PAYMENTS'])
  noi = await staffMember(app, 'Noi', ['PAYMENTS'])
})
afterAll(() => world.close())

/** A withdrawal that waits for a person. */
async function waiting(amount = 300): Promise<{ id: string; member: TestMember }> {
  const member = await world.member({ walletMinor: amount * 100 })
  const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount } })
  return { id: String(body['_id']), member }
}

const about = (id: string) => ({ params: { kind: 'withdrawal' as const, id } })
const read = (who: Staff, id: string) => app.desk.ok(desk.deskDecision, { token: who.token, ...about(id) })

async function decide(
  who: Staff,
  id: string,
  body: object,
  version?: number,
): Promise<Answered<typeof desk.deskDecide>> {
  const seen = version ?? (await read(who, id)).row.version
  return app.desk.call(desk.deskDecide, { token: who.token, ...about(id), rawBody: { version: seen, ...body } })
}

const deedsOn = (id: string) =>
  app.database.query<{ what: string; actor: string }>(
    'select what, actor from deed where subject = $1 order by number',
    [`withdrawal:${id}`],
  )

describe('the queue of decisions', () => {
  it('lists what waits, the longest waiting first, by pages that go on behind a row', async () => {
    const first = await waiting()
    app.clock.advance(1_000)
    const second = await waiting(301)
    const page = await app.desk.ok(desk.deskDecisions, { token: mali.token })
    const ids = page.rows.map(({ id }) => id)
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id))
    expect(page.count).toBe(ids.length)
    expect(page.kinds.find(({ kind }) => kind === 'withdrawal')?.count).toBe(ids.length)
    const row = page.rows.find(({ id }) => id === second.id)
    expect(row).toMatchObject({ kind: 'withdrawal', memberId: second.member.id, amount: 301, heldBy: null })
    expect(row?.reasons).toContain('AMOUNT')
    const after = `${page.rows[0]?.since}_withdrawal_${page.rows[0]?.id}`
    const rest = await app.desk.ok(desk.deskDecisions, { token: mali.token, query: { kind: 'withdrawal', after } })
    expect(rest.rows.map(({ id }) => id)).toEqual(ids.slice(1))
    expect((await app.desk.ok(desk.deskDecisions, { token: mali.token, query: { page: '2' } })).rows).toEqual([])
  })

  it('[OFC-031] tells whence the money of a withdrawal came since the wallet was last empty', async () => {
    const { id, member } = await waiting()
    const { evidence } = await read(mali, id)
    expect(evidence.money).toMatchObject({
      since: expect.any(String),
      steps: [{ from: expect.any(String), to: 'wallet', amount: 300, balance: 300 }],
    })
    expect((await decide(mali, id, { action: 'return', reason: 'OWN_REQUEST' })).status).toBe(200)
    // What comes after the request is none of its money, and the reading of the next one has it.
    app.clock.advance(1_000)
    await app.command('notices', 'credit', await makeNotice(world, member.id), '100', namedTransfer(world))
    expect((await read(mali, id)).evidence.money?.steps).toHaveLength(1)
    app.clock.advance(1_000)
    const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 400 } })
    const next = await read(mali, String(body['_id']))
    expect(next.evidence.money?.steps.map(({ amount, balance }) => [amount, balance])).toEqual([
      [300, 300],
      [100, 400],
    ])
  })

  it('[OFC-033] tells whoever has one open who else has, until he left it', async () => {
    const { id } = await waiting()
    expect((await read(mali, id)).onlookers).toEqual([])
    const since = app.clock.now().toISOString()
    app.clock.advance(5_000)
    expect((await read(noi, id)).onlookers).toEqual([{ _id: mali.agentId, name: 'Mali', since }])
    const ofNoi = app.clock.now().toISOString()
    expect((await read(mali, id)).onlookers).toEqual([{ _id: noi.agentId, name: 'Noi', since: ofNoi }])
    // Another thing is nobody's.
    expect((await read(mali, (await waiting(302)).id)).onlookers).toEqual([])
    app.clock.advance(15_001)
    expect((await read(noi, id)).onlookers).toEqual([])
    // Who comes back has it open since then.
    const back = app.clock.now().toISOString()
    await read(mali, id)
    expect((await read(noi, id)).onlookers).toEqual([{ _id: mali.agentId, name: 'Mali', since: back }])
    expect((await decide(noi, id, { action: 'return', reason: 'OWN_REQUEST' })).status).toBe(200)
    expect(await app.database.query('select id from decision_look where id = $1', [id])).toEqual([])
  })

  it.each([{ after: 'nonsense' }, { after: '2026-13-45T99:00:00.000Z_withdrawal_a' }])(
    'refuses a place that is none: %j',
    async (query) => {
      expect(await app.desk.call(desk.deskDecisions, { token: mali.token, query })).toMatchObject({
        status: 422,
        body: { message: 'NO_DATA', details: { fields: ['after'] } },
      })
    },
  )

  it('[OFC-032] is claimed for five minutes: another’s claim is HELD with the name, and then it is free', async () => {
    const { id } = await waiting()
    const claim = (who: Staff) => app.desk.call(desk.deskClaimDecision, { token: who.token, ...about(id) })
    expect(await claim(mali)).toMatchObject({ status: 200, body: { row: { heldBy: { name: 'Mali' } } } })
    expect(await claim(mali)).toMatchObject({ status: 200 })
    expect(await claim(noi)).toMatchObject({ status: 409, body: { message: 'HELD', details: { by: 'Mali' } } })
    expect((await read(noi, id)).row.heldBy).toMatchObject({ _id: mali.agentId, name: 'Mali' })
    app.clock.advance(5 * 60_000 - 1)
    expect((await claim(noi)).status).toBe(409)
    app.clock.advance(1)
    expect((await read(noi, id)).row.heldBy).toBeNull()
    expect(await claim(noi)).toMatchObject({ status: 200, body: { row: { heldBy: { name: 'Noi' } } } })
    await app.desk.ok(desk.deskReleaseDecision, { token: mali.token, ...about(id) })
    expect((await read(mali, id)).row.heldBy).toMatchObject({ name: 'Noi' })
    await app.desk.ok(desk.deskReleaseDecision, { token: noi.token, ...about(id) })
    expect((await read(mali, id)).row.heldBy).toBeNull()
    const deeds = await deedsOn(id)
    expect(deeds.map(({ what }) => what)).toEqual([
      'decision-claimed',
      'decision-claimed',
      'decision-claimed',
      'decision-released',
    ])
  })

  it.each([
    ['an action that there is not', { action: 'give' }, ['action']],
    ['a reason that is none', { action: 'return', reason: 'BECAUSE' }, ['reason']],
    ['no reason', { action: 'return' }, ['reason']],
    ['a field that the action does not take', { action: 'pay', note: 'x' }, ['note']],
    ['too many hours', { action: 'hold', hours: 73, note: 'x' }, ['hours']],
    ['a hold without a note', { action: 'hold', hours: 2, note: ' \u2060' }, ['note']],
  ])('refuses %s, and changes nothing', async (_what, body, fields) => {
    const { id } = await waiting()
    expect(await decide(mali, id, body)).toMatchObject({
      status: 422,
      body: { message: 'NO_DATA', details: { fields } },
    })
    expect(await deedsOn(id)).toEqual([])
  })

  it('lets nobody decide whose roles do not, and names none that there is not', async () => {
    const { id } = await waiting()
    const risk = await staffMember(app, 'Risa', ['RISK'])
    expect(await decide(risk, id, { action: 'pay' })).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
    const missing = { token: mali.token, params: { kind: 'withdrawal' as const, id: 'none' } }
    expect((await app.desk.call(desk.deskDecision, missing)).status).toBe(404)
    expect((await app.desk.call(desk.deskClaimDecision, missing)).status).toBe(404)
  })

  it('is narrowed to what one has taken, and to what waits for fifteen minutes, and counts both by kind', async () => {
    const [old, taken] = [await waiting(302), await waiting(303)]
    app.clock.advance(14 * 60_000)
    const fresh = await waiting(304)
    app.clock.advance(60_000)
    const claim = { token: mali.token, ...about(taken.id) }
    await app.desk.ok(desk.deskClaimDecision, claim)
    const ids = async (who: Staff, part: 'mine' | 'late') => {
      const { rows, count, kinds } = await app.desk.ok(desk.deskDecisions, { token: who.token, query: { part } })
      expect(count).toBe(rows.length)
      expect(kinds.find(({ kind }) => kind === 'withdrawal')?.[part]).toBe(rows.length)
      return rows.map(({ id }) => id)
    }
    const late = await ids(mali, 'late')
    expect(late).toEqual(expect.arrayContaining([old.id, taken.id]))
    expect(late).not.toContain(fresh.id)
    expect(await ids(mali, 'mine')).toEqual([taken.id])
    expect(await ids(noi, 'mine')).toEqual([])
    app.clock.advance(5 * 60_000)
    expect(await ids(mali, 'mine')).toEqual([])
  })

  describe('a payout without an answer', () => {
    // Time has passed, and the second factor of those before is old.
    beforeAll(async () => {
      mali = await staffMember(app, 'Mali', ['PAYMENTS'])
      noi = await staffMember(app, 'Noi', ['PAYMENTS'])
    })

    const ask = (who: Staff, id: string, key?: string) =>
      app.desk.call(desk.deskAskParty, { token: who.token, ...about(id), ...(key === undefined ? {} : { key }) })
    const questions = () =>
      world.bank.calls.filter((call) => call.startsWith('GET /') && call.includes('payout')).length

    /** One that was released and sent, of which the bank says that it is under way. */
    async function sent(): Promise<string> {
      const { id } = await waiting()
      world.bank.payoutState = 'SENT'
      expect((await decide(mali, id, { action: 'pay' })).status).toBe(200)
      await world.work()
      world.bank.payoutState = 'PAID'
      return id
    }

    it('[OFC-031] is asked about now by the job that asks anyhow: once, with a deed, and its answer ends it', async () => {
      const id = await sent()
      expect((await read(noi, id)).canAsk).toBe(true)
      const before = questions()
      const key = crypto.randomUUID()
      expect((await ask(noi, id, key)).status).toBe(200)
      // Sent again because its answer was lost, and by another at the same moment.
      expect((await ask(noi, id, key)).status).toBe(200)
      expect(await ask(mali, id)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
      const payout = world.bank.payouts.get(id)
      if (payout === undefined) throw new Error('the bank has the payout')
      payout.state = 'PAID'
      await world.work()
      expect(questions()).toBe(before + 1)
      expect(payout.orders).toBe(1)
      const told = await read(noi, id)
      expect(told).toMatchObject({ canAsk: false, evidence: { facts: { state: 'paid' } } })
      expect((await deedsOn(id)).filter(({ what }) => what === 'withdrawal-asked')).toEqual([
        { what: 'withdrawal-asked', actor: `agent:${noi.agentId}` },
      ])
      expect(await ask(noi, id)).toMatchObject({ status: 409, body: { message: 'MOVED_ON' } })
      await world.audit()
    })

    it('[OFC-033] asked for by twenty at once leaves one deed and one question', async () => {
      const id = await sent()
      const before = questions()
      const answers = await Promise.all(Array.from({ length: 20 }, (_, one) => ask(one % 2 === 0 ? mali : noi, id)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(
        Array.from({ length: 19 }, () => 429),
      )
      const payout = world.bank.payouts.get(id)
      if (payout !== undefined) payout.state = 'PAID'
      await world.work()
      expect(questions()).toBe(before + 1)
      expect((await read(mali, id)).evidence.facts['state']).toBe('paid')
      expect((await deedsOn(id)).filter(({ what }) => what === 'withdrawal-asked')).toHaveLength(1)
    })

    it('is asked about by nobody who may not, and of what waits or is no payout there is nobody to ask', async () => {
      const { id } = await waiting()
      expect((await ask(noi, id)).body).toMatchObject({ message: 'MOVED_ON' })
      const clerk = await staffMember(app, 'Clerk', ['SUPPORT'])
      expect((await ask(clerk, id)).status).toBe(403)
      expect((await ask(noi, 'nothing')).status).toBe(404)
    })
  })
})
