import { MINUTE_MS } from '../../platform/durations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../testing/worlds/bonus-world.ts'

let world: BonusWorld
beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const coolOff = async (player: BonusMember) => {
  expect((await player.call('POST', '/api/protection/cool-off', { body: { hours: 168 } })).status).toBe(200)
}
const passwordOf = async (player: BonusMember, code: string) =>
  (
    await world.rows<{ sealed: string }>(
      'select password_sealed as sealed from game_account where member_id = $1 and code = $2',
      [player.id, code],
    )
  )[0]?.sealed
const cases = (player: BonusMember) =>
  world.rows<{ kind: string }>('select kind from cashier_case where member_id = $1', [player.id])

/** Lets minutes pass, by steps in which jobs have their turns. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(MINUTE_MS)
    await world.work()
  }
}

describe('the games of who excludes himself', () => {
  it('[PPR-013] are brought home at once, with what was won there, and have new passwords', async () => {
    const player = await world.player({ walletMinor: 500_00 })
    for (const code of ['PG', 'JOKER']) await player.open(code)
    await player.transfer('WALLET', 'PG', 200)
    await player.transfer('WALLET', 'JOKER', 100)
    await player.play('PG', 50)
    const before = [await passwordOf(player, 'PG'), await passwordOf(player, 'JOKER')]
    await coolOff(player)
    await world.work()
    expect(await player.wallet()).toBe(550)
    expect(await passwordOf(player, 'PG')).not.toBe(before[0])
    expect(await passwordOf(player, 'JOKER')).not.toBe(before[1])
    // Once it is done nothing is asked for any more.
    const done = await passwordOf(player, 'PG')
    await pass(12)
    expect(await passwordOf(player, 'PG')).toBe(done)
    expect(await cases(player)).toEqual([])
  })

  it('[PPR-013] that refuse or say nothing are asked again, and are a case after ten minutes', async () => {
    const player = await world.player({ walletMinor: 500_00 })
    await player.open('PG')
    await player.transfer('WALLET', 'PG', 200)
    const provider = world.providerOf('PG')
    provider.fault = 'refuse'
    provider.setPassword = async () => 'unknown'
    await coolOff(player)
    await pass(9)
    expect(await cases(player)).toEqual([])
    expect(await player.wallet()).toBe(300)
    await pass(2)
    expect(await cases(player)).toEqual([{ kind: 'NOT_HOME' }])
    await pass(10)
    expect(await cases(player)).toHaveLength(1)

    const kept = await passwordOf(player, 'PG')
    provider.fault = 'none'
    provider.setPassword = async () => 'done'
    await pass(11)
    expect(await player.wallet()).toBe(500)
    expect(await passwordOf(player, 'PG')).not.toBe(kept)
  })

  it('[PPR-013] that have no passwords are done with once their money is home, and are no case', async () => {
    const player = await world.player({ walletMinor: 500_00 })
    await player.open('PG')
    await player.transfer('WALLET', 'PG', 200)
    const provider = world.providerOf('PG')
    Object.assign(provider, { hasPasswords: false, setPassword: async () => 'refused' })
    await coolOff(player)
    await pass(12)
    expect([await player.wallet(), await cases(player)]).toEqual([500, []])
    const left = 'select ask_at from protection_homecoming where member_id = $1 and ask_at is not null'
    expect(await world.rows(left, [player.id])).toEqual([])
    Object.assign(provider, { hasPasswords: undefined, setPassword: async () => 'done' })
  })

  it('[PPR-013] that answer nothing about money on its way home have it come when they say so', async () => {
    const player = await world.player({ walletMinor: 500_00 })
    await player.open('SLOTXO')
    await player.transfer('WALLET', 'SLOTXO', 200)
    const provider = world.providerOf('SLOTXO')
    provider.fault = 'cut'
    await coolOff(player)
    await pass(2)
    expect(await player.wallet()).toBe(300)
    await pass(10)
    expect(await cases(player)).toContainEqual({ kind: 'NOT_HOME' })
    provider.fault = 'none'
    await pass(15)
    expect(await player.wallet()).toBe(500)
  })

  it('stay as they are once the break is over', async () => {
    const player = await world.player({ walletMinor: 500_00 })
    await player.open('PG')
    await player.call('POST', '/api/protection/cool-off', { body: { hours: 24 } })
    world.clock.advance(25 * 60 * MINUTE_MS)
    await player.transfer('WALLET', 'PG', 200)
    await world.work()
    expect(await player.wallet()).toBe(300)
  })
})

describe('the bonus of who excludes himself', () => {
  it('[PPR-014] is given back when it is only armed, and brings nothing with a deposit that was sent', async () => {
    const player = await world.player()
    const { body } = await player.call('POST', '/api/qrcode/KBANK', { body: { amount: 200 } })
    expect((await player.arm('FIRST20')).status).toBe(200)
    await coolOff(player)
    const [row] = await world.rows<{ reference: string }>('select reference from qr_code where id = $1', [
      body['qrcodeId'],
    ])
    await world.hook(world.paymentOf(world.payment(row?.reference ?? '', { amount: 200 })))
    expect(await player.wallet()).toBe(200)
    await world.work()
    expect(await player.state()).toBeNull()
    const bonuses = await world.rows('select state from user_bonus where member_id = $1', [player.id])
    expect(bonuses).toEqual([{ state: 'cancelled' }])
  })

  it.each([
    ['nothing was won or lost', 0, 100],
    ['some of it was lost', -50, 50],
    ['more than the bonus is left of what was won', 30, 130],
    ['it was won', 400, 520],
  ])('[PPR-014] ends when it was granted and takes at most the bonus: %s', async (_what, change, left) => {
    const player = await world.player()
    await player.open('PG')
    await player.arm('FIRST20')
    expect(await player.deposit(100)).toBe(120)
    await world.work()
    await player.transfer('WALLET', 'PG', 120)
    await player.play('PG', change)
    await coolOff(player)
    await pass(3)
    expect(await player.state()).toBeNull()
    expect(await player.wallet()).toBe(left)
    expect((await player.call('POST', '/api/wallet/withdraw', { body: { amount: 1 } })).status).toBe(200)
  })
})

describe('the money of who excludes himself while a game says nothing', () => {
  /** 100 baht of his own and a bonus of 20; a game has 30 of it and does not answer. */
  async function inSilence(): Promise<BonusMember> {
    const player = await world.player()
    await player.open('PG')
    await player.arm('FIRST20')
    expect(await player.deposit(100)).toBe(120)
    await world.work()
    await player.transfer('WALLET', 'PG', 30)
    world.providerOf('PG').fault = 'cut'
    return player
  }
  const withdraw = (player: BonusMember, amount: number, all = false) =>
    player.call('POST', all ? '/api/wallet/withdrawAll' : '/api/wallet/withdraw', { body: { amount } })
  const refused = { status: 409, body: { message: 'BONUS_REMAINING' } }

  it.each([
    ['before its end has begun', 0],
    ['while it ends', 3],
  ])('[PPR-012] [PPR-014] goes out but for what the end of his bonus may take, %s', async (_when, minutes) => {
    const player = await inSilence()
    expect(await withdraw(player, 100)).toMatchObject(refused)
    await coolOff(player)
    await pass(minutes)
    expect(await withdraw(player, 70.01)).toMatchObject(refused)
    expect(await withdraw(player, 100.01, true)).toMatchObject(refused)
    expect((await withdraw(player, 1, true)).status).toBe(200)
    // Two at once take it once.
    const both = await Promise.all([withdraw(player, 60), withdraw(player, 60)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await withdraw(player, 9)).status).toBe(200)
    expect(await withdraw(player, 0.01)).toMatchObject(refused)
    expect(await player.wallet()).toBe(20)

    world.providerOf('PG').fault = 'none'
    await pass(15)
    expect(await player.state()).toBeNull()
    expect(await player.wallet()).toBe(30)
    expect((await withdraw(player, 30)).status).toBe(200)
  })

  it('[PPR-012] goes out whole when the bonus is won by then', async () => {
    const player = await inSilence()
    await player.play('PG', 400)
    await player.call('GET', '/api/wallet/refresh/slot')
    await coolOff(player)
    await pass(3)
    expect(await player.state()).toMatchObject({ state: 'ending' })
    expect((await withdraw(player, 90)).status).toBe(200)
    world.providerOf('PG').fault = 'none'
    await pass(15)
    expect([await player.state(), await player.wallet()]).toEqual([null, 430])
  })
})

