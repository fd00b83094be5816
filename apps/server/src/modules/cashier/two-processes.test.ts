import { encryptGiftLink } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { runCommand } from '../../platform/commands/index.ts'
import {
  type CashierWorld,
  GIFT_HOST,
  LINK_SECRET,
  openCashierWorld,
  type TestMember,
} from '../../testing/worlds/cashier-world.ts'
import { pictureOf, sendSlip, slipMember, transferOf } from '../../testing/worlds/slip-world.ts'

/** What two processes on one database do about the same money at the same moment; on PostgreSQL they truly race. */
let world: CashierWorld
let both: readonly App[]
beforeAll(async () => {
  world = await openCashierWorld()
  both = [world.process, await world.beside()]
})
afterAll(() => world.close())
afterEach(() => world.audit())

const ROUNDS = 4

const deedAt = async (process: App, ...words: string[]) => (await runCommand(process.commands, words)).text
/** A deed at each process at once: what each answered. */
const atBoth = (...words: string[]) => Promise.all(both.map((process) => deedAt(process, ...words)))
const workBoth = () => Promise.all(both.map(({ jobs }) => jobs.runAll()))

async function caseAbout(words: string): Promise<string> {
  const line = (await deedAt(world.process, 'cases', 'list')).split('\n').find((one) => one.includes(words)) ?? ''
  return line.split(' ')[0] ?? ''
}

async function withdrawalOf(member: TestMember): Promise<string> {
  const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
  return String(body['_id'])
}

const ours = { bankCode: 'KBANK', accountNo: 'xxx-x-x5666-x', name: 'KRAPAO DEMO' }

it('credit one transfer once, to the owner of its QR, by callbacks, slips and the feed at both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [owner, payer] = [await slipMember(world), await slipMember(world)]
    await owner.call('POST', '/api/qrcode/KBANK', { body: { amount: 700 } })
    const reference = String(world.bank.registrations.at(-1)?.['reference'])
    const transfer = { ...transferOf(world, { amount: 700, receiver: ours, reference }), reference }
    const { transRef, amount, occurredAt, sender } = transfer
    const payment = world.payment(reference, { transRef, amount, occurredAt, from: sender })
    world.bank.payments.push(payment)
    await sendSlip(world, payer, await pictureOf(transfer))
    await sendSlip(world, owner, await pictureOf(transfer))
    const told = await Promise.all([
      ...both.map((process) => world.hook(world.paymentOf(payment), { process })),
      workBoth().then(() => ({ status: 200 })),
    ])
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await owner.wallet(), await payer.wallet()]).toEqual([700, 0])
    world.clock.advance(11_000)
  }
})

it('open one case for one contested slip that both decide about, and move its money once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [await slipMember(world), await slipMember(world)]
    const transfer = transferOf(world, { amount: 500 })
    await sendSlip(world, one, await pictureOf(transfer))
    await sendSlip(world, other, await pictureOf(transfer))
    world.clock.advance(1_000)
    await workBoth()
    const wallets = [await one.wallet(), await other.wallet()]
    expect(wallets.toSorted((a, b) => a - b)).toEqual([0, 500])
    const contested = await world.rows<{ id: string; memberId: string }>(
      `select id, member_id as "memberId" from cashier_case where kind = 'TRANSFER_CONTESTED' and trans_ref = $1`,
      [transfer.transRef],
    )
    expect(contested.map(({ memberId }) => memberId)).toEqual([wallets[0] === 500 ? one.id : other.id])
    const to = wallets[0] === 500 ? other : one
    const moved = await atBoth('cases', 'move', contested[0]?.id ?? '', to.id)
    expect(moved.filter((answer) => answer.includes(': done'))).toHaveLength(1)
    expect(await to.wallet()).toBe(500)
    expect(await one.wallet().then(async (baht) => baht + (await other.wallet()))).toBe(500)
  }
})

it('[MON-006] correct a transfer that was told in two sums and move it on at the same moment, and nothing of it stays behind', async () => {
  const caseOf = async (kind: string, transRef: string) => {
    const [row] = await world.rows<{ id: string }>('select id from cashier_case where kind = $1 and trans_ref = $2', [
      kind,
      transRef,
    ])
    return row?.id ?? ''
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [await slipMember(world), await slipMember(world)]
    const transfer = transferOf(world, { amount: 500 })
    for (const member of [one, other]) {
      await sendSlip(world, member, await pictureOf(transfer))
      await world.work()
      world.clock.advance(1_000)
    }
    expect([await one.wallet(), await other.wallet()]).toEqual([500, 0])
    const { transRef, sendingBank } = transfer
    transferOf(world, { ...transfer, amount: 900 })
    await world.hook(world.paymentOf(world.payment('-', { transRef, sendingBank, amount: 900 })))
    const correcting = ['cases', 'correct', await caseOf('PAYMENT_DIFFERS', transRef)]
    const moving = ['cases', 'move', await caseOf('TRANSFER_CONTESTED', transRef), other.id]
    await Promise.all([deedAt(world.process, ...moving), atBoth(...correcting)])
    // Where the money moved on first, the case is one about who has it now.
    await deedAt(world.process, ...correcting)
    expect([await one.wallet(), await other.wallet()]).toEqual([0, 900])
  }
})

