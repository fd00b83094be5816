import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { book } from '../../../testing/book.ts'
import { walletAccount } from '../../members/index.ts'
import { type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'

let world: BonusWorld

beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

describe('the list of bonuses', () => {
  it('[BON-014] [BON-025] tells those of the operator, in its order, with what the member has of them', async () => {
    const member = await world.player()
    const { status, body } = await member.call('GET', '/api/bonus')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      bonuses: [
        { code: 'FIRST20', type: 'limit', maxReceived: 1, percentFail: 5, userBonus: null },
        { code: 'DAILY10', type: 'day', maxReceived: 1, percentFail: 5, userBonus: null },
        { code: 'WEEKEND5', type: 'week', maxReceived: 2, percentFail: 5, userBonus: null },
      ],
    })
    const [first] = body['bonuses'] as { name: string; banners: { image: string; html: string }[] }[]
    expect(first?.banners).toEqual([
      { image: expect.stringMatching(/^\/art\/.*\.svg$/), html: expect.stringContaining('20%') },
    ])
  })

  it('[BON-014] tells before it is taken what an offer asks for, with an example, and what a deposit brought after', async () => {
    const member = await world.player()
    const { body } = await member.call('GET', '/api/bonus')
    const [first] = body['bonuses'] as { terms: unknown }[]
    const example = { deposit: 100, bonus: 20, passFrom: 360, failBelow: 6 }
    expect(first?.terms).toEqual({ minDeposit: 100, percentSuccess: 300, example })
    await member.arm('FIRST20')
    expect(await member.deposit(100)).toBe(example.deposit + example.bonus)
    const { body: held } = await member.call('GET', '/api/bonus/check/active')
    expect(held['progress']).toMatchObject({ passFrom: example.passFrom, failBelow: example.failBelow })
    const history = await member.call('POST', '/api/statement', { body: { kinds: ['deposit'] } })
    const [row] = history.body['statements'] as { _id: string }[]
    const receipt = await member.call('GET', `/api/statement/receipt/${row?._id}`)
    expect(receipt.body).toMatchObject({ bonus: example.bonus, balanceAfter: 120 })
  })

  it('[BON-015] [BON-001] shows each bonus as not received, held, and received', async () => {
    const member = await world.player()
    const of = async (code: string) => {
      const { body } = await member.call('GET', '/api/bonus')
      const bonuses = body['bonuses'] as { code: string; userBonus: Record<string, unknown> | null }[]
      return bonuses.find((bonus) => bonus.code === code)?.userBonus
    }
    expect(await of('FIRST20')).toBeNull()
    await member.arm('FIRST20')
    expect(await of('FIRST20')).toMatchObject({ isActive: true, state: 'armed', received: [{}] })
    await member.deposit(100)
    expect(await of('FIRST20')).toMatchObject({ isActive: true, state: 'granted', received: [{}] })
    await member.open('PG')
    await member.transfer('WALLET', 'PG', 120)
    await member.play('PG', -120)
    expect((await member.clear()).status).toBe(200)
    const ended = await of('FIRST20')
    expect(ended).toMatchObject({ isActive: false, received: [{ updatedAt: world.clock.now().toISOString() }] })
    expect(ended).not.toHaveProperty('state')
  })
})

describe('arming', () => {
  it('[BON-026] answers the bonus with its receipt, and the same to the same key', async () => {
    const member = await world.player()
    const key = '7f1b3a52-6f0e-4b5c-9a52-4dd1a8a8f101'
    const { status, body } = await member.arm('FIRST20', key)
    expect([status, body]).toEqual([
      200,
      {
        userBonus: {
          _id: expect.stringMatching(/^[0-9a-z]{20,32}$/),
          isActive: true,
          state: 'armed',
          received: [{ updatedAt: world.clock.now().toISOString() }],
        },
      },
    ])
    await world.rows('delete from idempotency_key')
    expect((await member.arm('FIRST20', key)).body).toEqual(body)
  })

  it('[ERR-039] refuses while any bonus is held', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    for (const again of [await member.arm('FIRST20'), await member.arm('DAILY10'), await member.promotion('WELCOME')]) {
      expect(again).toMatchObject({ status: 409, body: { message: 'BONUS_ALREADY_ACTIVE' } })
    }
  })

  it('refuses what there is not', async () => {
    const member = await world.player()
    expect(await member.arm('NOPE')).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    expect(await member.arm('WELCOME')).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
  })

  it('leaves deposits and withdrawals as they are', async () => {
    const member = await world.player({ walletMinor: 500_00 })
    await member.arm('FIRST20')
    expect((await member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 } })).status).toBe(200)
    expect((await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 5 } })).body['hasQrcode']).toBe(true)
  })

  it('is given back when it is cancelled, with its receipt', async () => {
    const member = await world.player()
    for (let times = 0; times < 3; times += 1) {
      expect((await member.arm('FIRST20')).status).toBe(200)
      expect(await member.clear()).toMatchObject({ status: 200, body: { message: 'BONUS_CLEAR', status: 'SUCCESS' } })
    }
    const { body } = await member.call('GET', '/api/bonus')
    expect((body['bonuses'] as { userBonus: unknown }[])[0]?.userBonus).toBeNull()
    expect(await member.deposit(200)).toBe(200)
  })

  it('is given back after a day without a deposit, not sooner', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    world.clock.advance(DAY_MS - 1)
    await world.work()
    expect(await member.state()).toMatchObject({ state: 'armed' })
    world.clock.advance(1)
    world.app.app().jobs.wake('bonuses.expire')
    await world.work()
    expect(await member.state()).toBeNull()
    expect((await member.arm('FIRST20')).status).toBe(200)
  })
})

