import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transferClaim } from '../transfers/transfer-claim.ts'
import { type CashierWorld, openCashierWorld, sign, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import type { PlayedTransfer } from '../../../testing/played/played-bank.ts'
import { pictureOf, sendSlip, slipMember, slipsOf, transferOf } from '../../../testing/worlds/slip-world.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.bank.isDown = false
  member = await world.member()
})

/** Makes a QR and answers the reference that it is paid with. */
async function makeQr(amount = 100, bankCode = 'KBANK'): Promise<{ id: string; reference: string }> {
  const { body } = await member.call('POST', `/api/qrcode/${bankCode}`, { body: { amount } })
  return { id: String(body['qrcodeId']), reference: String(world.bank.registrations.at(-1)?.['reference']) }
}

const depositsOf = (memberId: string) =>
  world.rows<{ kind: string; amountMinor: number; paidMinor: number; paidCurrency: string }>(
    `select kind, amount_minor as "amountMinor", paid_minor as "paidMinor", paid_currency as "paidCurrency"
     from deposit where member_id = $1 order by movement_number`,
    [memberId],
  )

const openCases = (kind: string, transRef: string) =>
  world.rows<{ id: string; amountMinor: number }>(
    `select id, amount_minor as "amountMinor" from cashier_case where state = 'open' and kind = $1 and trans_ref = $2`,
    [kind, transRef],
  )

