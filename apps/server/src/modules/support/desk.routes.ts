import { desk, DESK_PAGE_SIZE } from '@krapao/contract'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { answerFile, type Files } from '../../platform/files/index.ts'
import { type AgentIdentity, type Route, route } from '../../platform/http/index.ts'
import { addressGroup } from '../../platform/http/limits.ts'
import { isDatabaseAway } from '../../platform/http/outcome.ts'
import type { AgentLoginRequest, LoggedIn } from './agent-login.ts'
import type { PasswordWanted } from './agent-password.ts'
import type { Agents } from './agents.ts'
import { auditPage } from './audit.store.ts'
import type { CannedReplies } from './canned-replies.ts'
import type { DeskMessages } from './desk-messages.ts'
import type { DeskRooms } from './desk-rooms.ts'

export interface DeskParts {
  database: Database
  agents: Agents
  login: (request: AgentLoginRequest) => Promise<LoggedIn>
  changePassword: (agent: AgentIdentity, wanted: PasswordWanted) => Promise<void>
  rooms: DeskRooms
  messages: DeskMessages
  replies: CannedReplies
  files: Pick<Files, 'open'>
}

const done = { code: 'OK' } as const

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

function sessionRoutes({ agents, login, changePassword, database }: DeskParts): Route[] {
  return [
    route(
      desk.deskLogin,
      async ({ body, address, headers, proof, setCookie }) => {
        const newPassword = body.newPassword ?? null
        const asked: AgentLoginRequest = {
          ...body,
          newPassword,
          address: addressGroup(address),
          cookies: headers.cookie,
          proof,
        }
        const { cookie, ...loggedIn } = await orLoginFail(() => login(asked))
        setCookie(cookie)
        return loggedIn
      },
      { limit: limits.login },
    ),
    route(desk.deskLogout, async ({ agent }) => {
      await agents.logout(agent)
      return done
    }),
    route(desk.deskMe, async ({ agent: { agentId, name, username } }) => ({ agent: { _id: agentId, name, username } })),
    route(desk.deskChangePassword, async ({ agent, body }) => {
      await changePassword(agent, body)
      return done
    }),
    route(desk.deskAudit, ({ query }) =>
      auditPage(database, {
        roomId: query.roomId || null,
        offset: (Number(query.page) - 1) * DESK_PAGE_SIZE,
        limit: DESK_PAGE_SIZE,
      }),
    ),
  ]
}

function roomRoutes({ rooms }: DeskParts): Route[] {
  return [
    route(desk.deskInbox, ({ agent, query }) =>
      rooms.inbox(agent, { box: query.box, page: Number(query.page), find: query.find?.trim() || null }),
    ),
    route(desk.deskRoomRead, ({ agent, params }) => rooms.read(agent, params.roomId)),
    route(desk.deskClaim, ({ agent, params }) => rooms.claim(agent, params.roomId)),
    route(desk.deskTakeOver, ({ agent, params }) => rooms.takeOver(agent, params.roomId)),
    route(desk.deskRelease, ({ agent, params }) => rooms.release(agent, params.roomId)),
    route(desk.deskEnd, ({ agent, params }) => rooms.end(agent, params.roomId)),
    route(desk.deskMarkRead, async ({ agent, params, body }) => {
      await rooms.markRead(agent, params.roomId, body.seq)
      return done
    }),
  ]
}

function messageRoutes({ messages, files }: DeskParts): Route[] {
  const uploads = [desk.deskUploadImage, desk.deskUploadVideo].map((call) =>
    route(call, ({ agent, upload }) => messages.upload(agent, upload), { limit: limits.upload }),
  )
  return [
    route(desk.deskHistory, async ({ agent, params, body }) => {
      const { limit, before = null, after = null } = body
      return { messages: await messages.history(agent, params.roomId, { limit, before, after }) }
    }),
    route(
      desk.deskSend,
      async ({ agent, params, body, key, rules }) => {
        await messages.requireRoom(params.roomId)
        rules()
        return messages.send(agent, params.roomId, { message: body.message, clientId: key })
      },
      { limit: limits.send, rulesLate: true },
    ),
    ...uploads,
    route(desk.deskFile, ({ params, query }) => answerFile(files, { id: params.id, ...query })),
  ]
}

function replyRoutes({ replies }: DeskParts): Route[] {
  return [
    route(desk.deskReplies, async () => ({ replies: await replies.list() })),
    route(desk.deskAddReply, async ({ agent, body }) => ({ reply: await replies.add(agent.agentId, body) })),
    route(desk.deskChangeReply, async ({ agent, params, body }) => ({
      reply: await replies.change(agent.agentId, params.replyId, body),
    })),
    route(desk.deskRemoveReply, async ({ agent, params }) => {
      await replies.remove(agent.agentId, params.replyId)
      return done
    }),
  ]
}

/** The calls of the support desk, which are bound on its own listener and nowhere else. */
export function deskRoutes(parts: DeskParts): Route[] {
  return [...sessionRoutes(parts), ...roomRoutes(parts), ...messageRoutes(parts), ...replyRoutes(parts)]
}
