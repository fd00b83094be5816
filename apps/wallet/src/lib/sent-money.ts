import { readStored, removeStored, writeStored } from '@krapao/web'
import { storageKeys } from './storage-keys.ts'

/** What is kept, each under a name of its own. */
export type SentKind = 'sentTransfer' | 'sentWithdrawal'

/**
 * Money that was sent on its way and has no end that is known here. It outlives the sheet and a reload of the page, so
 * that it is asked about under its own key and never moved a second time.
 */
export interface SentMoney {
  readonly memberId: string
  /** The idempotency key. */
  readonly key: string
  /** Of a transfer. */
  readonly from?: string
  readonly to?: string
  readonly amountMinor: number
  readonly sentAtMs: number
  /** The server has answered that it is under way: asking moves nothing that does not move already. */
  readonly isUnderWay?: boolean
}

/** The server remembers keys for 24 hours. */
const KEPT_MS = 24 * 60 * 60_000

/** Keeps it from the moment before it goes out. */
export function keepSent(kind: SentKind, sent: SentMoney): void {
  writeStored(storageKeys[kind], JSON.stringify(sent), 'session')
}

/** Forgets it: its end is known. */
export function dropSent(kind: SentKind): void {
  removeStored(storageKeys[kind], 'session')
}

/** What this member sent and saw no end of, or undefined. Another member's, or one of long ago, counts for nothing. */
export function readSent(kind: SentKind, memberId: string, nowMs = Date.now()): SentMoney | undefined {
  try {
    const sent = JSON.parse(readStored(storageKeys[kind], 'session') ?? 'null') as SentMoney | null
    const isWhole = typeof sent?.key === 'string' && Number.isSafeInteger(sent.amountMinor)
    return isWhole && sent.memberId === memberId && nowMs - sent.sentAtMs < KEPT_MS ? sent : undefined
  } catch {
    return undefined
  }
}
