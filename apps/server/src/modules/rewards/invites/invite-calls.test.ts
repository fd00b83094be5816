import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, TestMember } from '../../../testing/worlds/cashier-world.ts'
import { openPlayingWorld, type PlayingWorld, underRule as withRule } from '../refund-calls.fixture.ts'
import { readInviteRule, writeInviteRule } from './invite.store.ts'

let world: PlayingWorld

beforeAll(async () => {
  world = await openPlayingWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const show = (member: TestMember) => member.call('GET', '/api/invite/bonus')
const receive = (member: TestMember, key = randomUUID()) => member.call('POST', '/api/invite/receive', { key })
const list = (member: TestMember, body: object = {}) => member.call('POST', '/api/invite', { body })
const said = ({ status, body }: Answer) => [status, body]

/** An inviter whose friend has lost 500 baht: 5 baht wait for him. */
async function inviterWithBonus(): Promise<{ inviter: TestMember; friend: TestMember }> {
  const inviter = await world.player()
  const friend = await world.player(inviter)
  await world.play(friend, -500)
  await world.nextDay()
  return { inviter, friend }
}

const underRule = (changes: object, work: () => Promise<void>) =>
  withRule(world, { read: readInviteRule, write: writeInviteRule }, changes, work)

describe('an invite bonus', () => {
  it('[INV-001] [INV-008] [INV-010] [ERR-050] comes from what a friend lost, and is received into the wallet once', async () => {
    const { inviter } = await inviterWithBonus()
    expect(said(await show(inviter))).toEqual([200, { amount: 5, success: 0, fail: 0 }])
    const key = randomUUID()
    const received = [200, { message: 'INVITE_BONUS_SUCCESS', amount: 5, wallet: { amount: 5 } }]
    expect(said(await receive(inviter, key))).toEqual(received)
    expect(said(await receive(inviter, key))).toEqual(received)
    expect(said(await show(inviter))).toEqual([200, { amount: 0, success: 0, fail: 0 }])
    expect(await inviter.wallet()).toBe(5)
  })

  it('[INV-005] [INV-007] is listed by friend and day, newest first, in pages, with names that tell little', async () => {
    const { inviter, friend } = await inviterWithBonus()
    await world.rows(`update member set name = 'สมหญิง รักดี' where id = $1`, [friend.id])
    const other = await world.player(inviter)
    await world.play(friend, -100)
    await world.play(other, -200)
    await world.nextDay()
    const all = await list(inviter, { page: 1, limit: 10 })
    expect(all.status).toBe(200)
    expect(all.body).toEqual({
      total: 3,
      invites: [
        { from: { name: 'S***' }, amount: 2, createdAt: expect.any(String) },
        { from: { name: 'ส*** รั***' }, amount: 1, createdAt: expect.any(String) },
        { from: { name: 'ส*** รั***' }, amount: 5, createdAt: expect.any(String) },
      ],
    })
    expect((await list(inviter, { page: 3, limit: 1 })).body).toMatchObject({ total: 3, invites: [{ amount: 5 }] })
    expect((await list(friend)).body).toEqual({ total: 0, invites: [] })
    expect(JSON.stringify(all.body)).not.toContain(friend.id)
  })

  it('[INV-009] [INV-011] [CAR-014] has banners of the operator', async () => {
    const member = await world.member()
    expect(said(await member.call('GET', '/api/invite/banners'))).toEqual([
      200,
      { banners: [{ image: '/art/banner-invite.svg', html: expect.stringContaining('1%') }] },
    ])
    await world.rows(`delete from reward_banner where place = 'invite'`)
    expect((await member.call('GET', '/api/invite/banners')).body).toEqual({ banners: [] })
  })
})

describe('an invite bonus is refused', () => {
  it('[ERR-049] with NO_INVITEE_PLAY_INFO when no friend has played', async () => {
    const inviter = await world.member()
    expect(said(await receive(inviter))).toEqual([409, { message: 'NO_INVITEE_PLAY_INFO' }])
    await world.player(inviter)
    expect(said(await receive(inviter))).toEqual([409, { message: 'NO_INVITEE_PLAY_INFO' }])
  })

  it('[ERR-048] with NO_INVITE_BONUS when friends have played and brought nothing', async () => {
    const inviter = await world.member()
    const friend = await world.player(inviter)
    await world.play(friend, 500)
    expect(said(await receive(inviter))).toEqual([409, { message: 'NO_INVITE_BONUS' }])
    await world.nextDay()
    expect(said(await receive(inviter))).toEqual([409, { message: 'NO_INVITE_BONUS' }])
  })

  it('[ERR-046] with INVITE_COLLECT when it was received and nothing came since', async () => {
    const { inviter, friend } = await inviterWithBonus()
    await receive(inviter)
    expect(said(await receive(inviter))).toEqual([409, { message: 'INVITE_COLLECT' }])
    await world.play(friend, -100)
    await world.nextDay()
    expect((await receive(inviter)).body).toMatchObject({ amount: 1, wallet: { amount: 6 } })
  })

  it('[ERR-047] with INVITE_INACTIVE while the operator gives none, before anything else', async () => {
    const { inviter } = await inviterWithBonus()
    await world.setBonus(inviter, 'armed')
    await underRule({ isActive: false }, async () => {
      const inactive = [403, { message: 'INVITE_INACTIVE' }]
      expect(said(await show(inviter))).toEqual(inactive)
      expect(said(await receive(inviter))).toEqual(inactive)
      expect(said(await receive(await world.member()))).toEqual(inactive)
    })
    await world.setBonus(inviter, null)
    expect((await receive(inviter)).body).toMatchObject({ amount: 5 })
  })

  it('[ERR-038] with BONUS_REMAINING while a bonus is held, also an armed one', async () => {
    const { inviter } = await inviterWithBonus()
    for (const state of ['armed', 'granted', 'ending'] as const) {
      await world.setBonus(inviter, state)
      expect(said(await receive(inviter))).toEqual([409, { message: 'BONUS_REMAINING' }])
      const alone = await world.member()
      await world.setBonus(alone, state)
      expect(said(await receive(alone))).toEqual([409, { message: 'BONUS_REMAINING' }])
    }
    await world.setBonus(inviter, null)
    expect((await receive(inviter)).status).toBe(200)
  })

  it('[ERR-051] with INVITE_BONUS_FAIL when it cannot be booked, and nothing has moved', async () => {
    const { inviter } = await inviterWithBonus()
    const { ledger } = world.process
    const { submit } = ledger
    ledger.submit = () => Promise.resolve({ ok: false, refusal: 'GUARD_MOVED', detail: 'always' })
    const answer = await receive(inviter)
    ledger.submit = submit
    expect(said(answer)).toEqual([503, { message: 'INVITE_BONUS_FAIL' }])
    expect([await inviter.wallet(), (await show(inviter)).body['amount']]).toEqual([0, 5])
    expect((await receive(inviter)).status).toBe(200)
  })
})

describe('an invite bonus under conditions', () => {
  it('is told with its percentages and becomes the bonus that is held', async () => {
    const { inviter } = await inviterWithBonus()
    await underRule({ percentFail: 10, percentSuccess: 150 }, async () => {
      expect((await show(inviter)).body).toEqual({ amount: 5, success: 150, fail: 10 })
      expect((await receive(inviter)).body).toMatchObject({ amount: 5, wallet: { amount: 5 } })
    })
    await world.work()
    expect((await inviter.call('GET', '/api/bonus/check/active')).body).toMatchObject({
      status: true,
      type: 'invite',
      progress: { state: 'granted', base: 5, failBelow: 1, passFrom: 7.5 },
    })
  })
})