it('[PPR-012] the money of who excludes himself under a bonus comes home from the games before it is said what he may take', async () => {
  const player = await world.player()
  await player.open('PG')
  await player.arm('FIRST20')
  expect(await player.deposit(100)).toBe(120)
  await world.work()
  await player.transfer('WALLET', 'PG', 110)
  await coolOff(player)
  const all = (amount: number) => player.call('POST', '/api/wallet/withdrawAll', { body: { amount } })
  // 20 of 120 are what the end of the bonus may take.
  expect(await all(100.01)).toMatchObject({ status: 409, body: { message: 'BONUS_REMAINING' } })
  expect(await all(120.01)).toMatchObject({ status: 409, body: { message: 'MONEY_NOT_ENOUGH' } })
  expect(await player.wallet()).toBe(10)
  expect(await all(100)).toMatchObject({ status: 200, body: { amount: 100, wallet: { amount: 20 } } })
  await pass(3)
  expect([await player.state(), await player.wallet()]).toEqual([null, 0])
})

describe('a loss limit that is reached', () => {
  it('[PPR-007] brings the games home and tells of it, and of 80 % before, once in its period', async () => {
    const player = await world.player({ walletMinor: 1_000_00 })
    await player.open('PG')
    await player.call('PUT', '/api/protection/limits', { body: { kind: 'loss', period: 'day', amount: 200 } })
    await player.transfer('WALLET', 'PG', 500)
    const told: string[] = []
    const stop = world.process.signals.subscribe((signal) => {
      if (signal.kind === 'wallet' && signal.memberId === player.id && signal.reason === 'limit')
        told.push(signal.reason)
    })
    const lose = async (amount: number) => {
      await player.play('PG', -amount)
      await player.call('GET', '/api/wallet/refresh/slot')
      await pass(1)
    }
    await lose(150)
    expect([told.length, await player.wallet()]).toEqual([0, 500])
    await lose(10)
    expect([told.length, await player.wallet()]).toEqual([1, 500])
    await pass(2)
    expect(told.length).toBe(1)
    await lose(40)
    expect([told.length, await player.wallet()]).toEqual([2, 800])
    await pass(2)
    expect(told.length).toBe(2)
    stop()
  })

  it('[PPR-007] brings them home again when it is reached anew in its period: after a late win, and once it was raised', async () => {
    const player = await world.player({ walletMinor: 1_000_00 })
    const limit = { kind: 'loss', period: 'month' }
    await player.open('PG')
    await player.call('PUT', '/api/protection/limits', { body: { ...limit, amount: 200 } })
    const results = async (...changes: number[]) => {
      for (const change of changes) await player.play('PG', change)
      await player.call('GET', '/api/wallet/refresh/slot')
      await pass(1)
      return player.wallet()
    }
    await player.transfer('WALLET', 'PG', 500)
    expect(await results(-200)).toBe(800)
    // A bet of before is won, and there is room again.
    expect(await results(50)).toBe(800)
    await player.transfer('WALLET', 'PG', 300)
    expect(await results(-50)).toBe(800)
    await player.call('PUT', '/api/protection/limits', { body: { ...limit, amount: 400 } })
    world.clock.advance(86_400_000)
    await player.call('POST', '/api/protection/limits/confirm', { body: limit })
    await player.transfer('WALLET', 'PG', 300)
    expect(await results(-200)).toBe(600)
  })

  it('[PPR-007] brings them home again where the room that a win made was lost before the limit was looked at', async () => {
    const player = await world.player({ walletMinor: 1_000_00 })
    await player.open('PG')
    await player.call('PUT', '/api/protection/limits', { body: { kind: 'loss', period: 'month', amount: 200 } })
    await player.transfer('WALLET', 'PG', 500)
    const provider = world.providerOf('PG')
    const booked = async (change: number, seconds: number) => {
      await player.play('PG', change)
      await player.call('GET', '/api/wallet/refresh/slot')
      world.clock.advance(seconds * 1_000)
      await world.work()
    }
    provider.fault = 'refuse'
    await booked(-200, 60)
    expect(await player.wallet()).toBe(500)
    // Games are asked for what they hold after five seconds, limits are looked at after ten.
    await booked(50, 6)
    provider.fault = 'none'
    await booked(-50, 6)
    expect(await player.wallet()).toBe(800)
  })

  it('[PPR-007] brings nothing home any more once its period is over, though a game has not given back what it holds', async () => {
    const player = await world.player({ walletMinor: 1_000_00 })
    for (const code of ['PG', 'SLOTXO']) await player.open(code)
    await player.call('PUT', '/api/protection/limits', { body: { kind: 'loss', period: 'day', amount: 200 } })
    await player.transfer('WALLET', 'PG', 500)
    const provider = world.providerOf('PG')
    provider.fault = 'refuse'
    await player.play('PG', -200)
    await player.call('GET', '/api/wallet/refresh/slot')
    await pass(2)
    expect(await player.wallet()).toBe(500)
    world.clock.advance(86_400_000)
    await player.transfer('WALLET', 'SLOTXO', 100)
    await pass(11)
    expect(await player.wallet()).toBe(400)
    provider.fault = 'none'
  })
})
