import { paymentQr } from '@krapao/payment-codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld } from '../../../testing/worlds/cashier-world.ts'

let world: CashierWorld

beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.bank.isDown = false
  world.bank.qrFaults = []
})

const nothing = { qrcodeId: null, hasQrcode: false, qrcode: null, payload: null, amount: null, expireIn: null }

describe('making a QR', () => {
  it('[DEP-008] [DEP-028] answers the QR with its markup, amount and time, for both banks', async () => {
    for (const bankCode of ['KBANK', 'WW']) {
      const member = await world.member()
      const { status, body } = await member.call('POST', `/api/qrcode/${bankCode}`, { body: { amount: 99.5 } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ hasQrcode: true, amount: 99.5, expireIn: '2026-11-21T05:15:00.000Z', message: null })
      expect(body['qrcodeId']).toMatch(/^[0-9a-z]{20,32}$/)
      expect(Object.keys(body).toSorted()).toEqual(
        ['amount', 'expireIn', 'hasQrcode', 'message', 'payload', 'qrcode', 'qrcodeId'].toSorted(),
      )
    }
  })

  it('makes a Thai bill payment of the amount, with a one-time reference that the bank knows before the member', async () => {
    const member = await world.member()
    const { body } = await member.call('POST', '/api/qrcode/WW', { body: { amount: 1234.56 } })
    const registered = world.bank.registrations.at(-1)
    expect(registered).toEqual({
      reference: expect.stringMatching(/^[A-Z0-9]{20}$/),
      amount: 1234.56,
      currency: 'BAHT',
      accountNo: '099400016550100',
      expiresAt: '2026-11-21T05:15:00.000Z',
    })
    const reference1 = String(registered?.['reference'])
    expect(body['payload']).toBe(
      paymentQr({ kind: 'promptpay-bill', billerId: '099400016550100', reference1, amountMinor: 1234_56 }),
    )
  })

  it('draws it as clean markup with a quiet zone of four modules', async () => {
    const member = await world.member()
    const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 20 } })
    const markup = String(body['qrcode'])
    expect(markup).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"[^<>]*>(<path [^<>]*\/>){2}<\/svg>$/,
    )
    expect(markup).not.toMatch(/script|style|href|\bon\w+=/i)
    const dark = [...markup.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map(([, x, y, length]) => [
      Number(x),
      Number(y),
      Number(length),
    ])
    const size = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1])
    expect(Math.min(...dark.map(([x]) => x ?? 0))).toBe(4)
    expect(Math.min(...dark.map(([, y]) => y ?? 0))).toBe(4)
    expect(Math.max(...dark.map(([x, , length]) => (x ?? 0) + (length ?? 0)))).toBe(size - 4)
  })

  it.each([
    ['KBANK', 0.99, 1],
    ['KBANK', 0, 1],
    ['KBANK', -5, 1],
    ['WW', 19.99, 20],
  ])('refuses %s %d: the least is %d', async (bankCode, amount, min) => {
    const member = await world.member()
    const answer = await member.call('POST', `/api/qrcode/${bankCode}`, { body: { amount } })
    expect(answer).toMatchObject({ status: 422, body: { message: 'DEPOSIT_MINIMUM', details: { min } } })
  })

  it('[LIM-027] takes 20 baht at WW and refuses 19', async () => {
    const member = await world.member()
    expect((await member.call('POST', '/api/qrcode/WW', { body: { amount: 19 } })).status).toBe(422)
    expect((await member.call('POST', '/api/qrcode/WW', { body: { amount: 20 } })).body['hasQrcode']).toBe(true)
  })

  it.each([
    ['an unknown bank', 'SCB', { amount: 100 }, 404, 'NO_BANK'],
    ['a name of every object', 'constructor', { amount: 100 }, 404, 'NO_BANK'],
    ['three decimals', 'KBANK', { amount: 1.005 }, 422, 'NO_DATA'],
    ['twelve digits', 'KBANK', { amount: 123_456_789_012 }, 422, 'NO_DATA'],
    ['a text', 'KBANK', { amount: '100' }, 400, 'NO_DATA'],
    ['nothing', 'KBANK', {}, 400, 'NO_DATA'],
  ])('refuses %s', async (_, bankCode, body, status, message) => {
    const member = await world.member()
    expect(await member.call('POST', `/api/qrcode/${bankCode}`, { body })).toMatchObject({ status, body: { message } })
  })

  it('makes two hundred for a member in a day and refuses more, for each is kept and asked about', async () => {
    const member = await world.member()
    await world.rows(
      `insert into qr_code (id, member_id, bank_code, reference, amount_minor, currency, charge_minor, payload, state,
         created_at, expires_at)
       select $1 || made, $1, 'KBANK', $1 || made, 100, 'BAHT', 100, '', 'replaced', $2::timestamptz, $2::timestamptz
       from generate_series(1, 199) as made`,
      [member.id, world.clock.now()],
    )
    const make = () => member.call('POST', '/api/qrcode/KBANK', { body: { amount: 5 } })
    world.clock.advance(3_600_000)
    expect((await make()).body['hasQrcode']).toBe(true)
    const registered = world.bank.registrations.length
    const refused = await make()
    expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect(world.bank.registrations).toHaveLength(registered)
    // The next place is free a day after the oldest of them.
    const retryAfterS = Number(refused.headers['retry-after'])
    expect(retryAfterS).toBe(23 * 3_600)
    world.clock.advance(retryAfterS * 1_000 - 1)
    expect((await make()).headers['retry-after']).toBe('1')
    world.clock.advance(1)
    expect((await make()).body['hasQrcode']).toBe(true)
  })

  it.each(['granted', 'ending'])('is refused while a bonus is %s, before the amount is looked at', async (state) => {
    const member = await world.member()
    await world.rows('update member set bonus_state = $2, version = version + 1 where id = $1', [member.id, state])
    const answer = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 0 } })
    expect(answer).toMatchObject({ status: 409, body: { message: 'BONUS_REMAINING' } })
  })

  it('is not refused while a bonus is only armed', async () => {
    const member = await world.member()
    await world.rows(`update member set bonus_state = 'armed', version = version + 1 where id = $1`, [member.id])
    expect((await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 5 } })).body['hasQrcode']).toBe(true)
  })

  it.each(['cut-before', 'cut-after', 'error', 'refuse'] as const)(
    'answers QR_FAIL and makes none when the bank cannot register it (%s)',
    async (fault) => {
      const member = await world.member()
      world.bank.qrFaults = [fault]
      const answer = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
      expect(answer).toMatchObject({ status: 200, body: { ...nothing, message: 'QR_FAIL' } })
      expect((await member.call('GET', '/api/qrcode/KBANK')).body).toEqual({ ...nothing, message: null })
    },
  )

  it('answers QR_FAIL for an amount that no payment code can carry', async () => {
    const member = await world.member()
    const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 10_000_000_000 } })
    expect(body).toEqual({ ...nothing, message: 'QR_FAIL' })
  })

  it('keeps the old QR when the new one could not be registered', async () => {
    const member = await world.member()
    const first = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
    world.bank.qrFaults = ['error']
    await member.call('POST', '/api/qrcode/WW', { body: { amount: 60 } })
    expect((await member.call('GET', '/api/qrcode/KBANK')).body).toEqual(first.body)
  })

  it('answers the same QR to the same key, and a new one to another', async () => {
    const member = await world.member()
    const key = '7f1b3a52-6f0e-4b5c-9a52-4dd1a8a8f001'
    const [one, two] = await Promise.all([
      member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 }, key }),
      member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 }, key }),
    ])
    expect(two.body).toEqual(one.body)
    // Also when the memory of the answer is gone, as after a crash.
    await world.rows('delete from idempotency_key')
    const again = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 }, key })
    expect(again.body).toEqual(one.body)
    const other = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
    expect(other.body['payload']).not.toBe(one.body['payload'])
  })
})

