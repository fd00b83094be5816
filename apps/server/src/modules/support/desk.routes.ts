import { desk, DESK_PAGE_SIZE } from '@krapao/contract'
import { refuse } from '../../platform/errors.ts'
import { beginOf, dayAfter, isDay } from '../../platform/bangkok-day.ts'
import { answerFile } from '../../platform/files/index.ts'
import { type Context, done, type Route, route } from '../../platform/http/index.ts'
import { addressGroup } from '../../platform/http/limits.ts'
import { isDatabaseAway } from '../../platform/database/index.ts'
import { byAgent } from '../deeds/index.ts'
import { type AgentLoginRequest, loginAgent } from './agent-login.ts'
import { offerFactor, takeFactor } from './agent-factor.ts'
import { changeAgentPassword } from './agent-password.ts'
import { type AgentPlace, logoutAgent } from './agents.ts'
import { auditPage, type DeedsWanted } from './audit.store.ts'
import { addReply, changeReply, removeReply } from './canned-replies.ts'
import { repliesListed } from './canned-replies.store.ts'
import { exportDeeds } from './export-deeds.ts'
import { historyOfRoom, requireThere, sendAsAgent, uploadAsAgent } from './desk-messages.ts'
import { claim, leave, markRoomRead, readInbox, readRoom, takeOver } from './desk-rooms.ts'
import { disableAccount, endStaffSessions, setRoles, staffListed } from './staff.ts'
import { stepUp } from './step-up.ts'
import type { SupportParts } from './support.parts.ts'

/** So much is kept of what a browser says of itself. */
const DEVICE_MAX = 300

/** Limits besides those that all calls share. */
const limits = {
  login: {
    perAddress: { max: 600, windowS: 600 },
    unproven: { perAddress: { max: 60, windowS: 600 }, perNetwork: { max: 240, windowS: 600 } },
  },
  send: { perMember: { max: 120, windowS: 60 } },
  upload: { perMember: { max: 120, windowS: 3600 } },
} as const

async function orLoginFail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseAway(error)) refuse('LOGIN_FAIL', { status: 503, retryAfterS: 1, cause: error })
    throw error
  }
}

/** From where a call comes. */
function placeOf({ address, headers }: Pick<Context<typeof desk.deskLogin>, 'address' | 'headers'>): AgentPlace {
  return { address: addressGroup(address), device: headers['user-agent']?.slice(0, DEVICE_MAX) ?? null }
}

function sessionRoutes(parts: SupportParts): Route[] {
  return [
    route(
      desk.deskLogin,
      async ({ body, address, headers, proof, setCookie }) => {
        const newPassword = body.newPassword ?? null
        const asked: AgentLoginRequest = {
          ...body,
          newPassword,
          ...placeOf({ address, headers }),
          cookies: headers.cookie,
          proof,
        }
        const { cookie, ...loggedIn } = await orLoginFail(() => loginAgent(parts, asked))
        setCookie(cookie)
        return loggedIn
      },
      { limit: limits.login },
    ),
    route(desk.deskLogout, ({ agent }) => done(logoutAgent(parts, agent))),
    route(desk.deskMe, async ({ agent: { agentId, name, username, roles } }) => ({
      agent: { _id: agentId, name, username, roles: [...roles] },
    })),
    route(desk.deskChangePassword, async ({ agent, body, ...from }) => ({
      token: await changeAgentPassword(parts, agent, { ...body, ...placeOf(from) }),
    })),
    route(desk.deskNewFactor, ({ agent, body }) => offerFactor(parts, agent, body)),
    route(desk.deskTakeFactor, async ({ agent, body, ...from }) => ({
      token: await takeFactor(parts, agent, { ...body, ...placeOf(from) }),
    })),
    route(desk.deskStepUp, async ({ agent, body }) => ({
      freshUntil: (await stepUp(parts, agent, body.totp)).toISOString(),
    })),
    route(desk.deskAudit, ({ agent, query }) =>
      auditPage(parts, agent, {
        ...wantedOf(query),
        roomId: query.roomId || null,
        after: query.after ?? null,
        offset: (Number(query.page) - 1) * DESK_PAGE_SIZE,
        limit: DESK_PAGE_SIZE,
      }),
    ),
    route(desk.deskAuditExport, ({ agent, body }) => {
      const { reason, from = null, to = null } = body
      return exportDeeds(parts, byAgent(agent), { ...wantedOf(body), days: { from, to }, reason })
    }),
  ]
}

