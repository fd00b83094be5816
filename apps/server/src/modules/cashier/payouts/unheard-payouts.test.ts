import { HOUR_MS } from '../../../platform/durations.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../../testing/book.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import type { PlayedPayout } from '../../../testing/played/played-bank.ts'

/** Payouts that the operator ended, or the bank denied, and that proved otherwise later. */
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
  member = await world.member({ walletMinor: 300_00 })
})
afterEach(async () => {
  // Nothing of one story may lie about in the next one.
  await world.rows(`update withdrawal set ask_at = null`)
  await world.rows(`update cashier_case set state = 'closed' where state = 'open'`)
  await world.audit()
})

async function withdraw(amount = 300): Promise<string> {
  const { status, body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount } })
  expect(status).toBe(200)
  return String(body['_id'])
}

/** A withdrawal that the bank has taken, and of which it says this. */
async function ordered(state: PlayedPayout['state']): Promise<string> {
  world.bank.payoutState = state
  const id = await withdraw()
  await world.work()
  return id
}

/** What the lines of the member's statement come to together, in baht, with the 300 that he began with. */
async function told(): Promise<number> {
  const lines = await world.process.cashier.movements(world.database, {
    memberId: member.id,
    fromNumber: 1,
    toNumber: 99,
  })
  const sumMinor = lines
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, { from, amountMinor }) => sum + (from === 'WALLET' ? -amountMinor : amountMinor), 0)
  return 300 + sumMinor / 100
}

/** A withdrawal that the bank pays without ever saying so: its answer is lost, and it is silent for an hour. */
async function silent(state: PlayedPayout['state']): Promise<string> {
  world.bank.payoutState = state
  world.bank.payoutFaults = ['cut-after']
  const id = await withdraw()
  await world.work()
  world.bank.isDown = true
  await pass(HOUR_MS)
  return id
}

/** What set his money right, the oldest first. */
async function adjustments(): Promise<string[]> {
  const lines = await world.process.cashier.movements(world.database, {
    memberId: member.id,
    fromNumber: 1,
    toNumber: 99,
  })
  return lines
    .filter(({ kind }) => kind === 'adjustment')
    .toSorted((one, other) => one.number - other.number)
    .map(({ from, to, amountMinor }) => `${from}>${to} ${amountMinor / 100}`)
}

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms)
  await world.workDue()
}

/** The bank's own books from now on. */
function atBank(id: string, state: PlayedPayout['state']): void {
  const payout = world.bank.payouts.get(id)
  if (payout === undefined) throw new Error('the bank knows no such payout')
  payout.state = state
}

const tell = (id: string, state: string, amount = 300) =>
  world.hook({
    eventId: `${id}-${state}-${world.clock.now().getTime()}`,
    type: 'payout',
    transRef: 'T1',
    sendingBank: 'KBANK',
    reference: id,
    amount,
    currency: 'BAHT',
    occurredAt: world.clock.now().toISOString(),
    state,
  })

const rowOf = async (id: string) => {
  const [row] = await world.rows<Record<string, unknown>>('select * from withdrawal where id = $1', [id])
  return row ?? {}
}

interface Case {
  id: string
  kind: string
  state: string
}

const casesOf = (id: string) =>
  world.rows<Case>('select id, kind, state from cashier_case where withdrawal_id = $1 order by opened_at, kind', [id])

async function openCase(id: string, kind: string): Promise<string> {
  const found = (await casesOf(id)).filter((one) => one.state === 'open')
  expect(found.map((one) => one.kind)).toEqual([kind])
  return found[0]?.id ?? ''
}

const statusOf = async (id: string) => {
  const found = await world.process.cashier.movements(world.database, {
    memberId: member.id,
    fromNumber: 0,
    toNumber: 99,
  })
  return found.find((movement) => movement.id === id)?.status
}

/** Baht that left the bank for the member. */
const paidOut = () =>
  [...world.bank.payouts.values()]
    .filter(({ to, state }) => (to as { accountNo: string }).accountNo === member.id && state === 'PAID')
    .reduce((sum, { amount }) => sum + amount, 0)

