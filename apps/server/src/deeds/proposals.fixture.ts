import { type AdjustmentReason, desk } from '@krapao/contract'
import type { BonusWorld } from '../testing/worlds/bonus-world.ts'
import { memberWithMoney } from '../testing/worlds/stories.ts'
import { payer } from './staff.fixture.ts'

export const note = { note: 'seen' }

export async function adjustment({ app }: BonusWorld) {
  const reason: AdjustmentReason = 'goodwill'
  const { memberId } = await memberWithMoney(app, 10)
  return { memberId, amount: 1, reason, note: 'the bank was late', reference: null }
}

/** The id of one that waits for a second person. */
export async function proposal(world: BonusWorld): Promise<string> {
  const [{ token }, body] = [await payer(world), await adjustment(world)]
  return (await world.app.desk.ok(desk.deskAdjust, { token, body })).proposalId ?? ''
}

export const proposalOf = async (world: BonusWorld) => ({ proposalId: await proposal(world) })