it('[MON-002] give a slip that both decide about to its payer, and never to a thief of another name', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [owner, thief] = [await slipMember(world), await slipMember(world)]
    await world.rows(`update member_bank_account set account_name = 'MALEE SUKJAI' where member_id = $1`, [thief.id])
    const transfer = transferOf(world, { amount: 500 })
    const picture = await pictureOf(transfer)
    await Promise.all([thief, owner].map((member) => sendSlip(world, member, picture)))
    world.clock.advance(1_000)
    await workBoth()
    expect([await owner.wallet(), await thief.wallet()]).toEqual([500, 0])
    const slips = await world.rows<{ state: string }>('select state from slip where member_id = $1', [thief.id])
    // Refused where the payer was faster, a person's to look at where he was not.
    expect(['review', 'refused']).toContain(slips.map(({ state }) => state).join())
  }
})

it('ask about an unknown payout together, order it once, and give it back once at two desks', async () => {
  for (const fault of ['cut-after', 'cut-before'] as const) {
    const member = await world.member({ walletMinor: 300_00 })
    world.bank.payoutFaults = [fault]
    const id = await withdrawalOf(member)
    await workBoth()
    for (const ms of [1_000, 2_000, 4_000, 8_000]) {
      world.clock.advance(ms)
      await workBoth()
    }
    expect(world.bank.payouts.get(id)).toMatchObject({ state: 'PAID' })
    expect(await member.wallet()).toBe(0)
  }
  const member = await world.member({ walletMinor: 300_00 })
  world.bank.payoutFaults = ['cut-before']
  const id = await withdrawalOf(member)
  await world.work()
  world.bank.isDown = true
  world.clock.advance(3_600_000)
  await workBoth()
  world.clock.advance(30_000)
  const answers = await atBoth('withdrawals', 'return', id, 'OWN_REQUEST')
  expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
  expect(await member.wallet()).toBe(300)
  world.bank.isDown = false
  const unheard = await caseAbout(id)
  expect((await atBoth('cases', 'close', unheard, 'seen')).toSorted()).toEqual([
    expect.stringContaining(': done'),
    expect.stringContaining('MOVED_ON'),
  ])
})

it('give what failed after it was paid back once, though both are told to', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = await world.member({ walletMinor: 300_00 })
    const id = await withdrawalOf(member)
    await world.work()
    const payout = world.bank.payouts.get(id)
    if (payout) payout.state = 'FAILED'
    world.clock.advance(300_000)
    await workBoth()
    world.clock.advance(30_000)
    const refunds = await atBoth('cases', 'refund', await caseAbout(id))
    expect(refunds.filter((answer) => answer.includes('done (FAILED)'))).toHaveLength(1)
    expect(await member.wallet()).toBe(300)
  }
})

it('give back a withdrawal that waits, and have one paid, by one of two who say so', async () => {
  for (const [words, baht] of [
    [['return', 'OWN_REQUEST'], 300],
    [['pay'], 0],
  ] as const) {
    const member = await world.member({ walletMinor: 300_00 })
    const id = await withdrawalOf(member)
    await world.rows(`update withdrawal set state = 'waiting', wait_reason = 'AMOUNT' where id = $1`, [id])
    const [deed, ...reason] = words
    const answers = await atBoth('withdrawals', deed, id, ...reason)
    expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
    await workBoth()
    expect(await member.wallet()).toBe(baht)
  }
})

it('end one silent gift once, by deeds and by its issuer’s late word at both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = await world.member()
    const code = world.issuer.make(30_00)
    const link = await encryptGiftLink(`https://${GIFT_HOST}/campaign/?v=${code}`, LINK_SECRET)
    world.issuer.redeemFaults.push('cut-after')
    const sent = await Promise.all(
      both.map((at) => member.call('POST', '/api/wallet/truelink', { body: { link }, at })),
    )
    expect(sent.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
    const [row] = await world.rows<{ id: string }>('select id from gift_link where member_id = $1', [member.id])
    world.issuer.isDown = round % 2 === 0
    world.clock.advance(3_600_000)
    await Promise.all([atBoth('gifts', 'credit', row?.id ?? '', '30'), workBoth()])
    world.issuer.isDown = false
    world.clock.advance(3_600_000)
    await workBoth()
    expect([await member.wallet(), world.issuer.takenOf(code)]).toEqual([30, 1])
  }
})

it('mark one restore, and pay nothing by either until it is ended', async () => {
  const member = await world.member({ walletMinor: 300_00 })
  await atBoth('restore', 'mark')
  world.clock.advance(2_000)
  const id = await withdrawalOf(member)
  await workBoth()
  expect(world.bank.payouts.get(id)).toBeUndefined()
  const ended = await atBoth('restore', 'end')
  expect(ended.toSorted()).toEqual(['Ended.', 'No restore is open.'])
  world.clock.advance(2_000)
  await atBoth('withdrawals', 'pay', id)
  await workBoth()
  expect(world.bank.payouts.get(id)).toMatchObject({ state: 'PAID', orders: 1 })
})
