import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { toldOf, type Transfer } from './transfers.ts'

/** A payout's end as the bank tells it. */
export type PayoutEnd = 'PAID' | 'FAILED' | 'RETURNED'

/** Where callbacks go, and the key they are signed with. */
export interface HookTerms {
  readonly hookUrl: string
  readonly key: string
}

const attemptTimeoutMs = 10_000

/** The body of a callback, the same at every attempt (rulings 3.2). */
export function eventOf(eventId: string, transfer: Transfer, payoutEnd: PayoutEnd | null): unknown {
  return {
    eventId,
    type: payoutEnd === null ? 'payment' : 'payout',
    ...toldOf(transfer),
    ...(payoutEnd === null ? {} : { state: payoutEnd }),
  }
}

/** One attempt, signed anew with its own time; returns the status, or what broke, as text. */
export async function postCallback(
  terms: HookTerms,
  clock: Clock,
  body: string,
  closing: AbortSignal,
): Promise<string> {
  try {
    const response = await fetch(`${terms.hookUrl}/api/hooks/bank`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signatureOf(terms.key, clock, body) },
      body,
      redirect: 'error',
      signal: AbortSignal.any([closing, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
}

/** `t=<seconds>,v1=<hex HMAC-SHA-256 of "<seconds>.<body>">`. */
function signatureOf(key: string, clock: Clock, body: string): string {
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const mac = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}
