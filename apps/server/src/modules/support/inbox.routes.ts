import { desk } from '@krapao/contract'
import { answerFile } from '../../platform/files/index.ts'
import { done, type Route, route } from '../../platform/http/index.ts'
import { repliesListed } from './replies/canned-replies.store.ts'
import { addReply, changeReply, removeReply } from './replies/canned-replies.ts'
import { historyOfRoom, requireThere, sendAsAgent, uploadAsAgent } from './inbox/desk-messages.ts'
import { claim, leave, markRoomRead, readInbox, readRoom, takeOver } from './inbox/desk-rooms.ts'
import type { SupportParts } from './support.parts.ts'

/** Limits besides those that all calls share. */
const limits = {
  send: { perMember: { max: 120, windowS: 60 } },
  upload: { perMember: { max: 120, windowS: 3600 } },
} as const

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

/** What staff ask of the chat, on the listener of the desk and nowhere else. */
export function inboxRoutes(parts: SupportParts): Route[] {
  return [...roomRoutes(parts), ...messageRoutes(parts), ...replyRoutes(parts)]
}
