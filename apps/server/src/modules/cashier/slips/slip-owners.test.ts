import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import type { PlayedTransfer } from '../../../testing/played/played-bank.ts'
import { pictureOf, sendSlip, slipMember, slipsOf, transferOf } from '../../../testing/worlds/slip-world.ts'

/** Whose a transfer is when more than one calls it his (beyond 7.1, 7.7). */
let world: CashierWorld
beforeAll(async () => {
  world = await openCashierWorld()
})
afterEach(() => world.audit())
afterAll(() => world.close())

/** A member whose account ends like the sender's of every transfer here, under a name of his own. */
async function memberNamed(name: string): Promise<TestMember> {
  const member = await slipMember(world)
  await world.rows('update member_bank_account set account_name = $2 where member_id = $1', [member.id, name])
  return member
}

const from = (name: string, more: object = {}) => ({ bankCode: 'SCB', accountNo: 'xxx-x-x6789-x', name, ...more })

/** Sends the slip of a transfer and lets it be decided: its end, or why it has none. */
async function send(member: TestMember, transfer: PlayedTransfer): Promise<string> {
  world.clock.advance(1_000)
  await sendSlip(world, member, await pictureOf(transfer))
  await world.work()
  const [newest] = (await slipsOf(member)).slips
  return newest?.note ?? newest?.status ?? 'none'
}

/** Asks for a withdrawal: its state and why it waits. */
async function withdraw(member: TestMember, amount: number): Promise<string> {
  const { status, body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount }, key: randomUUID() })
  expect({ status, body }).toMatchObject({ status: 200 })
  await world.work()
  return stateOf(String(body['_id']))
}

async function stateOf(id: string): Promise<string> {
  const [row] = await world.rows<{ state: string; why: string | null }>(
    'select state, wait_reason as why from withdrawal where id = $1',
    [id],
  )
  return row?.why === null ? row.state : `${row?.state} ${row?.why}`
}

async function contested(transfer: Pick<PlayedTransfer, 'transRef'>) {
  return world.rows<{ id: string; memberId: string; detail: string }>(
    `select id, member_id as "memberId", detail from cashier_case
     where kind = 'TRANSFER_CONTESTED' and state = 'open' and trans_ref = $1`,
    [transfer.transRef],
  )
}

/** The lines of his statement in words, newest first. */
async function linesOf(member: TestMember): Promise<string[]> {
  const lines = await world.process.cashier.movements(world.database, {
    memberId: member.id,
    fromNumber: 1,
    toNumber: 99,
  })
  return lines
    .toSorted((one, other) => other.number - one.number)
    .map(({ kind, from: source, to, amountMinor, status }) => `${kind} ${source}>${to} ${amountMinor / 100} ${status}`)
}

async function slipIdOf(member: TestMember): Promise<string> {
  const [row] = await world.rows<{ id: string }>(
    'select id from slip where member_id = $1 order by created_at desc limit 1',
    [member.id],
  )
  return row?.id ?? ''
}

async function isProven(member: TestMember): Promise<boolean> {
  const rows = await world.rows('select from member_bank_account where member_id = $1 and proven_at is not null', [
    member.id,
  ])
  return rows.length > 0
}

