import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type CashierWorld,
  openCashierWorld,
  type TestMember,
} from '../../../testing/worlds/cashier-world.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.bank.isDown = false
  world.bank.payoutState = 'PAID'
  world.bank.payoutFaults = []
  world.bank.calls.length = 0
  member = await world.member({ walletMinor: 1_000_00 })
})

/** Withdraws 300 baht and answers the id. */
async function withdraw(): Promise<string> {
  const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
  return String(body['_id'])
}

/** A withdrawal whose payout the bank has sent, and knows no end of yet. */
async function ordered(): Promise<string> {
  world.bank.payoutState = 'SENT'
  const id = await withdraw()
  await world.work()
  return id
}

const rowOf = async (id: string) => {
  const [row] = await world.rows<Record<string, unknown>>('select * from withdrawal where id = $1', [id])
  return row ?? {}
}

const event = (id: string, state: string, given: Record<string, unknown> = {}) => ({
  eventId: `${id}-${state}`,
  type: 'payout',
  transRef: 'T1',
  sendingBank: 'KBANK',
  reference: id,
  amount: 300,
  currency: 'BAHT',
  occurredAt: world.clock.now().toISOString(),
  from: { bankCode: 'KBANK', accountNo: '1', name: 'KRAPAO' },
  state,
  ...given,
})

const casesOf = (id: string) =>
  world.rows<{ id: string; kind: string }>('select id, kind from cashier_case where reference = $1 order by kind', [id])

/** What the wallet holds and has held back, in satang. */
async function walletOf(): Promise<{ postedMinor: number; heldMinor: number }> {
  const name = `member/${member.id}/wallet`
  const state = (await world.process.ledger.states(world.database, [name])).get(name)
  return { postedMinor: state?.postedMinor ?? 0, heldMinor: state?.heldMinor ?? 0 }
}

const held = { postedMinor: 1_000_00, heldMinor: 300_00 }
const gone = { postedMinor: 700_00, heldMinor: 0 }
const back = { postedMinor: 1_000_00, heldMinor: 0 }

