import * as v from 'valibot'
import { agentCall, openCall } from './call.ts'
import { composedMessage, deskFacts, deskMessage, deskReply, deskRoom, sentReply } from './desk-shapes.ts'
import { CHAT_PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts'
import { CHAT_READERS, CHAT_WRITERS } from './roles.ts'
import { DESK_BOXES } from './rules/desk-message.ts'
import { done, oneOf, optionalText, text } from './shapes.ts'
import { chatImage, chatVideo } from './uploads.ts'

/** Conversations with customers, and the replies that are kept ready for them. */

const roomParams = v.object({ roomId: text(80, 'NO_DATA') })
const replyParams = v.object({ replyId: text(32, 'NO_DATA') })
const seq = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

export const deskInbox = agentCall('deskInbox', 'GET /api/desk/inbox', {
  roles: CHAT_READERS,
  summary:
    'Rooms of a box: members, then guests, who wait longest first; otherwise the newest message first; `next` is where it goes on',
  query: v.object({ box: v.optional(oneOf(DESK_BOXES), 'waiting'), after: optionalText(120), find: optionalText(100) }),
  answer: v.object({
    rooms: v.array(deskRoom),
    next: v.nullable(v.string()),
    counts: v.object({ waiting: v.number(), mine: v.number(), open: v.number() }),
  }),
  codes: ['NO_DATA', 'REQUEST_LIMIT'],
})

export const deskRoomRead = agentCall('deskRoomRead', 'GET /api/desk/rooms/:roomId', {
  roles: CHAT_READERS,
  summary: 'A room, and what is known of the member; of a guest nothing is',
  params: roomParams,
  answer: v.object({ room: deskRoom, facts: v.nullable(deskFacts) }),
  codes: ['NO_DATA'],
})

export const deskHistory = agentCall('deskHistory', 'POST /api/desk/rooms/:roomId/history', {
  roles: CHAT_READERS,
  unattended: true,
  summary: 'Messages of a room, oldest first: the newest, those before a number, or those after one',
  params: roomParams,
  body: v.object({
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_SIZE_MAX)), CHAT_PAGE_SIZE),
    before: v.nullish(seq),
    after: v.nullish(seq),
  }),
  answer: v.object({ messages: v.array(deskMessage) }),
  codes: ['NO_DATA'],
})

/** What changes whose room it is, and answers it as it stands then. */
const turn = { roles: CHAT_WRITERS, params: roomParams, answer: v.object({ room: deskRoom }) } as const

export const deskClaim = agentCall('deskClaim', 'POST /api/desk/rooms/:roomId/claim', {
  ...turn,
  summary: 'Takes a room that nobody has; `details.agent` of the refusal names who has it',
  codes: ['NO_DATA', 'ROOM_HELD'],
})

export const deskTakeOver = agentCall('deskTakeOver', 'POST /api/desk/rooms/:roomId/take-over', {
  ...turn,
  summary: 'Takes a room from whoever has it',
  codes: ['NO_DATA'],
})

export const deskRelease = agentCall('deskRelease', 'POST /api/desk/rooms/:roomId/release', {
  ...turn,
  summary: 'Gives a room back: the customer waits for another person',
  codes: ['NO_DATA', 'ROOM_HELD'],
})

export const deskEnd = agentCall('deskEnd', 'POST /api/desk/rooms/:roomId/end', {
  ...turn,
  summary: 'Ends the conversation; what the customer writes next begins another',
  codes: ['NO_DATA', 'ROOM_HELD'],
})

export const deskSend = agentCall('deskSend', 'POST /api/desk/rooms/:roomId/messages', {
  roles: CHAT_WRITERS,
  summary:
    'Sends a message; a room that nobody has is claimed. `idempotency-key` is the message’s own id: it is stored once',
  keyed: true,
  params: roomParams,
  body: v.object({ message: composedMessage }),
  answer: deskMessage,
  codes: [
    'LINK_NOT_ALLOWED',
    'NO_DATA',
    'ROOM_HELD',
    'CHAT_EMPTY',
    'CHAT_TOO_LONG',
    'IDEMPOTENCY_MISMATCH',
    'REQUEST_LIMIT',
  ],
})

export const deskMarkRead = agentCall('deskMarkRead', 'POST /api/desk/rooms/:roomId/read', {
  roles: CHAT_WRITERS,
  unattended: true,
  summary: 'Marks the messages up to a number as read by the staff',
  params: roomParams,
  body: v.object({ seq }),
  answer: done,
  codes: ['NO_DATA'],
})

const file = {
  roles: CHAT_WRITERS,
  answer: v.object({ filePath: v.string(), fileType: v.picklist(['image', 'video']), name: v.string() }),
  codes: ['FILE_TOO_LARGE', 'FILE_NOT_SUPPORTED', 'NO_DATA', 'REQUEST_LIMIT'],
} as const

export const deskUploadImage = agentCall('deskUploadImage', 'POST /api/desk/upload-image', {
  ...file,
  summary: 'Takes an image; `filePath` of the answer goes into a message of the same agent within the hour',
  upload: chatImage,
})

export const deskUploadVideo = agentCall('deskUploadVideo', 'POST /api/desk/upload-video', {
  ...file,
  summary: 'Takes a video; `filePath` of the answer goes into a message of the same agent within the hour',
  upload: chatVideo,
})

export const deskFile = openCall('deskFile', 'GET /api/desk/files/:id', {
  summary: 'A file of a room, for who holds a signed address that is at most 15 minutes old',
  params: v.object({ id: text(64, 'NOT_FOUND') }),
  query: v.object({ e: text(20, 'NOT_FOUND'), s: text(128, 'NOT_FOUND') }),
  answerType: '*/*',
  answer: v.unknown(),
  codes: ['NOT_FOUND'],
})

const replyAnswer = v.object({ reply: deskReply })

export const deskReplies = agentCall('deskReplies', 'GET /api/desk/replies', {
  roles: CHAT_READERS,
  summary: 'Replies that are kept ready, in three languages',
  answer: v.object({ replies: v.array(deskReply) }),
})

export const deskAddReply = agentCall('deskAddReply', 'POST /api/desk/replies', {
  roles: CHAT_WRITERS,
  summary: 'Keeps one more reply ready',
  body: sentReply,
  answer: replyAnswer,
  codes: ['CHAT_EMPTY', 'CHAT_TOO_LONG'],
})

export const deskChangeReply = agentCall('deskChangeReply', 'PUT /api/desk/replies/:replyId', {
  roles: CHAT_WRITERS,
  summary: 'Changes a reply',
  params: replyParams,
  body: sentReply,
  answer: replyAnswer,
  codes: ['NO_DATA', 'CHAT_EMPTY', 'CHAT_TOO_LONG'],
})

export const deskRemoveReply = agentCall('deskRemoveReply', 'DELETE /api/desk/replies/:replyId', {
  roles: CHAT_WRITERS,
  summary: 'Removes a reply',
  params: replyParams,
  answer: done,
  codes: ['NO_DATA'],
})