describe('a slip that somebody else sends first', () => {
  it('[MON-002] with an account of like digits and another name is credited to nobody, and stays good for its sender', async () => {
    const [malee, thief] = [await memberNamed('MALEE SRISUK'), await memberNamed('SOMCHAI JAIDEE')]
    const transfer = transferOf(world, { amount: 5_000, sender: from('MS. MALEE S***') })
    expect(await send(thief, transfer)).toBe('IN_REVIEW')
    expect(await world.operator('slips', 'list')).toMatch(/SENDER_OTHER_NAME .*amount 5,000.00 baht/)
    expect(await thief.wallet()).toBe(0)
    expect(await send(malee, transfer)).toBe('SUCCESS')
    expect([await malee.wallet(), await thief.wallet()]).toEqual([5_000, 0])
    // Who is surely another one holds nobody up.
    expect(await contested(transfer)).toEqual([])
    expect(await world.operator('slips', 'credit', await slipIdOf(thief))).toContain('CREDITED_BEFORE')
    expect(await world.operator('slips', 'refuse', await slipIdOf(thief), 'NOT_MATCH')).toContain('refused')
  })

  it('[MON-002] waits for a person also where the bank tells no name, and the person can credit it', async () => {
    const member = await memberNamed('SOMCHAI JAIDEE')
    for (const name of ['', 'น.ส. ส', 'สมชาย ใจดี', '*** ***']) {
      const transfer = transferOf(world, { sender: from(name) })
      const before = await member.wallet()
      expect(await send(member, transfer), name).toBe('IN_REVIEW')
      expect(await member.wallet()).toBe(before)
      expect(await isProven(member)).toBe(false)
      expect(await world.operator('slips', 'credit', await slipIdOf(member))).toContain('100.00 baht')
      expect(await member.wallet()).toBe(before + 100)
    }
  })

  it.each([
    ['masked', from('SOMCHAI J***')],
    ['cut', from('MR SOMCHAI')],
    ['turned round', from('Jaidee Somchai')],
    ['in two fields', from('สมชาย ใจดี', { nameEN: 'SOMCHAI JAIDEE' })],
    ['without its own bank', { ...from('SOMCHAI JAIDEE'), bankCode: '' }],
  ])('[MON-002] is credited by itself when the name is %s', async (_name, sender) => {
    const member = await memberNamed('SOMCHAI JAIDEE')
    expect(await send(member, transferOf(world, { sender }))).toBe('SUCCESS')
    expect(await isProven(member)).toBe(true)
  })
})

