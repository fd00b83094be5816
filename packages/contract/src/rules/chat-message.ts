import { isBlank } from './blank.ts'
import { CHAT_IMAGE_BYTES_MAX, CHAT_TEXT_MAX, CHAT_VIDEO_BYTES_MAX } from '../limits.ts'

/** Types of files that the chat takes, as `file.type` says them. */
export const CHAT_IMAGE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif']
export const CHAT_VIDEO_TYPES: readonly string[] = ['video/mp4', 'video/quicktime']

/** What is wrong with a text of the chat; null when nothing is. Characters are counted as a text field counts them. */
export function chatTextProblem(text: string): 'CHAT_EMPTY' | 'CHAT_TOO_LONG' | null {
  if (isBlank(text)) return 'CHAT_EMPTY'
  return text.length > CHAT_TEXT_MAX ? 'CHAT_TOO_LONG' : null
}

/** Whether a file is shown as an image or a video, by its media type or the same word after the slash; null: not taken. */
export function chatFileKind(type: string): 'image' | 'video' | null {
  const wanted = type.toLowerCase()
  if (CHAT_IMAGE_TYPES.includes(wanted) || wanted === 'image/jpg') return 'image'
  return CHAT_VIDEO_TYPES.includes(wanted) ? 'video' : null
}

/** What is wrong with a file for the chat: it needs an extension, a type that is taken, and no more bytes than its kind may have. */
export function chatFileProblem(file: {
  name: string
  type: string
  sizeBytes: number
}): { code: 'FILE_NOT_SUPPORTED' } | { code: 'FILE_TOO_LARGE'; maxMegabytes: number } | null {
  const kind = chatFileKind(file.type)
  if (kind === null || !/[^.\s/\\]\.[A-Za-z0-9]+$/.test(file.name)) return { code: 'FILE_NOT_SUPPORTED' }
  const maxBytes = kind === 'image' ? CHAT_IMAGE_BYTES_MAX : CHAT_VIDEO_BYTES_MAX
  return file.sizeBytes > maxBytes ? { code: 'FILE_TOO_LARGE', maxMegabytes: maxBytes / 1024 / 1024 } : null
}