describe('a payment told by callback', () => {
  it('[DEP-002] credits the wallet with what was paid and ends the QR', async () => {
    const { reference } = await makeQr(100)
    const before = await world.posted('house/bank:KBANK')
    const answer = await world.hook(world.paymentOf(world.payment(reference)))
    expect(answer).toMatchObject({ status: 200, body: { code: 'OK' } })
    expect(await member.wallet()).toBe(100)
    expect(await world.posted('house/bank:KBANK')).toBe(before - 100_00)
    expect((await member.call('GET', '/api/qrcode/KBANK')).body['hasQrcode']).toBe(false)
    expect(await depositsOf(member.id)).toEqual([
      { kind: 'qr', amountMinor: 100_00, paidMinor: 100_00, paidCurrency: 'BAHT' },
    ])
    const news = await world.rows(`select payload from ledger_news where topic = 'wallet' and key = $1`, [member.id])
    expect(news).toEqual([{ payload: { reason: 'deposit' } }])
    await world.audit()
  })

  it('credits once when the same event comes twenty times at once', async () => {
    const { reference } = await makeQr(100)
    const event = world.paymentOf(world.payment(reference))
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.hook(event)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await member.wallet()).toBe(100)
    expect(await depositsOf(member.id)).toHaveLength(1)
  })

  it('credits once when one transfer comes under many event ids at once', async () => {
    const { reference } = await makeQr(100)
    const payment = world.payment(reference)
    await Promise.all(Array.from({ length: 20 }, (_, index) => world.hook(world.paymentOf(payment, `other-${index}`))))
    expect(await member.wallet()).toBe(100)
  })

  it('credits once when callback, feed and poll tell of it at the same moment', async () => {
    const { reference } = await makeQr(100)
    world.clock.advance(60_000)
    const payment = world.payment(reference)
    world.bank.payments.push(payment)
    const jobs = world.process.cashier.jobs
    const stop = new AbortController().signal
    await Promise.all([
      world.hook(world.paymentOf(payment)),
      ...jobs.flatMap((job) => [job.run(stop), job.run(stop)]),
      world.hook(world.paymentOf(payment)),
    ])
    expect(world.bank.calls).toContain('GET /bank/api/payments')
    expect(await member.wallet()).toBe(100)
    await world.audit()
  })

  it('credits two transfers to one QR, for the money has come twice', async () => {
    const { reference } = await makeQr(100)
    await world.hook(world.paymentOf(world.payment(reference)))
    await world.hook(world.paymentOf(world.payment(reference)))
    expect(await member.wallet()).toBe(200)
  })

  it('tells two banks apart that use the same number', async () => {
    const { reference } = await makeQr(100)
    const payment = world.payment(reference)
    await world.hook(world.paymentOf(payment))
    await world.hook(world.paymentOf({ ...payment, sendingBank: 'KTB' }))
    expect(await member.wallet()).toBe(200)
  })

  it.each([
    ['less', 0.01],
    ['more', 5_000.55],
  ])('credits what was paid when it is %s than the QR asked for', async (_, amount) => {
    const { reference } = await makeQr(100)
    await world.hook(world.paymentOf(world.payment(reference, { amount })))
    expect(await member.wallet()).toBe(amount)
  })

  it('credits a QR that has expired, was cancelled or replaced', async () => {
    const expired = await makeQr(10)
    world.clock.advance(3 * 24 * 3_600_000)
    const replaced = await makeQr(20)
    const cancelled = await makeQr(40, 'WW')
    await member.call('DELETE', `/api/qrcode/${cancelled.id}`)
    for (const [{ reference }, amount] of [
      [expired, 10],
      [replaced, 20],
      [cancelled, 40],
    ] as const) {
      await world.hook(world.paymentOf(world.payment(reference, { amount })))
    }
    expect(await member.wallet()).toBe(70)
    const states = await world.rows<{ state: string }>(
      'select state from qr_code where member_id = $1 order by amount_minor',
      [member.id],
    )
    expect(states.map(({ state }) => state)).toEqual(['replaced', 'replaced', 'cancelled'])
  })

  it('keeps a QR that was paid as paid when it is cancelled after that', async () => {
    const { id, reference } = await makeQr(100)
    await world.hook(world.paymentOf(world.payment(reference)))
    await member.call('DELETE', `/api/qrcode/${id}`)
    expect(await world.rows('select state from qr_code where id = $1', [id])).toEqual([{ state: 'paid' }])
  })

  it('credits although a bonus began since, and although the operator is terminated', async () => {
    const { reference } = await makeQr(100)
    await world.rows(`update member set bonus_state = 'granted', version = version + 1 where id = $1`, [member.id])
    await world.set('terminated', true)
    const answer = await world.hook(world.paymentOf(world.payment(reference)))
    expect(await member.call('GET', '/api/qrcode/KBANK')).toMatchObject({ status: 410, body: { message: 'gone' } })
    await world.set('terminated', false)
    expect(answer.status).toBe(200)
    expect(await member.wallet()).toBe(100)
  })

  it.each([
    ['amount', { amount: 900 }],
    ['currency', { currency: 'LAK' }],
  ])('keeps the first word when the transfer is told again with another %s, and opens a case', async (_, other) => {
    const { reference } = await makeQr(100)
    const payment = world.payment(reference)
    await world.hook(world.paymentOf(payment))
    for (let told = 0; told < 2; told += 1) {
      expect((await world.hook(world.paymentOf({ ...payment, ...other }))).status).toBe(200)
    }
    expect(await member.wallet()).toBe(100)
    expect(await openCases('PAYMENT_DIFFERS', payment.transRef)).toHaveLength(1)
  })

  describe('[MON-006] that is told in two sums', () => {
    async function toldTwice(amount: number) {
      const { reference } = await makeQr(200)
      const payment = world.payment(reference, { amount: 200 })
      await world.hook(world.paymentOf(payment))
      await world.hook(world.paymentOf({ ...payment, amount }))
      const [found] = await openCases('PAYMENT_DIFFERS', payment.transRef)
      return { payment, found: String(found?.id) }
    }

    /** What the bank answers when it is asked about the transfer. */
    const atBank = ({ transRef }: { transRef: string }, given: Partial<PlayedTransfer>) =>
      transferOf(world, { transRef, sendingBank: '014', ...given })

    it.each([
      [900, 900],
      [130.5, 130.5],
    ])('holds withdrawals, until a deed that asks the bank books the difference once (%s)', async (amount, has) => {
      const { payment, found } = await toldTwice(amount)
      const before = await world.posted('house/bank:KBANK')
      const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 200 } })
      await world.work()
      const reason = await world.rows('select state, wait_reason from withdrawal where id = $1', [body['_id']])
      expect(reason).toEqual([{ state: 'waiting', wait_reason: 'OPEN_CASE' }])
      atBank(payment, { amount })
      if (amount < 200) expect(await world.operator('cases', 'correct', found)).toContain('does not hold that much')
      await world.operator('withdrawals', 'return', String(body['_id']), 'OWN_REQUEST')
      world.bank.slipFaults = ['error']
      expect(await world.operator('cases', 'correct', found)).toContain('SILENT')
      expect(await member.wallet()).toBe(200)
      const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'correct', found)))
      expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
      expect([await member.wallet(), await world.posted('house/bank:KBANK')]).toEqual([
        has,
        before - Math.round((has - 200) * 100),
      ])
      expect(await openCases('PAYMENT_DIFFERS', payment.transRef)).toEqual([])
      // A third sum is a case of its own, and the deposit is not corrected twice.
      await world.hook(world.paymentOf({ ...payment, amount: 500 }))
      const [third] = await openCases('PAYMENT_DIFFERS', payment.transRef)
      expect(await world.operator('cases', 'correct', String(third?.id))).toContain('CORRECTED')
      expect(await member.wallet()).toBe(has)
      await world.audit()
    })

    it.each([
      ['what was booked', { amount: 200 }, 'AGREES'],
      ['kip', { amount: 900, currency: 'LAK' }, 'NOT_BAHT'],
    ] as const)('and of which the bank says %s books nothing', async (_, given, says) => {
      const { payment, found } = await toldTwice(900)
      atBank(payment, given)
      expect(await world.operator('cases', 'correct', found)).toContain(says)
      expect(await member.wallet()).toBe(200)
      expect(await openCases('PAYMENT_DIFFERS', payment.transRef)).toHaveLength(1)
    })
  })

  describe('[MON-006] that a slip tells in another sum', () => {
    let sender: TestMember
    let transfer: PlayedTransfer
    let bank: number
    beforeEach(async () => {
      sender = await slipMember(world)
      transfer = transferOf(world)
      bank = await world.posted('house/bank:SCB')
    })

    const slip = async () => {
      await sendSlip(world, sender, await pictureOf(transfer))
      await world.work()
    }
    /** The bank's callback for the transfer, which carried no reference of ours, three times at once. */
    const callback = (amount = 900) =>
      Promise.all([1, 2, 3].map(() => world.hook(world.paymentOf({ ...paymentOf(), amount }))))
    const paymentOf = () => world.payment('-', { transRef: transfer.transRef, sendingBank: '014' })
    const endOf = async (member: TestMember) => (await slipsOf(member)).slips.map(({ note, status }) => note ?? status)
    const differs = async () => {
      const found = await openCases('PAYMENT_DIFFERS', transfer.transRef)
      expect(found).toHaveLength(1)
      return String(found[0]?.id)
    }
    async function expectHeld() {
      const { body } = await sender.call('POST', '/api/wallet/withdraw', { body: { amount: 100 } })
      await world.work()
      const id = String(body['_id'])
      expect(await world.rows('select state, wait_reason from withdrawal where id = $1', [id])).toEqual([
        { state: 'waiting', wait_reason: 'OPEN_CASE' },
      ])
      await world.operator('withdrawals', 'return', id, 'OWN_REQUEST')
    }
    /** Says so three times at once; how many booked it. */
    async function correct(amount: number) {
      transferOf(world, { ...transfer, amount })
      const id = await differs()
      const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'correct', id)))
      return answers.filter((answer) => answer.includes(': done')).length
    }

    it('after it was credited by the slip: withdrawals wait until the difference is booked, once', async () => {
      await slip()
      expect(await sender.wallet()).toBe(100)
      await callback()
      await expectHeld()
      expect(await correct(900)).toBe(1)
      await callback()
      expect([await sender.wallet(), await world.posted('house/bank:SCB')]).toEqual([900, bank - 900_00])
      expect(await openCases('PAYMENT_DIFFERS', transfer.transRef)).toEqual([])
      await world.audit()
    })

    it('before it is credited out of suspense: they wait too, and the bank that got it bears the difference', async () => {
      const [suspense, kasikorn] = [await world.posted('house/suspense'), await world.posted('house/bank:KBANK')]
      await callback()
      await slip()
      expect(await endOf(sender)).toEqual(['IN_REVIEW'])
      const [money] = await openCases('UNKNOWN_PAYMENT', transfer.transRef)
      expect(await world.operator('cases', 'credit', String(money?.id), sender.id)).toContain('900.00 baht')
      await expectHeld()
      expect(await correct(100)).toBe(1)
      expect([await sender.wallet(), await world.posted('house/suspense')]).toEqual([100, suspense])
      const banks = (await world.posted('house/bank:SCB')) - bank + (await world.posted('house/bank:KBANK')) - kasikorn
      expect(banks).toBe(-100_00)
      await world.audit()
    })

    it('after it was credited to the payer of a QR, which the slip does not name', async () => {
      await sender.call('POST', '/api/qrcode/KBANK', { body: { amount: 900 } })
      const reference = String(world.bank.registrations.at(-1)?.['reference'])
      await world.hook(world.paymentOf({ ...paymentOf(), reference, amount: 900 }))
      await slip()
      expect(await endOf(sender)).toEqual(['SLIP_REFNO_DUPLICATED'])
      await expectHeld()
      expect(await correct(100)).toBe(1)
      expect(await sender.wallet()).toBe(100)
      await world.audit()
    })

    it('at the same moment, in two processes: one case, whichever was first', async () => {
      const beside = await world.beside()
      await sendSlip(world, sender, await pictureOf(transfer))
      await Promise.all([
        world.work(),
        world.hook(world.paymentOf({ ...paymentOf(), amount: 900 }), { process: beside }),
        callback(),
      ])
      // Where the callback was first its money lies in suspense, for somebody to give.
      const [money] = await openCases('UNKNOWN_PAYMENT', transfer.transRef)
      if (money) await world.operator('cases', 'credit', money.id, sender.id)
      expect([100, 900]).toContain(await sender.wallet())
      await expectHeld()
      await correct(500)
      expect(await sender.wallet()).toBe(500)
      await world.audit()
    })

    it('and that somebody else calls his: the sum that was corrected goes to him, and what is open holds him', async () => {
      await slip()
      await callback()
      await correct(900)
      const other = await slipMember(world)
      await sendSlip(world, other, await pictureOf(transfer))
      await world.work()
      const [contest] = await openCases('TRANSFER_CONTESTED', transfer.transRef)
      await callback(300)
      expect(await world.operator('cases', 'move', String(contest?.id), other.id)).toContain('900.00 baht')
      expect([await sender.wallet(), await other.wallet()]).toEqual([0, 900])
      const held = await world.rows(
        `select member_id as id from cashier_case where kind = 'PAYMENT_DIFFERS' and state = 'open' and trans_ref = $1`,
        [transfer.transRef],
      )
      expect(held).toEqual([{ id: other.id }])
      expect(await correct(300)).toBe(1)
      expect([await other.wallet(), await world.posted('house/bank:SCB')]).toEqual([300, bank - 300_00])
      await callback(900)
      await world.audit()
    })

    it('is no difference where an operator gave baht for kip by his own word, nor where the sums agree', async () => {
      await slip()
      await callback(100)
      expect(await openCases('PAYMENT_DIFFERS', transfer.transRef)).toEqual([])
      const named = transferOf(world)
      await sender.call('POST', '/api/wallet/add', { body: { amount: 75 } })
      const [notice] = await world.rows<{ id: string }>(`select id from deposit_notice where member_id = $1`, [
        sender.id,
      ])
      const said = await world.operator('notices', 'credit', String(notice?.id), '75', `014:${named.transRef}`)
      expect(said).toContain('75.00 baht')
      const told = world.payment('-', { transRef: named.transRef, sendingBank: '014' })
      await world.hook(world.paymentOf({ ...told, amount: 48_000, currency: 'LAK' }))
      expect(await openCases('PAYMENT_DIFFERS', named.transRef)).toEqual([])
    })
  })

  it('does not credit a transfer that another door has claimed, such as a slip', async () => {
    const { reference } = await makeQr(100)
    const payment = world.payment(reference)
    const claim = { ...transferClaim({ ...payment, sendingBank: '014' }), owner: 'a-slip' }
    await world.process.ledger.submit({ movements: [], claims: [claim] })
    expect((await world.hook(world.paymentOf(payment))).status).toBe(200)
    expect(await member.wallet()).toBe(0)
    expect(await depositsOf(member.id)).toEqual([])
  })
})

