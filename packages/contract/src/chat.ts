import * as v from 'valibot'
import { chatCall } from './call.ts'
import { CHAT_PAGE_SIZE, CHAT_TEXT_MAX, PAGE_SIZE_MAX } from './limits.ts'
import { isBlank } from './rules/blank.ts'
import { done, id, oneOf, optionalText, storable, text, time } from './shapes.ts'
import { chatImage, chatVideo } from './uploads.ts'

/** The support chat, of members and of guests. */

const button = v.object({ title: v.string(), type: v.string(), payload: v.string() })

const chatMessage = v.object({
  _id: id,
  seq: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('From 1 up in each room, without holes')),
  sender: v.pipe(
    v.string(),
    v.description('`customer`; of the other side `admin` for a person and `robot` for what answers by itself'),
  ),
  createdAt: time,
  session_id: v.string(),
  message: v.object({
    message_type: v.string(),
    payload: v.optional(
      v.object({
        message: v.optional(v.string()),
        title: v.optional(v.string()),
        buttons: v.optional(v.array(button)),
        url: v.optional(v.boolean()),
        fileType: v.optional(v.string()),
        filePath: v.optional(v.string()),
        name: v.optional(v.string()),
      }),
    ),
    payloads: v.optional(
      v.array(
        v.object({
          image_url: v.nullish(v.string()),
          title: v.optional(v.string()),
          subtitle: v.optional(v.string()),
          buttons: v.optional(v.array(button)),
        }),
      ),
    ),
  }),
  deliver: v.pipe(
    v.object({ id: v.string(), status: v.string() }),
    v.description('`id`: the `idempotency-key` that it was sent with; `status`: `succeed`'),
  ),
})

export type ChatMessage = v.InferOutput<typeof chatMessage>

const chatText = v.pipe(
  v.string(),
  v.check((message) => !isBlank(message), 'CHAT_EMPTY'),
  v.maxLength(CHAT_TEXT_MAX, 'CHAT_TOO_LONG'),
  storable,
)

const sentMessage = v.variant('message_type', [
  v.object({ message_type: v.literal('text'), payload: v.object({ message: chatText }) }),
  v.object({
    message_type: v.literal('media'),
    payload: v.object({
      message: text(255),
      url: v.nullish(v.boolean()),
      fileType: oneOf(['image', 'video', 'file']),
      filePath: text(500),
    }),
  }),
  v.object({ message_type: v.literal('postback'), payload: v.object({ title: text(200), message: chatText }) }),
])

const reader = { userId: optionalText(64), guestId: optionalText(80) }

export const chatConfig = chatCall('chatConfig', 'GET /api/chat/config', {
  summary: 'The prefix of the rooms that sockets are put into',
  answer: v.object({ PREFIX: v.string() }),
})

export const chatSendMessage = chatCall('chatSendMessage', 'POST /api/chat/send-message', {
  summary: 'Sends a message to the support, stored once for a key, and as the customer’s whatever `sender` says',
  keyed: true,
  body: v.object({
    sender: optionalText(32),
    message: sentMessage,
    ...reader,
    username: optionalText(64),
    name: optionalText(100),
    deviceToken: optionalText(512),
  }),
  answer: chatMessage,
  codes: ['CHAT_EMPTY', 'CHAT_TOO_LONG', 'IDEMPOTENCY_MISMATCH', 'NO_DATA', 'REQUEST_LIMIT', 'UNAUTHORIZED'],
})

export const chatHistory = chatCall('chatHistory', 'POST /api/chat/history', {
  summary: 'The `limit` messages before the newest `skip`, or the first ones with a `seq` above `after`, oldest first',
  body: v.object({
    ...reader,
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_SIZE_MAX)), CHAT_PAGE_SIZE),
    skip: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0),
    after: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))),
  }),
  answer: v.object({
    messages: v.array(chatMessage),
    unread: v.pipe(v.number(), v.description('How many of the other side the customer has not read yet')),
  }),
  codes: ['NO_DATA', 'UNAUTHORIZED'],
})

const uploaded = v.object({ filePath: v.string(), fileType: v.picklist(['image', 'video']), name: v.string() })

export const chatUploadImage = chatCall('chatUploadImage', 'POST /api/chat/upload-image', {
  summary: 'Takes an image for the chat; a guest adds field `guestId`',
  upload: chatImage,
  answer: uploaded,
  codes: ['FILE_TOO_LARGE', 'FILE_NOT_SUPPORTED', 'NO_DATA', 'REQUEST_LIMIT', 'UNAUTHORIZED'],
})

export const chatUploadVideo = chatCall('chatUploadVideo', 'POST /api/chat/upload-video', {
  summary: 'Takes a video for the chat; a guest adds field `guestId`',
  upload: chatVideo,
  answer: uploaded,
  codes: ['FILE_TOO_LARGE', 'FILE_NOT_SUPPORTED', 'NO_DATA', 'REQUEST_LIMIT', 'UNAUTHORIZED'],
})

export const chatReadCustomer = chatCall('chatReadCustomer', 'PUT /api/chat/read-customer/', {
  summary: 'Marks the messages up to `seq` as read, without one all that there are; also without the slash at the end',
  body: v.object({
    ...reader,
    seq: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))),
  }),
  answer: done,
  codes: ['NO_DATA', 'UNAUTHORIZED'],
})
