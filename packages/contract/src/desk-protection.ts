import * as v from 'valibot'
import { agentCall } from './call.ts'
import { memberParams, reason } from './desk-shapes.ts'
import { coolOffTerm, exclusionTerm, limitSetting } from './protection.ts'
import { EXCLUDERS, LIMIT_SETTERS } from './roles.ts'
import { done } from './shapes.ts'

/** What staff set to protect a player: beside what he set himself, which none of it loosens. */

export const deskSetLimit = agentCall('deskSetLimit', 'POST /api/desk/members/:memberId/limits', {
  roles: LIMIT_SETTERS,
  idempotent: true,
  summary: 'Sets a limit of ours for a member, or takes it away (null); of his own and ours the least remainder holds',
  params: memberParams,
  body: v.object({ ...limitSetting.entries, reason }),
  answer: done,
  codes: ['NO_DATA'],
})

export const deskCoolOff = agentCall('deskCoolOff', 'POST /api/desk/members/:memberId/cool-off', {
  roles: EXCLUDERS,
  idempotent: true,
  summary: 'Takes a break for a member who asked for it; of several the longest counts',
  params: memberParams,
  body: v.object({ hours: coolOffTerm, reason }),
  answer: done,
  codes: ['NO_DATA'],
})

export const deskExclude = agentCall('deskExclude', 'POST /api/desk/members/:memberId/self-exclusion', {
  roles: EXCLUDERS,
  idempotent: true,
  summary: 'Excludes a member who asked for it, for so many months or for good (null); nobody shortens it',
  params: memberParams,
  body: v.object({ months: exclusionTerm, reason }),
  answer: done,
  codes: ['NO_DATA'],
})
