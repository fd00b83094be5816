import { MINUTE_MS } from '@krapao/web'
import type { DeskMessage } from '@krapao/contract'
import { daysBetween, formatDate } from '../../lib/formats.ts'

/** One line of a conversation as it is drawn; `ago` is how many days of Bangkok lie between a date and today. */
export type HistoryRow =
  | { readonly kind: 'date'; readonly key: string; readonly date: string; readonly ago: number }
  | { readonly kind: 'end'; readonly key: string }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: DeskMessage
      /** It follows on one of the same writer within five minutes: the name is not said again. */
      readonly isContinued: boolean
    }

const CONTINUED_MS = 5 * MINUTE_MS

function isSameWriter(one: DeskMessage, other: DeskMessage): boolean {
  return one.from === other.from && one.agent?._id === other.agent?._id
}

/** Lays out messages: a separator for each day in Bangkok, a marker where one conversation ends and another begins. */
export function layRows(messages: readonly DeskMessage[], nowMs: number, isEnded: boolean): HistoryRow[] {
  const rows: HistoryRow[] = []
  let before: DeskMessage | undefined
  for (const message of messages) {
    const isOtherSession = before !== undefined && before.session_id !== message.session_id
    if (isOtherSession) rows.push({ kind: 'end', key: `end-${message.seq}` })
    const date = formatDate(message.createdAt)
    const isNewDay = before === undefined || formatDate(before.createdAt) !== date
    if (isNewDay) {
      rows.push({ kind: 'date', key: date, date, ago: daysBetween(message.createdAt, nowMs) })
    }
    const passedMs = before === undefined ? 0 : Date.parse(message.createdAt) - Date.parse(before.createdAt)
    const isContinued =
      before !== undefined && !isNewDay && !isOtherSession && isSameWriter(before, message) && passedMs < CONTINUED_MS
    rows.push({ kind: 'message', key: `message-${message.seq}`, message, isContinued })
    before = message
  }
  if (isEnded && before !== undefined) rows.push({ kind: 'end', key: 'end-now' })
  return rows
}
