import type { AnswerOf, desk } from '@krapao/contract'
import { chatFileKind, UPLOAD_TIMEOUT_MS } from '@krapao/contract'
import { sendWithProgress } from '@krapao/web'
import { callDesk } from '../../lib/call.ts'

type Uploaded = AnswerOf<typeof desk.deskUploadImage>

/** Uploads a picture or a video for a message that is sent later; tells how far it is, 0 to 1. */
export function uploadFile(file: File, onShare: (share: number) => void, signal: AbortSignal): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', file, file.name)
  const path = chatFileKind(file.type) === 'video' ? '/api/desk/upload-video' : '/api/desk/upload-image'
  return callDesk<typeof desk.deskUploadImage>('POST', path, {
    form,
    signal,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    send: sendWithProgress(onShare),
  })
}
