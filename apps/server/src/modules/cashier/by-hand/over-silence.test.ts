import { desk, type DecisionKindName } from '@krapao/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import type { TestMember } from '../../../testing/worlds/cashier-world.ts'
import type { Staff } from '../../../testing/worlds/desk-world.ts'
import { confirmAs, openDecisionDesk } from '../../../testing/worlds/money-decisions.ts'
import { namedTransfer, transferOf } from '../../../testing/worlds/slip-world.ts'
import { makeCase, makeContest, makeGift, makeNotice, makeSlip } from '../../../testing/worlds/waiting-world.ts'

/** What a party that is asked once more bears out is done by one; what it says nothing of takes two. */
let world: BonusWorld
let mali: Staff
let noi: Staff
let member: TestMember

beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  ;({ mali, noi } = await openDecisionDesk(world))
  member = await world.member({ walletMinor: 1_000_00 })
})
afterAll(() => world.close())

/** Something to decide, and by how much the wallet changed since. */
interface Thing {
  kind: DecisionKindName
  id: string
  change(): Promise<number>
}

async function thing(kind: DecisionKindName, id: string, who = member): Promise<Thing> {
  const before = await who.wallet()
  return { kind, id, change: async () => Math.round(((await who.wallet()) - before) * 100) / 100 }
}

const read = ({ kind, id }: Thing) => world.app.desk.ok(desk.deskDecision, { token: mali.token, params: { kind, id } })

async function decide(what: Thing, body: object) {
  const { version } = (await read(what)).row
  const { kind, id } = what
  return world.app.desk.call(desk.deskDecide, {
    token: mali.token,
    params: { kind, id },
    rawBody: { version, ...body },
  })
}

const takesOf = async (what: Thing, action: string) =>
  (await read(what)).actions.find((one) => one.action === action)?.takes

/** Proposed by one it changes nothing, nor by his own confirmation; confirmed by another it is done. */
async function expectTwo(what: Thing, body: object, change: number) {
  const answered = await decide(what, body)
  expect(answered).toMatchObject({ status: 200, body: { outcome: 'proposed' } })
  const proposalId = answered.body.proposalId ?? ''
  expect(await confirmAs(world, mali, proposalId)).toMatchObject({ status: 403, body: { message: 'SELF_APPROVAL' } })
  expect(await what.change()).toBe(0)
  expect(await confirmAs(world, noi, proposalId)).toMatchObject({ status: 200, body: { state: 'CONFIRMED' } })
  expect(await what.change()).toBe(change)
  await world.audit()
}

/** A gift of 100 baht for one, whose share was asked for; its issuer, asked again, says this, or nothing. */
async function gift(says?: (typeof world.issuer.verifyFaults)[number]): Promise<Thing> {
  const id = await makeGift(world, member.id)
  await world.rows('update gift_link set calls = 1 where id = $1', [id])
  world.issuer.isDown = says === undefined
  if (says !== undefined) world.issuer.verifyFaults.push(says)
  return thing('gift', id)
}

describe('[MON-005] a gift whose issuer says nothing', () => {
  it('is credited by two', async () => {
    const what = await gift()
    expect(await takesOf(what, 'credit')).toBe('two')
    await expectTwo(what, { action: 'credit', amount: 100 }, 100)
  })

  it('is refused by two', async () => {
    const what = await gift()
    expect(await takesOf(what, 'refuse')).toBe('two')
    await expectTwo(what, { action: 'refuse' }, 0)
    expect(await world.rows('select state from gift_link where id = $1', [what.id])).toEqual([{ state: 'refused' }])
  })

  it('is credited by two also where nobody can be asked any more', async () => {
    const what = await gift()
    await world.rows(`update gift_link set state = 'refused', code = null where id = $1`, [what.id])
    expect(await world.app.command('gifts', 'credit', what.id, '100')).toContain('It takes two')
    expect(await what.change()).toBe(0)
  })

  it('is credited with no more than it is worth, at neither door', async () => {
    const what = await gift()
    expect(await decide(what, { action: 'credit', amount: 100.01 })).toMatchObject({ status: 422 })
    await expect(world.app.command('gifts', 'credit', what.id, '100.01')).rejects.toThrow('Name the amount')
    expect(await what.change()).toBe(0)
  })

  it('is shown and proposed at the command line as one that takes two', async () => {
    const what = await gift()
    expect(await world.app.command('gifts', 'show', what.id)).toMatch(/^ +credit ID AMOUNT \(takes two\)$/m)
    const said = await world.app.command('gifts', 'credit', what.id, '100')
    expect([said.includes('It takes two'), await what.change()]).toEqual([true, 0])
    await expect(world.app.command('gifts', 'credit', what.id, '90')).rejects.toThrow('proposed already')
    await confirmAs(world, noi, /\S+$/.exec(said)?.[0] ?? '')
    expect(await what.change()).toBe(100)
  })
})

