import type { ChatMessage } from '@krapao/contract'
import { dayOf, daysBetween, timeOfDay } from '../../lib/formats.ts'
import type { Entry, Outgoing } from './chat.types.ts'

/** What is shown of a conversation, and in which order: the server's numbers decide, whatever comes when. */

/** Whether a message was written by this reader. */
export function isOwn(message: Pick<ChatMessage, 'sender'>): boolean {
  return message.sender === 'customer'
}

function writerOf(message: ChatMessage): Entry['writer'] {
  if (isOwn(message)) return 'you'
  return message.sender === 'robot' ? 'robot' : 'admin'
}

/** All messages as they are shown: the server's, then those on their way. */
export function entriesOf(stored: readonly ChatMessage[], outgoing: readonly Outgoing[]): readonly Entry[] {
  const known = new Set(stored.map(({ deliver }) => deliver.id))
  const entryOf = (message: ChatMessage): Entry => ({
    key: message.deliver.id,
    writer: writerOf(message),
    content: message.message,
    status: 'succeed',
    share: 1,
    createdAt: message.createdAt,
    sessionId: message.session_id,
    seq: message.seq,
  })
  return [
    ...stored.map(entryOf),
    ...outgoing
      .filter(({ clientId }) => !known.has(clientId))
      .map(({ clientId, content, status, share, stored: answered }): Entry => {
        if (answered !== undefined) return entryOf(answered)
        return {
          key: clientId,
          writer: 'you',
          content,
          status,
          share,
          createdAt: undefined,
          sessionId: undefined,
          seq: undefined,
        }
      }),
  ]
}

/** How a day is called: by a word, or by its date. */
type DayName = 'today' | 'yesterday' | 'date'

/** One row of the log. */
export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly time: string; readonly name: DayName }
  | { readonly kind: 'end'; readonly key: string }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly entry: Entry
      /** The last of several of one writer and minute: their time is written once. */
      readonly hasTime: boolean
      /** Another spoke before. */
      readonly isTurn: boolean
    }

/**
 * The rows of the log: a separator before the first message of each day in Bangkok (CHT-007), a marker where a
 * conversation ended and another began (CHT-008), and the messages.
 */
export function rowsOf(entries: readonly Entry[], nowMs: number): readonly Row[] {
  const rows: Row[] = []
  let last: Entry | undefined
  let lastTime: string | undefined
  let lastSession: string | undefined
  for (const [index, entry] of entries.entries()) {
    const { createdAt, sessionId, key } = entry
    const isEnd = lastSession !== undefined && sessionId !== undefined && sessionId !== lastSession
    if (isEnd) rows.push({ kind: 'end', key: `end ${key}` })
    // What is on its way is of today: its day must not come above it when its time does.
    const time = createdAt ?? new Date(nowMs).toISOString()
    const isNewDay = lastTime === undefined || daysBetween(lastTime, time) !== 0
    if (isNewDay) {
      rows.push({
        kind: 'day',
        key: `day ${dayOf(Date.parse(time))} ${isEnd ? key : ''}`,
        time,
        name: dayName(time, nowMs),
      })
    }
    rows.push({
      kind: 'message',
      key,
      entry,
      hasTime: !isSameMoment(entry, entries[index + 1]),
      isTurn: last === undefined || isEnd || isNewDay || last.writer !== entry.writer,
    })
    last = entry
    lastTime = time
    lastSession = sessionId ?? lastSession
  }
  return rows
}

function dayName(time: string, nowMs: number): DayName {
  const days = daysBetween(time, nowMs)
  if (days === 0) return 'today'
  return days === 1 ? 'yesterday' : 'date'
}

/** Whether the next message carries the time of this one too. */
function isSameMoment(entry: Entry, next: Entry | undefined): boolean {
  return (
    next?.createdAt !== undefined &&
    entry.createdAt !== undefined &&
    next.writer === entry.writer &&
    next.sessionId === entry.sessionId &&
    daysBetween(entry.createdAt, next.createdAt) === 0 &&
    timeOfDay(entry.createdAt) === timeOfDay(next.createdAt)
  )
}