describe('money for nobody we know', () => {
  it('stands in suspense under one case until the operator credits it', async () => {
    const payment = world.payment('NOTAREFERENCEOFOURS1', { amount: 250 })
    const before = await world.posted('house/suspense')
    await Promise.all(Array.from({ length: 5 }, () => world.hook(world.paymentOf(payment))))
    expect(await world.posted('house/suspense')).toBe(before + 250_00)
    const [found, ...more] = await openCases('UNKNOWN_PAYMENT', payment.transRef)
    expect(more).toEqual([])
    expect(found?.amountMinor).toBe(250_00)
    const id = String(found?.id)
    expect(await world.operator('cases', 'list')).toContain(`${id}  arrival  UNKNOWN_PAYMENT`)
    expect(await world.operator('cases', 'credit', id, 'nobody')).toContain('Name the member')
    const credits = await Promise.all([1, 2].map(() => world.operator('cases', 'credit', id, member.id)))
    expect(credits.filter((text) => text.includes(': done'))).toHaveLength(1)
    expect(await member.wallet()).toBe(250)
    expect(await world.posted('house/suspense')).toBe(before)
    expect(await depositsOf(member.id)).toMatchObject([{ kind: 'case', amountMinor: 250_00 }])
    await world.audit()
  })

  it('leaves suspense when the operator sends it back, once', async () => {
    const payment = world.payment('NOTAREFERENCEOFOURS2', { amount: 30, currency: 'LAK' })
    await world.hook(world.paymentOf(payment))
    expect(await world.posted('house/suspense:LAK')).toBe(30_00)
    const [found] = await openCases('UNKNOWN_PAYMENT', payment.transRef)
    const id = String(found?.id)
    expect(await world.operator('cases', 'close', id, 'no')).toContain('cannot be done')
    expect(await world.operator('cases', 'return', id, 'sent back')).toContain(
      'done.  state returned  amount 30.00 LAK',
    )
    expect(await world.operator('cases', 'return', id, 'sent back')).toContain('MOVED_ON')
    expect(await world.posted('house/suspense:LAK')).toBe(0)
    await world.audit()
  })
})

