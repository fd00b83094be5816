import { encryptGiftLink } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../testing/bonus-world.ts'
import { type Answer, GIFT_HOST, LINK_SECRET } from '../../testing/cashier-world.ts'
import { testEngines } from '../../testing/database.ts'

let world: BonusWorld
beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const DAY_MS = 24 * 3_600_000

const setLimit = (player: BonusMember, kind: string, period: string, amount: number | null) =>
  player.call('PUT', '/api/protection/limits', { body: { kind, period, amount } })
const qr = (player: BonusMember, amount: number) => player.call('POST', '/api/qrcode/KBANK', { body: { amount } })
async function gift(player: BonusMember, amount: number, at = world): Promise<Answer> {
  const link = `https://${GIFT_HOST}/campaign/?v=${at.issuer.make(amount * 100)}`
  return player.call('POST', '/api/wallet/truelink', { body: { link: await encryptGiftLink(link, LINK_SECRET) } })
}
const limitsOf = async (player: BonusMember) =>
  (await player.call('GET', '/api/protection')).body['limits'] as {
    used: number
    reserved: number
    remaining: number
  }[]
const madeFor = (player: BonusMember) =>
  world.rows(
    `select id from qr_code where member_id = $1 and state = 'live'
     union all select id from gift_link where member_id = $1 and state <> 'refused'`,
    [player.id],
  )

describe('a deposit beyond the limit', () => {
  it('[PPR-004] is 409 LIMIT_REACHED with what is left and until when, and nothing is made', async () => {
    const player = await world.player()
    await setLimit(player, 'deposit', 'day', 300)
    expect(await player.deposit(200)).toBe(200)
    const details = { kind: 'deposit', period: 'day', remaining: 100, resetsAt: '2026-11-21T17:00:00.000Z' }
    const calls = world.issuer.calls.length
    for (const answer of [await qr(player, 100.01), await gift(player, 101)]) {
      expect(answer).toMatchObject({ status: 409, body: { message: 'LIMIT_REACHED', details } })
    }
    expect(world.issuer.calls.slice(calls)).toEqual(['verify'])
    expect(await madeFor(player)).toEqual([])
    // What fits is made, and counts while it is on its way; a new QR takes its place.
    expect((await qr(player, 60)).body['hasQrcode']).toBe(true)
    expect((await qr(player, 70)).body['hasQrcode']).toBe(true)
    expect(await limitsOf(player)).toMatchObject([{ used: 200, reserved: 70, remaining: 30 }])
    expect(await gift(player, 31)).toMatchObject({ status: 409, body: { details: { remaining: 30 } } })
    expect(await gift(player, 30)).toMatchObject({ status: 200, body: { amount: 30 } })
    expect(await limitsOf(player)).toMatchObject([{ used: 230, reserved: 70, remaining: 0 }])
  })

  it('[PPR-003] is refused by the limit of several that leaves least', async () => {
    const player = await world.player()
    await setLimit(player, 'deposit', 'day', 500)
    await setLimit(player, 'deposit', 'week', 400)
    await setLimit(player, 'deposit', 'month', 450)
    const { body } = await qr(player, 600)
    expect(body).toMatchObject({ details: { period: 'week', remaining: 400 } })
    expect(await qr(player, 420)).toMatchObject({ status: 409, body: { details: { period: 'week' } } })
    expect((await qr(player, 400)).status).toBe(200)
  })

  it('[PPR-001] is no more on the screen once the limit was lowered: a larger live QR is cancelled, a smaller one stays', async () => {
    const player = await world.player()
    expect((await setLimit(player, 'deposit', 'day', 1_000)).status).toBe(200)
    const live = async () => (await player.call('GET', '/api/qrcode/KBANK')).body['hasQrcode']
    await qr(player, 400)
    await setLimit(player, 'deposit', 'day', 400)
    expect(await live()).toBe(true)
    await setLimit(player, 'deposit', 'month', 399.99)
    expect(await live()).toBe(false)
    expect(await qr(player, 400)).toMatchObject({ status: 409, body: { message: 'LIMIT_REACHED' } })
  })
})