describe('[MON-005] a gift whose issuer speaks', () => {
  it('of that share is credited by one', async () => {
    const what = await gift({ kind: 'taken', shareMinor: 100_00 })
    expect(await decide(what, { action: 'credit', amount: 100 })).toMatchObject({ body: { outcome: 'done' } })
    expect(await what.change()).toBe(100)
  })

  it('of another share is credited with that, whatever one says', async () => {
    const what = await gift({ kind: 'taken', shareMinor: 20_00 })
    const moved = { status: 409, body: { message: 'MOVED_ON' } }
    expect(await decide(what, { action: 'credit', amount: 100 })).toMatchObject(moved)
    expect(await what.change()).toBe(20)
  })

  it('of no share of a gift for many is credited by two', async () => {
    const what = await gift({ kind: 'taken', shareMinor: null })
    await world.rows('update gift_link set people = 3, amount_minor = 3333 where id = $1', [what.id])
    const answered = await decide(what, { action: 'credit', amount: 99 })
    expect([answered.body.outcome, await what.change()]).toEqual(['proposed', 0])
    expect(await decide(what, { action: 'credit', amount: 100.02 })).toMatchObject({ status: 422 })
  })

  it('of another share as the second one confirms is credited by neither word, and by itself with that', async () => {
    const what = await gift()
    const { body } = await decide(what, { action: 'credit', amount: 100 })
    world.issuer.isDown = false
    world.issuer.verifyFaults.push({ kind: 'taken', shareMinor: 20_00 })
    const confirmed = await confirmAs(world, noi, body.proposalId ?? '')
    expect(confirmed).toMatchObject({ status: 409, body: { message: 'MOVED_ON', details: { what: 'TAKEN' } } })
    expect(await what.change()).toBe(0)
    world.issuer.redeemFaults.push({ kind: 'taken', shareMinor: 20_00 })
    await world.rows(`update gift_link set ask_at = $2 where id = $1`, [what.id, world.clock.now()])
    await world.workDue()
    expect(await what.change()).toBe(20)
  })
})

describe('[MON-005] a payout that failed after it was paid', () => {
  /** Its bank, asked once more, says this; nothing while it is down. */
  async function failed(says: 'FAILED' | 'SENT' | 'PAID' | null): Promise<Thing> {
    world.bank.isDown = false
    const who = await world.member({ walletMinor: 300_00 })
    const { body } = await who.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
    const id = String(body['_id'])
    await world.app.command('withdrawals', 'pay', id)
    await world.work()
    const payout = world.bank.payouts.get(id)
    if (payout && says !== null) payout.state = says
    world.clock.advance(30_000)
    world.bank.isDown = says === null
    const about = { kind: 'FAILED_AFTER_PAID', withdrawalId: id, memberId: who.id }
    return thing('case', await makeCase(world, about), who)
  }

  it('is given back by two while its bank says nothing, and asked about on', async () => {
    const what = await failed(null)
    await expectTwo(what, { action: 'refund' }, 300)
    const open = `select kind from cashier_case where state = 'open'
      and withdrawal_id = (select withdrawal_id from cashier_case where id = $1)`
    expect(await world.rows(open, [what.id])).toEqual([{ kind: 'PAYOUT_UNHEARD' }])
  })

  it('is given back by one where its bank says so', async () => {
    const what = await failed('FAILED')
    expect(await decide(what, { action: 'refund' })).toMatchObject({ body: { outcome: 'done', said: 'FAILED' } })
    expect(await what.change()).toBe(300)
  })

  it.each(['SENT', 'PAID'] as const)('is given back by nobody where its bank says %s', async (state) => {
    const what = await failed(state)
    const moved = { status: 409, body: { message: 'MOVED_ON', details: { by: 'bank', what: state } } }
    expect(await decide(what, { action: 'refund' })).toMatchObject(moved)
    expect(await what.change()).toBe(0)
  })

  it.each(['SENT', 'PAID'] as const)('nor where it says %s as the second one confirms', async (state) => {
    const what = await failed(null)
    const { body } = await decide(what, { action: 'refund' })
    world.bank.isDown = false
    for (const payout of world.bank.payouts.values()) payout.state = state
    const moved = { status: 409, body: { message: 'MOVED_ON', details: { what: state } } }
    expect(await confirmAs(world, noi, body.proposalId ?? '')).toMatchObject(moved)
    expect(await what.change()).toBe(0)
  })
})

