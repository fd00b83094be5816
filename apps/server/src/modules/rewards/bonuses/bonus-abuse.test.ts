import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlayedPayment } from '../../../testing/played/played-bank.ts'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import { markEnding } from './end.ts'
import { findHeld } from './user-bonuses.store.ts'

// Each of these is tried as somebody would who wants money from nothing.

let world: BonusWorld

beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const grantsOf = async (memberId: string) =>
  (
    await world.rows<{ count: number }>(
      `select count(*) as count from ledger_transfer t join ledger_account a on a.id = t.to_id
       where t.code = 'bonus' and a.name = $1 and t.reference in (select id from user_bonus where member_id = $2)`,
      [`member/${memberId}/wallet`, memberId],
    )
  )[0]?.count ?? 0

/** A payment of a fresh QR of the member, not yet told to us. */
async function payment(member: BonusMember, amount: number): Promise<PlayedPayment> {
  const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount } })
  const [row] = await world.rows<{ reference: string }>('select reference from qr_code where id = $1', [
    body['qrcodeId'],
  ])
  return world.payment(row?.reference ?? '', { amount })
}

describe('one bonus is had once', () => {
  it('in twenty tabs that arm at once', async () => {
    const member = await world.player()
    const answers = await Promise.all(Array.from({ length: 20 }, () => member.arm('FIRST20')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ body }) => body['message']))).toEqual(new Set(['BONUS_ALREADY_ACTIVE']))
    expect(await member.deposit(100)).toBe(120)
  })

  it('in twenty tabs that arm, deposit and give back at once', async () => {
    const member = await world.player()
    const payments: PlayedPayment[] = []
    for (let index = 0; index < 5; index += 1) payments.push(await payment(member, 100))
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? member.arm('FIRST20') : member.clear())),
      ...payments.map((one) => world.hook(world.paymentOf(one))),
    ])
    await member.arm('FIRST20')
    await member.deposit(100).catch(() => 0)
    const grants = await grantsOf(member.id)
    expect(grants).toBeLessThanOrEqual(1)
    const credited = (await world.rows('select 1 from deposit where member_id = $1', [member.id])).length
    expect(await member.wallet()).toBe(credited * 100 + grants * 20)
  })

  it('when the callback of its deposit is replayed, side by side and later', async () => {
    const member = await world.player()
    const paid = await payment(member, 500)
    await member.arm('FIRST20')
    await Promise.all(Array.from({ length: 20 }, (_, index) => world.hook(world.paymentOf(paid, `event-${index % 3}`))))
    expect(await member.wallet()).toBe(600)
    await world.restart()
    await world.hook(world.paymentOf(paid))
    expect(await member.wallet()).toBe(600)
    expect(await grantsOf(member.id)).toBe(1)
  })

  it('when another one is armed before an old deposit is told again', async () => {
    const member = await world.player()
    await member.open('PG')
    const paid = await payment(member, 100)
    await world.hook(world.paymentOf(paid))
    expect(await member.wallet()).toBe(100)
    await member.arm('FIRST20')
    for (let times = 0; times < 3; times += 1) await world.hook(world.paymentOf(paid, `again-${times}`))
    expect(await member.wallet()).toBe(100)
    expect(await member.state()).toMatchObject({ state: 'armed' })
  })

  it('and not at all a day after it was armed, whether or not it was given back yet', async () => {
    const [late, inTime] = [await world.player(), await world.player()]
    for (const member of [late, inTime]) await member.arm('FIRST20')
    const [latePaid, paid] = [await payment(late, 1_000), await payment(inTime, 1_000)]
    world.clock.advance(24 * 3_600_000 - 1)
    await world.hook(world.paymentOf(paid))
    world.clock.advance(1)
    await world.hook(world.paymentOf(latePaid))
    expect([await inTime.wallet(), await late.wallet()]).toEqual([1_200, 1_000])
    expect(await inTime.state()).toMatchObject({ state: 'granted' })
    expect(await late.state()).toMatchObject({ state: 'armed' })
    await world.work()
    expect(await late.state()).toBeNull()
  })

  it('when two deposits come at once', async () => {
    const member = await world.player()
    const payments = [await payment(member, 100), await payment(member, 100), await payment(member, 100)]
    await member.arm('FIRST20')
    await Promise.all(payments.map((one) => world.hook(world.paymentOf(one))))
    expect(await member.wallet()).toBe(320)
    expect(await member.state()).toMatchObject({ base: 120 })
  })

  it('when it is armed between the deposit and its credit: with it or with the next, never with both', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => world.player()))
    await Promise.all(
      members.map(async (member) => {
        const paid = await payment(member, 100)
        await Promise.all([member.arm('FIRST20'), world.hook(world.paymentOf(paid))])
        const wallet = await member.wallet()
        const state = await member.state()
        expect([wallet, state?.state]).toEqual(wallet === 120 ? [120, 'granted'] : [100, 'armed'])
      }),
    )
  })
})

