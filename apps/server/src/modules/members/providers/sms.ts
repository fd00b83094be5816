import type { Country } from '@krapao/contract'
import * as v from 'valibot'
import type { Logger } from '../../../platform/logger.ts'
import type { PartyCheck } from '../../../platform/parties/index.ts'
import { callParty, type PartyCaller } from '../../../platform/party-call.ts'

/**
 * `sent`: taken to be sent. `failed`: a documented no, or never asked: no message goes out. `unknown`: everything else, the
 * message may have gone out.
 */
export type SmsOutcome = 'sent' | 'failed' | 'unknown'

/** Where a message goes: the number as its owner wrote it, and as the whole world dials it; null where it has no such form. */
interface SmsDestination {
  number: string
  international: string | null
}

/** What came of a message: who took it, and what he calls it. */
export interface SmsReceipt {
  outcome: SmsOutcome
  sender: string | null
  messageId: string | null
}

/** One party that sends text messages. No method rejects: silence is an answer, and time is limited. */
export interface SmsSender {
  /** As the settings name it. */
  name: string
  send(to: SmsDestination, text: string): Promise<{ outcome: SmsOutcome; messageId: string | null }>
  /** Finds out that it is there and lets us in; sends nothing. */
  check(): Promise<PartyCheck>
  /** Reads what it tells later of a message; null: not signed as it signs. Absent: it calls nobody. */
  hear?(delivery: SmsDelivery): SmsReport | null
}

/** A call of a sender as it came: a form, and the header that signs it. */
export interface SmsDelivery {
  signature: string | undefined
  form: string
}

/** What a sender told of a message that it had taken. */
interface SmsReport {
  messageId: string
  /** Certainly not arrived. */
  isLost: boolean
}

/** Whoever sends text messages for us. Never rejects. */
export interface SmsGateway {
  /** `mayChange` is asked before another than the first sender is used. */
  send(to: SmsDestination, text: string, mayChange: () => Promise<boolean>): Promise<SmsReceipt>
  /** Reads a call of one of the senders; null where it is signed by none of them. */
  hear(delivery: SmsDelivery): (SmsReport & { sender: string }) | null
}

/** Rulings 1.3: how long a party may take. */
export const SMS_TIMEOUT_MS = 10_000
export const SMS_ANSWER_MAX_BYTES = 64 * 1024

const NOTHING: SmsReceipt = { outcome: 'failed', sender: null, messageId: null }

/**
 * Sends by the first of the senders, and by the next one only when it is certain that nothing went out by those before: a
 * message is never sent twice because an answer was lost (beyond 5).
 */
export function createSmsGateway(senders: readonly SmsSender[]): SmsGateway {
  return {
    async send(to, text, mayChange) {
      for (const [place, sender] of senders.entries()) {
        if (place > 0 && !(await mayChange())) break
        const { outcome, messageId } = await sender.send(to, text)
        if (outcome !== 'failed') return { outcome, messageId, sender: sender.name }
      }
      return NOTHING
    },
    hear(delivery) {
      for (const sender of senders) {
        const report = sender.hear?.(delivery)
        if (report) return { ...report, sender: sender.name }
      }
      return null
    },
  }
}

/** The form in which the whole world dials a phone of a country; null for what is none. */
export function internationalNumber(phone: string, country: Country): string | null {
  if (country === 'LA') return /^0?\d{8,10}$/.test(phone) ? `+856${phone.replace(/^0/, '')}` : null
  return /^0\d{9}$/.test(phone) ? `+66${phone.slice(1)}` : null
}

const yesShape = v.custom<object>((body) => typeof body === 'object' && body !== null && !Array.isArray(body))
const noShape = v.object({ error: v.string() })

/**
 * A gateway of the operator's own: `POST /sms/send {to, text}` with a bearer key. A JSON object under 2xx is its yes, `{error}`
 * under 4xx its no.
 */
export function createPlainSms(terms: {
  name: string
  url: string
  key: string
  logger: Logger
  timeoutMs?: number
  send?: PartyCaller
}): SmsSender {
  const { name, url, key, logger, timeoutMs = SMS_TIMEOUT_MS, send = callParty } = terms
  const post = (body: object) =>
    send({
      method: 'POST',
      url: `${url}/sms/send`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs,
      maxBytes: SMS_ANSWER_MAX_BYTES,
    })
  return {
    name,
    async send({ number }, text) {
      const reply = await post({ to: number, text })
      if (reply.status === null) {
        logger.warn({ sender: name, why: reply.why }, 'the SMS gateway did not answer')
        return { outcome: reply.isUnsent === true ? 'failed' : 'unknown', messageId: null }
      }
      const { status, body } = reply
      // A page of whoever stands in front of it is no word of the gateway.
      if (status >= 200 && status < 300) return { outcome: v.is(yesShape, body) ? 'sent' : 'unknown', messageId: null }
      logger.warn({ sender: name, status }, 'the SMS gateway refused a message')
      const isNo = status >= 400 && status < 500 && v.is(noShape, body)
      return { outcome: isNo ? 'failed' : 'unknown', messageId: null }
    },
    async check() {
      // A message to nobody, which is refused once the key was found right.
      const reply = await post({})
      if (reply.status === null) return { kind: 'unreached', why: reply.why }
      if (reply.status === 401 || reply.status === 403) return { kind: 'refused', why: `answered ${reply.status}` }
      return reply.status === 400 || reply.status === 422
        ? { kind: 'right', told: 'it refuses a message to nobody, as it should' }
        : { kind: 'unclear', why: `answered ${reply.status} to a message to nobody` }
    },
  }
}

/** Stands in where no sender is set: every message fails, which the log says. */
export function createNoSms({ logger }: { logger: Logger }): SmsGateway {
  return {
    async send() {
      logger.error('no SMS sender is set, so no code can be sent (KRAPAO_SMS_URL, or KRAPAO_SMS and KRAPAO_PARTIES)')
      return NOTHING
    },
    hear: () => null,
  }
}
