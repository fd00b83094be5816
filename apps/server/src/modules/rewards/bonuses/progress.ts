import { type AnswerOf, type calls, type Thresholds, thresholds } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Language } from '../../../platform/http/index.ts'
import { walletAccount } from '../../members/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { outcomeOf } from '../terms/terms.rules.ts'
import { userBonusById, type UserBonusRow } from './user-bonuses.store.ts'

/** Where a granted bonus stands, in satang. */
export interface Progress extends Thresholds {
  baseMinor: number
  currentMinor: number
}

/** The bonus a member holds, whatever its state; null when he holds none. */
export async function heldBonus(parts: RewardsParts, memberId: string): Promise<UserBonusRow | null> {
  const { bonusId } = await parts.members.standing(parts.database, memberId)
  return bonusId === null ? null : userBonusById(parts.database, bonusId)
}

/** All that a member has in his wallet and in games, in satang. */
async function leftMinor({ database, ledger, games }: RewardsParts, memberId: string): Promise<number> {
  const wallet = walletAccount(memberId)
  const accounts = [wallet, ...(await games.positions(database, memberId)).map(({ account }) => account)]
  return [...(await ledger.states(database, accounts)).values()].reduce((sum, { postedMinor }) => sum + postedMinor, 0)
}

/**
 * How far a bonus is: its base and the results of games booked under it, from the ledger's entries alone (rulings 4.2);
 * null for one that is only armed. Of who has less than what it is lost below, as his deposit was taken back, it is what he
 * has: by results alone it would bind him for ever.
 */
export async function progressOf(parts: RewardsParts, bonus: UserBonusRow): Promise<Progress | null> {
  const { id, memberId, baseMinor, grantedAt, terms } = bonus
  if (baseMinor === null || grantedAt === null) return null
  const resultsMinor = await parts.games.resultsUnder(memberId, id, grantedAt)
  const lines = thresholds(baseMinor, terms)
  const currentMinor = baseMinor + resultsMinor
  if (outcomeOf(currentMinor, lines) !== null) return { baseMinor, currentMinor, ...lines }
  const left = await leftMinor(parts, memberId)
  return { baseMinor, currentMinor: left < lines.failBelowMinor ? left : currentMinor, ...lines }
}

/** GET /api/bonus/check/active (rulings 4.4), and what an armed one waits for. */
export async function checkActive(
  parts: RewardsParts,
  memberId: string,
  language: Language,
): Promise<AnswerOf<typeof calls.bonusCheckActive>> {
  const bonus = await heldBonus(parts, memberId)
  if (bonus === null) return { status: false, type: null, kind: null, name: null, progress: null }
  const progress = await progressOf(parts, bonus)
  const wire = (amountMinor: number | undefined) => (amountMinor === undefined ? null : toWireAmount(amountMinor))
  const state = bonus.state === 'granted' || bonus.state === 'ending' ? bonus.state : 'armed'
  return {
    status: true,
    type: bonus.source,
    kind: bonus.source === 'bonus' ? bonus.terms.kind : null,
    name: bonus.terms.names[language],
    progress: {
      state,
      base: wire(progress?.baseMinor),
      current: wire(progress?.currentMinor),
      failBelow: wire(progress?.failBelowMinor),
      passFrom: wire(progress?.passFromMinor),
      ...(state === 'armed' ? { minDeposit: toWireAmount(bonus.terms.minDepositMinor) } : {}),
    },
  }
}

/** GET /api/bonus/check/minimum (rulings 4.4). */
export async function checkMinimum(
  parts: RewardsParts,
  memberId: string,
): Promise<AnswerOf<typeof calls.bonusCheckMinimum>> {
  const bonus = await heldBonus(parts, memberId)
  const progress = bonus === null ? null : await progressOf(parts, bonus)
  if (progress === null) return { minimum: null, current: null }
  return { minimum: toWireAmount(progress.failBelowMinor), current: toWireAmount(progress.currentMinor) }
}

/** The bonus that a member holds, and how far it is; null when he holds none. */
export async function heldOf(
  parts: RewardsParts,
  memberId: string,
): Promise<{ bonus: UserBonusRow; progress: Progress | null } | null> {
  const bonus = await heldBonus(parts, memberId)
  return bonus === null ? null : { bonus, progress: await progressOf(parts, bonus) }
}
