import { encryptGiftLink } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type CashierWorld,
  GIFT_HOST,
  LINK_SECRET,
  openCashierWorld,
  type TestMember,
} from '../../../testing/worlds/cashier-world.ts'
import { isHeldByCase } from '../cases/cases.store.ts'

let world: CashierWorld
let member: TestMember
beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.member()
})
afterEach(async () => {
  world.issuer.isDown = false
  world.issuer.verifyFaults.length = 0
  world.issuer.redeemFaults.length = 0
  world.issuer.calls.length = 0
  await world.work()
  await world.audit()
})

const hide = (text: string) => encryptGiftLink(text, LINK_SECRET)
const linkOf = (code: string) => `https://${GIFT_HOST}/campaign/?v=${code}`

async function send(code: string, from = member, key?: string): Promise<Answer> {
  return from.call('POST', '/api/wallet/truelink', { body: { link: await hide(linkOf(code)) }, ...(key && { key }) })
}

const refusal = (status: number, message: string) => ({ status, body: { message } })
const invalid = refusal(422, 'TRUELINK_INVALID')
const duplicate = refusal(409, 'TRUELINK_DUPLICATE')
const inProgress = { status: 200, body: { status: 'IN_PROGRESS' } }

const movements = async (of = member) =>
  (await world.process.cashier.movements(world.database, { memberId: of.id, fromNumber: 0, toNumber: 1_000 })).toSorted(
    (a, b) => a.number - b.number,
  )

/** Lets time pass second by second and runs what is due. */
async function pass(seconds: number, stepS = 1): Promise<void> {
  for (let passed = 0; passed < seconds; passed += stepS) {
    world.clock.advance(stepS * 1000)
    await world.workDue()
  }
}

