import { desk } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import { byAgent } from '../deeds/index.ts'
import type { BackofficeParts } from './backoffice.parts.ts'
import { readMember } from './member.ts'
import {
  addNote,
  endBonus,
  endSessions,
  keepFactors,
  lockMember,
  readGame,
  rememberPayout,
  removeFactors,
  renewGame,
  reveal,
  unlockMember,
} from './member-deeds.ts'
import { readTimeline } from './timeline.ts'

/** The page of a member, and what is done there. */
export function memberRoutes(parts: BackofficeParts): Route[] {
  return [
    route(desk.deskMember, ({ params, language, agent: { roles } }) =>
      readMember(parts, params.memberId, { language, roles }),
    ),
    route(desk.deskTimeline, ({ params, query }) => readTimeline(parts, params.memberId, query)),
    route(desk.deskLockMember, ({ agent, params, body }) =>
      lockMember(parts, { ...params, by: byAgent(agent), reason: body.reason.trim() }),
    ),
    route(desk.deskUnlockMember, ({ agent, params, body }) =>
      unlockMember(parts, { ...params, by: byAgent(agent), reason: body.reason.trim() }),
    ),
    route(desk.deskEndSessions, ({ agent, params, body }) =>
      endSessions(parts, { ...params, by: byAgent(agent), reason: body.reason.trim() }),
    ),
    route(desk.deskRemoveFactors, ({ agent, params, body }) =>
      removeFactors(parts, { ...params, by: byAgent(agent), reason: body.reason.trim() }),
    ),
    route(desk.deskKeepFactors, ({ agent, params, body }) =>
      keepFactors(parts, { ...params, by: byAgent(agent), reason: body.reason.trim() }),
    ),
    route(desk.deskAddNote, ({ agent, params, body }) =>
      addNote(parts, { ...params, by: byAgent(agent), text: body.text }),
    ),
    route(desk.deskReveal, ({ agent, params, body }) =>
      reveal(parts, { ...params, by: byAgent(agent), field: body.field, reason: body.reason.trim() }),
    ),
    route(desk.deskReadGame, ({ agent, params, body }) =>
      readGame(parts, { ...params, by: byAgent(agent), code: body.code.trim().toUpperCase() }),
    ),
    route(desk.deskRenewGame, ({ agent, params, body }) =>
      renewGame(parts, { ...params, by: byAgent(agent), code: body.code.trim().toUpperCase() }),
    ),
    route(desk.deskRememberPayout, ({ agent, params, body, operationId }) =>
      rememberPayout(parts, { ...params, ...body, by: { ...byAgent(agent), operationId } }),
    ),
    route(desk.deskEndBonus, ({ agent, params, body }) =>
      endBonus(parts, { ...params, by: byAgent(agent), reason: body.reason.trim() }),
    ),
  ]
}
