import { DAY_MS } from '../../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import { type BodyOf, calls, type DataRequestKind, desk } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld } from '../../testing/worlds/cashier-world.ts'
import { type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { registeredMember, type StoryMember } from '../../testing/worlds/stories.ts'

let world: CashierWorld
let mali: Staff
let noi: Staff

beforeAll(async () => {
  world = await openCashierWorld({ hasDesk: true })
  mali = await staffMember(world.app, 'Mali', ['RISK', 'OWNER'])
  noi = await staffMember(world.app, 'Noi', ['SUPPORT'])
})
afterAll(() => world.close())

/** As if he had given his code a moment ago. */
async function stepUp({ agentId }: Staff): Promise<void> {
  await world.rows('update support_agent_session set second_factor_at = $2 where agent_id = $1', [
    agentId,
    world.clock.now(),
  ])
}

const listed = async (of: 'open' | 'ended', by = mali) =>
  (await world.app.desk.ok(desk.deskDataRequests, { token: by.token, query: { of } })).rows

async function open(memberId: string, kind: DataRequestKind) {
  const found = (await listed('open')).find((row) => row.memberId === memberId && row.kind === kind)
  if (found === undefined) throw new Error(`no ${kind} of ${memberId} is open`)
  return found
}

const receive = (memberId: string, kind: DataRequestKind, by = noi) =>
  world.app.desk.call(desk.deskReceiveDataRequest, {
    token: by.token,
    key: randomUUID(),
    body: { memberId, kind, note: 'By letter of 24/11' },
  })

const act = (by: Staff, requestId: string) => ({ token: by.token, key: randomUUID(), params: { requestId } })
const body = { note: 'Called back on his own phone' }

const verify = (requestId: string, by = noi) =>
  world.app.desk.call(desk.deskVerifyDataRequest, { ...act(by, requestId), body })

async function deliver(requestId: string, by = mali) {
  await stepUp(by)
  return world.app.desk.call(desk.deskDeliverDataRequest, { ...act(by, requestId), body })
}

const refuseIt = (requestId: string, by = mali, more: Partial<BodyOf<typeof desk.deskRefuseDataRequest>> = {}) =>
  world.app.desk.call(desk.deskRefuseDataRequest, {
    ...act(by, requestId),
    body: { ...body, reason: 'identity' as const, ...more },
  })

async function verified(memberId: string, kind: DataRequestKind): Promise<string> {
  expect((await receive(memberId, kind)).status).toBe(200)
  const { requestId } = await open(memberId, kind)
  expect((await verify(requestId)).body).toMatchObject({ state: 'verified' })
  return requestId
}

const own = async ({ token }: StoryMember) => (await world.app.ok(calls.privacyData, { token })).requests

describe('requests about data', () => {
  it('[OFC-061] go received, verified, delivered, each by a deed, and the member reads how far his is', async () => {
    const { app, clock } = world
    const member = await registeredMember(app)
    const { memberId } = member
    const receivedAt = clock.now()
    expect((await receive(memberId, 'correction')).body).toMatchObject({ state: 'received' })
    const dueAt = new Date(receivedAt.getTime() + 30 * DAY_MS).toISOString()
    const { requestId } = await open(memberId, 'correction')
    const received = { kind: 'correction', state: 'received', dueAt, endedAt: null, reason: null }
    expect(await own(member)).toEqual([{ ...received, receivedAt: receivedAt.toISOString() }])

    // What nobody has shown to be his is not delivered.
    const early = await deliver(requestId)
    expect([early.status, early.body.message, early.body.details]).toEqual([409, 'MOVED_ON', { what: 'received' }])
    await verify(requestId)
    expect((await verify(requestId)).body.details).toEqual({ what: 'verified' })
    expect((await deliver(requestId)).body).toMatchObject({ state: 'delivered' })
    expect(await own(member)).toEqual([expect.objectContaining({ state: 'delivered', endedAt: expect.any(String) })])
    expect((await listed('ended'))[0]).toMatchObject({ requestId, state: 'delivered', note: body.note, via: 'desk' })

    const deeds = await app.desk.ok(desk.deskAudit, { token: mali.token, query: { memberId } })
    expect(deeds.rows.map(({ deed, agent, reason }) => [deed, agent?.name, reason])).toEqual([
      ['data-request-delivered', 'Mali', body.note],
      ['data-request-verified', 'Noi', body.note],
      ['data-request-received', 'Noi', 'By letter of 24/11'],
    ])
  })

  it('[OFC-061] are refused with a reason that the member reads, at either step and once', async () => {
    const member = await registeredMember(world.app)
    const requestId = await verified(member.memberId, 'erasure')
    const both = await Promise.all([refuseIt(requestId), refuseIt(requestId, mali, { reason: 'law' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [told] = await own(member)
    expect(told?.state).toBe('refused')
    expect(['identity', 'law']).toContain(told?.reason)
    expect((await deliver(requestId)).body).toMatchObject({ message: 'MOVED_ON', details: { what: 'refused' } })

    await receive(member.memberId, 'copy')
    const { requestId: other } = await open(member.memberId, 'copy')
    expect((await refuseIt(other, mali, { reason: 'repeated' })).body).toMatchObject({ state: 'refused' })
    const wrong = await world.app.desk.call(desk.deskRefuseDataRequest, {
      ...act(mali, other),
      rawBody: { ...body, reason: 'erased' },
    })
    expect(wrong.status).toBe(422)
  })

  it('[OFC-061] of one kind a member has one that is open, of many at once one, and none is about nobody', async () => {
    const { memberId } = await registeredMember(world.app)
    const many = await Promise.all(Array.from({ length: 8 }, () => receive(memberId, 'copy')))
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect((await receive('nobody', 'copy')).status).toBe(404)
    expect((await verify('nothing')).status).toBe(404)
    const empty = await world.app.desk.call(desk.deskReceiveDataRequest, {
      token: noi.token,
      rawBody: { memberId, kind: 'erasure', note: '  ' },
    })
    expect(empty.status).toBe(422)
  })

  it('[OFC-061] a copy is delivered when it is there, and the member alone fetches it', async () => {
    const { app, clock } = world
    const member = await registeredMember(app)
    const requestId = await verified(member.memberId, 'copy')
    clock.advance(20 * 60_000)
    const many = await Promise.all([deliver(requestId), deliver(requestId), deliver(requestId)])
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await open(member.memberId, 'copy')).toMatchObject({ state: 'verified', isMaking: true })
    expect((await refuseIt(requestId)).status).toBe(409)
    await world.work()
    expect((await listed('ended'))[0]).toMatchObject({ requestId, state: 'delivered', isMaking: false })
    const { token, password } = member
    expect(await app.ok(calls.privacyData, { token })).toMatchObject({ export: { state: 'ready', json: null } })
    await app.ok(calls.accountConfirmPassword, { token, body: { password } })
    expect(await app.ok(calls.privacyFiles, { token })).toMatchObject({
      export: { state: 'ready', json: expect.any(String) },
      requests: [{ state: 'delivered' }],
    })

    // What staff deliver waits for no seven days.
    const next = await verified(member.memberId, 'copy')
    expect((await deliver(next)).status).toBe(200)
    await world.work()
    expect(await own(member)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  it('[OFC-061] what a member asks for himself is one that is known to be his, also where staff had written it down', async () => {
    const { app } = world
    const [alone, asked] = [await registeredMember(app), await registeredMember(app)]
    await receive(asked.memberId, 'copy')
    for (const { token } of [alone, asked]) await app.ok(calls.privacyExport, { token })
    expect(await open(alone.memberId, 'copy')).toMatchObject({ via: 'member', state: 'verified', isMaking: true })
    expect(await open(asked.memberId, 'copy')).toMatchObject({ via: 'desk', state: 'verified', isMaking: true })
    await world.work()
    const ended = await listed('ended')
    for (const { memberId } of [alone, asked]) {
      expect(ended.filter((row) => row.memberId === memberId)).toMatchObject([{ kind: 'copy', state: 'delivered' }])
    }
  })

  it('[OFC-061] an erasure is the one that a member can do himself, and ends what else is open', async () => {
    const { app } = world
    const [member, held] = [await registeredMember(app), await registeredMember(app)]
    const requestId = await verified(member.memberId, 'erasure')
    await receive(member.memberId, 'correction')
    const heldId = await verified(held.memberId, 'erasure')
    await app.ok(calls.protectionCoolOff, { token: held.token, body: { hours: 24 } })
    const still = await deliver(heldId)
    expect([still.status, still.body.message]).toEqual([409, 'STILL_OPEN'])
    expect(await open(held.memberId, 'erasure')).toMatchObject({ state: 'verified' })

    expect((await deliver(requestId)).body).toMatchObject({ state: 'delivered' })
    const ended = (await listed('ended')).filter(({ memberId }) => memberId === member.memberId)
    expect(ended.map(({ kind, state, reason, note }) => [kind, state, reason, note]).toSorted()).toEqual([
      ['correction', 'refused', 'erased', null],
      ['erasure', 'delivered', null, null],
    ])
    expect(await world.rows('select from member where username = $1', [member.phone])).toEqual([])

    const himself = await registeredMember(app)
    const { token, password } = himself
    await app.ok(calls.privacyErase, { token, body: { password, understood: true } })
    expect((await listed('ended')).filter(({ memberId }) => memberId === himself.memberId)).toMatchObject([
      { kind: 'erasure', state: 'delivered', via: 'member' },
    ])
  })

  it('[OFC-061] are due in 30 days; on day 20 staff are told of those that nobody answered', async () => {
    const { app, clock } = world
    for (const { requestId } of await listed('open')) await refuseIt(requestId)
    const alert = async () => {
      clock.advance(5_000)
      await world.work()
      const { alerts } = await app.desk.ok(desk.deskToday, { token: mali.token })
      return alerts.find((one) => one.alert === 'data-request')
    }
    const { memberId } = await registeredMember(app)
    const requestId = await verified(memberId, 'copy')
    const { receivedAt } = await open(memberId, 'copy')
    clock.advance(20 * DAY_MS - 60_000)
    mali = await staffMember(app, 'Mali', ['RISK', 'OWNER'])
    noi = await staffMember(app, 'Noi', ['SUPPORT'])
    expect(await alert()).toBeUndefined()
    clock.advance(60_000)
    const toldAt = new Date(Date.parse(receivedAt) + 20 * DAY_MS).toISOString()
    expect(await alert()).toMatchObject({ count: 1, since: toldAt, alertId: expect.any(String) })
    await refuseIt(requestId)
    expect(await alert()).toBeUndefined()
  })

  it('[OFC-061] are leafed through by key: the first due first, the last ended first', async () => {
    const { app, clock } = world
    for (const { requestId } of await listed('open')) await refuseIt(requestId)
    const { memberId } = await registeredMember(app)
    await receive(memberId, 'erasure')
    clock.advance(1_000)
    await receive(memberId, 'copy')
    expect((await listed('open')).map(({ kind }) => kind)).toEqual(['erasure', 'copy'])
    await world.rows(
      `insert into data_request (id, member_id, kind, via, state, received_at, ended_at)
       select 'many' || lpad(n::text, 20, '0'), $1, 'copy', 'desk', 'refused', $2, $2 from generate_series(1, 75) n`,
      [memberId, clock.now()],
    )
    const seen: string[] = []
    let after: string | null = null
    do {
      const query = { of: 'ended' as const, ...(after === null ? {} : { after }) }
      const page: { rows: { requestId: string }[]; next: string | null } = await app.desk.ok(desk.deskDataRequests, {
        token: mali.token,
        query,
      })
      seen.push(...page.rows.map(({ requestId }) => requestId))
      after = page.next
    } while (after !== null)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => id.startsWith('many'))).toEqual(
      Array.from({ length: 75 }, (_, n) => `many${String(75 - n).padStart(20, '0')}`),
    )
    const strange = await app.desk.call(desk.deskDataRequests, { token: mali.token, query: { after: 'nowhere' } })
    expect([strange.status, strange.body.message]).toEqual([422, 'NO_DATA'])
  })
})