describe('[MON-005] what one says against the word of a party', () => {
  it.each([
    ['less', 0, -100],
    ['more', 150, 50],
  ])('that the share of a gift was %s takes two', async (_more, amount, change) => {
    const what = await thing('case', await makeCase(world, { kind: 'GIFT_CONTRADICTED', memberId: member.id }))
    expect(await takesOf(what, 'correct')).toBe('two')
    await expectTwo(what, { action: 'correct', amount }, change)
  })

  it('that a slip was of more than its bank told takes two, and of less one', async () => {
    await expectTwo(await thing('slip', await makeSlip(world, member.id)), { action: 'credit', amount: 100.01 }, 100.01)
    const less = await thing('slip', await makeSlip(world, member.id))
    expect(await decide(less, { action: 'credit', amount: 99 })).toMatchObject({ body: { outcome: 'done' } })
    expect(await less.change()).toBe(99)
  })
})

describe('[MON-003] a contested deposit', () => {
  const SENDER = 'SOMCHAI JAIDEE'

  /** Credited to one, and another calls it his. */
  async function contested(given: { amount?: number; from?: string } = {}) {
    const [has, claims] = [await world.member({ walletMinor: 1_000_00 }), await world.member()]
    const id = await makeContest(world, { has: has.id, claims: claims.id, ...given })
    return { what: await thing('case', id, claims), claims, has }
  }
  const move = (to: TestMember) => ({ action: 'move', member: to.id })

  it('is moved by one to who calls it his and goes by the name of its sender', async () => {
    const { what, claims } = await contested({ amount: 10_000, from: SENDER })
    expect(await takesOf(what, 'move')).toBe('one')
    expect(await decide(what, move(claims))).toMatchObject({ body: { outcome: 'done' } })
    expect(await what.change()).toBe(10_000)
  })

  it.each([
    ['above 10,000 baht', { amount: 10_000.01, from: SENDER }, 'two'],
    ['whose sender no bank named', {}, 'two'],
    ['that another sent', { from: 'MANA DEEMAK' }, 'one'],
  ] as const)('%s is moved by two', async (_why, given, takes) => {
    const { what, claims } = await contested(given)
    expect(await takesOf(what, 'move')).toBe(takes)
    await expectTwo(what, move(claims), 'amount' in given ? given.amount : 100)
  })

  it('is moved by two to who never called it his', async () => {
    const { what } = await contested({ from: SENDER })
    const third = await world.member()
    await expectTwo(await thing('case', what.id, third), move(third), 100)
  })

  it('is proposed with what it was corrected to', async () => {
    const { what, claims, has } = await contested({ from: SENDER })
    const [{ transRef } = { transRef: '' }] = await world.rows<{ transRef: string }>(
      'select trans_ref as "transRef" from cashier_case where id = $1',
      [what.id],
    )
    transferOf(world, { transRef, amount: 12_000 })
    await world.hook(world.paymentOf(world.payment('-', { transRef, sendingBank: '014', amount: 12_000 }), 'again'))
    const differs = `select id from cashier_case where kind = 'PAYMENT_DIFFERS' and trans_ref = $1`
    const [{ id } = { id: '' }] = await world.rows<{ id: string }>(differs, [transRef])
    await decide(await thing('case', id, has), { action: 'correct' })
    const { body } = await decide(what, move(claims))
    const made = await world.rows('select amount_minor from proposal where id = $1', [body.proposalId])
    expect(made).toEqual([{ amount_minor: 1_200_000 }])
  })

  it('is not proposed for who has it', async () => {
    const { what, has } = await contested()
    expect(await decide(what, move(has))).toMatchObject({ status: 409, body: { details: { what: 'HIS_OWN' } } })
  })
})

