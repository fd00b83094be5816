import type { AnswerOf, calls } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { inviteAccount, walletAccount } from '../members/index.ts'
import { inviteProblem, maskedName } from './invite.rules.ts'
import { hasPlayingInvitee, listInviteShares, readInviteRule } from './invite.store.ts'
import { hasCredit, type RewardCredits } from './reward-credits.ts'

export interface InviteDeps {
  database: Database
  clock: Clock
  credits: RewardCredits
}

/** The invite bonus to receive, and the percentages it is received under. */
export type InviteFigures = AnswerOf<typeof calls.inviteShowBonus>

export interface Invites {
  /** What the home screen shows, also while the operator gives none (HOM-007). */
  figures(memberId: string): Promise<InviteFigures>
  /** INV-008. Refuses with INVITE_INACTIVE. */
  show(memberId: string): Promise<InviteFigures>
  /** INV-010: the invite account goes to the wallet. Refuses in the order of rulings 4.6, BONUS_REMAINING after the 403. */
  receive(memberId: string, operationId: string): Promise<AnswerOf<typeof calls.inviteReceive>>
  /** INV-007: what each day of each friend brought, newest first. */
  list(memberId: string, page: { page: number; limit: number }): Promise<AnswerOf<typeof calls.inviteList>>
}

/** The bonus for inviting friends, as the inviter sees and receives it. */
export function createInvites(deps: InviteDeps): Invites {
  const { database, clock, credits } = deps
  const ruleNow = () => readInviteRule(database, clock.now())

  async function figures(memberId: string): Promise<InviteFigures> {
    const [rule, amountMinor] = await Promise.all([ruleNow(), credits.amountOf(inviteAccount(memberId))])
    return {
      amount: toWireAmount(amountMinor),
      success: rule?.percentSuccess ?? 0,
      fail: rule?.percentFail ?? 0,
    }
  }

  async function refuseNothing(memberId: string): Promise<never> {
    const [isPlayed, hasReceived] = await Promise.all([
      hasPlayingInvitee(database, memberId),
      hasCredit(database, memberId, 'invite'),
    ])
    // Nothing stood on the account when this was asked; what has come since waits for the next call.
    return refuse(inviteProblem({ hasPlayingInvitee: isPlayed, amountMinor: 0, hasReceived }) ?? 'NO_INVITE_BONUS')
  }

  return {
    figures,
    async show(memberId) {
      if ((await ruleNow())?.isActive !== true) refuse('INVITE_INACTIVE')
      return figures(memberId)
    },
    async receive(memberId, operationId) {
      let amountMinor = await credits.made(memberId, operationId)
      if (amountMinor === null) {
        const rule = await ruleNow()
        if (rule?.isActive !== true) return refuse('INVITE_INACTIVE')
        const { percentFail, percentSuccess } = rule
        amountMinor = await credits.credit({
          memberId,
          operationId,
          kind: 'invite',
          from: inviteAccount(memberId),
          terms: { percentFail, percentSuccess },
          refuseNothing: () => refuseNothing(memberId),
        })
        if (amountMinor === null) return refuse('INVITE_BONUS_FAIL', { retryAfterS: 1 })
      }
      const walletMinor = await credits.amountOf(walletAccount(memberId))
      return {
        message: 'INVITE_BONUS_SUCCESS',
        amount: toWireAmount(amountMinor),
        wallet: { amount: toWireAmount(walletMinor) },
      }
    },
    async list(memberId, page) {
      const { total, shares } = await listInviteShares(database, memberId, page)
      const invites = shares.map(({ name, amountMinor, createdAt }) => ({
        from: { name: maskedName(name) },
        amount: toWireAmount(amountMinor),
        createdAt: createdAt.toISOString(),
      }))
      return { total, invites }
    },
  }
}