describe('a slip that a second member sends after it was credited', () => {
  it('[MON-003] opens a case that names both, and the first one’s withdrawals wait until it is closed', async () => {
    const [thief, malee] = [await memberNamed('MALEE SRISUK'), await memberNamed('MALEE SRISUK')]
    const transfer = transferOf(world, { amount: 5_000, sender: from('MALEE SRISUK') })
    expect(await send(thief, transfer)).toBe('SUCCESS')
    // More than an hour later she has it refused for its age; it is hers all the same.
    world.clock.advance(2 * 3_600_000)
    expect(await send(malee, transfer)).toBe('EXPIRED_SLIP')
    expect(await send(malee, transfer)).toBe('EXPIRED_SLIP')
    const [found, ...more] = await contested(transfer)
    expect(more).toEqual([])
    expect(found?.memberId).toBe(thief.id)
    expect(found?.detail).toContain(malee.id)
    expect(await world.operator('cases', 'list')).toContain('TRANSFER_CONTESTED')
    expect(await withdraw(thief, 100)).toBe('waiting OPEN_CASE')
    expect(await world.operator('cases', 'close', found?.id ?? '', 'looked at')).toContain('closed')
    expect(await withdraw(thief, 150)).toBe('paid')
  })

  it('[MON-003] is moved by a deed to whose it was, once, as far as the wallet covers it', async () => {
    const [malee, thief] = [await memberNamed('MALEE SRISUK'), await memberNamed('MALEE SRISUK')]
    const transfer = transferOf(world, { amount: 500, sender: from('MALEE SRISUK') })
    expect([await send(thief, transfer), await send(malee, transfer)]).toEqual(['SUCCESS', 'SLIP_REFNO_DUPLICATED'])
    const [{ id } = { id: '' }] = await contested(transfer)
    const held = await withdraw(thief, 100)
    expect(held).toBe('waiting OPEN_CASE')
    expect(await world.operator('cases', 'move', id, malee.id)).toContain('does not hold that much')
    const [waiting] = await world.rows<{ id: string }>('select id from withdrawal where member_id = $1', [thief.id])
    expect(await world.operator('withdrawals', 'return', waiting?.id ?? '', 'OWN_REQUEST')).toContain(': done')
    expect(await world.operator('cases', 'move', id, thief.id)).toContain('HIS_OWN')
    expect([await thief.wallet(), await malee.wallet()]).toEqual([500, 0])
    const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'move', id, malee.id)))
    expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
    expect([await thief.wallet(), await malee.wallet()]).toEqual([0, 500])
    expect(await contested(transfer)).toEqual([])
    // His statement says where it went.
    expect(await linesOf(thief)).toContain('adjustment WALLET>HOUSE 500 SUCCESS')
    expect(await linesOf(malee)).toEqual(['deposit BANK>WALLET 500 SUCCESS'])
    await world.audit()
  })

  it('[MON-003] is hers once it is moved to her: whoever sends it again holds up neither him nor her', async () => {
    const [malee, thief, third] = await Promise.all(['A', 'B', 'C'].map(() => memberNamed('MALEE SRISUK')))
    if (malee === undefined || thief === undefined || third === undefined) throw new Error('there are three')
    const transfer = transferOf(world, { amount: 500, sender: from('MALEE SRISUK') })
    for (const [member, end] of [
      [thief, 'SUCCESS'],
      [malee, 'SLIP_REFNO_DUPLICATED'],
      [third, 'SLIP_REFNO_DUPLICATED'],
    ] as const)
      expect(await send(member, transfer)).toBe(end)
    const cases = await contested(transfer)
    expect(cases.map(({ memberId }) => memberId)).toEqual([thief.id, thief.id])
    const hers = cases.find(({ detail }) => detail.includes(malee.id))
    expect(await world.operator('cases', 'move', hers?.id ?? '', malee.id)).toContain(': done')
    for (const member of [malee, thief]) expect(await send(member, transfer)).toBe('SLIP_REFNO_DUPLICATED')
    // What the third one says is said against her now, once, however often he sends it.
    const [left, ...more] = await contested(transfer)
    expect(await send(third, transfer)).toBe('SLIP_REFNO_DUPLICATED')
    expect([left?.memberId, more, await contested(transfer)]).toEqual([malee.id, [], [left]])
    expect(await withdraw(malee, 100)).toBe('waiting OPEN_CASE')
    const [held] = await world.rows<{ id: string }>('select id from withdrawal where member_id = $1', [malee.id])
    await world.operator('withdrawals', 'return', held?.id ?? '', 'OWN_REQUEST')
    expect(await world.operator('cases', 'move', left?.id ?? '', third.id)).toContain(': done')
    expect(await Promise.all([thief, malee, third].map((member) => member.wallet()))).toEqual([0, 0, 500])
    expect(await linesOf(malee)).toEqual([
      'adjustment WALLET>HOUSE 500 SUCCESS',
      'withdraw WALLET>BANK 100 FAILED',
      'deposit BANK>WALLET 500 SUCCESS',
    ])
    expect(await contested(transfer)).toEqual([])
    expect(await withdraw(third, 100)).toBe('paid')
  })

  it('[MON-003] does so also for one that was on its way to the bank, and when it waits for a person', async () => {
    const first = await memberNamed('MALEE SRISUK')
    const transfer = transferOf(world, { amount: 5_000, sender: from('MALEE SRISUK') })
    expect(await send(first, transfer)).toBe('SUCCESS')
    const { body } = await first.call('POST', '/api/wallet/withdraw', { body: { amount: 500 } })
    const other = await memberNamed('MANEE JAIDEE')
    await sendSlip(world, other, await pictureOf(transfer))
    const slips = world.process.cashier.jobs.find(({ name }) => name === 'cashier-slips')
    await slips?.run(new AbortController().signal)
    await world.work()
    expect((await slipsOf(other)).slips[0]).toMatchObject({ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' })
    expect(await stateOf(String(body['_id']))).toBe('waiting OPEN_CASE')
  })

  it('[MON-003] is contested by a slip that came first and could not be compared', async () => {
    const [malee, thief] = [await memberNamed('MALEE SRISUK'), await memberNamed('มาลี ศรีสุข')]
    const transfer = transferOf(world, { amount: 500, sender: from('น.ส. มาลี ศรีสุข') })
    expect(await send(malee, transfer)).toBe('IN_REVIEW')
    expect(await send(thief, transfer)).toBe('SUCCESS')
    expect((await contested(transfer)).map(({ memberId }) => memberId)).toEqual([thief.id])
  })

  it('[MON-003] opens none when the same member sends it again', async () => {
    const member = await memberNamed('SOMCHAI JAIDEE')
    const transfer = transferOf(world)
    expect([await send(member, transfer), await send(member, transfer)]).toEqual(['SUCCESS', 'SLIP_REFNO_DUPLICATED'])
    expect(await contested(transfer)).toEqual([])
  })
})

