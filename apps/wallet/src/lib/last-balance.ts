import { readStored, writeStored } from '@krapao/web'
import { readToken } from './session.ts'
import { storageKeys } from './storage-keys.ts'

/** What a member had in all when that was last known: all that is kept of him to be shown without a network. */
export interface LastBalance {
  readonly totalMinor: number
  /** How old the oldest part of it is; undefined when that was not known. */
  readonly asOfMs: number | undefined
}

/**
 * Keeps it where the token of the same member lies, and as long. Nothing is kept for a token that is not the one of the
 * moment any more: an answer may come after the logout, which may have been in another tab.
 */
export function keepLastBalance(token: string | null, { totalMinor, asOfMs }: LastBalance): void {
  if (token === null || readToken() !== token) return
  const keeping = readStored(storageKeys.token, 'session') === token ? 'session' : 'always'
  writeStored(storageKeys.lastBalance, JSON.stringify({ totalMinor, asOfMs }), keeping)
}

/** The last known balance of who is logged in; undefined when none is kept. */
export function readLastBalance(): LastBalance | undefined {
  const keeping = readStored(storageKeys.token, 'session') === null ? 'always' : 'session'
  try {
    const { totalMinor, asOfMs } = JSON.parse(readStored(storageKeys.lastBalance, keeping) ?? '{}') as Record<
      keyof LastBalance,
      unknown
    >
    if (!Number.isSafeInteger(totalMinor)) return undefined
    if (typeof asOfMs !== 'number') return { totalMinor: totalMinor as number, asOfMs: undefined }
    // It is never newer than the last time that the server was heard (GEN-010, GEN-031).
    const syncedMs = Date.parse(readStored(storageKeys.lastSync) ?? '') || asOfMs
    return { totalMinor: totalMinor as number, asOfMs: Math.min(asOfMs, syncedMs) }
  } catch {
    return undefined
  }
}
