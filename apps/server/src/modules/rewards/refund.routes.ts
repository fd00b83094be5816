import { calls } from '@krapao/contract'
import type { Database } from '../../platform/database/types.ts'
import { type Route, route } from '../../platform/http/index.ts'
import { readBanners } from './banners.ts'
import type { Invites } from './invite.ts'
import type { Refunds } from './refund.ts'

/** The calls of refunds and invites. */
export function refundRoutes(deps: { database: Database; refunds: Refunds; invites: Invites }): Route[] {
  const { database, refunds, invites } = deps
  return [
    route(calls.refundList, ({ member, body }) => refunds.list(member.memberId, body)),
    route(calls.refundCheck, ({ member, language }) => refunds.check(member.memberId, language)),
    route(calls.refundReceive, ({ member, operationId }) => refunds.receive(member.memberId, operationId)),
    route(calls.refundAddWallet, ({ member, operationId }) => refunds.addWallet(member.memberId, operationId)),
    route(calls.refundBanners, async ({ language }) => ({ banners: await readBanners(database, 'refund', language) })),
    route(calls.inviteList, ({ member, body }) => invites.list(member.memberId, body)),
    route(calls.inviteShowBonus, ({ member }) => invites.show(member.memberId)),
    route(calls.inviteReceive, ({ member, operationId }) => invites.receive(member.memberId, operationId)),
    route(calls.inviteBanners, async ({ language }) => ({ banners: await readBanners(database, 'invite', language) })),
  ]
}