const sayOf = (deed: string, id: string) =>
  world.operator('withdrawals', deed, id, ...(deed === 'return' ? ['OWN_REQUEST'] : []))

describe('before the operator ends a payout the bank is asked once more', () => {
  it.each(['return', 'pay'])('[MON-005] and one that is under way refuses the deed (%s)', async (deed) => {
    const id = await ordered('SENT')
    await pass(HOUR_MS)
    await pass(30_000)
    expect(await sayOf(deed, id)).toContain('MOVED_ON: SENT, by bank')
    expect([await member.wallet(), await statusOf(id)]).toEqual([0, 'IN_PROGRESS'])
    atBank(id, 'PAID')
    await pass(HOUR_MS)
    expect([await member.wallet(), await statusOf(id), paidOut()]).toEqual([0, 'SUCCESS', 300])
    expect(await rowOf(id)).toMatchObject({ state: 'paid', needs_review: false })
  })

  it.each([
    ['return', 'PAID', 0, 'SUCCESS'],
    ['pay', 'FAILED', 300, 'FAILED'],
  ] as const)('[MON-005] and its definite word wins (%s, %s)', async (deed, state, wallet, status) => {
    const id = await silent(state)
    world.clock.advance(30_000)
    world.bank.isDown = false
    expect(await sayOf(deed, id)).toContain(`MOVED_ON: ${state}, by bank`)
    await pass(HOUR_MS)
    expect([await member.wallet(), await statusOf(id)]).toEqual([wallet, status])
    expect(await rowOf(id)).toMatchObject({ ended_by_hand: false })
  })
})

describe('what the operator ended over the silence of the bank', () => {
  async function returned(state: PlayedPayout['state']): Promise<string> {
    const id = await silent(state)
    world.clock.advance(30_000)
    expect(await world.operator('withdrawals', 'return', id, 'OWN_REQUEST', 'by telephone')).toContain(': done')
    expect([await member.wallet(), await statusOf(id)]).toEqual([300, 'FAILED'])
    return id
  }

  it('[MON-005] [MON-006] is paid once, though the member asks again before the bank tells that it paid', async () => {
    const id = await returned('PAID')
    const second = await withdraw()
    await pass(1_000)
    expect(await rowOf(second)).toMatchObject({ state: 'waiting', wait_reason: 'OPEN_CASE' })
    world.bank.isDown = false
    await pass(60_000)
    // The wallet has it held for the second: the house lends it, and the second waits on.
    expect([await statusOf(id), await statusOf(second), paidOut()]).toEqual(['SUCCESS', 'IN_PROGRESS', 300])
    expect(await world.posted('house/suspense')).toBe(-300_00)
    const lent = await openCase(id, 'PAID_AFTER_FAILED')
    expect(await told()).toBe(0)
    expect(await world.operator('cases', 'close', lent, 'well')).toContain('cannot be done')
    expect(await world.operator('cases', 'collect', lent)).toContain('does not hold that much')
    await world.operator('withdrawals', 'return', second, 'OWN_REQUEST')
    expect([await member.wallet(), await told()]).toEqual([300, 300])
    const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'collect', lent)))
    expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
    // What was lent and what was taken back are lines of his statement, and its sum is what he has.
    expect(await told()).toBe(0)
    expect(await adjustments()).toEqual(['HOUSE>WALLET 300', 'WALLET>HOUSE 300'])
    expect(await world.operator('cases', 'forgive', lent)).toContain('MOVED_ON')
    expect([await member.wallet(), paidOut(), await world.posted('house/suspense')]).toEqual([0, 300, 0])
    expect(await casesOf(id)).toMatchObject([{ state: 'closed' }, { state: 'closed' }])
  })

  it('[MON-005] is taken from the wallet that covers it, and withdrawals go on', async () => {
    const id = await returned('PAID')
    world.bank.isDown = false
    await pass(60_000)
    expect([await member.wallet(), await statusOf(id), paidOut()]).toEqual([0, 'SUCCESS', 300])
    expect(await casesOf(id)).toMatchObject([{ kind: 'PAYOUT_UNHEARD', state: 'closed' }])
  })

  it('[MON-004] is asked about for ever, and the late no closes the case by itself', async () => {
    const id = await returned('FAILED')
    for (let hours = 0; hours < 25; hours += 1) await pass(HOUR_MS)
    world.bank.isDown = false
    await openCase(id, 'PAYOUT_UNHEARD')
    await pass(HOUR_MS)
    expect(await casesOf(id)).toMatchObject([{ kind: 'PAYOUT_UNHEARD', state: 'closed' }])
    expect(await member.wallet()).toBe(300)
    const second = await withdraw()
    await pass(1_000)
    expect(await rowOf(second)).toMatchObject({ state: expect.not.stringMatching('waiting') as string })
  })

  it('[MON-005] as paid, and that failed, is back in the wallet', async () => {
    const id = await silent('FAILED')
    world.clock.advance(30_000)
    expect(await world.operator('withdrawals', 'pay', id)).toContain(': done')
    expect([await member.wallet(), await statusOf(id)]).toEqual([0, 'SUCCESS'])
    world.bank.isDown = false
    await pass(60_000)
    expect([await member.wallet(), await statusOf(id)]).toEqual([300, 'FAILED'])
    expect(await casesOf(id)).toEqual([])
  })

  it('[MON-005] as paid stays so when only a callback says that it failed', async () => {
    const id = await silent('PAID')
    world.clock.advance(30_000)
    expect(await world.operator('withdrawals', 'pay', id)).toContain(': done')
    await tell(id, 'FAILED')
    expect([await member.wallet(), await statusOf(id)]).toEqual([0, 'SUCCESS'])
    world.bank.isDown = false
    await pass(60_000)
    expect([await member.wallet(), await statusOf(id)]).toEqual([0, 'SUCCESS'])
    expect(await rowOf(id)).toMatchObject({ ended_by_hand: false, said_no: null })
  })

  it('and the word of the bank and the word of the operator at the same moment book one of them', async () => {
    const id = await silent('PAID')
    world.clock.advance(60_000)
    await Promise.all([
      ...[1, 2, 3].map(() => world.operator('withdrawals', 'return', id, 'OWN_REQUEST')),
      ...[1, 2, 3].map(() => tell(id, 'PAID')),
      world.work(),
    ])
    world.bank.isDown = false
    await pass(120_000)
    expect([await member.wallet(), await statusOf(id), await world.posted('house/suspense')]).toEqual([0, 'SUCCESS', 0])
  })
})

