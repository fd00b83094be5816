import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import { slipCodeOf, slipPictures } from '../../../testing/pictures/slip-pictures.ts'
import { sendSlip, slipMember, slipsOf, transferOf } from '../../../testing/worlds/slip-world.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
})
// One member may not send as many in a day.
beforeEach(async () => {
  member = await slipMember(world)
})
afterAll(() => world.close())

/** A forged slip's transfer is asked for until the bank has said often enough that there is none. */
async function decide(): Promise<void> {
  for (const seconds of [0, 1, 2, 4, 8, 15, 30]) {
    world.clock.advance(seconds * 1000)
    await world.workDue()
    if ((await slipsOf(member)).slips[0]?.status !== 'IN_PROGRESS') return
  }
}

describe('pictures of slips', () => {
  it('are at least sixty, of every kind that members send', () => {
    expect(slipPictures.length).toBeGreaterThanOrEqual(60)
    expect(new Set(slipPictures.map(({ name }) => name)).size).toBe(slipPictures.length)
  })

  it.each(slipPictures)('$name', async ({ draw, outcome, transfer: told, transRef, ageMinutes = 5 }) => {
    const occurredAt = new Date(world.clock.now().getTime() - ageMinutes * 60_000).toISOString()
    const transfer = transferOf(world, { occurredAt, ...(transRef !== undefined && { transRef }), ...told })
    if (told === null) world.bank.slips.clear()
    const before = await member.wallet()
    const bytes = await draw({ slip: slipCodeOf(transfer), other: slipCodeOf(transferOf(world)) })
    const sent = await sendSlip(world, member, bytes)
    if (typeof outcome === 'object') {
      expect(sent).toMatchObject({ body: { message: outcome.refused } })
      return
    }
    expect(sent).toMatchObject({ status: 200, body: { slip: { status: 'IN_PROGRESS', note: null, amount: null } } })
    await decide()
    const { slips } = await slipsOf(member)
    const isOpen = outcome === 'SUCCESS' || outcome === 'IN_PROGRESS'
    expect(slips[0]).toMatchObject({
      reference: sent.body.slip.reference,
      status: isOpen ? outcome : 'FAILED',
      note: outcome === 'SUCCESS' ? null : outcome === 'IN_PROGRESS' ? 'IN_REVIEW' : outcome,
    })
    const credited = outcome === 'SUCCESS' ? transfer.amount : 0
    expect(await member.wallet()).toBeCloseTo(before + credited, 2)
  })

  it('leave the ledger whole', () => world.audit())
})