describe('a bonus is not carried out', () => {
  it('by withdrawing while it is granted', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => world.player()))
    await Promise.all(
      members.map(async (member) => {
        const paid = await payment(member, 500)
        await member.arm('FIRST20')
        const [, withdrawn] = await Promise.all([
          world.hook(world.paymentOf(paid)),
          member.call('POST', '/api/wallet/withdraw', { body: { amount: 500 } }),
          member.call('POST', '/api/wallet/withdrawAll', { body: { amount: 600 } }),
        ])
        expect(withdrawn.body['message']).toMatch(/^(MONEY_NOT_ENOUGH|BONUS_REMAINING)$/)
        expect(await member.wallet()).toBe(600)
      }),
    )
  })

  it('by what was won before it: the first reading after the grant counts for nothing', async () => {
    const member = await world.player({ walletMinor: 100_00 })
    await member.open('PG')
    await member.transfer('WALLET', 'PG', 100)
    await member.play('PG', 5_000)
    await member.arm('FIRST20')
    await member.deposit(1_000)
    await member.call('GET', '/api/wallet/refresh/slot')
    expect(await member.state()).toEqual({ state: 'granted', base: 1_200, current: 1_200 })
    expect(await member.clear()).toMatchObject({ body: { message: 'BONUS_CONDITION' } })
    await member.play('PG', -10)
    await member.call('GET', '/api/wallet/refresh/slot')
    expect(await member.state()).toMatchObject({ current: 1_190 })
  })

  it('by what was lost before it, to end it as lost and keep the money', async () => {
    const member = await world.player({ walletMinor: 5_000_00 })
    await member.open('PG')
    await member.transfer('WALLET', 'PG', 5_000)
    await member.play('PG', -4_900)
    await member.arm('FIRST20')
    await member.deposit(1_000)
    expect(await member.clear()).toMatchObject({ body: { message: 'BONUS_CONDITION' } })
    expect(await member.state()).toMatchObject({ current: 1_200 })
  })

  it('by money that is put to old winnings before they are read: no transfer touches the game until then', async () => {
    const member = await world.player({ walletMinor: 100_00 })
    await member.open('PG')
    await member.transfer('WALLET', 'PG', 100)
    const provider = world.providerOf('PG')
    const { read } = provider
    await member.arm('FIRST20')
    await member.deposit(1_000)
    provider.read = () => Promise.resolve(null)
    expect(await member.transfer('WALLET', 'PG', 50)).toMatchObject({
      status: 409,
      body: { message: 'TRANSFER_PENDING' },
    })
    expect((await member.transfer('PG', 'WALLET', 50)).status).toBe(502)
    expect((await member.call('POST', '/api/wallet/transferAll', { body: { to: 'PG' } })).status).toBe(409)
    await world.work()
    expect((await member.transfer('WALLET', 'PG', 50)).status).toBe(409)
    provider.read = read
    await member.play('PG', 900)
    world.clock.advance(10_000)
    await world.work()
    expect((await member.transfer('WALLET', 'PG', 50)).status).toBe(200)
    expect(await member.state()).toMatchObject({ current: 1_200 })
  })

  it('by a reading that was under way at the grant', async () => {
    const member = await world.player({ walletMinor: 100_00 })
    await member.open('PG')
    await member.transfer('WALLET', 'PG', 100)
    await member.play('PG', 5_000)
    await member.arm('FIRST20')
    const paid = await payment(member, 1_000)
    const provider = world.providerOf('PG')
    const { read } = provider
    let isGranted = false
    provider.read = async (username) => {
      const answer = await read(username)
      if (!isGranted) {
        isGranted = true
        await world.hook(world.paymentOf(paid))
      }
      return answer
    }
    await member.call('GET', '/api/wallet/refresh/slot')
    provider.read = read
    await world.work()
    expect(await member.state()).toEqual({ state: 'granted', base: 1_200, current: 1_200 })
  })

  it('by going into games while it ends', async () => {
    const member = await world.player({ walletMinor: 1_000_00 })
    await member.open('PG')
    await member.open('JOKER')
    await member.arm('FIRST20')
    await member.deposit(1_000)
    await member.transfer('WALLET', 'PG', 1_200)
    await member.play('PG', -1_150)
    const provider = world.providerOf('PG')
    const { move } = provider
    provider.move = () => Promise.resolve('unknown')
    const first = await member.clear()
    expect(first.body).toEqual({ message: 'BONUS_CLEAR', status: 'IN_PROGRESS' })
    expect(await member.state()).toMatchObject({ state: 'ending' })
    for (const answer of [
      await member.transfer('WALLET', 'JOKER', 500),
      await member.call('POST', '/api/wallet/transferAll', { body: { to: 'JOKER' } }),
      await member.call('POST', '/api/wallet/withdraw', { body: { amount: 500 } }),
      await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 500 } }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { message: 'BONUS_REMAINING' } })
    }
    expect((await member.arm('DAILY10')).body['message']).toBe('BONUS_ALREADY_ACTIVE')
    provider.move = move
    for (let times = 0; times < 8; times += 1) {
      world.clock.advance(30_000)
      await world.work()
    }
    expect(await member.state()).toBeNull()
    expect(await member.wallet()).toBe(1_000)
  })

  it('by a transfer into a game at the very moment of its end', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => world.player({ walletMinor: 1_000_00 })))
    for (const member of members) {
      await member.open('PG')
      await member.open('JOKER')
      await member.arm('FIRST20')
      await member.deposit(1_000)
      await member.transfer('WALLET', 'PG', 1_200)
      await member.play('PG', -1_190)
    }
    await Promise.all(
      members.map(async (member) => {
        await Promise.all([
          member.clear(),
          member.transfer('WALLET', 'JOKER', 300),
          member.clear(),
          member.transfer('PG', 'JOKER', 5),
          member.transfer('PG', 'WALLET', 3),
        ])
      }),
    )
    // One after the other: a call may find the lease of its member taken for longer than it waits, on a busy machine.
    for (const member of members) {
      for (let times = 0; times < 100 && (await member.state()) !== null; times += 1) {
        await member.clear()
        world.clock.advance(5_000)
        await world.work()
      }
      expect(await member.state()).toBeNull()
      await member.call('POST', '/api/wallet/transferAll', { body: { to: 'WALLET' } })
      // His own thousand, and nothing of the ten baht that were left of the bonus.
      expect(await member.wallet()).toBe(1_000)
    }
  })

  it('by a transfer between the look at his games and the end that is decided by it', async () => {
    const member = await world.player({ walletMinor: 1_000_00 })
    await member.open('PG')
    await member.arm('FIRST20')
    await member.deposit(1_000)
    const bonus = await findHeld(world.database, '', member.id)
    if (bonus === null) throw new Error('he holds no bonus')
    const { ledger, members, games } = world.process
    const mark = (positions: Awaited<ReturnType<typeof games.positions>>) =>
      markEnding({ database: world.database, clock: world.clock, ledger, members }, bonus, positions, {
        outcome: 'failed',
        by: 'operator',
        operationId: null,
      })
    const before = await games.positions(world.database, member.id)
    await member.transfer('WALLET', 'PG', 100)
    expect(await mark(before)).toBe(false)
    expect(await mark(await games.positions(world.database, member.id))).toBe(true)
  })

  it('by giving it back and arming it again, a hundred times', async () => {
    const member = await world.player()
    for (let times = 0; times < 100; times += 1) {
      expect((await member.arm('FIRST20')).status).toBe(200)
      expect((await member.clear()).status).toBe(200)
    }
    expect([await member.wallet(), await grantsOf(member.id)]).toEqual([0, 0])
  })

  it('by giving it back while its deposit is credited', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => world.player()))
    await Promise.all(
      members.map(async (member) => {
        const paid = await payment(member, 100)
        await member.arm('FIRST20')
        await Promise.all([member.clear(), world.hook(world.paymentOf(paid)), member.clear()])
        const state = await member.state()
        expect([await member.wallet(), state?.state]).toEqual(state === null ? [100, undefined] : [120, 'granted'])
      }),
    )
  })
})

