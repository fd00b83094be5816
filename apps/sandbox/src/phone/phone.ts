import type { Agenda } from '../agenda.ts'
import type { Clock } from '../clock.ts'
import type { Answer } from '../faults/door.ts'
import { randomCode } from '../random.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'

/** A message as the tests' door shows it. */
export interface Message {
  readonly to: string
  readonly text: string
  /** ISO 8601. */
  readonly sentAt: string
}

/** An SMS on its way: its id is ours, made when it is accepted. */
export interface Sms {
  readonly messageId: string
  readonly to: string
  readonly text: string
}

/** The SMS gateway and the phones behind it. */
export type Phone = ReturnType<typeof createPhone>

/** The event of an SMS that arrives later. */
export const smsEvent = 'sms'

const shownMessages = 200

/** Makes the phones over the table `message`. */
export function createPhone(store: Store, clock: Clock, agenda: Agenda) {
  function put(sms: Sms): void {
    store.run(
      `INSERT INTO message (id, inbox, recipient, text, sent_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      sms.messageId,
      inboxOf(sms.to),
      sms.to,
      sms.text,
      clock.now().getTime(),
    )
  }
  agenda.on(smsEvent, (body) => put(body as Sms))

  return {
    /** Puts the SMS into its inbox. */
    deliver(sms: Sms): Answer {
      put(sms)
      return { status: 200, body: { messageId: sms.messageId } }
    },
    /** Accepts the SMS; it arrives after `ms`. */
    accept(sms: Sms, ms: number): Answer {
      agenda.add(smsEvent, sms, ms)
      return { status: 200, body: { messageId: sms.messageId } }
    },
    /** The newest messages first: of one number, or of all. */
    messages(to: string | null): Message[] {
      const rows =
        to === null
          ? store.all('SELECT * FROM message ORDER BY sequence DESC LIMIT ?', shownMessages)
          : store.all(
              'SELECT * FROM message WHERE inbox = ? ORDER BY sequence DESC LIMIT ?',
              inboxOf(to),
              shownMessages,
            )
      return rows.map(asMessage)
    },
    /** Every inbox with its newest message, newest first. */
    inboxes: (): Message[] =>
      store
        .all(
          `SELECT * FROM message WHERE sequence IN (SELECT max(sequence) FROM message GROUP BY inbox)
           ORDER BY sequence DESC LIMIT ?`,
          shownMessages,
        )
        .map(asMessage),
  }
}

/** A new SMS with its own id. */
export function newSms(to: string, text: string): Sms {
  return { messageId: randomCode(20), to, text }
}

/** One inbox a number, however it is written: +66 81 234 5678 is 0812345678, +856 20 and 020 are 20. */
function inboxOf(number: string): string {
  const digits = number.replace(/\D/g, '')
  if (/^66\d{9}$/.test(digits)) return `0${digits.slice(2)}`
  return digits.replace(/^(?:856|0)(?=20\d{8}$)/, '')
}

function asMessage(row: Row): Message {
  return {
    to: textOf(row, 'recipient'),
    text: textOf(row, 'text'),
    sentAt: new Date(integerOf(row, 'sent_at')).toISOString(),
  }
}