describe('how often a bonus is received', () => {
  /** Arms, deposits, loses all, and ends the bonus. */
  async function live(member: Awaited<ReturnType<BonusWorld['player']>>, code: string): Promise<void> {
    expect((await member.arm(code)).status).toBe(200)
    await member.deposit(100)
    const amount = await member.wallet()
    expect((await member.transfer('WALLET', 'PG', amount)).status).toBe(200)
    await member.play('PG', -amount)
    expect(await member.clear()).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  }

  it('[BON-016] [ERR-040] counts all receipts of a limited one', async () => {
    const member = await world.player()
    await member.open('PG')
    await live(member, 'FIRST20')
    world.clock.advance(400 * DAY_MS)
    expect(await member.arm('FIRST20')).toMatchObject({ status: 409, body: { message: 'BONUS_MAX_CLAIMED' } })
  })

  it('[BON-017] counts those of the day in Bangkok', async () => {
    world.clock.set('2028-01-10T16:59:59.000Z')
    const member = await world.player()
    await member.open('PG')
    await live(member, 'DAILY10')
    expect(await member.arm('DAILY10')).toMatchObject({ status: 409, body: { message: 'BONUS_MAX_CLAIMED' } })
    world.clock.set('2028-01-10T17:00:00.000Z')
    await live(member, 'DAILY10')
    expect((await member.arm('DAILY10')).status).toBe(409)
  })

  it('[BON-018] counts those of the week, which begins on Monday', async () => {
    world.clock.set('2028-01-16T16:59:58.000Z')
    const member = await world.player()
    await member.open('PG')
    await live(member, 'WEEKEND5')
    await live(member, 'WEEKEND5')
    expect(await member.arm('WEEKEND5')).toMatchObject({ status: 409, body: { message: 'BONUS_MAX_CLAIMED' } })
    world.clock.set('2028-01-16T17:00:00.000Z')
    await live(member, 'WEEKEND5')
  })
})

describe('the grant', () => {
  it('tops the next deposit up in the same commit, once', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    expect(await member.deposit(500)).toBe(600)
    expect(await member.state()).toEqual({ state: 'granted', base: 600, current: 600 })
    const [entry] = await world.rows<{ same: boolean }>(
      `select count(distinct xmin::text) = 1 as same from ledger_transfer where reference in
         (select reference from qr_code where member_id = $1 union select id from user_bonus where member_id = $1)`,
      [member.id],
    )
    expect(entry?.same).toBe(true)
  })

  it.each([
    [99.99, 99.99],
    [100, 120],
    [100.04, 120.04],
    [4_999.99, 5_999.98],
    [20_000, 21_000],
  ])('of %d baht brings %d: floored to satang, capped, from the least deposit on', async (amount, gained) => {
    const member = await world.player()
    await member.arm('FIRST20')
    expect(await member.deposit(amount)).toBe(gained)
    expect((await member.state())?.state).toBe(amount < 100 ? 'armed' : 'granted')
  })

  it('follows the rule as it was when the bonus was armed', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    world.clock.advance(1_000)
    await world.rows(
      `insert into bonus_rule (id, source, code, valid_from, names, descriptions, kind, max_received, percent_hundredths,
         min_deposit_minor, percent_fail, percent_success, sort)
       select 'later-rule', source, code, $1, names, descriptions, kind, max_received, 9000, 1, 90, 101, sort
       from bonus_rule where code = 'FIRST20'`,
      [world.clock.now()],
    )
    expect(await member.deposit(100)).toBe(120)
    expect((await member.call('GET', '/api/bonus/check/minimum')).body).toEqual({ minimum: 6, current: 120 })
    const later = await world.player()
    await later.arm('FIRST20')
    expect(await later.deposit(100)).toBe(190)
    await world.rows(`delete from bonus_rule where id = 'later-rule'`)
  })

  it('stands in the statement with its name in the language of the reader', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    await member.deposit(100)
    await member.open('PG')
    await member.transfer('WALLET', 'PG', 120)
    await member.play('PG', -115)
    await member.clear()
    const { body } = await member.call('POST', '/api/statement', { body: {} })
    expect(body['statements']).toMatchObject([
      { statementType: 'finish_bonus', from: 'WALLET', to: 'HOUSE', amount: 5, status: 'SUCCESS' },
      { statementType: 'transfer', from: 'PG', to: 'WALLET', amount: 5 },
      { statementType: 'transfer', from: 'WALLET', to: 'PG', amount: 120 },
      {
        statementType: 'bonus',
        from: 'HOUSE',
        to: 'WALLET',
        amount: 20,
        status: 'SUCCESS',
        bonus: { description: 'ฝากแรก รับ 20%' },
      },
      { statementType: 'deposit', amount: 100 },
    ])
  })

  it('comes with the deposit of a case, too', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    await world.hook(world.paymentOf(world.payment('NOBODY-KNOWS-THIS', { amount: 300 })))
    const [row] = await world.rows<{ id: string }>(`select id from cashier_case where state = 'open' order by id desc`)
    await world.operator('cases', 'credit', row?.id ?? '', member.id)
    expect(await member.wallet()).toBe(360)
  })
})

