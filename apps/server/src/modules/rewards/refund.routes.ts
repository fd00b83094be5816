import { calls } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { type Route, route } from '../../platform/http/index.ts'
import { readBanners } from './banners.ts'
import { readInviteRule } from './invite.store.ts'
import type { Invites } from './invite.ts'
import { readRefundRule } from './refund.store.ts'
import type { Refunds } from './refund.ts'

/** The calls of refunds and invites. */
export function refundRoutes(deps: { database: Database; clock: Clock; refunds: Refunds; invites: Invites }): Route[] {
  const { database, clock, refunds, invites } = deps
  return [
    route(calls.refundList, ({ member, body }) => refunds.list(member.memberId, body)),
    route(calls.refundCheck, ({ member, language }) => refunds.check(member.memberId, language)),
    route(calls.refundReceive, ({ member, operationId }) => refunds.receive(member.memberId, operationId)),
    route(calls.refundAddWallet, ({ member, operationId }) => refunds.addWallet(member.memberId, operationId)),
    route(calls.refundBanners, async ({ language }) => {
      const rule = await readRefundRule(database, clock.now())
      return { banners: await readBanners(database, 'refund', language, rule) }
    }),
    route(calls.inviteList, ({ member, body }) => invites.list(member.memberId, body)),
    route(calls.inviteShowBonus, ({ member }) => invites.show(member.memberId)),
    route(calls.inviteReceive, ({ member, operationId }) => invites.receive(member.memberId, operationId)),
    route(calls.inviteBanners, async ({ language }) => {
      const rule = await readInviteRule(database, clock.now())
      return { banners: await readBanners(database, 'invite', language, rule) }
    }),
  ]
}
