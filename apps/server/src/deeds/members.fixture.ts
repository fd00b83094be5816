import { expect } from 'vitest'
import { newId } from '../platform/ids.ts'
import type { BonusMember, BonusWorld } from '../testing/worlds/bonus-world.ts'
import { staffMember } from '../testing/worlds/desk-world.ts'
import { memberWithMoney } from '../testing/worlds/stories.ts'
import { makeCase, makeFlag } from '../testing/worlds/waiting-world.ts'
import type { Doing } from './staff.fixture.ts'

export const richMember = async (world: BonusWorld) => (await world.member({ walletMinor: 200_00 })).id

/** Of a member, by one who may do everything about him. */
export const aboutMember = async ({ app }: BonusWorld): Promise<Doing> => ({
  by: await staffMember(app, 'Risa', ['RISK', 'SUPPORT']),
  params: { memberId: (await memberWithMoney(app, 1)).memberId },
  body: { reason: 'a trial' },
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
