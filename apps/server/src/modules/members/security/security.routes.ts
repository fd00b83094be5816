import { calls } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import { type Route, done, route } from '../../../platform/http/index.ts'
import { addressGroup } from '../../../platform/http/limits.ts'
import { renamePasskey } from '../factors/factors.store.ts'
import { addPasskey, beginPasskey } from '../factors/passkeys.ts'
import { readMember } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { removeAuthenticator, removePasskey, stopRemoval } from './factor-removal.ts'
import {
  addAuthenticator,
  beginAuthenticator,
  beginStepUp,
  passkeyOf,
  renewCodes,
  securityOf,
  stepUp,
} from './security.ts'

const limit = { perMember: { max: 60, windowS: 600 } } as const

/** What members prove by that it is they (beyond 4). */
export function createSecurityRoutes(parts: MembersParts): Route[] {
  return [
    route(calls.accountSecurity, ({ member }) => securityOf(parts, member)),
    route(
      calls.accountPasskeyStart,
      async ({ member }) => {
        const name = (await readMember(parts.database, member.memberId))?.name ?? member.username
        return { options: await beginPasskey(parts, member, name) }
      },
      { limit },
    ),
    route(
      calls.accountPasskeyAdd,
      async ({ member, body, address }) => ({
        passkey: passkeyOf(await addPasskey(parts, member, { ...body, address: addressGroup(address) })),
      }),
      { limit },
    ),
    route(calls.accountPasskeyName, async ({ member, params, body }) => {
      if (!(await renamePasskey(parts.database, member.memberId, params.id, body.name.trim()))) refuse('NO_DATA')
      return { code: 'OK' as const }
    }),
    route(calls.accountPasskeyRemove, ({ member, params, address, language }) =>
      done(removePasskey(parts, member, params.id, { address: addressGroup(address), language })),
    ),
    route(calls.accountAuthenticatorStart, ({ member }) => beginAuthenticator(parts, member), { limit }),
    route(
      calls.accountAuthenticatorAdd,
      async ({ member, body, address }) => ({
        codes: await addAuthenticator(parts, member, body.totp, addressGroup(address)),
      }),
      { limit },
    ),
    route(calls.accountAuthenticatorRemove, ({ member, address, language }) =>
      done(removeAuthenticator(parts, member, { address: addressGroup(address), language })),
    ),
    route(
      calls.accountCodesMake,
      async ({ member, address }) => ({ codes: await renewCodes(parts, member, addressGroup(address)) }),
      { limit },
    ),
    route(calls.accountStepUpStart, ({ member }) => beginStepUp(parts, member), { limit }),
    route(
      calls.accountStepUp,
      async ({ member, body }) => ({ freshUntil: (await stepUp(parts, member, body)).toISOString() }),
      { limit },
    ),
    route(calls.accountRemovalStop, ({ member, address }) => done(stopRemoval(parts, member, addressGroup(address)))),
  ]
}
