import * as v from 'valibot'
import { agentCall, type UploadTerms } from './call.ts'
import { contentProblem } from './content-problems.ts'
import { deskAgent } from './desk-shapes.ts'
import { DEED_REASON_MAX } from './limits.ts'
import { CONTENT_READERS, CONTENT_WRITERS } from './roles.ts'
import { CHAT_IMAGE_TYPES } from './rules/chat-message.ts'
import { optionalText, text, time } from './shapes.ts'

/** What players read and an operator changes: in versions, of which one stands, at the desk as in the file of `import`. */

/** The parts that are changed as a whole, each with versions of its own, in the order in which they are shown. */
export const CONTENT_PARTS = [
  'notice',
  'banners',
  'condition',
  'agreement',
  'help',
  'withdraw',
  'slip',
  'howtoWallet',
  'howtoGame',
  'howtoBalance',
  'howtoBonusReceive',
  'howtoBonusEnd',
  'contact',
  'channels',
  'games',
  'sources',
  'depositAccounts',
] as const
export type ContentPart = (typeof CONTENT_PARTS)[number]

/** Those that are words alone: a list of paragraphs in each language. */
export const CONTENT_TEXTS = [
  'notice',
  'condition',
  'agreement',
  'help',
  'withdraw',
  'slip',
  'howtoWallet',
  'howtoGame',
  'howtoBalance',
  'howtoBonusReceive',
  'howtoBonusEnd',
  'contact',
] as const

/** Where a version is: it stands, waits for its time, was replaced, was taken back, or could not be when its time came. */
export const CONTENT_STATES = ['PUBLISHED', 'SCHEDULED', 'REPLACED', 'WITHDRAWN', 'FAILED'] as const

/** How far ahead something is planned, at the most. */
export const CONTENT_AHEAD_DAYS = 366
export const CONTENT_PICTURE_BYTES_MAX = 2 * 1024 * 1024
/** How long what money comes to is told to owners before it holds. */
export const DEPOSIT_ACCOUNTS_WAIT_MS = 10 * 60_000

const part = v.object({ part: text(32, 'NO_DATA') })
const number = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))

const version = /* @__PURE__ */ v.object({
  number: v.number(),
  state: v.picklist(CONTENT_STATES),
  at: time,
  by: v.pipe(v.string(), v.description('Who made it')),
  agent: v.nullable(deskAgent),
  confirmedBy: v.nullable(v.string()),
  confirmer: v.nullable(deskAgent),
  publishAt: v.pipe(v.nullable(time), v.description('When it stands, of one that waits')),
  publishedAt: v.nullable(time),
  note: v.nullable(v.string()),
  problem: v.pipe(v.nullable(contentProblem), v.description('Why it could not be when its time came')),
})

const document = /* @__PURE__ */ v.pipe(v.unknown(), v.description('As the file of `import` has it'))

/** What the rule in force puts in place of %percent% and %days% in the banners before it; null where there is no rule. */
const fillIn = v.nullable(v.object({ percent: v.number(), days: v.nullable(v.number()) }))

export const deskContent = agentCall('deskContent', 'GET /api/desk/content', {
  roles: CONTENT_READERS,
  summary: 'What players read, part by part: which version stands, and which waits',
  answer: v.object({
    previewUrl: v.pipe(v.string(), v.description('The page of the wallet that shows what is not published yet')),
    fillIns: v.object({ invite: fillIn, refund: fillIn }),
    parts: v.array(
      v.object({
        part: v.picklist(CONTENT_PARTS),
        takes: v.picklist(['one', 'two']),
        mayChange: v.boolean(),
        standing: v.nullable(version),
        scheduled: v.nullable(version),
        failed: v.pipe(v.nullable(version), v.description('The newest one, where it could not be when its time came')),
        proposalId: v.nullable(v.string()),
      }),
    ),
  }),
})

export const deskContentPart = agentCall('deskContentPart', 'GET /api/desk/content/:part', {
  roles: CONTENT_READERS,
  summary: 'One part as it stands, and its versions, the newest first, at most the last hundred',
  params: part,
  answer: v.object({ part: v.picklist(CONTENT_PARTS), number: v.number(), document, versions: v.array(version) }),
  codes: ['NO_DATA'],
})

export const deskContentVersion = agentCall('deskContentVersion', 'GET /api/desk/content/:part/:number', {
  roles: CONTENT_READERS,
  summary: 'What a version says',
  params: v.object({ ...part.entries, number: v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/)) }),
  answer: v.object({ document }),
  codes: ['NO_DATA'],
})

export const deskPublishContent = agentCall('deskPublishContent', 'POST /api/desk/content/:part', {
  roles: CONTENT_WRITERS,
  fresh: 'settings',
  idempotent: true,
  summary:
    'Makes a version in place of the one that was read: now, or at a time; proposes it where that takes two. Players see it within two seconds',
  params: part,
  body: v.object({ document, number, publishAt: v.nullish(time), note: optionalText(DEED_REASON_MAX) }),
  answer: v.object({
    outcome: v.picklist(['done', 'proposed']),
    number: v.nullable(v.number()),
    proposalId: v.nullable(v.string()),
  }),
  codes: ['NO_DATA', 'MOVED_ON', 'FORBIDDEN'],
})

export const deskWithdrawContent = agentCall('deskWithdrawContent', 'POST /api/desk/content/:part/withdraw', {
  roles: CONTENT_WRITERS,
  idempotent: true,
  summary: 'Takes back the version that waits for its time',
  params: part,
  body: v.object({ number }),
  answer: v.object({ number: v.number() }),
  codes: ['NO_DATA', 'MOVED_ON', 'FORBIDDEN'],
})

/** Pictures for what players read: what they are is told by their bytes. */
const picture: UploadTerms = {
  maxBytes: CONTENT_PICTURE_BYTES_MAX,
  types: CHAT_IMAGE_TYPES,
  noFileCode: 'NO_DATA',
  wrongTypeCode: 'FILE_NOT_SUPPORTED',
}

export const deskContentPicture = agentCall('deskContentPicture', 'POST /api/desk/content-pictures', {
  roles: CONTENT_WRITERS,
  summary: 'Keeps a picture, made anew from its pixels alone; the path is what a version says of it',
  upload: picture,
  answer: v.object({ path: v.string(), width: v.number(), height: v.number() }),
  codes: ['FILE_NOT_SUPPORTED'],
})

export type ContentVersion = v.InferOutput<typeof version>
