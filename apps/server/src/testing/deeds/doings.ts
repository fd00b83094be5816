import { type AdjustmentReason, desk } from '@krapao/contract'
import { expect } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { BonusMember, BonusWorld } from '../worlds/bonus-world.ts'
import { type Staff, staffMember } from '../worlds/desk-world.ts'
import { memberWithMoney } from '../worlds/stories.ts'
import { makeCase, makeFlag } from '../worlds/waiting-world.ts'

/** What one of the staff does at the desk. */
export interface Doing {
  by: Staff
  params?: Record<string, string>
  body?: object
  /** What is sent in place of a body. */
  file?: Buffer
}

/** Why it is done, at the desk and at the command line. */
export const because = { reason: 'a trial' }
export const forReason: readonly string[] = ['--reason', 'a', 'trial']

export const payer = ({ app }: BonusWorld) => staffMember(app, 'Payer', ['PAYMENTS'])

export const owner = ({ app }: BonusWorld) => staffMember(app, 'Owner', ['OWNER', 'SUPPORT'])

export const marketer = ({ app }: BonusWorld) => staffMember(app, 'Marketer', ['MARKETING'])

export const richMember = async (world: BonusWorld) => (await world.member({ walletMinor: 200_00 })).id

/** Of a member, by one who may do everything about him. */
export const aboutMember = async ({ app }: BonusWorld): Promise<Doing> => ({
  by: await staffMember(app, 'Risa', ['RISK', 'SUPPORT']),
  params: { memberId: (await memberWithMoney(app, 1)).memberId },
  body: because,
})

/** What follows the name of a command that is about a member. */
export const ofMember = async ({ app }: BonusWorld, words: readonly string[]) => [
  (await memberWithMoney(app, 1)).memberId,
  ...words,
]

export async function armedPlayer(world: BonusWorld): Promise<BonusMember> {
  const player = await world.player()
  expect((await player.arm('FIRST20')).status).toBe(200)
  return player
}

/** A payout that the bank knows, and a restored copy does not. */
export async function forgotten(world: BonusWorld): Promise<string[]> {
  const [reference, memberId] = [newId(world.clock.now()), await richMember(world)]
  const payout = { reference, amount: 100, currency: 'BAHT', to: {}, state: 'PAID', orders: 1 } as const
  world.bank.payouts.set(reference, { ...payout })
  await world.app.command('restore', 'mark')
  return [reference, memberId, '100']
}

/** An account whose provider says that it knows no such name. */
export async function missingAccount(world: BonusWorld): Promise<string[]> {
  const player = await world.player()
  await player.open('PG')
  const marked = `update game_account set state = 'missing', version = version + 1 where member_id = $1`
  await world.rows(marked, [player.id])
  return [player.id, 'pg']
}

export const flag = async (world: BonusWorld) => makeFlag(world, [await richMember(world)])

export const lent = async (world: BonusWorld) =>
  makeCase(world, { kind: 'PAID_AFTER_FAILED', memberId: await richMember(world), isLent: true })

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
  return { by, params, body: { ...body, ...because } }
}

export async function liveOffer(world: BonusWorld): Promise<string> {
  const { by, params, body } = await triedOffer(world)
  await world.app.desk.ok(desk.deskPublishBonus, { token: by.token, params, body })
  return params.code
}