describe('a gift link', () => {
  it('[DEP-025] is credited once it is redeemed, and stands in the statement', async () => {
    const code = world.issuer.make(50_50)
    const answer = await send(code)
    expect(answer).toMatchObject({ status: 200, body: { amount: 50.5, wallet: { amount: 50.5 } } })
    expect(Object.keys(answer.body).sort()).toEqual(['amount', 'wallet'])
    expect(world.issuer.calls).toEqual(['verify', 'redeem'])
    expect(await world.posted('house/bank:TW')).toBeLessThanOrEqual(-50_50)
    expect(await movements()).toMatchObject([
      { number: 1, kind: 'deposit', from: 'GIFT', to: 'WALLET', amountMinor: 50_50, status: 'SUCCESS' },
    ])
  })

  it.each([
    ['the bare code', (code: string) => code],
    ['with other words of the link', (code: string) => `https://${GIFT_HOST}/campaign/voucher_detail/?v=${code}&a=1#x`],
    ['without https', (code: string) => `${GIFT_HOST}/campaign/?v=${code}`],
    ['inside a message', (code: string) => `รับซองได้ที่ https://${GIFT_HOST}/campaign/?v=${code} นะ`],
  ])('may come as %s', async (_, write) => {
    const link = await hide(write(world.issuer.make(5_00)))
    expect(await member.call('POST', '/api/wallet/truelink', { body: { link } })).toMatchObject({ status: 200 })
    expect(await member.wallet()).toBe(5)
  })

  it('[ERR-072] that is malformed is refused, and nobody is asked', async () => {
    const other = world.issuer.make(5_00)
    const texts = [
      '',
      'gift',
      `https://evil.example/campaign/?v=${other}`,
      `https://${GIFT_HOST}/campaign/`,
      `a${other}!`,
    ]
    const hidden = await Promise.all([
      ...texts.map(hide),
      encryptGiftLink(linkOf(other), 'another secret'),
      hide(`https://${GIFT_HOST}@evil.example/?v=${other}`),
      hide(`https://user:pass@${GIFT_HOST}/?v=${other}`),
    ])
    for (const link of [...hidden, linkOf(other), '', 'A'.repeat(4097), hidden[0]?.slice(1)]) {
      expect(await member.call('POST', '/api/wallet/truelink', { body: { link } })).toMatchObject(invalid)
    }
    expect(await member.call('POST', '/api/wallet/truelink', { body: {} })).toMatchObject({ status: 400 })
    expect(world.issuer.calls).toEqual([])
  })

  it('[DEP-021] for one person worth under 2 baht is refused without being taken', async () => {
    const [small, enough] = [world.issuer.make(1_99), world.issuer.make(2_00)]
    expect(await send(small)).toMatchObject({ status: 422, body: { message: 'DEPOSIT_MINIMUM', details: { min: 2 } } })
    expect([world.issuer.takenOf(small), world.issuer.calls]).toEqual([0, ['verify']])
    expect(await send(enough)).toMatchObject({ status: 200, body: { amount: 2 } })
  })

  it('for many people is credited as the share comes, whatever it is worth', async () => {
    const code = world.issuer.make(100_00, { sharesMinor: [1, 99_99] })
    expect(await send(code)).toMatchObject({ status: 200, body: { amount: 0.01, wallet: { amount: 0.01 } } })
    // One operator has one number, which has one share of a gift.
    expect(await send(code, await world.member())).toMatchObject(duplicate)
    expect(world.issuer.takenOf(code)).toBe(1)
  })

  it('[ERR-071] that was sent in before is refused, to its owner and to others', async () => {
    const code = world.issuer.make(20_00)
    await send(code)
    expect(await send(code)).toMatchObject(duplicate)
    expect(await send(code, await world.member())).toMatchObject(duplicate)
    expect(await member.wallet()).toBe(20)
  })

  it('that is expired, out or had by our own hand is refused without being taken', async () => {
    const [expired, out, had] = [
      world.issuer.make(5_00, { isExpired: true }),
      world.issuer.make(5_00),
      world.issuer.make(5_00),
    ]
    await world.issuer.redeem(out, '0811111111')
    await world.issuer.redeem(had, '0899990001')
    world.issuer.calls.length = 0
    expect(await send(expired)).toMatchObject(invalid)
    expect(await send(out)).toMatchObject(duplicate)
    expect(await send(had)).toMatchObject(duplicate)
    expect(await send('nobodymadethis')).toMatchObject(invalid)
    expect(world.issuer.calls).not.toContain('redeem')
    expect(await movements()).toEqual([])
  })

  it('is answered the same again under the same key', async () => {
    const code = world.issuer.make(7_00)
    const key = crypto.randomUUID()
    const link = await hide(linkOf(code))
    const first = await member.call('POST', '/api/wallet/truelink', { body: { link }, key })
    await world.rows('delete from idempotency_key')
    const again = await member.call('POST', '/api/wallet/truelink', { body: { link }, key })
    expect(again.body).toEqual(first.body)
    expect(world.issuer.calls).toEqual(['verify', 'redeem'])
  })

  it.each(['granted', 'ending'])('is not taken while a bonus is %s', async (state) => {
    await world.rows('update member set bonus_state = $2 where id = $1', [member.id, state])
    const link = 'not even a link'
    expect(await member.call('POST', '/api/wallet/truelink', { body: { link } })).toMatchObject(
      refusal(409, 'BONUS_REMAINING'),
    )
  })

  it('is not taken where the operator has no number for it', async () => {
    await world.set('giftMobile', null)
    expect(await send(world.issuer.make(5_00))).toMatchObject(refusal(404, 'NO_DATA'))
    await world.set('giftMobile', '0899990001')
  })

  it('never shows its code in the log', async () => {
    const code = world.issuer.make(5_00)
    world.issuer.redeemFaults.push('cut-after')
    await send(code)
    await pass(2)
    expect(JSON.stringify(world.lines)).not.toContain(code)
    expect(await world.rows('select id from gift_link where code is not null')).toEqual([])
  })
})

