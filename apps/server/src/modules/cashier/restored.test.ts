import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../platform/commands/index.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/worlds/cashier-world.ts'
import { askAfterRestore, ASKED_ANEW_AT_ONCE } from './after-restore.ts'

/** An older copy of the database stands in the place of the lost one: what was done since is at the parties alone. */
let world: CashierWorld
let member: TestMember
beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.member({ walletMinor: 300_00 })
})

const restore = async (word: string) => (await runCommand(world.process.operator.commands, ['restore', word])).text
const rowOf = async (id: string) =>
  (await world.rows<Record<string, unknown>>('select * from withdrawal where id = $1', [id]))[0]

async function withdraw(): Promise<string> {
  const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
  return String(body['_id'])
}

it('pays nothing out by itself until it is compared, and gives nothing back that the bank has paid', async () => {
  const id = await withdraw()
  // It was sent and paid after the copy was made; the copy has it due.
  const paid = { reference: id, amount: 300, currency: 'BAHT', to: {}, state: 'PAID', orders: 1 } as const
  world.bank.payouts.set(id, { ...paid })
  world.clock.advance(1_000)
  expect(await restore('mark')).toContain('Marked')
  expect(await restore('status')).toContain('Open since')
  await world.work()
  expect(await rowOf(id)).toMatchObject({ state: 'waiting', wait_reason: 'RESTORED' })

  world.bank.isDown = true
  expect(await world.operator('withdrawals', 'return', id, 'OWN_REQUEST')).toContain('SILENT')
  world.bank.isDown = false
  expect(await world.operator('withdrawals', 'return', id, 'OWN_REQUEST')).toContain('PAID')
  expect([await member.wallet(), await rowOf(id)]).toMatchObject([0, { state: 'paid' }])

  const other = await world.member({ walletMinor: 300_00 })
  world.clock.advance(1_000)
  const { body } = await other.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
  expect(await rowOf(String(body['_id']))).toMatchObject({ state: 'waiting', wait_reason: 'RESTORED' })
  expect(await world.operator('withdrawals', 'return', String(body['_id']), 'OWN_REQUEST')).toContain(': done')
  expect(await restore('end')).toBe('Ended.')
  expect(await restore('end')).toBe('No restore is open.')
  await world.audit()
})

describe('a payout that the copy does not know at all', () => {
  const paid = (reference: string, state: 'SENT' | 'PAID' | 'FAILED' | 'RETURNED' = 'PAID') =>
    world.bank.payouts.set(reference, { reference, amount: 300, currency: 'BAHT', to: {}, state, orders: 1 })
  const tell = (reference: string, state: string) =>
    world.hook({
      eventId: `${reference}-${state}`,
      type: 'payout',
      transRef: 'T1',
      sendingBank: '014',
      reference,
      amount: 300,
      currency: 'BAHT',
      occurredAt: world.clock.now().toISOString(),
      state,
    })
  const remember = (reference: string) => world.operator('withdrawals', 'remember', reference, member.id, '300')

  it('[MON-003] is written as the withdrawal that it was, once, and the bank is heard on it as on any', async () => {
    await world.rows('delete from restore_mark')
    expect(await remember('FORGOTTEN1')).toContain('No restored copy')
    await restore('mark')
    world.clock.advance(1_000)
    expect(await remember('FORGOTTEN1')).toContain('knows no payout')
    paid('FORGOTTEN1')
    world.bank.isDown = true
    expect(await remember('FORGOTTEN1')).toContain('does not answer')
    world.bank.isDown = false
    expect(await world.operator('withdrawals', 'remember', 'FORGOTTEN1', member.id, '299')).toContain('another amount')
    expect((await tell('FORGOTTEN1', 'PAID')).status).toBe(200)
    expect(await world.operator('cases', 'list')).toContain('PAYOUT_UNKNOWN')
    expect(await member.wallet()).toBe(300)

    const answers = await Promise.all([1, 2, 3].map(() => remember('FORGOTTEN1')))
    expect(answers.filter((answer) => answer.includes('300.00 baht of'))).toHaveLength(1)
    expect([await member.wallet(), await rowOf('FORGOTTEN1')]).toMatchObject([0, { state: 'paid', sendings: 1 }])
    expect(world.bank.payouts.get('FORGOTTEN1')?.orders).toBe(1)
    expect(await remember('FORGOTTEN1')).toContain('This copy knows it')
    expect(await world.operator('cases', 'list')).not.toContain('FORGOTTEN1')
    // Days later the money comes back.
    expect((await tell('FORGOTTEN1', 'RETURNED')).status).toBe(200)
    expect([await member.wallet(), await rowOf('FORGOTTEN1')]).toMatchObject([300, { state: 'failed' }])
    await restore('end')
    await world.audit()
  })

  it('takes nothing for what the bank has not paid, and holds the money of what is under way', async () => {
    await restore('mark')
    paid('FORGOTTEN2', 'RETURNED')
    expect(await remember('FORGOTTEN2')).toContain('the wallet is right as it is')
    expect([await member.wallet(), await rowOf('FORGOTTEN2')]).toEqual([300, undefined])
    paid('FORGOTTEN3', 'SENT')
    expect(await remember('FORGOTTEN3')).toContain('are held')
    expect([await member.wallet(), await rowOf('FORGOTTEN3')]).toMatchObject([0, { state: 'sent' }])
    paid('FORGOTTEN3')
    world.clock.advance(2_000)
    await world.work()
    expect(await rowOf('FORGOTTEN3')).toMatchObject({ state: 'paid' })
    await restore('end')
    await world.audit()
  })

  it('is lent by the house where the wallet holds less, and its lines come to what he has', async () => {
    const id = await withdraw()
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
    world.clock.advance(1_000)
    await restore('mark')
    paid('FORGOTTEN4')
    expect(await remember('FORGOTTEN4')).toContain('The house lent them')
    expect(await rowOf('FORGOTTEN4')).toMatchObject({ state: 'paid', note: 'PAID_LATE' })
    const lines = await world.process.cashier.movements(world.database, {
      memberId: member.id,
      fromNumber: 1,
      toNumber: 99,
    })
    expect(lines.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      'adjustment SUCCESS',
      'withdraw SUCCESS',
      'withdraw SUCCESS',
    ])
    const [line = ''] = (await world.operator('cases', 'list')).split('\n')
    expect(line).toContain('PAID_AFTER_FAILED')
    expect(await world.operator('cases', 'forgive', line.split(' ')[0] ?? '')).toContain(': done')
    expect(await world.operator('cases', 'list')).toBe('Nothing waits.')
    await restore('end')
    await world.audit()
  })
})

