import type { ChatMessage } from '@krapao/contract'

/** Messages as the server tells them. */

/** One of the support with a text, unless said otherwise; its texts and ids are made of its number. */
export function textMessage(seq: number, changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    _id: `m${String(seq).padStart(25, '0')}`,
    seq,
    sender: 'admin',
    createdAt: '2026-11-21T09:00:00.000Z',
    session_id: 'session one',
    message: { message_type: 'text', payload: { message: `message ${seq}` } },
    deliver: { id: `client ${seq}`, status: 'succeed' },
    ...changes,
  }
}
