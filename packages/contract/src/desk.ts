import * as v from 'valibot'
import { agentCall, openCall } from './call.ts'
import {
  composedMessage,
  deskAgent,
  deskAuditRow,
  deskFacts,
  deskMessage,
  deskReply,
  deskRoom,
  rolesOfAgent,
  sentReply,
} from './desk-shapes.ts'
import { DESK_BOXES } from './rules/desk-message.ts'
import { CHAT_PAGE_SIZE, DEED_GROUPS, DEED_REASON_MAX, PAGE_SIZE_MAX } from './limits.ts'
import { CHAT_READERS, CHAT_WRITERS, DEED_EXPORTERS, ROLES } from './roles.ts'
import { done, filledText, oneOf, optionalText, text, time } from './shapes.ts'
import { chatImage, chatVideo } from './uploads.ts'

/**
 * The calls of the support desk, which is for the operator's staff alone: they are answered on an origin of their own
 * (DESK_PORT), by tokens of staff, and nowhere else.
 */

export {
  deskAddNote,
  deskEndBonus,
  deskEndSessions,
  deskKeepFactors,
  deskLockMember,
  deskMember,
  deskReadGame,
  deskRememberPayout,
  deskRenewGame,
  deskRemoveFactors,
  deskReveal,
  deskSearch,
  deskTimeline,
  deskUnlockMember,
} from './desk-members.ts'
export {
  deskDataRequests,
  deskDeliverDataRequest,
  deskReceiveDataRequest,
  deskRefuseDataRequest,
  deskVerifyDataRequest,
} from './desk-data-requests.ts'
export { deskCoolOff, deskExclude, deskSetLimit } from './desk-protection.ts'
export {
  deskReconClose,
  deskReconDay,
  deskReconExplain,
  deskReconForget,
  deskReconImport,
  deskReconMapping,
  deskReconMatch,
  deskReconParties,
} from './desk-recon.ts'
export { deskReportDays, deskReportExport, deskReportFigure } from './desk-reports.ts'
export {
  deskDisable,
  deskEndStaffSessions,
  deskNewFactor,
  deskSetRoles,
  deskStaff,
  deskTakeFactor,
} from './desk-staff.ts'
export { deskAcknowledgeAlert, deskToday, deskTodayList } from './desk-today.ts'
export {
  deskAdjust,
  deskConfirmProposal,
  deskProposal,
  deskProposalOutlook,
  deskProposals,
  deskRefuseProposal,
  deskWithdrawProposal,
} from './desk-proposals.ts'
export {
  deskContent,
  deskContentPart,
  deskContentPicture,
  deskContentVersion,
  deskPublishContent,
  deskWithdrawContent,
} from './desk-content.ts'
export { deskSetting, deskSettings, deskSetSetting } from './desk-settings.ts'
export {
  deskBonus,
  deskBonuses,
  deskDiscardBonus,
  deskPublishBonus,
  deskSaveBonus,
  deskSimulateBonus,
  deskStopBonus,
} from './desk-bonuses.ts'
export { deskReleasePropose, deskReleaseReplay, deskReleaseRules } from './desk-release.ts'
export {
  deskClaimDecision,
  deskAskParty,
  deskDecide,
  deskDecision,
  deskDecisionMembers,
  deskDecisions,
  deskReleaseDecision,
} from './desk-decisions.ts'

const agent = v.object({ ...deskAgent.entries, username: v.string(), roles: rolesOfAgent })
const pageNumber = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/)), '1')
const roomParams = v.object({ roomId: text(80, 'NO_DATA') })
const replyParams = v.object({ replyId: text(32, 'NO_DATA') })
const seq = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

export const deskLogin = openCall('deskLogin', 'POST /api/desk/login', {
  summary: 'Opens a session of 12 hours; whatever is wrong is answered alike, and a code is good once',
  body: v.object({
    username: text(64, 'WRONG_CREDENTIAL'),
    password: text(1024, 'WRONG_CREDENTIAL'),
    totp: text(16, 'WRONG_CREDENTIAL'),
    /** In place of a password that the operator made for him. */
    newPassword: v.optional(text(1024, 'INVALID_USER_INFO')),
  }),
  answer: v.object({ token: v.string(), agent }),
  codes: ['WRONG_CREDENTIAL', 'NEW_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT', 'PROOF_NEEDED', 'LOGIN_FAIL'],
})

export const deskLogout = agentCall('deskLogout', 'POST /api/desk/logout', {
  roles: ROLES,
  summary: 'Ends the session; its token is dead at once',
  answer: done,
})

export const deskMe = agentCall('deskMe', 'GET /api/desk/me', {
  roles: ROLES,
  summary: 'Whose session this is',
  answer: v.object({ agent }),
})

export const deskChangePassword = agentCall('deskChangePassword', 'PUT /api/desk/password', {
  roles: ROLES,
  summary:
    'Changes the password, by the present one and a code; every token of the agent dies, and a new one is answered',
  body: v.object({
    oldPassword: text(1024, 'WRONG_PASSWORD'),
    newPassword: text(1024, 'INVALID_USER_INFO'),
    totp: text(16, 'WRONG_PASSWORD'),
  }),
  answer: v.object({ token: v.string() }),
  codes: ['WRONG_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT'],
})

export const deskStepUp = agentCall('deskStepUp', 'POST /api/desk/step-up', {
  roles: ROLES,
  summary:
    'Takes a code anew, for the calls of this session that want one of the last ten minutes; a code is good once',
  body: v.object({ totp: text(16, 'OTP_CODE_INVALID') }),
  answer: v.object({ freshUntil: time }),
  codes: ['OTP_CODE_INVALID', 'REQUEST_LIMIT'],
})

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

/** Of whom, what, about whom and when; what is not named narrows nothing. */
const deedsWanted = {
  actor: optionalText(80),
  deed: optionalText(60),
  of: v.nullish(oneOf(DEED_GROUPS)),
  memberId: optionalText(32),
  from: v.pipe(optionalText(10), v.description('The first day of Bangkok')),
  to: v.pipe(optionalText(10), v.description('The last one')),
}

export const deskAudit = agentCall('deskAudit', 'GET /api/desk/audit', {
  roles: ROLES,
  summary: 'What was done, newest first: all of it for owners and auditors, for others what they did themselves',
  query: v.object({
    page: pageNumber,
    after: v.pipe(
      v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}$/))),
      v.description('`next` of the page before, in place of a number'),
    ),
    roomId: optionalText(80),
    ...deedsWanted,
  }),
  answer: v.object({
    rows: v.array(deskAuditRow),
    count: v.pipe(
      v.optional(v.number()),
      v.description('How many there are; not told of a page that goes on behind another'),
    ),
    next: v.nullable(v.string()),
    checked: v.pipe(
      v.nullable(v.object({ at: time, isWhole: v.boolean() })),
      v.description('When all of the ledger and of the deeds was proven last; null before the first time'),
    ),
  }),
  codes: ['NO_DATA'],
})

export const deskAuditExport = agentCall('deskAuditExport', 'POST /api/desk/audit/export', {
  roles: DEED_EXPORTERS,
  fresh: 'export',
  summary:
    'What was done, as CSV for spreadsheets: UTF-8 with a mark, no cell a formula, at most 100,000 rows; it is a deed itself',
  body: v.object({
    ...deedsWanted,
    reason: filledText(DEED_REASON_MAX),
  }),
  answer: v.object({ name: v.string(), csv: v.string(), rows: v.number() }),
  codes: ['NO_DATA'],
})