it('asks the bank anew about payouts and QRs that the copy has as ended', async () => {
  const id = await withdraw()
  await world.work()
  expect(await rowOf(id)).toMatchObject({ state: 'paid' })
  await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } })
  const reference = String(world.bank.registrations.at(-1)?.['reference'])
  await world.rows('update withdrawal set ask_at = null where id = $1', [id])
  await world.rows('update qr_code set poll_at = null where reference = $1', [reference])
  // Since the copy the bank has sent the money back, and the QR was paid; the feed was read past it.
  const payout = world.bank.payouts.get(id)
  if (payout) payout.state = 'RETURNED'
  world.bank.payments.push(world.payment(reference))
  await world.rows(
    `insert into bank_feed (name, cursor, read_at) values ('payments', '1', now())
     on conflict (name) do update set cursor = '1'`,
  )
  world.clock.advance(1_000)
  await world.work()
  expect(await member.wallet()).toBe(0)
  await restore('mark')
  world.clock.advance(10_000)
  await world.work()
  expect(await member.wallet()).toBe(400)
  await restore('end')
  await world.audit()
})

it('closes a case as credited only where it was credited', async () => {
  await restore('mark')
  const payment = world.payment('QRALSODRAWNSINCETHECOPY')
  await world.hook(world.paymentOf(payment))
  const id = (await world.operator('cases', 'list')).split(' ')[0] ?? ''
  await restore('end')
  await world.hook(world.paymentOf(payment))
  expect(await world.operator('cases', 'credit', id, member.id)).toContain('HAD')
  const [row] = await world.rows<{ state: string; note: string }>(
    'select state, closed_note as note from cashier_case where id = $1',
    [id],
  )
  expect(row).toMatchObject({ state: 'closed' })
  expect(row?.note).not.toBe('his')
  expect(await member.wallet()).toBe(300)
  // Nothing of it may lie about in the next story.
  await world.rows(`update cashier_case set state = 'closed' where state = 'open'`)
  world.clock.advance(1_000)
})

it('is marked once when it is marked twice within a millisecond, and again after its end', async () => {
  for (const word of ['mark', 'mark', 'end', 'mark'])
    expect(await restore(word)).toContain(word === 'end' ? 'Ended' : 'Marked')
  expect(await restore('status')).toContain('Open since')
  expect(await restore('end')).toBe('Ended.')
  expect(await restore('status')).toBe('No restore is open.')
  world.clock.advance(1_000)
})