describe('the poller (rulings 3.1)', () => {
  it('finds what no callback told of, by asking about live QRs', async () => {
    const { reference } = await makeQr(100)
    world.bank.payments.push(world.payment(reference))
    await world.work()
    world.clock.advance(9_999)
    world.bank.calls.length = 0
    const poll = world.process.cashier.jobs.find((job) => job.name === 'cashier-qr-poll')
    expect(await poll?.run(new AbortController().signal)).toBe(0)
    world.clock.advance(1)
    await poll?.run(new AbortController().signal)
    expect(await member.wallet()).toBe(100)
  })

  it('reads on in the feed where it stopped, also in the next process, however many pages there are', async () => {
    const { reference } = await makeQr(1)
    for (let count = 0; count < 10; count += 1) world.bank.payments.push(world.payment(reference, { amount: 1 }))
    await world.restart()
    await world.work()
    expect(await member.wallet()).toBe(10)
    await world.restart()
    world.bank.payments.push(world.payment(reference, { amount: 1 }))
    await world.work()
    expect(await member.wallet()).toBe(11)
    const [row] = await world.rows<{ cursor: string }>(`select cursor from bank_feed`)
    expect(Number(row?.cursor)).toBe(world.bank.payments.length)
  })

  it('goes on past what cannot be read, and has somebody look at it', async () => {
    const { reference } = await makeQr(1)
    world.bank.payments.push({ nonsense: true }, world.payment(reference, { amount: 7 }))
    await world.work()
    expect(await member.wallet()).toBe(7)
    const told = () => world.lines.filter(({ msg }) => msg === 'the bank listed a payment that cannot be read')
    expect(told()).toMatchObject([{ level: 'error' }])
    const cases = () =>
      world.rows<{ id: string; detail: string }>(
        `select id, detail from cashier_case where kind = 'PAYMENT_UNREADABLE'`,
      )
    expect(await cases()).toMatchObject([{ detail: 'the bank lists {"nonsense":true}' }])
    await world.rows(`delete from bank_feed`)
    await world.work()
    expect(told()).toHaveLength(1)
    const [found, ...more] = await cases()
    expect(more).toEqual([])
    expect(await world.operator('cases', 'credit', String(found?.id), member.id)).toContain('cannot be done')
    expect(await world.operator('cases', 'close', String(found?.id), 'found', 'it')).toContain(': done')
  })

  it('asks again when the bank was down', async () => {
    const { reference } = await makeQr(100)
    world.bank.payments.push(world.payment(reference))
    world.bank.isDown = true
    await world.work()
    world.clock.advance(10_000)
    await world.work()
    expect(await member.wallet()).toBe(0)
    world.bank.isDown = false
    world.clock.advance(10_000)
    await world.work()
    expect(await member.wallet()).toBe(100)
  })

  it('asks about a dead QR ever more seldom, and no more after a day', async () => {
    const { reference } = await makeQr(100)
    world.clock.advance(2 * 24 * 3_600_000)
    await world.work()
    const [row] = await world.rows<{ pollAt: Date | null }>(
      'select poll_at as "pollAt" from qr_code where reference = $1',
      [reference],
    )
    expect(row?.pollAt).toBeNull()
  })
})