describe('a granted bonus', () => {
  it('[BON-024] [ERR-038] refuses a new deposit by QR and withdrawals', async () => {
    const member = await world.player()
    await member.arm('FIRST20')
    await member.deposit(1_000)
    for (const answer of [
      await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } }),
      await member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 } }),
      await member.call('POST', '/api/wallet/withdrawAll', { body: { amount: 100 } }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { message: 'BONUS_REMAINING' } })
    }
  })

  it('is moved by the results of games alone, not by deposits and transfers', async () => {
    const member = await world.player({ walletMinor: 1_000_00 })
    await member.open('PG')
    await member.arm('FIRST20')
    const qr = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
    await member.deposit(100)
    expect(await member.state()).toMatchObject({ base: 120, current: 120 })
    const [row] = await world.rows<{ reference: string }>('select reference from qr_code where id = $1', [
      qr.body['qrcodeId'],
    ])
    await world.hook(world.paymentOf(world.payment(row?.reference ?? '', { amount: 100 })))
    await member.transfer('WALLET', 'PG', 700)
    expect(await member.state()).toMatchObject({ base: 120, current: 120 })
    await member.play('PG', 33.5)
    await member.call('GET', '/api/wallet/refresh/slot')
    expect(await member.state()).toMatchObject({ base: 120, current: 153.5 })
    await member.play('PG', -400)
    await member.call('GET', '/api/wallet/refresh/slot')
    expect(await member.state()).toMatchObject({ base: 120, current: -246.5 })
  })

  it('[BON-027] [BON-028] is told with its kind, name, and how far it is', async () => {
    const member = await world.player()
    const none = await member.call('GET', '/api/bonus/check/active')
    expect(none.body).toEqual({ status: false, type: null, kind: null, name: null, progress: null })
    expect((await member.call('GET', '/api/bonus/check/minimum')).body).toEqual({ minimum: null, current: null })
    await member.arm('DAILY10')
    expect((await member.call('GET', '/api/bonus/check/active')).body).toEqual({
      status: true,
      type: 'bonus',
      kind: 'day',
      name: 'โบนัสรายวัน 10%',
      progress: { state: 'armed', base: null, current: null, failBelow: null, passFrom: null, minDeposit: 100 },
    })
    await member.deposit(1_000)
    expect((await member.call('GET', '/api/bonus/check/active')).body['progress']).toEqual({
      state: 'granted',
      base: 1_100,
      current: 1_100,
      failBelow: 55,
      passFrom: 3_300,
    })
    expect((await member.call('GET', '/api/bonus/check/minimum')).body).toEqual({ minimum: 55, current: 1_100 })
  })
})

