import { desk } from '@krapao/contract'
import { type Context, done, type Route, route } from '../../../platform/http/index.ts'
import { byAgent } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import {
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
import { readMember } from './member.ts'
import { search } from './search.ts'
import { readTimeline } from './timeline.ts'

/** Whom a deed is about, who does it, and why. */
function toldBy({ agent, params, body }: Pick<Context<typeof desk.deskLockMember>, 'agent' | 'params' | 'body'>) {
  return { ...params, by: byAgent(agent), reason: body.reason.trim() }
}

/** How a member is found, his page, and what is done there. */
export function memberRoutes(parts: BackofficeParts): Route[] {
  return [
    route(desk.deskSearch, ({ query }) => search(parts, query.q)),
    route(desk.deskMember, ({ params, language, agent: { roles } }) =>
      readMember(parts, params.memberId, { language, roles }),
    ),
    route(desk.deskTimeline, ({ params, query }) => readTimeline(parts, params.memberId, query)),
    route(desk.deskLockMember, (context) => done(lockMember(parts, toldBy(context)))),
    route(desk.deskUnlockMember, (context) => done(unlockMember(parts, toldBy(context)))),
    route(desk.deskEndSessions, (context) => done(endSessions(parts, toldBy(context)))),
    route(desk.deskRemoveFactors, (context) => done(removeFactors(parts, toldBy(context)))),
    route(desk.deskKeepFactors, (context) => done(keepFactors(parts, toldBy(context)))),
    route(desk.deskAddNote, ({ agent, params, body }) =>
      done(parts.members.addNote({ ...params, by: byAgent(agent), text: body.text.trim() })),
    ),
    route(desk.deskReveal, (context) => reveal(parts, { ...toldBy(context), field: context.body.field })),
    route(desk.deskReadGame, ({ agent, params, body }) =>
      readGame(parts, { ...params, by: byAgent(agent), code: body.code.trim().toUpperCase() }),
    ),
    route(desk.deskRenewGame, ({ agent, params, body }) =>
      done(renewGame(parts, { ...params, by: byAgent(agent), code: body.code.trim().toUpperCase() })),
    ),
    route(desk.deskRememberPayout, ({ agent, params, body, operationId }) =>
      done(rememberPayout(parts, { ...params, ...body, by: { ...byAgent(agent), operationId } })),
    ),
    route(desk.deskEndBonus, (context) => done(endBonus(parts, toldBy(context)))),
  ]
}
