import type { ChatMessage } from '@krapao/contract'
import type { SupportParts } from '../support.parts.ts'
import type { FileReference, MessageContent, StoredMessage } from '../support.types.ts'

type WireContent = ChatMessage['message']

/** A message as it stands on the wire. Addresses of files are signed anew each time, for 15 minutes. */
export function toWire({ files }: { files: Pick<SupportParts['files'], 'link'> }, message: StoredMessage): ChatMessage {
  return {
    _id: message.id,
    seq: message.seq,
    sender: message.sender,
    createdAt: message.createdAt.toISOString(),
    session_id: message.sessionId,
    message: contentToWire(message.content, (file) => files.link({ id: file.fileId, owner: file.owner })),
    deliver: { id: message.clientId, status: 'succeed' },
  }
}

function contentToWire(content: MessageContent, link: (file: FileReference) => string): WireContent {
  if (content.message_type === 'media') {
    const { file, ...payload } = content.payload
    return { message_type: 'media', payload: { ...payload, filePath: link(file) } }
  }
  if (content.message_type === 'generic') {
    const payloads = content.payloads.map(({ image, ...card }) => ({
      // Of older messages: another host's picture is shown no more, it would tell that host who looks at it.
      image_url: image === null || typeof image === 'string' ? null : link(image),
      ...card,
    }))
    return { message_type: 'generic', payloads }
  }
  return { message_type: content.message_type, payload: content.payload }
}