describe('ending a bonus', () => {
  async function granted(deposit = 1_000) {
    const member = await world.player()
    await member.open('PG')
    await member.open('JOKER')
    await member.arm('FIRST20')
    await member.deposit(deposit)
    return member
  }

  it('[BON-022] [ERR-041] is refused between the two thresholds', async () => {
    const member = await granted()
    expect(await member.clear()).toMatchObject({ status: 409, body: { message: 'BONUS_CONDITION' } })
    await member.transfer('WALLET', 'PG', 1_200)
    await member.play('PG', -1_140)
    expect(await member.clear()).toMatchObject({ status: 409, body: { message: 'BONUS_CONDITION' } })
    expect(await member.state()).toEqual({ state: 'granted', base: 1_200, current: 60 })
    await member.play('PG', -0.01)
    expect((await member.clear()).status).toBe(200)
  })

  it('[BON-021] [BON-023] [BON-029] [ERR-042] lost: brings the games home and takes what is left of the bonus', async () => {
    const member = await granted()
    await member.transfer('WALLET', 'PG', 700)
    await member.transfer('WALLET', 'JOKER', 500)
    await member.play('PG', -680)
    await member.play('JOKER', -470)
    expect(await member.clear()).toMatchObject({ status: 200, body: { message: 'BONUS_CLEAR', status: 'SUCCESS' } })
    expect(await member.wallet()).toBe(0)
    const { body } = await member.call('GET', '/api/wallet/refresh/slot')
    expect((body['slots'] as { amount: number }[]).every(({ amount }) => amount === 0)).toBe(true)
    expect(await member.state()).toBeNull()
    const next = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
    expect(next.body['hasQrcode']).toBe(true)
  })

  it('lost: older money and what others brought stays', async () => {
    const member = await world.player({ walletMinor: 300_00 })
    await member.open('PG')
    await member.arm('FIRST20')
    await member.deposit(1_000)
    await member.transfer('WALLET', 'PG', 1_200)
    await member.play('PG', -1_160)
    await member.clear()
    expect(await member.wallet()).toBe(300)
  })

  it('[BON-022] is lost with its deposit, which was taken back: it binds nobody who has nothing left', async () => {
    const member = await granted()
    expect(await member.state()).toMatchObject({ current: 1_200 })
    const takenBack = {
      from: walletAccount(member.id),
      to: 'house/suspense',
      amountMinor: 1_160_00,
      code: 'correction',
    }
    await book(world.process, { ...takenBack, at: world.clock.now() })
    expect(await member.state()).toMatchObject({ state: 'granted', current: 40 })
    expect((await member.clear()).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    expect(await member.wallet()).toBe(0)
  })

  it('won: takes nothing', async () => {
    const member = await granted()
    await member.transfer('WALLET', 'PG', 1_200)
    await member.play('PG', 2_399.99)
    expect((await member.clear()).body['message']).toBe('BONUS_CONDITION')
    await member.play('PG', 0.01)
    expect((await member.clear()).body).toEqual({ message: 'BONUS_CLEAR', status: 'SUCCESS' })
    expect(await member.wallet()).toBe(3_600)
    const { body } = await member.call('POST', '/api/statement', { body: { limit: 1 } })
    expect(body['statements']).toMatchObject([{ statementType: 'finish_bonus', amount: 0 }])
    expect((await member.call('POST', '/api/wallet/withdraw', { body: { amount: 3_600 } })).status).toBe(200)
  })

  it('answers the same to the same key, also when the memory of the answer is gone', async () => {
    const member = await granted()
    await member.transfer('WALLET', 'PG', 1_200)
    await member.play('PG', -1_200)
    const key = '7f1b3a52-6f0e-4b5c-9a52-4dd1a8a8f102'
    const first = await member.clear(key)
    await world.rows('delete from idempotency_key')
    expect((await member.clear(key)).body).toEqual(first.body)
    expect(await member.clear()).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
  })

  it('changes nothing while a game cannot be read', async () => {
    const member = await granted()
    await member.transfer('WALLET', 'PG', 1_200)
    await member.play('PG', -1_200)
    const provider = world.providerOf('PG')
    const { read } = provider
    provider.read = () => Promise.resolve(null)
    expect(await member.clear()).toMatchObject({ status: 502, body: { message: 'TRANSFER_FAIL' } })
    expect(await member.state()).toMatchObject({ state: 'granted' })
    provider.read = read
    expect((await member.clear()).status).toBe(200)
  })

  it('waits for a transfer that is under way', async () => {
    const member = await granted()
    await member.transfer('WALLET', 'PG', 600)
    const provider = world.providerOf('PG')
    provider.fault = 'cut'
    expect((await member.transfer('PG', 'WALLET', 10)).body['status']).toBe('IN_PROGRESS')
    expect(await member.clear()).toMatchObject({ status: 409, body: { message: 'TRANSFER_PENDING' } })
    provider.fault = 'none'
    expect(await member.state()).toMatchObject({ state: 'granted' })
  })
})