/** Lets time pass in seconds, each with its work. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    world.clock.advance(1_000)
    await world.work()
  }
}

const ordersOf = (id: string) => world.bank.payouts.get(id)?.orders ?? 0

describe('paying out', () => {
  it('sends the order with the payee, and settles on a definite yes', async () => {
    const id = await withdraw()
    expect(await walletOf()).toEqual(held)
    await world.work()
    expect(world.bank.payouts.get(id)).toMatchObject({
      amount: 300,
      currency: 'BAHT',
      to: { bankCode: 'SCB', accountNo: member.id, name: 'SOMCHAI JAIDEE' },
    })
    expect(await walletOf()).toEqual(gone)
    expect(await rowOf(id)).toMatchObject({ state: 'paid', sendings: 1, trans_ref: `T${id.slice(0, 10)}` })
    await world.audit()
  })

  it('leaves it to the callback while the bank has only sent it', async () => {
    world.bank.payoutState = 'SENT'
    const id = await withdraw()
    await pass(10)
    expect(await walletOf()).toEqual(held)
    expect((await world.hook(event(id, 'PAID'))).status).toBe(200)
    expect(await walletOf()).toEqual(gone)
  })

  it('or to the asking, when no callback comes', async () => {
    const id = await ordered()
    const payout = world.bank.payouts.get(id)
    if (payout) payout.state = 'PAID'
    await pass(1)
    expect(await walletOf()).toEqual(gone)
  })
})

describe('a bank that fails', () => {
  it('says no at the first sending: the money is free again', async () => {
    world.bank.payoutFaults = ['refuse']
    const id = await withdraw()
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', note: 'REFUSED' })
    expect(await walletOf()).toEqual(back)
  })

  it.each(['FAILED', 'RETURNED'] as const)('answers %s: the money is free again', async (state) => {
    world.bank.payoutState = state
    const id = await withdraw()
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', note: state })
    expect(await walletOf()).toEqual(back)
  })

  it.each(['cut-before', 'error'] as const)(
    'did nothing and says nothing (%s): the hold stays, and it is sent again under the same reference',
    async (fault) => {
      world.bank.payoutFaults = [fault]
      const id = await withdraw()
      await world.work()
      expect(await walletOf()).toEqual(held)
      expect(await rowOf(id)).toMatchObject({ state: 'sent', sendings: 1 })
      await pass(1)
      expect(await rowOf(id)).toMatchObject({ state: 'paid', sendings: 2 })
      expect(await walletOf()).toEqual(gone)
      expect(ordersOf(id)).toBe(1)
    },
  )

  it('paid and says nothing (cut-after): it is asked, and not paid twice', async () => {
    world.bank.payoutFaults = ['cut-after']
    const id = await withdraw()
    await world.work()
    expect(await walletOf()).toEqual(held)
    await pass(1)
    expect(await rowOf(id)).toMatchObject({ state: 'paid', sendings: 1 })
    expect(ordersOf(id)).toBe(1)
  })

  it('is late: not found is no reason to give the money back', async () => {
    world.bank.payoutFaults = ['late', 'late', 'late', 'late', 'late']
    const id = await withdraw()
    await world.work()
    await pass(8)
    expect(await rowOf(id)).toMatchObject({ state: 'sent', sendings: 5 })
    expect(await walletOf()).toEqual(held)
    world.bank.arrive()
    await pass(7)
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
    expect(await walletOf()).toEqual(gone)
    expect(ordersOf(id)).toBe(1)
  })

  it('refuses a second sending: the first may have been taken, so the hold stays', async () => {
    world.bank.payoutFaults = ['late', 'refuse']
    const id = await withdraw()
    await world.work()
    await pass(1)
    expect(await rowOf(id)).toMatchObject({ state: 'sent' })
    expect(await walletOf()).toEqual(held)
    world.bank.arrive()
    await pass(1)
    expect(await walletOf()).toEqual(gone)
  })

  it('answers about another sum: that is no answer', async () => {
    world.bank.payoutFaults = ['cut-after']
    const id = await withdraw()
    await world.work()
    const payout = world.bank.payouts.get(id)
    if (payout) payout.amount = 3
    await pass(1)
    expect(await walletOf()).toEqual(held)
    if (payout) payout.amount = 300
    await pass(1)
    expect(await walletOf()).toEqual(gone)
  })

  it('is down for an hour: asked at 1, 2, 4, 8, 15, 30 s and each minute, then a person looks, and it is asked on', async () => {
    world.bank.isDown = true
    const id = await withdraw()
    await world.work()
    world.bank.calls.length = 0
    await pass(30)
    const asked = world.bank.calls.filter((call) => call === `GET /bank/api/payouts/${id}`)
    expect(asked).toHaveLength(6)
    expect(await world.operator('withdrawals', 'return', id, 'OWN_REQUEST')).toContain('Nothing can be decided')
    world.clock.advance(3_600_000)
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'sent', needs_review: true })
    expect(await walletOf()).toEqual(held)
    expect(await world.operator('withdrawals', 'list')).toContain(`${id}  withdrawal  UNKNOWN_FOR_AN_HOUR`)
    world.bank.isDown = false
    world.clock.advance(60_000)
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'paid', needs_review: false })
  })

  it('is logged as unknown once, and again when it was known in between', async () => {
    const told = (id: string) =>
      world.lines.filter(({ msg, withdrawal }) => msg === 'the state of a payout is unknown' && withdrawal === id)
    world.bank.isDown = true
    const id = await withdraw()
    await world.work()
    await pass(30)
    expect(told(id)).toHaveLength(1)
    world.bank.isDown = false
    world.bank.payoutState = 'SENT'
    await pass(60)
    world.bank.isDown = true
    await pass(60)
    expect(told(id)).toHaveLength(2)
  })

  it.each([
    ['pay', 'paid', gone],
    ['return', 'failed', back],
  ])('leaves an unknown one to the operator after an hour (%s)', async (decision, state, wallet) => {
    world.bank.isDown = true
    const id = await withdraw()
    await world.work()
    world.clock.advance(3_600_000)
    await world.work()
    world.clock.advance(30_000)
    await world.operator(
      'withdrawals',
      decision,
      id,
      ...(decision === 'return' ? ['OWN_REQUEST'] : []),
      'the bank said so by telephone',
    )
    expect(await rowOf(id)).toMatchObject({ state, note: 'the bank said so by telephone' })
    expect(await walletOf()).toEqual(wallet)
  })
})

describe('callbacks about payouts', () => {
  it('settle once, however often and together with what is asked', async () => {
    const id = await ordered()
    const payout = world.bank.payouts.get(id)
    if (payout) payout.state = 'PAID'
    world.clock.advance(1_000)
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => world.hook(event(id, 'PAID'))),
      world.work(),
      world.work(),
    ])
    for (const answer of answers.slice(0, 20) as Answer[]) expect(answer.status).toBe(200)
    expect(await walletOf()).toEqual(gone)
    expect(await casesOf(id)).toEqual([])
    await world.audit()
  })

  it('give returned money back once, by a transfer of its own, and the withdrawal has failed', async () => {
    const id = await withdraw()
    await world.work()
    expect(await walletOf()).toEqual(gone)
    await Promise.all(Array.from({ length: 20 }, () => world.hook(event(id, 'RETURNED'))))
    expect(await walletOf()).toEqual(back)
    expect(await rowOf(id)).toMatchObject({ state: 'failed', note: 'RETURNED' })
    await world.audit()
  })

  it('end with the money in the wallet when paid and returned are told at once', async () => {
    const id = await ordered()
    const words = Array.from({ length: 20 }, (_, index) => event(id, index % 2 === 0 ? 'PAID' : 'RETURNED'))
    const payout = world.bank.payouts.get(id)
    if (payout) payout.state = 'RETURNED'
    const answers = await Promise.all(words.map((word) => world.hook(word)))
    await world.work()
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await walletOf()).toEqual(back)
    expect(await rowOf(id)).toMatchObject({ state: 'failed', note: 'RETURNED' })
    expect(await casesOf(id)).toEqual([])
    await world.audit()
  })

  it('may be lost: money that comes back is found by looking again', async () => {
    const id = await withdraw()
    await world.work()
    const payout = world.bank.payouts.get(id)
    if (payout) payout.state = 'RETURNED'
    world.clock.advance(299_999)
    await world.work()
    expect(await walletOf()).toEqual(gone)
    world.clock.advance(1)
    await world.work()
    expect(await walletOf()).toEqual(back)
  })

  it('may come in the wrong order: a PAID after the RETURNED that followed it changes nothing', async () => {
    const id = await ordered()
    const paid = event(id, 'PAID')
    world.clock.advance(5_000)
    const payout = world.bank.payouts.get(id)
    if (payout) payout.state = 'RETURNED'
    await world.hook(event(id, 'RETURNED'))
    await world.hook(paid)
    expect(await walletOf()).toEqual(held)
    await world.work()
    await world.hook(paid)
    expect(await walletOf()).toEqual(back)
    expect(await casesOf(id)).toEqual([])
  })

  it('book what a failed one was, when it is paid after all', async () => {
    world.bank.payoutState = 'FAILED'
    const id = await withdraw()
    await world.work()
    expect(await walletOf()).toEqual(back)
    world.clock.advance(1_000)
    for (const _ of [1, 2, 3]) await world.hook(event(id, 'PAID'))
    expect(await walletOf()).toEqual(gone)
    expect(await rowOf(id)).toMatchObject({ state: 'paid', note: 'PAID_LATE' })
    expect(await casesOf(id)).toEqual([])
    await world.audit()
  })

  it('open a case when a paid one is said to have failed', async () => {
    const id = await withdraw()
    await world.work()
    await world.hook(event(id, 'FAILED'))
    expect(await walletOf()).toEqual(gone)
    expect(await casesOf(id)).toMatchObject([{ kind: 'FAILED_AFTER_PAID' }])
  })

  it.each([
    ['a payout that was never sent', { state: 'waiting' as const }],
    ['another sum', { amount: 299 }],
    ['another currency', { currency: 'LAK' }],
  ])('open a case and move nothing when they tell of %s', async (_, given) => {
    world.bank.payoutState = 'SENT'
    const id = await withdraw()
    if ('state' in given) await world.rows(`update withdrawal set state = 'waiting', ask_at = null where id = $1`, [id])
    else await world.work()
    const { state: _state, ...changes } = { state: undefined, ...given }
    expect((await world.hook(event(id, 'PAID', changes))).status).toBe(200)
    expect(await walletOf()).toEqual(held)
    expect(await casesOf(id)).toMatchObject([{ kind: 'PAYOUT_UNKNOWN' }])
    await world.rows(`update withdrawal set state = 'failed', ask_at = null where id = $1`, [id])
  })

  it('open a case when they tell of a payout that is not ours', async () => {
    expect((await world.hook(event('somebodyelses', 'PAID'))).status).toBe(200)
    expect(await casesOf('somebodyelses')).toMatchObject([{ kind: 'PAYOUT_UNKNOWN' }])
  })
})

describe('a process that ends in the middle', () => {
  it('goes on in the next one: held but not sent', async () => {
    const id = await withdraw()
    await world.restart()
    expect(await walletOf()).toEqual(held)
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
    expect(ordersOf(id)).toBe(1)
  })

  it('goes on in the next one: sent, and the answer was never seen', async () => {
    world.bank.payoutFaults = ['cut-after']
    const id = await withdraw()
    await world.work()
    await world.restart()
    await pass(1)
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
    expect(await walletOf()).toEqual(gone)
    expect(ordersOf(id)).toBe(1)
  })

  it('goes on in the next one: written down as sent, and killed before the call', async () => {
    const id = await withdraw()
    const now = world.clock.now()
    await world.rows(
      `update withdrawal set state = 'sent', sendings = 1, sent_at = $2, ask_at = $2, version = version + 1 where id = $1`,
      [id, now],
    )
    world.bank.payoutFaults = ['refuse']
    await world.restart()
    await world.work()
    // The refusal may be of a second copy, so it frees nothing; the bank's own word decides.
    expect(await walletOf()).toEqual(held)
    await pass(1)
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
    expect(await walletOf()).toEqual(gone)
  })

  it('is tended by two processes at once and paid once', async () => {
    const id = await withdraw()
    const job = world.process.cashier.jobs.find((one) => one.name === 'cashier-payouts')
    const stop = new AbortController().signal
    await Promise.all([job?.run(stop), job?.run(stop), job?.run(stop)])
    expect(world.bank.calls.filter((call) => call === 'POST /bank/api/payouts')).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ state: 'paid', sendings: 1 })
  })
})