describe('many at once', () => {
  it('arms, deposits and games of forty members do not wait for each other in a circle', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => world.player({ walletMinor: 200_00 })))
    await Promise.all(members.map((member) => member.open('PG')))
    const payments = await Promise.all(members.map((member) => payment(member, 100)))
    await Promise.all(
      members.flatMap((member, index) => [
        member.arm(index % 2 === 0 ? 'FIRST20' : 'DAILY10'),
        ...(index % 3 === 0 ? [member.promotion('WELCOME')] : []),
        world.hook(world.paymentOf(payments[index] as PlayedPayment)),
        member.transfer('WALLET', 'PG', 50),
        member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 } }),
      ]),
    )
    const answers = await Promise.all(members.map((member) => member.call('GET', '/api/bonus/check/active')))
    expect(answers.every(({ status, body }) => status === 200 && body['status'] === true)).toBe(true)
    const deposits = await world.rows(`select 1 from deposit where member_id = any($1::text[])`, [
      members.map(({ id }) => id),
    ])
    expect(deposits).toHaveLength(40)
    expect(world.lines.filter((line) => line['level'] === 'error')).toEqual([])
  })
})

describe('a process that dies at any step of a credit', () => {
  it('leaves all of it or nothing, and the bank says it again', async () => {
    let isDead = true
    let deaths = 0
    for (let step = 1; isDead; step += 1) {
      const member = await world.player()
      const paid = await payment(member, 100)
      await member.arm('FIRST20')
      const { database } = world
      const { query, transaction } = database
      let count = 0
      isDead = false
      const tick = () => {
        count += 1
        if (isDead || count === step) {
          isDead = true
          throw new Error(`killed at step ${step}`)
        }
      }
      database.query = (...given) => {
        tick()
        return query(...given)
      }
      database.transaction = (work) =>
        transaction((tx) => {
          const tickingQuery: typeof tx.query = (...given) => {
            tick()
            return tx.query(...given)
          }
          return work({ ...tx, query: tickingQuery })
        })
      await world.hook(world.paymentOf(paid)).catch(() => null)
      Object.assign(database, { query, transaction })
      expect([0, 120]).toContain(await member.wallet())
      await world.restart()
      expect((await world.hook(world.paymentOf(paid))).status).toBe(200)
      expect([await member.wallet(), await grantsOf(member.id)]).toEqual([120, 1])
      expect(await member.state()).toMatchObject({ state: 'granted', base: 120 })
      deaths += isDead ? 1 : 0
    }
    expect(deaths).toBeGreaterThan(8)
  })
})