describe('money of Laos (rulings 2.5)', () => {
  async function makeLaoQr(amount: number): Promise<string> {
    await world.rows(`update deposit_account set currency = 'LAK' where bank_code = 'KBANK'`)
    const { reference } = await makeQr(amount)
    await world.rows(`update deposit_account set currency = 'BAHT' where bank_code = 'KBANK'`)
    return reference
  }

  it('credits the agreed baht when exactly paid in time, although the rate changed', async () => {
    const reference = await makeLaoQr(100)
    world.clock.advance(1_000)
    await world.set('lakPerBaht', 800)
    const occurredAt = world.clock.now().toISOString()
    const kip = await world.posted('house/exchange:LAK')
    await world.hook(world.paymentOf(world.payment(reference, { amount: 64_000, currency: 'LAK', occurredAt })))
    await world.set('lakPerBaht', 640)
    expect(await member.wallet()).toBe(100)
    expect(await world.posted('house/exchange:LAK')).toBe(kip + 64_000_00)
    expect(await depositsOf(member.id)).toMatchObject([
      { amountMinor: 100_00, paidMinor: 64_000_00, paidCurrency: 'LAK' },
    ])
    await world.audit()
  })

  it('credits by the rate when the bank received it, when paid late or in another sum', async () => {
    const [early, late] = [await makeLaoQr(100), await makeLaoQr(100)]
    const feed = world.process.cashier.jobs.find((job) => job.name === 'cashier-payment-feed')
    const readFeed = () => feed?.run(new AbortController().signal)
    await readFeed()
    const before = world.clock.now().toISOString()
    world.clock.advance(20 * 60_000)
    await world.set('lakPerBaht', 700)
    await readFeed()
    const after = world.clock.now().toISOString()
    world.clock.advance(20 * 60_000)
    await world.set('lakPerBaht', 640)
    await readFeed()
    const paid = { currency: 'LAK' } as const
    await world.hook(world.paymentOf(world.payment(early, { ...paid, amount: 64_001, occurredAt: before })))
    expect(await member.wallet()).toBe(100)
    await world.hook(world.paymentOf(world.payment(late, { ...paid, amount: 64_000, occurredAt: after })))
    expect(await member.wallet()).toBe(191.42)
    await world.audit()
  })

  it('books kip that paid a QR in baht at the account of kip', async () => {
    const { reference } = await makeQr(100)
    const [kip, baht] = [await world.posted('house/bank:KBANK:LAK'), await world.posted('house/bank:KBANK')]
    await world.hook(world.paymentOf(world.payment(reference, { amount: 64_000, currency: 'LAK' })))
    expect(await member.wallet()).toBe(100)
    expect(await world.posted('house/bank:KBANK:LAK')).toBe(kip - 64_000_00)
    expect(await world.posted('house/bank:KBANK')).toBe(baht)
    await world.audit()
  })

  it('keeps kip that are worth less than one satang in suspense', async () => {
    const reference = await makeLaoQr(100)
    const payment = world.payment(reference, { amount: 1, currency: 'LAK' })
    await world.hook(world.paymentOf({ ...payment, amount: 0.05 }))
    expect(await member.wallet()).toBe(0)
    const [found] = await openCases('UNKNOWN_PAYMENT', payment.transRef)
    expect(await world.operator('cases', 'credit', String(found?.id), member.id)).toContain('NOTHING_TO_CREDIT')
  })
})

