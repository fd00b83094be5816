import * as v from 'valibot'
import { chatSendMessage } from './chat.ts'
import type { DeedName } from './deeds.ts'
import { CHAT_TEXT_MAX, DEED_REASON_MAX } from './limits.ts'
import { ROLES } from './roles.ts'
import { isBlank } from './rules/blank.ts'
import {
  BUTTON_TYPES,
  type ButtonType,
  DESK_BUTTONS_MAX,
  DESK_CARDS_MAX,
  DESK_QUICK_REPLIES_MAX,
  isButtonAddress,
  isButtonNumber,
} from './rules/desk-message.ts'
import { amount, filledText, id, oneOf, optionalText, text, time } from './shapes.ts'

/** What the calls of the support desk are made of. */

const BUTTON_TITLE_MAX = 60
const BUTTON_PAYLOAD_MAX = 500
const TITLE_MAX = 200

/** What a message says: not blank, and no longer than a customer may write. */
const deskText = /* @__PURE__ */ v.pipe(
  text(CHAT_TEXT_MAX, 'CHAT_TOO_LONG'),
  v.check((message) => !isBlank(message), 'CHAT_EMPTY'),
)

function isButtonGood({ type, payload }: { title: string; type: ButtonType; payload: string }): boolean {
  if (type === 'web') return isButtonAddress(payload)
  return type === 'call' ? isButtonNumber(payload) : type !== 'postback' || !isBlank(payload)
}

const button = /* @__PURE__ */ v.pipe(
  v.object({ title: filledText(BUTTON_TITLE_MAX), type: oneOf(BUTTON_TYPES), payload: text(BUTTON_PAYLOAD_MAX) }),
  v.check(isButtonGood),
)

/* @__NO_SIDE_EFFECTS__ */
function buttons(least: number, most: number) {
  return v.pipe(v.array(button), v.minLength(least), v.maxLength(most))
}

const card = /* @__PURE__ */ v.object({
  image_url: v.nullish(
    v.pipe(
      text(1000),
      // A copy of our own alone: another host's would learn who looks at it.
      v.check((address) => address.startsWith('/api/')),
    ),
  ),
  title: filledText(TITLE_MAX),
  subtitle: optionalText(TITLE_MAX),
  buttons: buttons(0, DESK_BUTTONS_MAX),
})

/** Every kind of message that staff can compose. */
export const composedMessage = /* @__PURE__ */ v.variant('message_type', [
  v.object({ message_type: v.literal('text'), payload: v.object({ message: deskText }) }),
  v.object({
    message_type: v.literal('buttons'),
    payload: v.object({ title: filledText(TITLE_MAX), buttons: buttons(1, DESK_BUTTONS_MAX) }),
  }),
  v.object({
    message_type: v.literal('quick_replies'),
    payload: v.object({ title: filledText(TITLE_MAX), buttons: buttons(1, DESK_QUICK_REPLIES_MAX) }),
  }),
  v.object({
    message_type: v.literal('generic'),
    payloads: v.pipe(v.array(card), v.minLength(1), v.maxLength(DESK_CARDS_MAX)),
  }),
  v.object({
    message_type: v.literal('media'),
    payload: v.object({ message: filledText(255), fileType: oneOf(['image', 'video']), filePath: text(500) }),
  }),
])

export const deskAgent = /* @__PURE__ */ v.object({ _id: id, name: v.string() })

/** What one of the staff may do. */
export const rolesOfAgent = /* @__PURE__ */ v.array(v.picklist(ROLES))

/** Where one of the staff is logged in. */
const deskStaffSession = /* @__PURE__ */ v.object({
  sessionId: v.string(),
  since: time,
  lastSeenAt: time,
  endsAt: v.pipe(
    time,
    v.description('When it is over in any case; half an hour after its last deed it is before that'),
  ),
  address: v.string(),
  device: v.pipe(v.nullable(v.string()), v.description('What the browser says of itself')),
  isThis: v.pipe(v.boolean(), v.description('The one that asks')),
})

/** One of the staff as those see him who decide who he is. */
export const deskStaffRow = /* @__PURE__ */ v.object({
  ...deskAgent.entries,
  username: v.string(),
  roles: rolesOfAgent,
  state: v.picklist(['active', 'disabled']),
  lastSeenAt: v.nullable(time),
  factor: v.object({
    madeAt: v.pipe(time, v.description('Since when he has the key that his codes come from')),
    usedAt: v.pipe(v.nullable(time), v.description('When one of its codes was taken last')),
    passwordUntil: v.pipe(
      v.nullable(time),
      v.description('Until when a password lets in that was made for him; null: he has chosen his own'),
    ),
  }),
  sessions: v.pipe(v.array(deskStaffSession), v.description('Those that still let in, the one used last first')),
})

/** What one of the staff says why he does something. */
export const reason = /* @__PURE__ */ filledText(DEED_REASON_MAX)

/** What somebody looks at that is told by a word: an amount in baht, a time, a count, or words as they came. */
export const facts = /* @__PURE__ */ v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()])))