describe('a transfer that paid a QR', () => {
  /** A QR of the member that was paid from the account of all senders here, without any callback. */
  const ours = { bankCode: 'KBANK', accountNo: 'xxx-x-x5666-x', name: 'KRAPAO DEMO' }
  async function paidQr(
    owner: TestMember,
    receiver: typeof ours = ours,
    amount = 700,
  ): Promise<PlayedTransfer & { reference: string }> {
    await owner.call('POST', '/api/qrcode/KBANK', { body: { amount } })
    const reference = String(world.bank.registrations.at(-1)?.['reference'])
    return { ...transferOf(world, { amount, receiver, reference }), reference }
  }
  const callback = ({ reference, transRef, amount, occurredAt, sender }: PlayedTransfer & { reference: string }) =>
    world.hook(world.paymentOf(world.payment(reference, { transRef, amount, occurredAt, from: sender })))

  it('[MON-001] is its owner’s though somebody else’s slip is the first to tell of it', async () => {
    const [owner, payer] = [await memberNamed('MANEE SUKSAI'), await memberNamed('SOMCHAI JAIDEE')]
    const transfer = await paidQr(owner)
    expect(await send(payer, transfer)).toBe('SLIP_REFNO_DUPLICATED')
    expect([await owner.wallet(), await payer.wallet()]).toEqual([700, 0])
    expect((await callback(transfer)).status).toBe(200)
    expect(await owner.wallet()).toBe(700)
    expect(await world.rows('select state from qr_code where reference = $1', [transfer.reference])).toEqual([
      { state: 'paid' },
    ])
    // Whose it is is certain: nobody holds him up by a picture.
    expect(await contested(transfer)).toEqual([])
  })

  it('[MON-001] is credited by the owner’s slip once, whoever paid, and its callback adds nothing', async () => {
    const owner = await memberNamed('MANEE SUKSAI')
    const transfer = await paidQr(owner)
    expect([await send(owner, transfer), await send(owner, transfer)]).toEqual(['SUCCESS', 'SLIP_REFNO_DUPLICATED'])
    expect((await callback(transfer)).status).toBe(200)
    expect(await owner.wallet()).toBe(700)
    expect((await slipsOf(owner)).slips[1]).toMatchObject({ status: 'SUCCESS', amount: 700 })
    // Another paid it: that proves no account.
    expect(await isProven(owner)).toBe(false)
  })

  it('[MON-001] is a duplicate when its callback came first, in whatever letters', async () => {
    const owner = await memberNamed('SOMCHAI JAIDEE')
    const transfer = await paidQr(owner)
    expect((await callback({ ...transfer, transRef: transfer.transRef.toLowerCase() })).status).toBe(200)
    expect(await isProven(owner)).toBe(true)
    expect(await send(owner, transfer)).toBe('SLIP_REFNO_DUPLICATED')
    expect((await callback(transfer)).status).toBe(200)
    expect(await owner.wallet()).toBe(700)
    expect(await world.rows('select id from deposit where member_id = $1', [owner.id])).toHaveLength(1)
  })

  it('[MON-001] is booked at the bank of its QR also by a person, where the slip shows too little of the receiver', async () => {
    const owner = await memberNamed('MANEE SUKSAI')
    const hidden = { bankCode: '', accountNo: 'xxx-x-xxxxx-x', name: '' }
    const transfer = await paidQr(owner, hidden)
    expect(await send(owner, transfer)).toBe('IN_REVIEW')
    const beforeMinor = await world.posted('house/bank:KBANK')
    expect(await world.operator('slips', 'credit', await slipIdOf(owner))).toContain('700.00 baht')
    expect([await owner.wallet(), await world.posted('house/bank:KBANK')]).toEqual([700, beforeMinor - 700_00])
    expect((await callback(transfer)).status).toBe(200)
    expect(await owner.wallet()).toBe(700)
  })

  it('[MON-001] opens a case for its owner when the bank named no QR on the slip that was credited', async () => {
    const [owner, payer] = [await memberNamed('MANEE SUKSAI'), await memberNamed('SOMCHAI JAIDEE')]
    const transfer = await paidQr(owner)
    const { reference: _, ...untold } = transfer
    world.bank.slips.set(`014:${transfer.transRef}`, untold)
    expect(await send(payer, transfer)).toBe('SUCCESS')
    expect((await callback(transfer)).status).toBe(200)
    const [found] = await contested(transfer)
    expect(found?.memberId).toBe(payer.id)
    expect(found?.detail).toContain(owner.id)
  })

  it.each([
    ['somebody else', { bankCode: 'SCB', accountNo: 'xxx-x-x1111-x', name: 'MALEE JAIDEE' }, 'DEST_ACC_INVALID'],
    ['nobody can tell', { ...ours, accountNo: 'xxx-x-xxxxx-x' }, 'IN_REVIEW'],
  ])('[MON-001] paid none when its reference is only the memo of money that went to %s', async (_, receiver, end) => {
    const member = await memberNamed('SOMCHAI JAIDEE')
    const transfer = await paidQr(member, receiver)
    expect(await send(member, transfer)).toBe(end)
    expect([await member.wallet(), await isProven(member)]).toEqual([0, false])
    // If it was paid after all the bank's own word says so, once.
    expect((await callback(transfer)).status).toBe(200)
    expect(await member.wallet()).toBe(700)
  })

  it('[MON-001] is a slip like any other when its reference is none of ours', async () => {
    const member = await memberNamed('SOMCHAI JAIDEE')
    expect(await send(member, transferOf(world, { reference: 'LUNCH' }))).toBe('SUCCESS')
  })
})

