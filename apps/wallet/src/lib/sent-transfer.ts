import { storageKeys } from './storage-keys.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

/**
 * A transfer that was sent and has no end that is known here. It outlives a reload of the page, so that it is asked about
 * under its own key and never made a second time.
 */
export interface SentTransfer {
  readonly memberId: string
  /** The idempotency key. */
  readonly key: string
  readonly from: string
  readonly to: string
  readonly amountMinor: number
  readonly sentAtMs: number
  /** The server has answered that it is under way: asking moves nothing that does not move already. */
  readonly isUnderWay: boolean
}

/** The server remembers keys for 24 hours. */
const KEPT_MS = 24 * 60 * 60_000

/** Keeps it from the moment before it goes out. */
export function keepSent(sent: SentTransfer): void {
  writeStored(storageKeys.sentTransfer, JSON.stringify(sent), 'session')
}

/** Forgets it: its end is known. */
export function dropSent(): void {
  removeStored(storageKeys.sentTransfer, 'session')
}

/** What this member sent and saw no end of, or undefined. Another member's, or one of long ago, counts for nothing. */
export function readSent(memberId: string, nowMs = Date.now()): SentTransfer | undefined {
  const text = readStored(storageKeys.sentTransfer, 'session')
  const sent = text === null ? undefined : parse(text)
  return sent?.memberId === memberId && nowMs - sent.sentAtMs < KEPT_MS ? sent : undefined
}

function parse(text: string): SentTransfer | undefined {
  try {
    const { memberId, key, from, to, amountMinor, sentAtMs, isUnderWay } = JSON.parse(text) as Partial<SentTransfer>
    if (typeof memberId !== 'string' || typeof key !== 'string') return undefined
    if (typeof from !== 'string' || typeof to !== 'string') return undefined
    if (!Number.isSafeInteger(amountMinor) || typeof sentAtMs !== 'number') return undefined
    return { memberId, key, from, to, amountMinor: Number(amountMinor), sentAtMs, isUnderWay: isUnderWay === true }
  } catch {
    return undefined
  }
}
