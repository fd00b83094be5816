import { calls } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { type Route, route } from '../../platform/http/route.ts'
import { activate, credentials, launch, resetPassword } from './accounts/accounts.ts'
import type { GamesParts } from './games.parts.ts'
import { readAmounts } from './accounts/ledger-accounts.ts'
import { transferAll } from './transfers/gather.ts'
import { refreshAll } from './readings/refresh.ts'
import { transfer } from './transfers/transfer.ts'
import { verifySession } from './accounts/verify-session.ts'

/** Calls to providers are dear: no member needs them more often than this. */
const providerLimit = { perMember: { max: 120, windowS: 60 } }

/** The calls of the contract that this module answers. */
export function gamesRoutes(parts: GamesParts): Route[] {
  return [
    route(
      calls.walletRefreshSlot,
      async ({ member }) => {
        const slots = await refreshAll(parts, member.memberId)
        const { walletMinor } = await readAmounts(parts, member.memberId, [])
        return {
          wallet: { amount: toWireAmount(walletMinor) },
          slots: slots.map(({ code, amountMinor, isActive, stale }) => ({
            code,
            amount: toWireAmount(amountMinor),
            isActive,
            stale,
          })),
        }
      },
      { limit: providerLimit },
    ),
    route(
      calls.walletActivate,
      ({ member, params, language }) => activate(parts, member.memberId, params.slotCode, language),
      { limit: providerLimit },
    ),
    route(calls.hookGameSession, ({ params, rawBody }) =>
      verifySession(parts, params.code, new URLSearchParams(rawBody?.toString())),
    ),
    route(calls.walletAccount, ({ member, params }) => credentials(parts, member.memberId, params.slotCode)),
    route(calls.walletResetPassword, ({ member, params }) => resetPassword(parts, member.memberId, params.slotCode), {
      limit: { perMember: { max: 10, windowS: 60 } },
    }),
    route(
      calls.autoLogin,
      ({ member, params }) =>
        launch(parts, member.memberId, {
          provider: params.provider,
          username: params.username,
          password: params.password,
        }),
      { limit: providerLimit },
    ),
    route(
      calls.walletTransfer,
      ({ member, body, operationId, operationKey: key, rules }) =>
        transfer(parts, { memberId: member.memberId, operationId, ...body, rules, key }),
      { rulesLate: true, takesKey: true, limit: providerLimit },
    ),
    route(
      calls.walletTransferAll,
      ({ member, body, operationId, rules }) =>
        transferAll(parts, { memberId: member.memberId, operationId, to: body.to, rules }),
      { rulesLate: true, limit: providerLimit },
    ),
  ]
}