type Wanted = Pick<Context<typeof desk.deskAudit>['query'], 'actor' | 'deed' | 'of' | 'memberId' | 'from' | 'to'>

function wantedOf(wanted: Wanted): DeedsWanted {
  const { actor, deed, of = null, memberId } = wanted
  return { ...timesOf(wanted), actor: actor || null, deed: deed || null, of, memberId: memberId || null }
}

/** From the beginning of a day to the end of one, where they are named; refuses with NO_DATA (422) what is no day. */
function timesOf(query: { from?: string | null | undefined; to?: string | null | undefined }) {
  const { from, to } = query
  const fields = Object.entries({ from, to }).flatMap(([name, day]) => (day && !isDay(day) ? [name] : []))
  if (fields.length > 0) refuse('NO_DATA', { status: 422, details: { fields } })
  return { from: from ? beginOf(from) : null, until: to ? beginOf(dayAfter(to)) : null }
}

function roomRoutes(parts: SupportParts): Route[] {
  return [
    route(desk.deskInbox, ({ agent, query }) =>
      readInbox(parts, agent, { box: query.box, after: query.after ?? null, find: query.find?.trim() || null }),
    ),
    route(desk.deskRoomRead, ({ agent, params }) => readRoom(parts, agent, params.roomId)),
    route(desk.deskClaim, ({ agent, params }) => claim(parts, agent, params.roomId)),
    route(desk.deskTakeOver, ({ agent, params }) => takeOver(parts, agent, params.roomId)),
    route(desk.deskRelease, ({ agent, params }) => leave(parts, agent, params.roomId, 'release')),
    route(desk.deskEnd, ({ agent, params }) => leave(parts, agent, params.roomId, 'end')),
    route(desk.deskMarkRead, ({ agent, params, body }) => done(markRoomRead(parts, agent, params.roomId, body.seq))),
  ]
}

function messageRoutes(parts: SupportParts): Route[] {
  const uploads = [desk.deskUploadImage, desk.deskUploadVideo].map((call) =>
    route(call, ({ agent, upload }) => uploadAsAgent(parts, agent, upload), { limit: limits.upload }),
  )
  return [
    route(desk.deskHistory, async ({ agent, params, body }) => {
      const { limit, before = null, after = null } = body
      return { messages: await historyOfRoom(parts, agent, params.roomId, { limit, before, after }) }
    }),
    route(
      desk.deskSend,
      async ({ agent, params, body, key, rules }) => {
        await requireThere(parts, params.roomId)
        rules()
        return sendAsAgent(parts, agent, params.roomId, { message: body.message, clientId: key })
      },
      { limit: limits.send, rulesLate: true },
    ),
    ...uploads,
    route(desk.deskFile, ({ params, query }) => answerFile(parts.files, { id: params.id, ...query })),
  ]
}

function replyRoutes(parts: SupportParts): Route[] {
  return [
    route(desk.deskReplies, async () => ({ replies: await repliesListed(parts.database) })),
    route(desk.deskAddReply, async ({ agent, body }) => ({ reply: await addReply(parts, agent, body) })),
    route(desk.deskChangeReply, async ({ agent, params, body }) => ({
      reply: await changeReply(parts, agent, params.replyId, body),
    })),
    route(desk.deskRemoveReply, ({ agent, params }) => done(removeReply(parts, agent, params.replyId))),
  ]
}

function staffRoutes(parts: SupportParts): Route[] {
  return [
    route(desk.deskStaff, async ({ agent }) => ({ staff: await staffListed(parts, agent.sessionId) })),
    route(desk.deskSetRoles, async ({ agent, params, body }) => ({
      agent: await setRoles(parts, byAgent(agent), params.agentId, body.roles, agent.sessionId),
    })),
    route(desk.deskDisable, async ({ agent, params }) => ({
      agent: await disableAccount(parts, byAgent(agent), params.agentId, agent.sessionId),
    })),
    route(desk.deskEndStaffSessions, async ({ agent, params, body }) => ({
      agent: await endStaffSessions(parts, byAgent(agent), params.agentId, {
        sessionId: body.sessionId || null,
        asking: agent.sessionId,
      }),
    })),
  ]
}

/** The calls of the support desk, which are bound on its own listener and nowhere else. */
export function deskRoutes(parts: SupportParts): Route[] {
  return [
    ...sessionRoutes(parts),
    ...roomRoutes(parts),
    ...messageRoutes(parts),
    ...replyRoutes(parts),
    ...staffRoutes(parts),
  ]
}