it('a gift that was credited at once is told to its owner as his own when he sends it under another key', async () => {
  const code = world.issuer.make(30_00)
  expect(await send(code)).toMatchObject({ status: 200, body: { amount: 30 } })
  const own = { status: 409, body: { message: 'TRUELINK_DUPLICATE', details: { amount: 30 } } }
  expect(await send(code)).toMatchObject(own)
  expect((await send(code, await world.member())).body).toEqual({ message: 'TRUELINK_DUPLICATE' })
  expect(await member.wallet()).toBe(30)
})

describe('a gift whose issuer did not answer', () => {
  it.each(['cut-after', 'cut-before', 'late'] as const)('%s: is in progress until the job finds out', async (fault) => {
    const code = world.issuer.make(30_00)
    const key = crypto.randomUUID()
    world.issuer.redeemFaults.push(fault)
    expect(await send(code, member, key)).toMatchObject(inProgress)
    expect(await movements()).toMatchObject([{ number: 1, from: 'GIFT', status: 'IN_PROGRESS', amountMinor: 30_00 }])
    expect(await member.wallet()).toBe(0)
    await pass(1)
    world.issuer.arrive()
    await pass(60)
    expect(await member.wallet()).toBe(30)
    expect(world.issuer.takenOf(code)).toBe(1)
    expect(await movements()).toMatchObject([{ number: 1, status: 'SUCCESS', amountMinor: 30_00 }])
  })

  it('and whose share is told late is credited with the share', async () => {
    const code = world.issuer.make(100_00, { sharesMinor: [33_00, 67_00] })
    world.issuer.redeemFaults.push('cut-after')
    expect(await send(code)).toMatchObject(inProgress)
    await pass(2)
    expect(await movements()).toMatchObject([{ status: 'SUCCESS', amountMinor: 33_00 }])
  })

  it('is in progress for its owner however often he sends it, and nobody else’s', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.redeemFaults.push('cut-before')
    const key = crypto.randomUUID()
    const link = await hide(linkOf(code))
    const sendAgain = () => member.call('POST', '/api/wallet/truelink', { body: { link }, key })
    expect(await sendAgain()).toMatchObject(inProgress)
    expect(await sendAgain()).toMatchObject(inProgress)
    expect(await send(code)).toMatchObject(inProgress)
    expect(await send(code, await world.member())).toMatchObject(duplicate)
    await pass(2)
    const told = { status: 200, body: { amount: 30, wallet: { amount: 30 } } }
    expect(await sendAgain()).toMatchObject(told)
    expect(await send(code)).toMatchObject(told)
    expect(await send(code, await world.member())).toMatchObject(duplicate)
    world.clock.advance(9 * 60_000)
    expect(await send(code)).toMatchObject(told)
    world.clock.advance(60_000)
    expect(await send(code)).toMatchObject(duplicate)
    expect(await sendAgain()).toMatchObject(told)
    expect(await member.wallet()).toBe(30)
  })

  it('when it was looked at is told to its owner under another key too, once it is credited', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.verifyFaults.push('cut-before')
    expect(await send(code)).toMatchObject(inProgress)
    await pass(5)
    expect(await send(code)).toMatchObject({ status: 200, body: { amount: 30, wallet: { amount: 30 } } })
  })

  it('when it was looked at is looked at again, and taken', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.verifyFaults.push('cut-before', 'cut-before')
    expect(await send(code)).toMatchObject(inProgress)
    expect(await movements()).toEqual([])
    await pass(5)
    expect(await member.wallet()).toBe(30)
  })

  it('when it was looked at may prove too small, and is then free and never taken', async () => {
    const code = world.issuer.make(1_00)
    world.issuer.verifyFaults.push('cut-before')
    const key = crypto.randomUUID()
    expect(await send(code, member, key)).toMatchObject(inProgress)
    await pass(5)
    expect(world.issuer.takenOf(code)).toBe(0)
    expect(await send(code)).toMatchObject(refusal(422, 'DEPOSIT_MINIMUM'))
    expect(await movements()).toEqual([])
  })

  it('is not taken in the background once a bonus was granted', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.verifyFaults.push('cut-before')
    expect(await send(code)).toMatchObject(inProgress)
    await world.rows(`update member set bonus_state = 'granted' where id = $1`, [member.id])
    await pass(5)
    expect(world.issuer.takenOf(code)).toBe(0)
  })

  it('for an hour while it was looked at is given back', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.isDown = true
    expect(await send(code)).toMatchObject(inProgress)
    await pass(3_660, 60)
    world.issuer.isDown = false
    expect(await send(code, await world.member())).toMatchObject({ status: 200 })
    await pass(60)
    expect(await member.wallet()).toBe(0)
  })

  it('for an hour while it was taken is a case, asked on, and closed when it is known', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.redeemFaults.push('cut-before')
    expect(await send(code)).toMatchObject(inProgress)
    world.issuer.isDown = true
    await pass(3_660, 60)
    // As long as it is asked about it waits as a gift, and not as the case that holds him beside it.
    expect(await world.operator('gifts', 'list')).toMatch(/UNKNOWN_FOR_AN_HOUR .*state redeeming  amount 30.00 baht/)
    expect(await world.rows(`select kind from cashier_case where state = 'open'`)).toEqual([{ kind: 'GIFT_UNKNOWN' }])
    world.issuer.isDown = false
    await pass(60)
    expect(await member.wallet()).toBe(30)
    expect(await world.operator('cases', 'list')).toBe('Nothing waits.')
    expect(await world.operator('gifts', 'list')).toBe('Nothing waits.')
  })

  it('is ended by the operator who looked into his own wallet', async () => {
    const got = world.issuer.make(30_00, { sharesMinor: [29_50, 50] })
    const not = world.issuer.make(40_00)
    world.issuer.redeemFaults.push('cut-after', 'cut-before')
    await send(got)
    world.clock.advance(1)
    await send(not)
    world.issuer.isDown = true
    const open = await world.rows<{ id: string }>(
      `select id from gift_link where state = 'redeeming' order by created_at`,
    )
    const [first = '', second = ''] = open.map(({ id }) => id)
    expect(await world.operator('gifts', 'credit', first, '29.50')).toContain('29.50 baht')
    expect(await world.operator('gifts', 'credit', first, '29.50')).toContain('MOVED_ON')
    world.clock.advance(3_599_000)
    expect(await world.operator('gifts', 'refuse', second)).toContain('cannot be done')
    world.clock.advance(1_000)
    expect(await world.operator('gifts', 'refuse', second)).toContain(': done')
    world.issuer.isDown = false
    await pass(120, 5)
    expect(await member.wallet()).toBe(29.5)
    expect(await movements()).toMatchObject([{ status: 'SUCCESS', amountMinor: 29_50 }, { status: 'FAILED' }])
  })
})

