import { calls, desk } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { done, type Identity, type Language, type Route, route } from '../../platform/http/index.ts'
import { byAgent } from '../deeds/index.ts'
import { excludeByStaff, limitByStaff } from './by-staff.ts'
import { coolOffUntil, exclusionUntil } from './exclusion.rules.ts'
import { askToReturn, confirmReturn, coolOff, excludeOneself } from './exclude.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { readProtection } from './read-protection.ts'
import { confirmLimit, setLimit } from './set-limit.ts'

/** Each leaves a row that is kept: no member does it more often than this. */
const limit = { perMember: { max: 20, windowS: 60 } }

/** The calls of the contract that this module answers; each change answers how the member is protected then. */
export function protectionRoutes(parts: ProtectionParts): Route[] {
  const answer = async ({ memberId }: Identity, language: Language, work: Promise<void>) => {
    await work
    return readProtection(parts, memberId, language)
  }
  return [
    route(calls.protection, ({ member, language }) => readProtection(parts, member.memberId, language)),
    route(
      calls.protectionLimit,
      ({ member, language, body: { amount, ...asked } }) => {
        const amountMinor = amount === null ? null : fromWireAmount(amount)
        return answer(member, language, setLimit(parts, { memberId: member.memberId, ...asked, amountMinor }))
      },
      { limit },
    ),
    route(
      calls.protectionConfirmLimit,
      ({ member, language, body }) =>
        answer(member, language, confirmLimit(parts, { memberId: member.memberId, ...body })),
      { limit },
    ),
    route(
      calls.protectionCoolOff,
      ({ member, language, body }) => answer(member, language, coolOff(parts, member.memberId, body.hours)),
      { limit },
    ),
    route(
      calls.protectionExclude,
      ({ member, language, body }) => answer(member, language, excludeOneself(parts, member, body)),
      { limit },
    ),
    route(
      calls.protectionAskReturn,
      ({ member, language }) => answer(member, language, askToReturn(parts, member.memberId)),
      { limit },
    ),
    route(
      calls.protectionConfirmReturn,
      ({ member, language }) => answer(member, language, confirmReturn(parts, member.memberId)),
      { limit },
    ),
  ]
}

/** What staff set for members. */
export function protectionDeskRoutes(parts: ProtectionParts): Route[] {
  const now = () => parts.clock.now()
  return [
    route(desk.deskSetLimit, ({ agent, params, body: { amount, reason, ...asked } }) => {
      const amountMinor = amount === null ? null : fromWireAmount(amount)
      return done(limitByStaff(parts, { ...params, ...asked, amountMinor, by: byAgent(agent), reason: reason.trim() }))
    }),
    route(desk.deskCoolOff, ({ agent, params, body: { hours, reason } }) => {
      const taken = { kind: 'cool-off', until: coolOffUntil(now(), hours) } as const
      return done(excludeByStaff(parts, { ...params, ...taken, by: byAgent(agent), reason: reason.trim() }))
    }),
    route(desk.deskExclude, ({ agent, params, body: { months, reason } }) => {
      const taken = { kind: 'self-exclusion', until: exclusionUntil(now(), months) } as const
      return done(excludeByStaff(parts, { ...params, ...taken, by: byAgent(agent), reason: reason.trim() }))
    }),
  ]
}
