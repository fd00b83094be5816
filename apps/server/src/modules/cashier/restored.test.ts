import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runCommand } from '../../platform/commands/index.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/cashier-world.ts'

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
  expect(await world.operator('withdrawals', 'return', id)).toContain('does not answer')
  world.bank.isDown = false
  expect(await world.operator('withdrawals', 'return', id)).toContain('The bank says PAID')
  expect([await member.wallet(), await rowOf(id)]).toMatchObject([0, { state: 'paid' }])

  const other = await world.member({ walletMinor: 300_00 })
  world.clock.advance(1_000)
  const { body } = await other.call('POST', '/api/wallet/withdraw', { body: { amount: 300 } })
  expect(await rowOf(String(body['_id']))).toMatchObject({ state: 'waiting', wait_reason: 'RESTORED' })
  expect(await world.operator('withdrawals', 'return', String(body['_id']))).toContain('back in the wallet')
  expect(await restore('end')).toBe('Ended.')
  expect(await restore('end')).toBe('No restore is open.')
  await world.audit()
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
  expect(await world.operator('cases', 'credit', id, member.id, 'his')).toContain('another way')
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

it('books no payment for a QR that it has forgotten, until somebody finds whose it is', async () => {
  await restore('mark')
  const payment = world.payment('QRDRAWNSINCETHECOPY')
  const suspendedMinor = await world.posted('house/suspense')
  for (const _ of [1, 2]) expect((await world.hook(world.paymentOf(payment))).status).toBe(200)
  expect(await world.posted('house/suspense')).toBe(suspendedMinor)
  const [line = ''] = (await world.operator('cases', 'list')).split('\n')
  expect(line).toContain('PAYMENT_FORGOTTEN  100.00 BAHT')
  const id = line.split(' ')[0] ?? ''
  expect(await world.operator('cases', 'return', id)).toContain('holds no money')
  const answers = await Promise.all([1, 2, 3].map(() => world.operator('cases', 'credit', id, member.id)))
  expect(answers.filter((answer) => answer.includes('100.00 baht are in the wallet'))).toHaveLength(1)
  expect(await member.wallet()).toBe(400)
  await restore('end')
  await world.hook(world.paymentOf(payment))
  expect([await member.wallet(), await world.posted('house/suspense')]).toEqual([400, suspendedMinor])

  await world.hook(world.paymentOf(world.payment('NEVEROURS')))
  expect(await world.posted('house/suspense')).toBe(suspendedMinor + 100_00)
  await world.audit()
})