describe('the reference of a transfer', () => {
  it('[MON-001] is one however its letters are written, also in what was told before this was so', async () => {
    const { reference } = await makeQr(100)
    const payment = world.payment(reference, { transRef: 'Ab12cD' })
    for (const [transRef, sendingBank] of [
      ['Ab12cD', 'SCB'],
      ['AB12CD', '014'],
      ['ab12cd', 'scb'],
    ] as const) {
      const told = { ...payment, transRef, sendingBank }
      expect((await world.hook(world.paymentOf(told, `event-${transRef}`))).status).toBe(200)
    }
    expect(await depositsOf(member.id)).toHaveLength(1)
    // As a release wrote it that knew letters as they came.
    await world.rows(`update bank_payment set sending_bank = 'SCB', trans_ref = 'Ab12cD' where reference = $1`, [
      reference,
    ])
    await world.rows(`update ledger_claim set key = '014:Ab12cD' where key = '014:AB12CD'`)
    await world.rows(`update ledger_claim set key = upper(key) where kind = 'bank-transfer' and key <> upper(key)`)
    await world.hook(world.paymentOf({ ...payment, transRef: 'AB12cd', sendingBank: '014' }, 'later'))
    expect(await depositsOf(member.id)).toHaveLength(1)
    expect(await openCases('PAYMENT_DIFFERS', 'AB12cd')).toEqual([])
  })
})