describe('one live QR a member (decisions 2.75)', () => {
  it('[DEP-027] shows the live QR of the bank it was made for, and none of the other', async () => {
    const member = await world.member()
    const made = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
    expect((await member.call('GET', '/api/qrcode/KBANK')).body).toEqual(made.body)
    expect((await member.call('GET', '/api/qrcode/WW')).body).toEqual({ ...nothing, message: null })
  })

  it('cancels the one of the other bank', async () => {
    const member = await world.member()
    await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
    const made = await member.call('POST', '/api/qrcode/WW', { body: { amount: 60 } })
    expect((await member.call('GET', '/api/qrcode/KBANK')).body['hasQrcode']).toBe(false)
    expect((await member.call('GET', '/api/qrcode/WW')).body).toEqual(made.body)
  })

  it('holds when twenty are made at once', async () => {
    const member = await world.member()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        member.call('POST', `/api/qrcode/${index % 2 === 0 ? 'KBANK' : 'WW'}`, { body: { amount: 50 } }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
    const states = await world.rows<{ state: string }>('select state from qr_code where member_id = $1', [member.id])
    expect(states.map(({ state }) => state).toSorted()).toEqual([
      'live',
      ...Array.from({ length: 19 }, () => 'replaced'),
    ])
  })

  it('is kept by the database itself', async () => {
    const member = await world.member()
    await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
    const copy = world.rows(
      `insert into qr_code (id, member_id, bank_code, reference, amount_minor, currency, charge_minor, payload, state,
         created_at, expires_at)
       select 'another', member_id, 'WW', 'ANOTHER', amount_minor, currency, charge_minor, payload, 'live', created_at,
         expires_at from qr_code where member_id = $1`,
      [member.id],
    )
    await expect(copy).rejects.toMatchObject({ code: '23505' })
  })

  it('[DEP-034] lives as long as the operator says, and is gone at its last moment', async () => {
    await world.set('qrMinutes', 3)
    const member = await world.member()
    const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
    await world.set('qrMinutes', 15)
    expect(new Date(String(body['expireIn'])).getTime() - world.clock.now().getTime()).toBe(180_000)
    world.clock.advance(179_999)
    expect((await member.call('GET', '/api/qrcode/KBANK')).body['hasQrcode']).toBe(true)
    world.clock.advance(1)
    expect((await member.call('GET', '/api/qrcode/KBANK')).body).toEqual({ ...nothing, message: null })
  })
})

describe('cancelling a QR', () => {
  it('[DEP-013] [DEP-029] ends it, and once more changes nothing', async () => {
    const member = await world.member()
    const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
    for (const _ of [1, 2]) {
      const answer = await member.call('DELETE', `/api/qrcode/${String(body['qrcodeId'])}`)
      expect(answer).toMatchObject({ status: 200, body: { code: 'OK' } })
    }
    expect((await member.call('GET', '/api/qrcode/KBANK')).body['hasQrcode']).toBe(false)
  })

  it("does not touch another member's, nor tell that it is there", async () => {
    const [owner, stranger] = [await world.member(), await world.member()]
    const { body } = await owner.call('POST', '/api/qrcode/KBANK', { body: { amount: 50 } })
    const foreign = await stranger.call('DELETE', `/api/qrcode/${String(body['qrcodeId'])}`)
    const missing = await stranger.call('DELETE', '/api/qrcode/00000000000000000000000000')
    expect(foreign).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    expect(foreign.body).toEqual(missing.body)
    expect((await owner.call('GET', '/api/qrcode/KBANK')).body['hasQrcode']).toBe(true)
  })
})

describe('a QR of Laos (rulings 2.5)', () => {
  it('asks for whole kip at the rate of its making, and shows the baht', async () => {
    await world.rows(`update deposit_account set currency = 'LAK' where bank_code = 'WW'`)
    const member = await world.member()
    const { body } = await member.call('POST', '/api/qrcode/WW', { body: { amount: 99.99 } })
    await world.rows(`update deposit_account set currency = 'BAHT' where bank_code = 'WW'`)
    expect(body['amount']).toBe(99.99)
    expect(world.bank.registrations.at(-1)).toMatchObject({ amount: 63_994, currency: 'LAK' })
    expect(body['payload']).toMatch(/^00020101021238\d\d0016A005266284662577.*53034185802LA540563994/)
  })
})
