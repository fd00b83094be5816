import { calls } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import { goOn, hear, setTime } from './play-time.ts'
import type { ProtectionParts } from './protection.parts.ts'

const limit = { perMember: { max: 20, windowS: 60 } }

/** The calls about how long a member uses the wallet. */
export function playTimeRoutes(parts: ProtectionParts): Route[] {
  return [
    route(calls.protectionUse, ({ member }) => hear(parts, member.memberId)),
    route(calls.protectionContinue, ({ member }) => goOn(parts, member.memberId)),
    route(calls.protectionTime, ({ member, body }) => setTime(parts, member.memberId, body), { limit }),
  ]
}
