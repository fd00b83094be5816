import { storageKeys } from './storage-keys.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

/**
 * A withdrawal that was sent and whose outcome is not known yet. It outlives the sheet and a reload of the page, so that
 * it is asked about under its own key and never made a second time.
 */
export interface SentWithdrawal {
  readonly memberId: string
  /** The idempotency key. */
  readonly key: string
  readonly amountMinor: number
  readonly sentAtMs: number
}

/** The server remembers keys for 24 hours. */
const KEPT_MS = 24 * 60 * 60_000

/** Keeps it from the moment before it goes out. */
export function keepSent(sent: SentWithdrawal): void {
  writeStored(storageKeys.sentWithdrawal, JSON.stringify(sent), 'session')
}

/** Forgets it: its outcome is known. */
export function dropSent(): void {
  removeStored(storageKeys.sentWithdrawal, 'session')
}

/** What this member sent and got no answer to, or undefined. Another member's, or one of long ago, counts for nothing. */
export function readSent(memberId: string, nowMs = Date.now()): SentWithdrawal | undefined {
  const text = readStored(storageKeys.sentWithdrawal, 'session')
  const sent = text === null ? undefined : parse(text)
  return sent?.memberId === memberId && nowMs - sent.sentAtMs < KEPT_MS ? sent : undefined
}

function parse(text: string): SentWithdrawal | undefined {
  try {
    const { memberId, key, amountMinor, sentAtMs } = JSON.parse(text) as Partial<SentWithdrawal>
    if (typeof memberId !== 'string' || typeof key !== 'string') return undefined
    if (!Number.isSafeInteger(amountMinor) || typeof sentAtMs !== 'number') return undefined
    return { memberId, key, amountMinor: Number(amountMinor), sentAtMs }
  } catch {
    return undefined
  }
}
