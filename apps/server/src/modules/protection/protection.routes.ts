import { calls, desk } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
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
  const answer = async (memberId: string, work: Promise<void>) => {
    await work
    return readProtection(parts, memberId)
  }
  return [
    route(calls.protection, ({ member }) => readProtection(parts, member.memberId)),
    route(
      calls.protectionLimit,
      ({ member: { memberId }, body: { amount, ...asked } }) => {
        const amountMinor = amount === null ? null : Math.round(amount * 100)
        return answer(memberId, setLimit(parts, { memberId, ...asked, amountMinor }))
      },
      { limit },
    ),
    route(
      calls.protectionConfirmLimit,
      ({ member: { memberId }, body }) => answer(memberId, confirmLimit(parts, { memberId, ...body })),
      { limit },
    ),
    route(
      calls.protectionCoolOff,
      ({ member: { memberId }, body }) => answer(memberId, coolOff(parts, memberId, body.hours)),
      { limit },
    ),
    route(calls.protectionExclude, ({ member, body }) => answer(member.memberId, excludeOneself(parts, member, body)), {
      limit,
    }),
    route(calls.protectionAskReturn, ({ member: { memberId } }) => answer(memberId, askToReturn(parts, memberId)), {
      limit,
    }),
    route(
      calls.protectionConfirmReturn,
      ({ member: { memberId } }) => answer(memberId, confirmReturn(parts, memberId)),
      { limit },
    ),
  ]
}

/** What staff set for members. */
export function protectionDeskRoutes(parts: ProtectionParts): Route[] {
  const now = () => parts.clock.now()
  return [
    route(desk.deskSetLimit, ({ agent, params, body: { amount, reason, ...asked } }) => {
      const amountMinor = amount === null ? null : Math.round(amount * 100)
      return limitByStaff(parts, { ...params, ...asked, amountMinor, by: byAgent(agent), reason: reason.trim() })
    }),
    route(desk.deskCoolOff, ({ agent, params, body: { hours, reason } }) => {
      const taken = { kind: 'cool-off', until: coolOffUntil(now(), hours) } as const
      return excludeByStaff(parts, { ...params, ...taken, by: byAgent(agent), reason: reason.trim() })
    }),
    route(desk.deskExclude, ({ agent, params, body: { months, reason } }) => {
      const taken = { kind: 'self-exclusion', until: exclusionUntil(now(), months) } as const
      return excludeByStaff(parts, { ...params, ...taken, by: byAgent(agent), reason: reason.trim() })
    }),
  ]
}