describe('[MON-005] a deposit that is credited by a transfer as somebody names it', () => {
  const makers = {
    notice: makeNotice,
    slip: (...of: Parameters<typeof makeNotice>) => makeSlip(...of, { isNamed: false }),
  }
  const deposit = async (kind: 'notice' | 'slip') => thing(kind, await makers[kind](world, member.id))
  const credit = (amount: number, transfer: string) => ({ action: 'credit', amount, transfer })
  const kinds = ['notice', 'slip'] as const

  beforeEach(() => {
    world.bank.isDown = false
  })
  afterAll(() => {
    world.bank.isDown = false
  })

  it.each(kinds)('(%s) takes one up to what the bank tells of it, and two above', async (kind) => {
    const less = await deposit(kind)
    expect(await takesOf(less, 'credit')).toBe('one')
    expect(await decide(less, credit(99, namedTransfer(world)))).toMatchObject({ body: { outcome: 'done' } })
    expect(await less.change()).toBe(99)
    await expectTwo(await deposit(kind), credit(100.01, namedTransfer(world)), 100.01)
  })

  it.each(kinds)('(%s) takes two where no bank knows of it, or says nothing', async (kind) => {
    await expectTwo(await deposit(kind), credit(50_000, `014:INVENTED-${kind}`), 50_000)
    const named = namedTransfer(world)
    world.bank.isDown = true
    await expectTwo(await deposit(kind), credit(100, named), 100)
  })

  it.each([
    ['is of kip', { currency: 'LAK' as const, amount: 1_000_000 }],
    ['came to somebody else', { receiver: { bankCode: 'SCB', accountNo: 'xxx-x-x9999-x', name: 'MANA DEEMAK' } }],
  ])('takes two where the transfer %s', async (_what, given) => {
    await expectTwo(await deposit('notice'), credit(100, namedTransfer(world, given)), 100)
  })

  it('takes two too where the slip names it and its bank tells no sum', async () => {
    const what = await thing('slip', await makeSlip(world, member.id))
    await world.rows('update slip set amount_minor = null, paid_minor = null, paid_currency = null where id = $1', [
      what.id,
    ])
    await expectTwo(what, { action: 'credit', amount: 100 }, 100)
  })

  it('is proposed at the command line too, and shows what its bank said to who confirms it', async () => {
    const what = await deposit('notice')
    const said = await world.app.command('notices', 'credit', what.id, '100', '014:INVENTED-HERE')
    expect([said.includes('It takes two'), await what.change()]).toEqual([true, 0])
    expect((await read(what)).evidence.timeline).toContainEqual(
      expect.objectContaining({ what: 'party-called', facts: expect.objectContaining({ answer: 'not-found' }) }),
    )
    await confirmAs(world, noi, /\S+$/.exec(said)?.[0] ?? '')
    expect(await what.change()).toBe(100)
  })

  it('is credited by no two of the same transfer', async () => {
    const named = namedTransfer(world)
    const [first, second] = [await deposit('notice'), await deposit('slip')]
    expect(await decide(first, credit(100, named))).toMatchObject({ body: { outcome: 'done' } })
    const had = { status: 409, body: { details: { what: 'CREDITED_BEFORE' } } }
    expect(await decide(second, credit(100, named))).toMatchObject(had)
    const { body } = await decide(second, credit(200, named))
    expect(await confirmAs(world, noi, body.proposalId ?? '')).toMatchObject(had)
  })
})