it('asks the bank some at a time, each once, also after the comparing has ended', async () => {
  const rowsMax = ASKED_ANEW_AT_ONCE * 2 + 7
  await world.rows(
    `insert into qr_code (id, member_id, bank_code, reference, amount_minor, currency, charge_minor, payload, state, created_at, expires_at)
     select 'old' || n, $1, 'KBANK', 'OLD' || n, 100, 'BAHT', 100, '-', 'cancelled', $2, $2 from generate_series(1, $3::int) n`,
    [member.id, world.clock.now(), rowsMax],
  )
  await restore('mark')
  await restore('end')
  const { operator } = world.process
  const ask = () => askAfterRestore({ database: world.database, clock: world.clock, operator })
  const takeDue = () =>
    world.rows<{ id: string }>(
      `update qr_code set poll_at = null where poll_at <= $1 and id like 'old%' returning id`,
      [world.clock.now()],
    )
  const asked: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await Promise.all([ask(), ask()])
    // As many wait for their turn as the bank is asked at once: no more are put before it.
    if (turn === 0) expect(await ask()).toBe(0)
    const due = (await takeDue()).map(({ id }) => id)
    expect(due.length).toBeLessThanOrEqual(ASKED_ANEW_AT_ONCE)
    asked.push(...due)
  }
  expect([asked.length, new Set(asked).size]).toEqual([rowsMax, rowsMax])
  expect(await ask()).toBe(0)
  await world.rows(`delete from qr_code where id like 'old%'`)
})

describe('a withdrawal after the comparing has ended', () => {
  async function playing() {
    await member.call('GET', '/api/wallet/activate/PG')
    const moved = { from: 'WALLET', to: 'PG', amount: 100 }
    expect((await member.call('POST', '/api/wallet/transfer', { body: moved })).status).toBe(200)
    const provider = world.providerOf('PG')
    const read = provider.read.bind(provider)
    await restore('mark')
    await restore('end')
    world.clock.advance(2_000)
    return { provider, read }
  }
  const withdraw200 = async () =>
    String((await member.call('POST', '/api/wallet/withdraw', { body: { amount: 200 } })).body['_id'])

  it('is paid when the games agree with the copy', async () => {
    await playing()
    const id = await withdraw200()
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
  })

  it('waits for a person when a game has what the copy forgot', async () => {
    const { provider } = await playing()
    provider.play(10_000)
    const id = await withdraw200()
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', wait_reason: 'OPEN_CASE', sendings: 0 })
    provider.play(-10_000)
  })

  it('is not paid while a game does not answer, and waits for a person after an hour of that', async () => {
    const { provider, read } = await playing()
    provider.read = () => Promise.resolve(null)
    const id = await withdraw200()
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'due', sendings: 0 })
    world.clock.advance(3_600_000)
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', wait_reason: 'RESTORED', sendings: 0 })
    provider.read = read
  })

  it('is paid once the game that did not answer does', async () => {
    const { provider, read } = await playing()
    provider.read = () => Promise.resolve(null)
    const id = await withdraw200()
    await world.work()
    provider.read = read
    world.clock.advance(2_000)
    await world.work()
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
    await world.audit()
  })
})

it('books no payment for a QR that it has forgotten, until somebody finds whose it is', async () => {
  await restore('mark')
  const payment = world.payment('QRDRAWNSINCETHECOPY')
  const suspendedMinor = await world.posted('house/suspense')
  for (const _ of [1, 2]) expect((await world.hook(world.paymentOf(payment))).status).toBe(200)
  expect(await world.posted('house/suspense')).toBe(suspendedMinor)
  const [line = ''] = (await world.operator('cases', 'list')).split('\n')
  expect(line).toMatch(/PAYMENT_FORGOTTEN .*amount 100.00 baht/)
  const id = line.split(' ')[0] ?? ''
  expect(await world.operator('cases', 'return', id, 'sent back')).toContain('cannot be done')
  const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'credit', id, member.id)))
  expect(answers.filter((answer) => answer.includes(': done'))).toHaveLength(1)
  expect(await member.wallet()).toBe(400)
  await restore('end')
  await world.hook(world.paymentOf(payment))
  expect([await member.wallet(), await world.posted('house/suspense')]).toEqual([400, suspendedMinor])

  await world.hook(world.paymentOf(world.payment('NEVEROURS')))
  expect(await world.posted('house/suspense')).toBe(suspendedMinor + 100_00)
  await world.audit()
})
