import type { AnswerOf, calls } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { refuse } from '../../../platform/errors.ts'
import { inviteAccount, walletAccount } from '../../members/index.ts'
import { creditMade, hasCredit } from '../credits/reward-credits.store.ts'
import { amountOf, creditReward } from '../credits/reward-credits.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { inviteProblem, maskedName } from './invite.rules.ts'
import { hasPlayingInvitee, type InviteRule, listInviteShares, readInviteRule } from './invite.store.ts'

type InviteFigures = AnswerOf<typeof calls.inviteShowBonus>

const ruleNow = ({ database, clock }: RewardsParts): Promise<InviteRule | null> => readInviteRule(database, clock.now())

/**
 * The invite bonus to receive, and the percentages it is received under: what the home screen shows, also while the
 * operator gives none (HOM-007).
 */
export async function inviteFigures(parts: RewardsParts, memberId: string): Promise<InviteFigures> {
  const [rule, amountMinor] = await Promise.all([ruleNow(parts), amountOf(parts, inviteAccount(memberId))])
  return { amount: toWireAmount(amountMinor), success: rule?.percentSuccess ?? 0, fail: rule?.percentFail ?? 0 }
}

/** INV-008. Refuses with INVITE_INACTIVE. */
export async function showInviteBonus(parts: RewardsParts, memberId: string): Promise<InviteFigures> {
  if ((await ruleNow(parts))?.isActive !== true) refuse('INVITE_INACTIVE')
  return inviteFigures(parts, memberId)
}

async function refuseNothing({ database }: RewardsParts, memberId: string): Promise<never> {
  const [isPlayed, hasReceived] = await Promise.all([
    hasPlayingInvitee(database, memberId),
    hasCredit(database, memberId, 'invite'),
  ])
  // Nothing stood on the account when this was asked; what has come since waits for the next call.
  return refuse(inviteProblem({ hasPlayingInvitee: isPlayed, amountMinor: 0, hasReceived }) ?? 'NO_INVITE_BONUS')
}

/** INV-010: the invite account goes to the wallet. Refuses in the order of rulings 4.6, BONUS_REMAINING after the 403. */
export async function receiveInviteBonus(
  parts: RewardsParts,
  memberId: string,
  operationId: string,
): Promise<AnswerOf<typeof calls.inviteReceive>> {
  let amountMinor = await creditMade(parts.database, memberId, operationId)
  if (amountMinor === null) {
    const rule = await ruleNow(parts)
    if (rule?.isActive !== true) return refuse('INVITE_INACTIVE')
    const { percentFail, percentSuccess } = rule
    amountMinor = await creditReward(parts, {
      memberId,
      operationId,
      kind: 'invite',
      from: inviteAccount(memberId),
      terms: { percentFail, percentSuccess },
      refuseNothing: () => refuseNothing(parts, memberId),
    })
    if (amountMinor === null) return refuse('INVITE_BONUS_FAIL', { retryAfterS: 1 })
  }
  const walletMinor = await amountOf(parts, walletAccount(memberId))
  return {
    message: 'INVITE_BONUS_SUCCESS',
    amount: toWireAmount(amountMinor),
    wallet: { amount: toWireAmount(walletMinor) },
  }
}

/** INV-007: what each day of each friend brought, newest first. */
export async function listInvites(
  { database }: RewardsParts,
  memberId: string,
  page: { page: number; limit: number },
): Promise<AnswerOf<typeof calls.inviteList>> {
  const { total, shares } = await listInviteShares(database, memberId, page)
  const invites = shares.map(({ name, amountMinor, createdAt }) => ({
    from: { name: maskedName(name) },
    amount: toWireAmount(amountMinor),
    createdAt: createdAt.toISOString(),
  }))
  return { total, invites }
}
