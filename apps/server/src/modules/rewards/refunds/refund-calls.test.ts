import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, TestMember } from '../../../testing/worlds/cashier-world.ts'
import { openPlayingWorld, type PlayingWorld, underRule as withRule } from '../refund-calls.fixture.ts'
import { readRefundRule, writeRefundRule } from './refund.store.ts'

let world: PlayingWorld

beforeAll(async () => {
  world = await openPlayingWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const check = (member: TestMember) => member.call('GET', '/api/refund/check')
const receive = (member: TestMember, key = randomUUID()) => member.call('GET', '/api/refund/receive', { key })
const addWallet = (member: TestMember, key = randomUUID()) => member.call('GET', '/api/refund/addWallet', { key })
const list = (member: TestMember, body: object = {}) => member.call('POST', '/api/refund', { body })
const said = ({ status, body }: Answer) => [status, body]

/** A member to whom a refund of 25 baht is due. */
async function memberWithRefund(): Promise<TestMember> {
  const member = await world.player()
  await world.play(member, -500)
  await world.nextDay()
  return member
}

const underRule = (changes: object, work: () => Promise<void>) =>
  withRule(world, { read: readRefundRule, write: writeRefundRule }, changes, work)

describe('a refund', () => {
  it('[REF-001] [REF-007] [REF-008] [REF-010] [REF-011] [REF-012] [ERR-054] comes with the loss of a day, is received, and added to the wallet', async () => {
    const member = await world.player()
    await world.play(member, -500.1)
    expect(said(await receive(member))).toEqual([409, { message: 'NO_REFUND' }])
    await world.nextDay()
    const none = { bonus: false, info: expect.any(String), refundSuccess: 0, refundFail: 0 }
    expect(said(await check(member))).toEqual([200, { ...none, result: true, refundAmount: 0 }])

    expect(said(await receive(member))).toEqual([200, { message: 'REFUND_SUCCESS', refundAmount: 25 }])
    expect(await member.wallet()).toBe(0)
    expect(said(await check(member))).toEqual([200, { ...none, result: false, refundAmount: 25 }])

    const key = randomUUID()
    const added = [200, { message: 'REFUND_SUCCESS', wallet: { amount: 25 } }]
    expect(said(await addWallet(member, key))).toEqual(added)
    expect(said(await addWallet(member, key))).toEqual(added)
    expect(said(await check(member))).toEqual([200, { ...none, result: false, refundAmount: 0 }])
    expect(await member.wallet()).toBe(25)
  })

  it('[REF-004] is told with six keys, and its conditions in the language of the reader', async () => {
    const { body } = await check(await world.member())
    expect(Object.keys(body).toSorted()).toEqual([
      'bonus',
      'info',
      'refundAmount',
      'refundFail',
      'refundSuccess',
      'result',
    ])
    expect(body['info']).toMatch(/5%.*7 วัน/)
  })

  it('[REF-003] [REF-009] is listed when received, newest first, in pages', async () => {
    const member = await world.player()
    for (const baht of [100, 200, 300]) {
      await world.play(member, -baht)
      await world.nextDay()
      await receive(member)
    }
    const all = await list(member, { page: 1, limit: 10 })
    expect(all.status).toBe(200)
    expect(all.body).toEqual({
      total: 3,
      refunds: [15, 10, 5].map((refundAmount) => ({ refundAmount, createdAt: expect.any(String) })),
    })
    expect((await list(member, { page: 2, limit: 2 })).body).toMatchObject({
      total: 3,
      refunds: [{ refundAmount: 5 }],
    })
    expect((await list(await world.member())).body).toEqual({ total: 0, refunds: [] })
  })

  it('[REF-013] [REF-014] [CAR-014] has banners of the operator', async () => {
    const member = await world.member()
    expect(said(await member.call('GET', '/api/refund/banners'))).toEqual([
      200,
      { banners: [{ image: '/art/banner-refund.svg', html: expect.stringContaining('คืนยอดเสีย 5%') }] },
    ])
    await world.rows(
      `update reward_banner set html = '{"th": "<b>ก</b><img src=x onerror=alert(1)><script>1</script>"}'
       where place = 'refund'`,
    )
    const { banners } = (await member.call('GET', '/api/refund/banners')).body as { banners: { html: string }[] }
    expect(banners[0]?.html).toMatch(/^<b>ก<\/b>(<img \/>)?$/)
    await world.rows(`delete from reward_banner where place = 'refund'`)
    expect((await member.call('GET', '/api/refund/banners')).body).toEqual({ banners: [] })
  })
})

describe('a refund is refused', () => {
  it('[ERR-052] with NO_REFUND when none is due', async () => {
    expect(said(await receive(await world.member()))).toEqual([409, { message: 'NO_REFUND' }])
    const member = await memberWithRefund()
    await receive(member)
    expect(said(await receive(member))).toEqual([409, { message: 'NO_REFUND' }])
  })

  it('[ERR-053] with REFUND_CONDITION when all days have lapsed', async () => {
    const member = await memberWithRefund()
    for (let day = 0; day < 7; day += 1) await world.nextDay()
    expect(said(await receive(member))).toEqual([409, { message: 'REFUND_CONDITION' }])
  })

  it('[ERR-055] with REFUND_INACTIVE while the operator gives none, before anything else', async () => {
    const member = await memberWithRefund()
    await world.setBonus(member, 'granted')
    await underRule({ isActive: false }, async () => {
      expect(said(await receive(member))).toEqual([403, { message: 'REFUND_INACTIVE' }])
      expect((await check(member)).body).toMatchObject({ result: false })
    })
    await world.setBonus(member, null)
    expect((await receive(member)).status).toBe(200)
  })

  it('[ERR-056] with REFUND_MINIMUM when nothing can be added', async () => {
    const minimum = [422, { message: 'REFUND_MINIMUM' }]
    expect(said(await addWallet(await world.member()))).toEqual(minimum)
    const member = await memberWithRefund()
    expect(said(await addWallet(member))).toEqual(minimum)
    await receive(member)
    expect((await addWallet(member)).status).toBe(200)
    expect(said(await addWallet(member))).toEqual(minimum)
  })

  it('[ERR-038] with BONUS_REMAINING while a bonus is held, also an armed one', async () => {
    const member = await memberWithRefund()
    for (const state of ['armed', 'granted', 'ending'] as const) {
      await world.setBonus(member, state)
      expect(said(await receive(member))).toEqual([409, { message: 'BONUS_REMAINING' }])
      // Before REFUND_MINIMUM (rulings 5.1): nothing was received yet.
      expect(said(await addWallet(member))).toEqual([409, { message: 'BONUS_REMAINING' }])
      expect((await check(member)).body).toMatchObject({ result: false, bonus: true })
    }
    await world.setBonus(member, null)
    expect((await receive(member)).status).toBe(200)
  })
})

describe('a refund under conditions', () => {
  it('becomes a bonus as it comes into the wallet, and what is lost under it is not refunded', async () => {
    const member = await memberWithRefund()
    await receive(member)
    await underRule({ percentFail: 10, percentSuccess: 200 }, async () => {
      expect((await check(member)).body).toMatchObject({ refundSuccess: 200, refundFail: 10 })
      expect((await addWallet(member)).status).toBe(200)
    })
    await world.work()
    expect((await member.call('GET', '/api/bonus/check/active')).body).toMatchObject({
      status: true,
      type: 'refund',
      progress: { state: 'granted', base: 25, current: 25, failBelow: 2.5, passFrom: 50 },
    })
    expect(said(await member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 } }))).toEqual([
      409,
      { message: 'BONUS_REMAINING' },
    ])
    await world.play(member, -400)
    await world.nextDay()
    const due = await world.rows('select from refund_day where member_id = $1 and receipt_id is null', [member.id])
    expect(due).toEqual([])
  })

  it('is the money of its member as it is below one baht, where a bonus would be lost at once', async () => {
    const [below, one] = [await world.player(), await world.player()]
    await world.play(below, -19.8)
    await world.play(one, -20)
    await world.nextDay()
    await underRule({ percentFail: 10, percentSuccess: 200 }, async () => {
      for (const member of [below, one]) {
        await receive(member)
        expect((await addWallet(member)).status).toBe(200)
      }
    })
    const active = async (member: TestMember) => (await member.call('GET', '/api/bonus/check/active')).body['status']
    expect([await below.wallet(), await active(below)]).toEqual([0.99, false])
    expect([await one.wallet(), await active(one)]).toEqual([1, true])
  })

  it('of one member in ten tabs becomes one bonus', async () => {
    const member = await memberWithRefund()
    await receive(member)
    await underRule({ percentFail: 10, percentSuccess: 200 }, async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => addWallet(member)))
      const ok = answers.filter(({ status }) => status === 200)
      expect(ok).toHaveLength(1)
      const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body['message'])
      expect(new Set(others)).toEqual(new Set(['BONUS_REMAINING']))
    })
    const held = await world.rows('select from user_bonus where member_id = $1', [member.id])
    expect([held.length, await member.wallet()]).toEqual([1, 25])
  })
})
