import { desk } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlayedTransfer } from '../../../testing/played/played-bank.ts'
import { type CashierWorld, openCashierWorld } from '../../../testing/worlds/cashier-world.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { HIS_ACCOUNT, pictureOf, sendSlip, slipMember, transferOf } from '../../../testing/worlds/slip-world.ts'

let world: CashierWorld
let mali: Staff
beforeAll(async () => {
  world = await openCashierWorld({ hasDesk: true })
  mali = await staffMember(world.app, 'Mali', ['PAYMENTS'])
})
afterAll(() => world.close())

/** What staff read of a slip that waits for them, a line by what it is about. */
async function comparisonOf(given: Partial<PlayedTransfer>) {
  const member = await slipMember(world)
  world.clock.advance(1_000)
  const transfer = transferOf(world, given)
  const { body } = await sendSlip(world, member, await pictureOf(transfer))
  await world.work()
  const [slip] = await world.rows<{ id: string }>('select id from slip where reference = $1', [body.slip.reference])
  const params = { kind: 'slip', id: slip?.id ?? '' } as const
  const { evidence } = await world.app.desk.ok(desk.deskDecision, { token: mali.token, params })
  return { transfer, lines: Object.fromEntries(evidence.comparison.map((line) => [line.what, line])) }
}

const inAnHour = () => new Date(world.clock.now().getTime() + 3_600_000).toISOString()

it.each<[what: string, given: () => Partial<PlayedTransfer>, agrees: Record<string, boolean | null>]>([
  [
    'a sender of whom nothing is shown',
    () => ({ sender: { ...HIS_ACCOUNT, accountNo: 'xxx-x-xxxxx-x' } }),
    { sender: null },
  ],
  ['a sender of another name', () => ({ sender: { ...HIS_ACCOUNT, name: 'ANNA LARSSON' } }), { sender: null }],
  ['a transfer of later than the slip', () => ({ occurredAt: inAnHour() }), { time: false }],
  [
    'a receiver who is shown too little',
    () => ({ receiver: { bankCode: 'SCB', accountNo: 'xxx-x-xxx33-x', name: '' } }),
    { receiver: null },
  ],
])('[OFC-031] a slip is compared with what the bank answered: %s', async (_what, given, doubted) => {
  const { transfer, lines } = await comparisonOf(given())
  const verdicts = Object.fromEntries(Object.entries(lines).map(([what, { agrees }]) => [what, agrees]))
  expect(verdicts).toEqual({ amount: null, receiver: true, sender: true, reference: true, time: true, ...doubted })
  expect(lines['amount']?.answered).toBe('100.00 BAHT')
  expect(lines['sender']).toMatchObject({ told: '014', wanted: 'SCB •••7893 SOMCHAI JAIDEE' })
  expect(lines['receiver']?.wanted).toMatch(/^SCB \d{10} KRAPAO/)
  expect(lines['time']?.answered).toBe(transfer.occurredAt)
})
