import { calls } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import { readBanners } from './banners/banners.ts'
import { arm } from './bonuses/arm.ts'
import { currentPromotion, findPromotion, listBonuses, promotionCode, showUserBonus } from './bonuses/bonus.views.ts'
import { clear } from './bonuses/end.ts'
import { checkActive, checkMinimum } from './bonuses/progress.ts'
import { readInviteRule } from './invites/invite.store.ts'
import { listInvites, receiveInviteBonus, showInviteBonus } from './invites/invite.ts'
import { readRefundRule } from './refunds/refund.store.ts'
import { addRefundToWallet, checkRefund, listRefunds, receiveRefund } from './refunds/refund.ts'
import type { RewardsParts } from './rewards.parts.ts'

/** Arming and giving back leave a row each: no member does it more often than this. */
const armLimit = { perMember: { max: 20, windowS: 60 } }
/** Codes are not to be guessed by trying. */
const findLimit = { perMember: { max: 30, windowS: 60 } }

/** The calls of bonuses and promotions, of refunds and of invites. */
export function rewardsRoutes(parts: RewardsParts): Route[] {
  const { database, clock } = parts
  return [
    route(calls.bonusList, ({ member, language }) => listBonuses(parts, member.memberId, language)),
    route(
      calls.bonusActivate,
      async ({ member: { memberId }, operationId, params: { code } }) =>
        showUserBonus(parts, await arm(parts, { memberId, operationId, source: 'bonus', code })),
      { limit: armLimit },
    ),
    route(calls.bonusCheckActive, ({ member, language }) => checkActive(parts, member.memberId, language)),
    route(calls.bonusCheckMinimum, ({ member }) => checkMinimum(parts, member.memberId)),
    route(
      calls.bonusClear,
      async ({ member: { memberId }, operationId }) => ({
        message: 'BONUS_CLEAR' as const,
        status: await clear(parts, { memberId, operationId }),
      }),
      { limit: armLimit },
    ),
    route(calls.promotionCurrent, ({ member, language }) => currentPromotion(parts, member.memberId, language)),
    route(calls.promotionFind, ({ params, language }) => findPromotion(parts, params.code, language), {
      limit: findLimit,
    }),
    route(
      calls.promotionActivate,
      async ({ member: { memberId }, operationId, params }) =>
        showUserBonus(
          parts,
          await arm(parts, { memberId, operationId, source: 'promotion', code: promotionCode(params.code) }),
        ),
      { limit: armLimit },
    ),
    route(calls.refundList, ({ member, body }) => listRefunds(parts, member.memberId, body)),
    route(calls.refundCheck, ({ member, language }) => checkRefund(parts, member.memberId, language)),
    route(calls.refundReceive, ({ member, operationId }) => receiveRefund(parts, member.memberId, operationId)),
    route(calls.refundAddWallet, ({ member, operationId }) => addRefundToWallet(parts, member.memberId, operationId)),
    route(calls.refundBanners, async ({ language }) => {
      const rule = await readRefundRule(database, clock.now())
      return { banners: await readBanners(database, 'refund', language, rule) }
    }),
    route(calls.inviteList, ({ member, body }) => listInvites(parts, member.memberId, body)),
    route(calls.inviteShowBonus, ({ member }) => showInviteBonus(parts, member.memberId)),
    route(calls.inviteReceive, ({ member, operationId }) => receiveInviteBonus(parts, member.memberId, operationId)),
    route(calls.inviteBanners, async ({ language }) => {
      const rule = await readInviteRule(database, clock.now())
      return { banners: await readBanners(database, 'invite', language, rule) }
    }),
  ]
}
