import type { DeskRoom } from '@krapao/contract'
import { maskedPhone } from '../../members/index.ts'
import type { MessageContent, Sender, SessionState } from '../support.types.ts'

/** A room as the desk lists it, with the message that is shown of it. */
export interface ListedRow {
  roomId: string
  kind: 'member' | 'guest'
  name: string | null
  username: string | null
  language: string | null
  state: SessionState
  agentId: string | null
  agentName: string | null
  waitingSince: Date | null
  updatedAt: Date
  unread: number
  lastSeq: number
  lastSender: Sender | null
  lastContent: MessageContent | null
  lastAt: Date | null
}

/** In the words of the contract. */
export function toRoom(row: ListedRow): DeskRoom {
  const { roomId, kind, name, state, unread, lastSeq } = row
  const { lastSender, lastContent, lastAt } = row
  return {
    roomId,
    kind,
    name,
    phone: row.username === null ? null : maskedPhone(row.username),
    language: row.language === 'th' || row.language === 'lo' || row.language === 'en' ? row.language : null,
    state,
    agent: row.agentId === null ? null : { _id: row.agentId, name: row.agentName ?? '' },
    waitingSince: row.waitingSince?.toISOString() ?? null,
    unread,
    lastSeq,
    last:
      lastSender === null || lastContent === null || lastAt === null
        ? null
        : { sender: writerOf(lastSender), text: summaryOf(lastContent), createdAt: lastAt.toISOString() },
  }
}

/** Who wrote a message, in the desk's words. */
export function writerOf(sender: Sender): 'customer' | 'agent' | 'robot' {
  return sender === 'admin' ? 'agent' : sender
}

const SUMMARY_MAX = 140

/** A message in few words, for lists. */
function summaryOf(content: MessageContent): string {
  const words =
    content.message_type === 'generic'
      ? (content.payloads[0]?.title ?? '')
      : 'title' in content.payload
        ? content.payload.title
        : content.payload.message
  const letters = [...words.replaceAll(/\s+/g, ' ').trim()]
  return letters.length > SUMMARY_MAX ? `${letters.slice(0, SUMMARY_MAX - 1).join('')}…` : letters.join('')
}