/** Of one member. */
export const memberParams = /* @__PURE__ */ v.object({ memberId: text(32, 'NO_DATA') })

/** A conversation with one customer, by the id of the member or guest. */
export const deskRoom = /* @__PURE__ */ v.object({
  roomId: v.string(),
  kind: v.picklist(['member', 'guest']),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  language: v.nullable(v.picklist(['th', 'lo', 'en'])),
  state: v.pipe(v.picklist(['robot', 'waiting', 'held', 'ended']), v.description('Who is to answer next')),
  agent: v.nullable(deskAgent),
  waitingSince: v.nullable(time),
  unread: v.pipe(v.number(), v.description('Messages of the customer that staff have not read')),
  lastSeq: v.number(),
  /** The last message; where the customer waits for an answer, the last of his own. */
  last: v.nullable(v.object({ sender: v.picklist(['customer', 'agent', 'robot']), text: v.string(), createdAt: time })),
})

/** What staff see of a member; of a bank account only its last four digits. */
export const deskFacts = /* @__PURE__ */ v.object({
  memberId: v.string(),
  username: v.string(),
  name: v.string(),
  registeredAt: time,
  bank: v.nullable(v.object({ code: v.string(), accountName: v.string(), lastDigits: v.string() })),
  bonusState: v.nullable(v.picklist(['armed', 'granted', 'ending'])),
  walletAmount: v.nullable(amount),
  sessions: v.pipe(v.number(), v.description('How many sessions are open')),
})

/** A message as customers see it, and who wrote it. */
export const deskMessage = /* @__PURE__ */ v.object({
  ...chatSendMessage.answer.entries,
  seq: v.pipe(v.number(), v.description('From 1 up within a room, without holes')),
  from: v.picklist(['customer', 'agent', 'robot']),
  agent: v.nullable(deskAgent),
})

/** A reply that is kept ready, in the three languages. */
export const deskReply = /* @__PURE__ */ v.object({
  _id: id,
  title: v.string(),
  th: v.string(),
  lo: v.string(),
  en: v.string(),
})

export const sentReply = /* @__PURE__ */ v.object({ title: filledText(80), th: deskText, lo: deskText, en: deskText })

/** As its row bears it: what a later release wrote comes along unchecked. */
const keptDeed = v.string() as unknown as v.GenericSchema<DeedName>

/** One thing that was done: by one of the staff, from the command line, or by the desk itself. */
export const deskAuditRow = /* @__PURE__ */ v.object({
  _id: id,
  at: time,
  /** `agent:` and his id, `cli:` and the user of the machine, `system`, or `nobody` who is known. */
  actor: v.string(),
  agent: v.nullable(deskAgent),
  address: v.nullable(v.string()),
  deed: keptDeed,
  memberId: v.nullable(v.string()),
  roomId: v.nullable(v.string()),
  /** On what, as a kind and a name: `setting:qrMinutes`, `content:games`, `offer:bonus:FIRST20`. */
  subject: v.nullable(v.string()),
  before: v.record(v.string(), v.unknown()),
  after: v.record(v.string(), v.unknown()),
  reason: v.nullable(v.string()),
})

export type ComposedMessage = v.InferOutput<typeof composedMessage>
export type DeskStaffRow = v.InferOutput<typeof deskStaffRow>
export type DeskStaffSession = v.InferOutput<typeof deskStaffSession>
export type DeskRoom = v.InferOutput<typeof deskRoom>
export type DeskFacts = v.InferOutput<typeof deskFacts>
export type DeskMessage = v.InferOutput<typeof deskMessage>
export type DeskReply = v.InferOutput<typeof deskReply>
export type DeskAuditRow = v.InferOutput<typeof deskAuditRow>

/** Something changed in a room, or in the list of rooms; what is true the calls tell. */
export interface DeskHint {
  roomId: string
  /** The number of the room's newest message. */
  seq: number
}

/** What open pages of the desk are told, by Socket.IO at LIVE_PATH of the desk's own origin with `auth: {token}`. */
export interface DeskEvents {
  desk: (hint: DeskHint) => void
  /** A proposal was made or ended; of which the list tells what is true. */
  proposals: (hint: { proposalId: string }) => void
}

const figureRow = /* @__PURE__ */ v.object({
  at: time,
  memberId: v.nullable(v.string()),
  memberNo: v.nullable(v.string()),
  name: v.nullable(v.string()),
  amount: v.pipe(v.nullable(v.number()), v.description('What it adds to the figure, in baht; null of members')),
  code: v.pipe(v.string(), v.description('What kind of booking it is; `active`, `registered` of members')),
  reference: v.nullable(v.string()),
})
export type FigureRow = v.InferOutput<typeof figureRow>

/** What is behind a figure, and where it goes on. */
export const figureRows = { rows: /* @__PURE__ */ v.array(figureRow), next: /* @__PURE__ */ v.nullable(v.string()) }