it('[MON-004] a payout that was unknown for 25 hours is settled when the bank is well again, and its review is over', async () => {
  const id = await silent('PAID')
  expect(await rowOf(id)).toMatchObject({ needs_review: true })
  for (let hours = 0; hours < 25; hours += 1) await pass(HOUR_MS)
  world.bank.calls.length = 0
  for (let minutes = 0; minutes < 120; minutes += 10) await pass(600_000)
  expect(world.bank.calls.filter((call) => call === `GET /bank/api/payouts/${id}`)).toHaveLength(2)
  world.bank.isDown = false
  await pass(HOUR_MS)
  expect([await statusOf(id), paidOut()]).toEqual(['SUCCESS', 300])
  expect(await rowOf(id)).toMatchObject({ needs_review: false })
})

it('looks a last time at a payout that was paid until the bank answers', async () => {
  const id = await ordered('PAID')
  atBank(id, 'RETURNED')
  world.bank.isDown = true
  await pass(96 * HOUR_MS)
  world.bank.isDown = false
  await pass(HOUR_MS)
  expect([await member.wallet(), await statusOf(id)]).toEqual([300, 'FAILED'])
  expect(await rowOf(id)).toMatchObject({ ask_at: null })
})

describe('the bank that says no', () => {
  it('of another sum is a case, which the end of the payout leaves open', async () => {
    const id = await ordered('SENT')
    await tell(id, 'FAILED', 299)
    await tell(id, 'PAID')
    expect([await member.wallet(), await statusOf(id)]).toEqual([0, 'SUCCESS'])
    await openCase(id, 'PAYOUT_UNKNOWN')
  })

  it('by callback, and SENT when it is asked, has freed nothing', async () => {
    const id = await ordered('SENT')
    await tell(id, 'FAILED')
    await world.work()
    expect([await member.wallet(), await statusOf(id)]).toEqual([0, 'IN_PROGRESS'])
    atBank(id, 'FAILED')
    await pass(60_000)
    expect([await member.wallet(), await statusOf(id)]).toEqual([300, 'FAILED'])
  })

  it('and PAID when it is asked contradicts itself: a case, and its next answer decides', async () => {
    const id = await ordered('SENT')
    atBank(id, 'PAID')
    await tell(id, 'FAILED')
    const stop = new AbortController().signal
    await world.process.cashier.jobs.find(({ name }) => name === 'cashier-payouts')?.run(stop)
    expect([await member.wallet(), await statusOf(id)]).toEqual([0, 'IN_PROGRESS'])
    await openCase(id, 'PAYOUT_CONTRADICTED')
    await pass(60_000)
    expect([await member.wallet(), await statusOf(id), paidOut()]).toEqual([0, 'SUCCESS', 300])
    expect(await casesOf(id)).toMatchObject([{ state: 'closed' }])
  })

  it('[MON-006] twice, and pays after the member was paid again: the house lent it, and no more is paid out', async () => {
    const id = await ordered('FAILED')
    expect(await member.wallet()).toBe(300)
    const second = await ordered('PAID')
    expect(await statusOf(second)).toBe('SUCCESS')
    atBank(id, 'PAID')
    await tell(id, 'PAID')
    expect([await statusOf(id), await world.posted('house/suspense')]).toEqual(['SUCCESS', -300_00])
    const lent = await openCase(id, 'PAID_AFTER_FAILED')
    const [from, to] = ['house/bonus', `member/${member.id}/wallet`]
    await book(world.process, { from, to, amountMinor: 300_00, code: 'bonus', at: world.clock.now() })
    const third = await withdraw()
    await pass(60_000)
    expect(await rowOf(third)).toMatchObject({ state: 'waiting', wait_reason: 'OPEN_CASE' })
    expect(await world.operator('cases', 'forgive', lent)).toContain(': done')
    expect(await world.operator('cases', 'forgive', lent)).toContain('MOVED_ON')
    expect(await world.posted('house/suspense')).toBe(0)
    await world.operator('withdrawals', 'pay', third)
    await world.work()
    expect(await statusOf(third)).toBe('SUCCESS')
  })

  it('and pays, and sends back what the house had lent: the house has it again, and the case is closed', async () => {
    const id = await ordered('FAILED')
    await ordered('PAID')
    atBank(id, 'PAID')
    await tell(id, 'PAID')
    await openCase(id, 'PAID_AFTER_FAILED')
    world.clock.advance(1_000)
    await tell(id, 'RETURNED')
    expect([await member.wallet(), await statusOf(id), await world.posted('house/suspense')]).toEqual([0, 'FAILED', 0])
    expect(await casesOf(id)).toMatchObject([{ state: 'closed' }])
    expect(await told()).toBe(0)
    expect(await adjustments()).toEqual(['HOUSE>WALLET 300', 'WALLET>HOUSE 300'])
  })

  it('[MON-006] after it said PAID, and again to the deed that asks it, gives the money back once', async () => {
    const id = await ordered('PAID')
    await tell(id, 'FAILED')
    const found = await openCase(id, 'FAILED_AFTER_PAID')
    atBank(id, 'FAILED')
    world.clock.advance(30_000)
    const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'refund', found)))
    expect(answers.filter((answer) => answer.includes('done (FAILED)'))).toHaveLength(1)
    expect([await member.wallet(), await statusOf(id)]).toEqual([300, 'FAILED'])
    expect(await rowOf(id)).toMatchObject({ ended_by_hand: false })
    expect(await casesOf(id)).toMatchObject([{ kind: 'FAILED_AFTER_PAID', state: 'closed' }])
  })

  describe('and PAID once more, after the money was given back for it', () => {
    async function contradicted(): Promise<{ id: string; found: string }> {
      const id = await ordered('PAID')
      await tell(id, 'FAILED')
      atBank(id, 'FAILED')
      world.clock.advance(30_000)
      await world.operator('cases', 'refund', await openCase(id, 'FAILED_AFTER_PAID'))
      atBank(id, 'PAID')
      await pass(HOUR_MS)
      // Nothing is booked of it by itself, and somebody looks.
      expect([await member.wallet(), await statusOf(id)]).toEqual([300, 'FAILED'])
      return { id, found: await openCase(id, 'PAYOUT_CONTRADICTED') }
    }

    it('[MON-006] holds his withdrawals, until a deed that asks it books the payout once', async () => {
      const { id, found } = await contradicted()
      const second = await withdraw()
      await pass(1_000)
      expect(await rowOf(second)).toMatchObject({ state: 'waiting', wait_reason: 'OPEN_CASE' })
      await world.operator('withdrawals', 'return', second, 'OWN_REQUEST')
      const unbooked = async (answer: string) => {
        expect(await world.operator('cases', 'pay', found)).toContain(answer)
        expect([await member.wallet(), await statusOf(id), paidOut()]).toEqual([300, 'FAILED', 300])
        await openCase(id, 'PAYOUT_CONTRADICTED')
      }
      world.bank.isDown = true
      await unbooked('SILENT')
      world.bank.isDown = false
      atBank(id, 'PAID')
      const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'pay', found)))
      const booked = `${found} pay: done (PAID).`
      expect(answers.filter((answer) => answer.startsWith(booked))).toHaveLength(1)
      expect([await member.wallet(), await statusOf(id), paidOut()]).toEqual([0, 'SUCCESS', 300])
      expect(await rowOf(id)).toMatchObject({ note: 'PAID_LATE' })
      expect(await casesOf(id)).toMatchObject([{ state: 'closed' }, { state: 'closed' }])
      expect([await told(), await world.posted('house/suspense')]).toEqual([0, 0])
      expect(await world.operator('cases', 'pay', found)).toContain('MOVED_ON')
      // And a no after that is a case again.
      await tell(id, 'FAILED')
      await openCase(id, 'FAILED_AFTER_PAID')
    })

    it.each(['SENT', 'FAILED'] as const)('is booked by no deed to which the bank says %s', async (state) => {
      const { id, found } = await contradicted()
      atBank(id, state)
      expect(await world.operator('cases', 'pay', found)).toContain(`MOVED_ON: ${state}, by bank`)
      expect([await member.wallet(), await statusOf(id)]).toEqual([300, 'FAILED'])
      await openCase(id, 'PAYOUT_CONTRADICTED')
    })

    it('[MON-006] and is lent by the house where the wallet does not hold it any more', async () => {
      const { id, found } = await contradicted()
      const second = await withdraw()
      await world.operator('withdrawals', 'pay', second)
      await world.work()
      expect([await statusOf(second), paidOut()]).toEqual(['SUCCESS', 600])
      await world.operator('cases', 'pay', found)
      expect([await member.wallet(), await statusOf(id), await world.posted('house/suspense')]).toEqual([
        0,
        'SUCCESS',
        -300_00,
      ])
      const lent = await openCase(id, 'PAID_AFTER_FAILED')
      expect(await world.operator('cases', 'forgive', lent)).toContain(': done')
      expect(await world.posted('house/suspense')).toBe(0)
    })
  })

  it('[MON-006] after it said PAID leaves it to a deed, which asks it once more', async () => {
    const id = await ordered('PAID')
    await tell(id, 'FAILED')
    const found = await openCase(id, 'FAILED_AFTER_PAID')
    expect(await world.operator('cases', 'refund', found)).toContain('PAID')
    expect(await member.wallet()).toBe(0)
    atBank(id, 'SENT')
    expect(await world.operator('cases', 'refund', found)).toContain('MOVED_ON')
    atBank(id, 'FAILED')
    world.bank.isDown = true
    const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'refund', found)))
    expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
    expect([await member.wallet(), await statusOf(id)]).toEqual([300, 'FAILED'])
    await openCase(id, 'PAYOUT_UNHEARD')
    world.bank.isDown = false
    await pass(HOUR_MS)
    expect(await casesOf(id)).toMatchObject([{ state: 'closed' }, { state: 'closed' }])
    expect(await member.wallet()).toBe(300)
  })
})