describe('a gift that is refused when it should be taken', () => {
  const outOfStock = { kind: 'refused', refusal: 'duplicate', status: 'VOUCHER_OUT_OF_STOCK' } as const

  it('is free at once, for the first no is the end', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.redeemFaults.push({ kind: 'refused', refusal: 'invalid', status: 'VOUCHER_EXPIRED' })
    const key = crypto.randomUUID()
    const link = await hide(linkOf(code))
    const sendIt = () => member.call('POST', '/api/wallet/truelink', { body: { link }, key })
    expect(await sendIt()).toMatchObject(invalid)
    expect(await sendIt()).toMatchObject(invalid)
    expect(await movements()).toMatchObject([{ from: 'GIFT', status: 'FAILED' }])
    const other = await world.member()
    expect(await send(code, other)).toMatchObject({ status: 200, body: { amount: 30 } })
    expect(await member.wallet()).toBe(0)
  })

  /** Refused twice after its share had been asked for, which comes all the same. */
  async function refusedThenTaken(): Promise<string> {
    const code = world.issuer.make(30_00)
    world.issuer.redeemFaults.push('late', ...Array.from({ length: 9 }, () => outOfStock))
    await send(code)
    await pass(60)
    expect(await movements()).toMatchObject([{ status: 'FAILED' }])
    world.issuer.redeemFaults.length = 0
    world.issuer.arrive()
    return code
  }

  it('after silence must be refused twice, 20 seconds after the first call', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.redeemFaults.push('late', ...Array.from({ length: 5 }, () => outOfStock))
    expect(await send(code)).toMatchObject(inProgress)
    await pass(18)
    expect(await movements()).toMatchObject([{ status: 'IN_PROGRESS' }])
    world.issuer.arrive()
    world.issuer.redeemFaults.length = 0
    await pass(20)
    expect(await member.wallet()).toBe(30)
  })

  it('[MON-005] and is taken all the same much later is credited, when it is sent again', async () => {
    const code = await refusedThenTaken()
    expect(await send(code)).toMatchObject({ status: 200, body: { amount: 30, wallet: { amount: 30 } } })
    expect(await movements()).toMatchObject([{ number: 1, status: 'SUCCESS', amountMinor: 30_00 }])
    expect(await world.operator('cases', 'list')).toBe('Nothing waits.')
  })

  it('[MON-004] and is taken all the same much later is credited, though nobody sends it again', async () => {
    await refusedThenTaken()
    await pass(300, 60)
    expect(await member.wallet()).toBe(30)
    expect(await movements()).toMatchObject([{ number: 1, status: 'SUCCESS', amountMinor: 30_00 }])
    expect(await world.rows('select from gift_link where code is not null and member_id = $1', [member.id])).toEqual([])
  })

  it('and proves taken when somebody else sends it is credited to whoever had it first', async () => {
    const code = await refusedThenTaken()
    const other = await world.member()
    world.issuer.verifyFaults.push('cut-before')
    expect(await send(code, other)).toMatchObject(inProgress)
    await pass(5)
    expect([await member.wallet(), await other.wallet()]).toEqual([0, 0])
    await pass(300, 60)
    expect([await member.wallet(), await other.wallet()]).toEqual([30, 0])
  })

  it('[MON-006] and was asked for by two is a case, which gifts credit ends', async () => {
    const code = world.issuer.make(30_00)
    const other = await world.member()
    for (const from of [member, other]) {
      world.issuer.redeemFaults.push('late', ...Array.from({ length: 9 }, () => outOfStock))
      await send(code, from)
      await pass(60)
      world.issuer.redeemFaults.length = 0
    }
    world.issuer.arrive()
    await pass(300, 60)
    const [line = ''] = (await world.operator('cases', 'list')).split('\n')
    expect(line).toContain('asked for by several')
    const id = /reference (\w+)/.exec(line)?.[1] ?? ''
    expect(await world.operator('gifts', 'credit', id, '1')).toContain('MOVED_ON: TAKEN, by issuer')
    expect(await world.operator('gifts', 'credit', id, '30')).toContain('MOVED_ON')
    expect((await member.wallet()) + (await other.wallet())).toBe(30)
    for (const left of (await world.operator('cases', 'list')).split('\n')) expect(left).not.toContain(id)
    await world.rows(`update cashier_case set state = 'closed'`)
    await pass(300, 60)
    expect((await member.wallet()) + (await other.wallet())).toBe(30)
  })

  it('is looked at once more before it is free: a share that is ours is credited (beyond 7.10)', async () => {
    const code = world.issuer.make(30_00)
    const { redeem } = world.issuer
    world.issuer.redeem = async (...asked) => {
      world.issuer.redeem = redeem
      await redeem(...asked)
      return outOfStock
    }
    expect(await send(code)).toMatchObject({ status: 200, body: { amount: 30 } })
    expect(await member.wallet()).toBe(30)
  })

  it('is not free while its issuer, looked at once more, says nothing', async () => {
    const code = world.issuer.make(30_00)
    world.issuer.redeemFaults.push(outOfStock)
    const { verify } = world.issuer
    let looks = 0
    world.issuer.verify = async (...asked) => {
      looks += 1
      return looks === 1 ? verify(...asked) : { kind: 'unknown', why: 'no answer' }
    }
    expect(await send(code)).toMatchObject(inProgress)
    world.issuer.verify = verify
    await pass(30)
    expect([await member.wallet(), world.issuer.takenOf(code)]).toEqual([30, 1])
  })
})

