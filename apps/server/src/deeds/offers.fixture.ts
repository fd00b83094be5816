import { desk } from '@krapao/contract'
import { newId } from '../platform/ids.ts'
import type { BonusWorld } from '../testing/worlds/bonus-world.ts'
import { marketer } from './staff.fixture.ts'

const threeWords = { th: 'โบนัส', lo: 'ໂບນັດ', en: 'Bonus' }

export const offer = ({ clock }: BonusWorld) => ({
  ...{ source: 'bonus' as const, code: `B${newId(clock.now())}`.toUpperCase(), revision: null },
  ...{ kind: 'limit' as const, maxReceived: 1, percent: 20, fixed: null, cap: 100, minDeposit: 100 },
  ...{ percentFail: 5, percentSuccess: 300, seats: null, monthlyBudget: null, validFrom: null, validUntil: null },
  ...{ names: threeWords, descriptions: threeWords, banners: [] },
})

/** A draft, and what is sent to do something about it. */
export async function draftOfOffer(world: BonusWorld) {
  const [by, body] = [await marketer(world), offer(world)]
  const { draft } = await world.app.desk.ok(desk.deskSaveBonus, { token: by.token, body })
  return { by, params: { source: body.source, code: body.code }, body: { revision: draft.revision } }
}

/** One that was tried, and what is sent to publish it. */
export async function triedOffer(world: BonusWorld) {
  const { by, params, body } = await draftOfOffer(world)
  await world.app.desk.ok(desk.deskSimulateBonus, { token: by.token, params, body })
  return { by, params, body: { ...body, reason: 'a trial' } }
}

export async function liveOffer(world: BonusWorld): Promise<string> {
  const { by, params, body } = await triedOffer(world)
  await world.app.desk.ok(desk.deskPublishBonus, { token: by.token, params, body })
  return params.code
}