describe('money that was sent', () => {
  it('[PPR-006] is credited above the limit; the excess enters no game in that period and can be withdrawn', async () => {
    const player = await world.player()
    await player.open('PG')
    await qr(player, 800)
    const [row] = await world.rows<{ reference: string }>('select reference from qr_code where member_id = $1', [
      player.id,
    ])
    await setLimit(player, 'deposit', 'day', 500)
    await world.hook(world.paymentOf(world.payment(row?.reference ?? '', { amount: 800 })))
    expect(await player.wallet()).toBe(800)
    expect((await player.call('GET', '/api/protection')).body).toMatchObject({ locked: 300 })
    const refused = { status: 409, body: { message: 'LIMIT_REACHED', details: { kind: 'deposit', remaining: 500 } } }
    expect(await player.transfer('WALLET', 'PG', 500.01)).toMatchObject(refused)
    expect(await player.transfer('WALLET', 'PG', 900)).toMatchObject({ body: { message: 'MONEY_NOT_ENOUGH' } })

    // Many at once take no more of it than one.
    const together = await Promise.all(Array.from({ length: 12 }, () => player.transfer('WALLET', 'PG', 100)))
    expect(together.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await player.wallet()).toBe(300)
    const all = await player.call('POST', '/api/wallet/transferAll', { body: { to: 'PG' } })
    expect(all).toMatchObject({ status: 200, body: { wallet: { amount: 300 } } })
    expect((await player.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })).status).toBe(200)
    expect((await player.call('GET', '/api/protection')).body).toMatchObject({ locked: 0 })
    // What is won with money that was let in is free.
    await player.play('PG', 50)
    expect(await player.transfer('PG', 'WALLET', 50)).toMatchObject({ status: 200 })
    expect(await player.transfer('WALLET', 'PG', 50)).toMatchObject({ status: 200 })
  })

  it('[PPR-006] and is locked until the next period begins', async () => {
    const player = await world.player()
    await player.open('PG')
    await qr(player, 800)
    const [row] = await world.rows<{ reference: string }>('select reference from qr_code where member_id = $1', [
      player.id,
    ])
    await setLimit(player, 'deposit', 'day', 500)
    await world.hook(world.paymentOf(world.payment(row?.reference ?? '', { amount: 800 })))
    expect((await player.transfer('WALLET', 'PG', 800)).status).toBe(409)
    world.clock.advance(DAY_MS)
    expect((await player.transfer('WALLET', 'PG', 800)).status).toBe(200)
  })
})

describe('a loss limit', () => {
  it('[PPR-007] is near at 80 %, and at 100 % refuses transfers in until its period is over', async () => {
    const player = await world.player({ walletMinor: 1_000_00 })
    await player.open('PG')
    await setLimit(player, 'loss', 'day', 200)
    await player.transfer('WALLET', 'PG', 500)
    const lose = async (amount: number) => {
      await player.play('PG', -amount)
      await player.call('GET', '/api/wallet/refresh/slot')
      return (await player.call('GET', '/api/protection')).body['limits']
    }
    expect(await lose(159.99)).toMatchObject([{ used: 159.99, level: 'open' }])
    expect(await lose(0.01)).toMatchObject([{ used: 160, remaining: 40, level: 'near' }])
    expect((await player.transfer('WALLET', 'PG', 10)).status).toBe(200)
    expect(await lose(40)).toMatchObject([{ used: 200, remaining: 0, level: 'reached' }])
    const details = { kind: 'loss', period: 'day', remaining: 0 }
    expect(await player.transfer('WALLET', 'PG', 10)).toMatchObject({
      status: 409,
      body: { message: 'LIMIT_REACHED', details },
    })
    const all = await player.call('POST', '/api/wallet/transferAll', { body: { to: 'PG' } })
    expect(all).toMatchObject({ status: 409, body: { message: 'LIMIT_REACHED', details } })
    expect((await player.transfer('PG', 'WALLET', 10)).status).toBe(200)
    world.clock.advance(DAY_MS)
    expect((await player.transfer('WALLET', 'PG', 10)).status).toBe(200)
  })
})

describe.each(testEngines)('fifty starts at once on %s', (engine) => {
  it('[PPR-005] never reserve more than the limit, also while it is lowered', async () => {
    const racing = await openBonusWorld({ engine })
    try {
      const player = await racing.player()
      await setLimit(player, 'deposit', 'day', 500)
      const starts = (count: number) =>
        Array.from({ length: count }, (_, index) =>
          index % 5 === 0 ? qr(player, 100) : gift(player, 10 + index, racing),
        )
      const answers = await Promise.all([...starts(50), setLimit(player, 'deposit', 'week', 300), ...starts(50)])
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      const [limit] = (await player.call('GET', '/api/protection')).body['limits'] as {
        used: number
        reserved: number
      }[]
      expect((limit?.used ?? 0) + (limit?.reserved ?? 0)).toBeLessThanOrEqual(500)
      expect(limit?.used).toBe(await player.wallet())
      // Once it is lowered not one baht more comes in than it leaves.
      const held = await player.wallet()
      await Promise.all(starts(50))
      expect(await player.wallet()).toBeLessThanOrEqual(Math.max(held, 300))
      await racing.audit()
    } finally {
      await racing.close()
    }
  }, 60_000)
})