describe('before the operator ends a gift its issuer is asked once more', () => {
  async function silentFor(hours: number, fault: 'cut-after' | 'cut-before'): Promise<{ id: string; code: string }> {
    const code = world.issuer.make(30_00)
    world.issuer.redeemFaults.push(fault)
    expect(await send(code)).toMatchObject(inProgress)
    world.issuer.isDown = true
    for (let hour = 0; hour < hours; hour += 1) await pass(3_600, 3_600)
    const [row] = await world.rows<{ id: string }>('select id from gift_link where member_id = $1', [member.id])
    return { code, id: row?.id ?? '' }
  }

  it('[MON-005] and its share wins', async () => {
    const { id } = await silentFor(1, 'cut-after')
    world.issuer.isDown = false
    expect(await world.operator('gifts', 'refuse', id)).toContain('MOVED_ON: TAKEN, by issuer')
    expect(await movements()).toMatchObject([{ status: 'SUCCESS', amountMinor: 30_00 }])
    expect(await world.operator('cases', 'list')).toBe('Nothing waits.')
  })

  it('and a share that it knows nothing of is not credited', async () => {
    const { id } = await silentFor(1, 'cut-before')
    world.issuer.isDown = false
    expect(await world.operator('gifts', 'credit', id, '30')).toContain('MOVED_ON')
    expect(await member.wallet()).toBe(0)
  })

  it('[MON-004] [MON-005] and over its silence it is refused, asked about for 25 hours, and credited when it tells', async () => {
    const { id, code } = await silentFor(1, 'cut-after')
    expect(await world.operator('gifts', 'refuse', id)).toContain(': done')
    expect(await movements()).toMatchObject([{ status: 'FAILED' }])
    for (let hour = 0; hour < 25; hour += 1) await pass(3_600, 3_600)
    world.issuer.isDown = false
    await pass(3_600, 3_600)
    expect([await member.wallet(), world.issuer.takenOf(code)]).toEqual([30, 1])
    expect(await movements()).toMatchObject([{ number: 1, status: 'SUCCESS', amountMinor: 30_00 }])
    expect(await world.operator('cases', 'list')).toBe('Nothing waits.')
  })

  describe('and over its silence it is credited, and asked about on:', () => {
    async function creditedInSilence(fault: 'cut-after' | 'cut-before') {
      const gift = await silentFor(1, fault)
      expect(await world.operator('gifts', 'credit', gift.id, '30')).toContain('30.00 baht')
      await pass(3_600, 3_600)
      expect(await world.operator('cases', 'list')).toBe('Nothing waits.')
      return gift
    }
    const caseOf = async () =>
      (await world.operator('cases', 'list')).split('\n').find((line) => line.includes(member.id)) ?? ''
    const endCase = async () => {
      const line = await caseOf()
      if (line !== '')
        expect(await world.operator('cases', 'close', line.split(' ')[0] ?? '', 'seen')).toContain('closed')
    }

    it('[MON-005] it agrees, and is asked no more', async () => {
      const { id } = await creditedInSilence('cut-after')
      world.issuer.isDown = false
      await pass(3_600, 3_600)
      expect([await member.wallet(), await caseOf()]).toEqual([30, ''])
      expect(await world.rows('select code, ask_at from gift_link where id = $1', [id])).toEqual([
        { code: null, ask_at: null },
      ])
    })

    it.each(['nobody took the share', 'it was had by another', 'the share is another'])(
      '[MON-006] %s: that is a case which holds withdrawals, and nothing is credited twice',
      async (story) => {
        const { code } = await creditedInSilence('cut-before')
        world.issuer.isDown = false
        if (story === 'it was had by another')
          world.issuer.verifyFaults.push({ kind: 'refused', status: 'VOUCHER_OUT_OF_STOCK', refusal: 'duplicate' })
        if (story === 'the share is another') world.issuer.verifyFaults.push({ kind: 'taken', shareMinor: 20_00 })
        await pass(3_600, 3_600)
        expect(await caseOf()).toContain('GIFT_CONTRADICTED')
        expect(await isHeldByCase(world.database, member.id)).toBe(true)
        await endCase()
        expect(await isHeldByCase(world.database, member.id)).toBe(false)
        // Sent in again, it is his own and credited already.
        expect(await send(code)).not.toMatchObject({ body: { amount: 30 } })
        await pass(3_600, 3_600)
        expect([await world.posted(`member/${member.id}/wallet`), world.issuer.takenOf(code)]).toEqual([30_00, 0])
      },
    )

    it.each([
      ['0', 0, ['adjustment WALLET>HOUSE 30']],
      ['20', 20, ['adjustment WALLET>HOUSE 10']],
      ['45.50', 45.5, ['adjustment HOUSE>WALLET 15.5']],
    ])(
      '[MON-006] it contradicts, and the share was %s: a deed brings the wallet there, once',
      async (share, left, told) => {
        await creditedInSilence('cut-before')
        world.issuer.isDown = false
        await pass(3_600, 3_600)
        const [id = ''] = (await caseOf()).split(' ')
        const heldMinor = await world.posted('house/bank:TW')
        expect(await world.operator('cases', 'correct', id, '30')).toContain('AGREES')
        const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'correct', id, share)))
        expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
        expect([await member.wallet(), await caseOf()]).toEqual([left, ''])
        expect((await world.posted('house/bank:TW')) - heldMinor).toBe(Math.round((30 - left) * 100))
        const lines = (await movements())
          .slice(1)
          .map(({ kind, from, to, amountMinor }) => `${kind} ${from}>${to} ${amountMinor / 100}`)
        expect(lines).toEqual(told)
        expect(await isHeldByCase(world.database, member.id)).toBe(false)
      },
    )

    it('[MON-006] it contradicts what the member has spent by then: nothing is taken, and the case stays', async () => {
      await creditedInSilence('cut-before')
      world.issuer.isDown = false
      await pass(3_600, 3_600)
      const [id = ''] = (await caseOf()).split(' ')
      await member.call('GET', '/api/wallet/activate/PG')
      await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 10 } })
      expect(await world.operator('cases', 'correct', id, '0')).toContain('does not hold that much')
      expect([await member.wallet(), await isHeldByCase(world.database, member.id)]).toEqual([20, true])
      await endCase()
    })
  })

  it('or is free for another, who has it then alone', async () => {
    const { id, code } = await silentFor(1, 'cut-before')
    expect(await world.operator('gifts', 'refuse', id)).toContain(': done')
    world.issuer.isDown = false
    const other = await world.member()
    expect(await send(code, other)).toMatchObject({ status: 200, body: { amount: 30 } })
    for (let hour = 0; hour < 3; hour += 1) await pass(3_600, 3_600)
    expect([await member.wallet(), await other.wallet()]).toEqual([0, 30])
    expect(await world.rows('select from gift_link where code is not null and member_id = $1', [member.id])).toEqual([])
  })
})

describe('a gift that was taken', () => {
  it('and whose issuer tells no share of a gift for many waits for the issuer to tell it', async () => {
    const code = world.issuer.make(100_00, { sharesMinor: [40_00, 60_00] })
    world.issuer.redeemFaults.push({ kind: 'taken', shareMinor: null })
    expect(await send(code)).toMatchObject(inProgress)
    await pass(2)
    expect(await member.wallet()).toBe(40)
  })
})