describe('the door of the callback', () => {
  const answers401 = { status: 401, body: { message: 'UNAUTHORIZED' } }

  it('is closed to what is not signed, signed by others, stale, or from the future', async () => {
    const { reference } = await makeQr(100)
    const text = JSON.stringify(world.paymentOf(world.payment(reference)))
    const now = world.clock.now()
    const headers = [
      '',
      sign(text, now, 'cd34'.repeat(16)),
      sign(`${text} `, now),
      sign(text, new Date(now.getTime() - 301_000)),
      sign(text, new Date(now.getTime() + 301_000)),
    ]
    for (const header of headers) expect(await world.hook(text, { header })).toMatchObject(answers401)
    expect(await member.wallet()).toBe(0)
    expect((await world.hook(text, { header: sign(text, new Date(now.getTime() - 300_000)) })).status).toBe(200)
    expect(await member.wallet()).toBe(100)
  })

  it('refuses every altered byte of a signed body, and credits nothing', async () => {
    const { reference } = await makeQr(100)
    const text = JSON.stringify(world.paymentOf(world.payment(reference)))
    const header = sign(text, world.clock.now())
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length - 1),
        fc.constantFrom('0', '9', 'x', '"', ',', '}', ' ', ''),
        async (place, put) => {
          const altered = text.slice(0, place) + put + text.slice(place + 1)
          fc.pre(altered !== text)
          expect(await world.hook(altered, { header })).toMatchObject(answers401)
        },
      ),
      { numRuns: 300 },
    )
    expect(await member.wallet()).toBe(0)
  })

  it('checks the signature before the shape', async () => {
    expect(await world.hook('not json', { header: 't=1,v1=00' })).toMatchObject(answers401)
  })

  it.each([
    ['no JSON', 'nonsense', 400],
    ['a list', [], 400],
    ['no event id', { eventId: undefined }, 400],
    ['an amount as text', { amount: '100' }, 400],
    ['an amount of nothing', { amount: 0 }, 422],
    ['a negative amount', { amount: -100 }, 422],
    ['another type', { type: 'gift' }, 422],
    ['another currency', { currency: 'THB' }, 422],
    ['a payout without a state', { type: 'payout' }, 422],
    ['a time that is none', { occurredAt: 'yesterday' }, 422],
  ])('refuses %s with %s', async (_, given, status) => {
    const { reference } = await makeQr(100)
    const usual = world.paymentOf(world.payment(reference))
    const body = typeof given === 'string' || Array.isArray(given) ? given : { ...usual, ...given }
    expect(await world.hook(body)).toMatchObject({ status, body: { message: 'NO_DATA' } })
    expect(await member.wallet()).toBe(0)
  })
})
