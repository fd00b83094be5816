import { DAY_MS } from '../../platform/durations.ts'
import { encryptGiftLink } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../testing/worlds/bonus-world.ts'
import { type Answer, GIFT_HOST, LINK_SECRET, type TestMember } from '../../testing/worlds/cashier-world.ts'
import { testEngines } from '../../testing/database.ts'
import { pictureOf, sendSlip, slipMember, transferOf } from '../../testing/worlds/slip-world.ts'

let world: BonusWorld
beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const setLimit = (player: TestMember, kind: string, period: string, amount: number | null) =>
  player.call('PUT', '/api/protection/limits', { body: { kind, period, amount } })
const qr = (player: TestMember, amount: number) => player.call('POST', '/api/qrcode/KBANK', { body: { amount } })
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
const madeFor = (player: TestMember) =>
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
    const heard: string[] = []
    const stop = world.process.signals.subscribe((signal) => {
      if (signal.kind === 'wallet' && signal.memberId === player.id) heard.push(signal.reason)
    })
    await setLimit(player, 'deposit', 'month', 399.99)
    await world.work()
    stop()
    expect(heard).toContain('protection')
    expect(await live()).toBe(false)
    expect(await qr(player, 400)).toMatchObject({ status: 409, body: { message: 'LIMIT_REACHED' } })
  })
})

/** How money comes that was sent before it was known of here, by each door: 800 baht of a member with a limit of 500. */
const doors: Record<string, (member: TestMember) => Promise<unknown>> = {
  'a QR that was paid late': async (member) => {
    const [row] = await world.rows<{ reference: string }>('select reference from qr_code where member_id = $1', [
      member.id,
    ])
    return world.hook(world.paymentOf(world.payment(row?.reference ?? '', { amount: 800 })))
  },
  'a slip': async (member) => {
    await sendSlip(world, member, await pictureOf(transferOf(world, { amount: 800 })))
    await world.work()
  },
  'a transfer to the bank that names nobody': async (member) => {
    const payment = world.payment(`NOBODYS${member.id}`, { amount: 800 })
    await world.hook(world.paymentOf(payment))
    const [found] = await world.rows<{ id: string }>(
      `select id from cashier_case where state = 'open' and kind = 'UNKNOWN_PAYMENT' and trans_ref = $1`,
      [payment.transRef],
    )
    return world.operator('cases', 'credit', String(found?.id), member.id)
  },
}

/** A member with 800 baht that came in by a door above his limit of 500. */
async function sentAbove(door: string): Promise<TestMember> {
  const member = await slipMember(world)
  await member.call('GET', '/api/wallet/activate/PG')
  await qr(member, 800)
  await setLimit(member, 'deposit', 'day', 500)
  expect(await madeFor(member)).toEqual([])
  await doors[door]?.(member)
  expect(await member.wallet()).toBe(800)
  return member
}

const intoPg = (member: TestMember, amount: number) =>
  member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount } })

describe('money that was sent', () => {
  it.each(Object.keys(doors))(
    '[PPR-006] is credited above the limit; the excess enters no game in that period and can be withdrawn: %s',
    async (door) => {
      const member = await sentAbove(door)
      expect((await member.call('GET', '/api/protection')).body).toMatchObject({ locked: 300 })
      const refused = { status: 409, body: { message: 'LIMIT_REACHED', details: { kind: 'deposit', remaining: 500 } } }
      expect(await intoPg(member, 500.01)).toMatchObject(refused)
      expect(await intoPg(member, 900)).toMatchObject({ body: { message: 'MONEY_NOT_ENOUGH' } })

      // Many at once take no more of it than one.
      const together = await Promise.all(Array.from({ length: 12 }, () => intoPg(member, 100)))
      expect(together.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(await member.wallet()).toBe(300)
      const all = await member.call('POST', '/api/wallet/transferAll', { body: { to: 'PG' } })
      expect(all).toMatchObject({ status: 200, body: { wallet: { amount: 300 } } })
      expect((await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })).status).toBe(200)
      expect((await member.call('GET', '/api/protection')).body).toMatchObject({ locked: 0 })
      // What comes home of money that was let in is free.
      const home = { from: 'PG', to: 'WALLET', amount: 50 }
      expect(await member.call('POST', '/api/wallet/transfer', { body: home })).toMatchObject({ status: 200 })
      expect(await intoPg(member, 50)).toMatchObject({ status: 200 })
    },
  )

  it('[PPR-006] is locked until the next period begins', async () => {
    const member = await sentAbove('a QR that was paid late')
    expect((await intoPg(member, 800)).status).toBe(409)
    world.clock.advance(DAY_MS)
    expect((await intoPg(member, 800)).status).toBe(200)
  })
})

describe('a limit of time', () => {
  it('[PPR-008] that is used up keeps money and players out of games, and nobody from coming home', async () => {
    const player = await world.player({ walletMinor: 500_00 })
    for (const code of ['PG', 'JOKER']) await player.open(code)
    expect((await player.transfer('WALLET', 'PG', 100)).status).toBe(200)
    await player.call('PUT', '/api/protection/time', { body: { limitMinutes: 15 } })
    let use = await player.call('POST', '/api/protection/use')
    for (let minutes = 0; minutes < 15; minutes += 1) {
      expect((await player.transfer('WALLET', 'PG', 1)).status).toBe(200)
      world.clock.advance(60_000)
      use = await player.call('POST', '/api/protection/use')
    }
    const { resetsAt } = use.body
    const details = { kind: 'time', period: 'day', remaining: 0, resetsAt }
    for (const refused of [
      await player.transfer('WALLET', 'PG', 10),
      await player.transfer('PG', 'JOKER', 10),
      await player.call('POST', '/api/wallet/transferAll', { body: { to: 'PG' } }),
      await player.call('GET', '/api/autoLogin/pg/nobody'),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { message: 'LIMIT_REACHED', details } })
    }
    expect((await player.transfer('PG', 'WALLET', 10)).status).toBe(200)
    expect((await player.call('POST', '/api/wallet/transferAll', { body: { to: 'WALLET' } })).status).toBe(200)
    expect(await player.wallet()).toBe(500)
    world.clock.advance(Date.parse(String(resetsAt)) - world.clock.now().getTime())
    expect((await player.transfer('WALLET', 'PG', 10)).status).toBe(200)
  })

  it('[PPR-008] is taken away with nothing of other limits, and they with nothing of it', async () => {
    const player = await world.player({ walletMinor: 500_00 })
    const isLimited = async () => (await player.call('GET', '/api/wallet/home')).body['protection']
    expect(await isLimited()).toBeUndefined()
    await setLimit(player, 'deposit', 'day', 500)
    await player.call('PUT', '/api/protection/time', { body: { limitMinutes: null } })
    expect(await isLimited()).toEqual({ isExcluded: false, hasLimits: true })
    expect(await qr(player, 501)).toMatchObject({ status: 409, body: { message: 'LIMIT_REACHED' } })
    await player.call('PUT', '/api/protection/time', { body: { limitMinutes: 60 } })
    await setLimit(player, 'deposit', 'day', null)
    world.clock.advance(DAY_MS)
    await player.call('POST', '/api/protection/limits/confirm', { body: { kind: 'deposit', period: 'day' } })
    expect(await isLimited()).toEqual({ isExcluded: false, hasLimits: true })
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
  })
})
