import type { Logger } from '../../../platform/logger.ts'

/** `failed`: nothing was sent. `unknown`: the gateway broke off, and the message may have gone out. */
export type SmsOutcome = 'sent' | 'failed' | 'unknown'

/** Whoever sends text messages. Never rejects. */
export interface SmsGateway {
  send(to: string, text: string): Promise<SmsOutcome>
}

/** Rulings 1.3: how long a party may take. */
const TIMEOUT_MS = 10_000

/** Connections that never came about: the gateway cannot have seen the message. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause && NEVER_ARRIVED.has(String(cause.code))
}

/** The SMS gateway over HTTP: `POST /sms/send {to, text}` with a bearer key. */
export function createHttpSms(terms: { url: string; key: string; logger: Logger; timeoutMs?: number }): SmsGateway {
  const { url, key, logger, timeoutMs = TIMEOUT_MS } = terms
  return {
    async send(to, text) {
      try {
        const response = await fetch(`${url}/sms/send`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ to, text }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        await response.body?.cancel()
        if (response.ok) return 'sent'
        logger.warn({ status: response.status }, 'the SMS gateway refused a message')
        return 'failed'
      } catch (error) {
        logger.warn({ err: error }, 'the SMS gateway did not answer')
        return wasNeverSent(error) ? 'failed' : 'unknown'
      }
    },
  }
}

/** Stands in where no gateway is set: every message fails, which the log says. */
export function createNoSms({ logger }: { logger: Logger }): SmsGateway {
  return {
    async send() {
      logger.error('no SMS gateway is set, so no code can be sent (KRAPAO_SMS_URL)')
      return 'failed'
    },
  }
}