describe('an account that nothing has proven', () => {
  /** Money that came from nowhere in particular. */
  let accounts = 0
  async function rich(): Promise<TestMember & { accountNo: string }> {
    const member = await world.member({ walletMinor: 20_000_00 })
    accounts += 1
    const accountNo = String(5_550_000_000 + accounts)
    await world.rows('update member_bank_account set account_no = $2 where member_id = $1', [member.id, accountNo])
    return { ...member, accountNo }
  }

  it('[MON-002] is paid to without a person up to the operator’s amount, and above it once one has looked', async () => {
    const member = await rich()
    expect(await withdraw(member, 2_000)).toBe('paid')
    expect(await withdraw(member, 2_000.01)).toBe('waiting PAYEE_UNPROVEN')
    const [row] = await world.rows<{ id: string }>(
      `select id from withdrawal where member_id = $1 and state = 'waiting'`,
      [member.id],
    )
    await world.operator('withdrawals', 'pay', row?.id ?? '')
    await world.work()
    expect(await withdraw(member, 5_000)).toBe('paid')
  })

  it('[MON-002] is proven by a QR that was paid from it under the member’s name, until it is changed', async () => {
    const member = await rich()
    await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
    const reference = String(world.bank.registrations.at(-1)?.['reference'])
    const payment = (name: string) =>
      world.payment(reference, { from: { bankCode: 'SCB', accountNo: member.accountNo, name } })
    await world.hook(world.paymentOf(payment('SOMBAT JAIDEE')))
    expect(await isProven(member)).toBe(false)
    await world.hook(world.paymentOf(payment('นาย SOMCHAI J')))
    expect(await isProven(member)).toBe(true)
    expect(await withdraw(member, 3_000)).toBe('paid')
  })

  it('[MON-002] is proven by a bank that names the member its holder, and by no other word of it', async () => {
    const [agreeing, other, unknown] = [await rich(), await rich(), await rich()]
    world.bank.holders.set(`SCB:${agreeing.accountNo}`, 'นาย SOMCHAI JAIDEE')
    world.bank.holders.set(`SCB:${other.accountNo}`, 'MANEE SUKSAI')
    const asked = [agreeing, other, unknown].map(({ id }) => id)
    await world.rows(
      `update member_bank_account set ask_at = $2::timestamptz, ask_until = $2::timestamptz + interval '1 day'
       where member_id = any($1)`,
      [asked, world.clock.now()],
    )
    await world.work()
    expect(await Promise.all([agreeing, other, unknown].map(isProven))).toEqual([true, false, false])
    const left = await world.rows('select from member_bank_account where member_id = any($1) and ask_at is not null', [
      asked,
    ])
    expect(left).toEqual([])
    expect([await withdraw(agreeing, 2_500), await withdraw(other, 2_500)]).toEqual(['paid', 'waiting PAYEE_UNPROVEN'])
  })
})
