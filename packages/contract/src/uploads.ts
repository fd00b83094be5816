import type { UploadTerms } from './call.ts'
import { CHAT_IMAGE_BYTES_MAX, CHAT_VIDEO_BYTES_MAX, STATEMENT_BYTES_MAX } from './limits.ts'
import { CHAT_IMAGE_TYPES, CHAT_VIDEO_TYPES } from './rules/chat-message.ts'

const codes = { noFileCode: 'NO_DATA', wrongTypeCode: 'FILE_NOT_SUPPORTED' } as const

/** What files of the chat may be, of customers and of staff. */
export const chatImage: UploadTerms = { maxBytes: CHAT_IMAGE_BYTES_MAX, types: CHAT_IMAGE_TYPES, ...codes }
export const chatVideo: UploadTerms = { maxBytes: CHAT_VIDEO_BYTES_MAX, types: CHAT_VIDEO_TYPES, ...codes }

/** A statement of a bank or a provider's report. */
export const statementFile: UploadTerms = { maxBytes: STATEMENT_BYTES_MAX, types: ['text/csv'], ...codes }
