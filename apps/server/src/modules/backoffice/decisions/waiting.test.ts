import { DECISION_KINDS, desk } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import { type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import {
  makeArrival,
  makeCase,
  makeFlag,
  makeGameCase,
  makeGift,
  makeNotice,
  makeReading,
  makeSlip,
  makeUnknownTransfer,
  makeWithdrawal,
} from '../../../testing/worlds/waiting-world.ts'

let world: BonusWorld
let mali: Staff

beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  await world.set('withdrawAutoMaxMinor', 0)
  mali = await staffMember(world.app, 'Mali', ['PAYMENTS', 'RISK'])
})
afterAll(() => world.close())

/** What operators are alarmed by. */
async function gauge(): Promise<Record<string, number>> {
  const { body } = await world.app.app().http.inject({ method: 'GET', url: '/metrics' })
  const found = body.matchAll(/^krapao_waiting\{what="(\w+)-to-decide"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, kind, count]) => [kind, Number(count)]))
}

it('[OFC-030] each kind of what waits for a person is counted alike by alarm and queue, and stands on the page of its member', async () => {
  expect(await gauge()).toEqual(Object.fromEntries(DECISION_KINDS.map((kind) => [kind, 0])))
  const { id: memberId } = await world.member({ walletMinor: 100_000_00 })
  await makeWithdrawal(world, 300)
  const unheard = await makeWithdrawal(world, 400)
  await world.rows(`update withdrawal set state = 'sent', sent_at = created_at, needs_review = true where id = $1`, [
    unheard,
  ])
  const slip = await makeSlip(world, memberId, { isNamed: false })
  await makeNotice(world, memberId)
  await makeUnknownTransfer(world)
  await makeReading(world, 'restored')
  await makeArrival(world, 100)
  await makeGameCase(world, 'late-arrival')
  await makeCase(world, { kind: 'PAYMENT_FORGOTTEN', memberId })
  await makeCase(world, { kind: 'PAYOUT_UNKNOWN', memberId, withdrawalId: unheard })
  await makeFlag(world, [memberId])
  // One gift waits as a gift and not as its case besides, another, which was refused, as a case.
  const gift = await makeGift(world, memberId)
  const known = await makeCase(world, { kind: 'GIFT_UNKNOWN', memberId })
  await world.rows('update cashier_case set reference = $2 where id = $1', [known, gift])
  await makeCase(world, { kind: 'GIFT_UNKNOWN', memberId })
  const body = { action: 'credit-unreferenced', version: 1, amount: 100, note: 'seen on the list' }
  await world.app.desk.ok(desk.deskDecide, { token: mali.token, params: { kind: 'slip', id: slip }, body })
  world.clock.advance(5_000)

  const { rows, kinds } = await world.app.desk.ok(desk.deskDecisions, { token: mali.token })
  const counted = Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
  expect(counted).toEqual({
    ...{ withdrawal: 2, slip: 1, notice: 1, transfer: 1, gift: 1, reading: 1 },
    ...{ case: 2, arrival: 3, flag: 1, proposal: 1 },
  })
  expect(await gauge()).toEqual(counted)
  const ofMembers = rows.flatMap(({ kind, id, memberId: of }) => (of === null ? [] : { kind, id, of }))
  const pages = await Promise.all(
    [...new Set(ofMembers.map(({ of }) => of))].map((of) =>
      world.app.desk.ok(desk.deskMember, { token: mali.token, params: { memberId: of } }),
    ),
  )
  const named = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`
  expect(pages.flatMap(({ decisions }) => decisions.map(named)).toSorted()).toEqual(ofMembers.map(named).toSorted())
})
