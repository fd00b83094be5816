import { readStored, removeStored, writeStored } from '@krapao/web'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { Draft } from './register.rules.ts'

/**
 * What was typed of a registration that is not finished, for a page that is fetched again: until the browser is closed,
 * and no longer than a verified phone stays verified (decisions 2.40), because others may use the same phone. Neither the
 * password nor anything of the bank account is in it. The token of the OTP is: the server knows by it whose phone was
 * verified (rulings 5.7).
 */
export type KeptDraft = Pick<Draft, (typeof words)[number] | 'otpSentAtMs' | 'isVerified'>

const KEPT_MS = 30 * 60_000

const words = [
  'phone',
  'otpRef',
  'otpToken',
  'otpPhone',
  'name',
  'sourceCode',
  'inviteCode',
] as const satisfies readonly (keyof Draft)[]

/** Keeps what was typed so far. */
export function keepDraft(draft: Draft, nowMs = Date.now()): void {
  // JSON writes what is named, and no other.
  const kept = JSON.stringify({ ...draft, keptAtMs: nowMs }, [...words, 'otpSentAtMs', 'isVerified', 'keptAtMs'])
  writeStored(storageKeys.registration, kept, 'session')
}

/** Forgets it: the registration is done. */
export function dropDraft(): void {
  removeStored(storageKeys.registration, 'session')
}

/** What was typed before, or nothing; what does not look like it is left out. */
export function readDraft(nowMs = Date.now()): Partial<KeptDraft> {
  const kept = parse(readStored(storageKeys.registration, 'session') ?? '{}')
  const { otpSentAtMs, isVerified, keptAtMs } = kept
  if (typeof keptAtMs !== 'number' || nowMs - keptAtMs >= KEPT_MS) {
    dropDraft()
    return {}
  }
  return {
    ...Object.fromEntries(words.filter((word) => typeof kept[word] === 'string').map((word) => [word, kept[word]])),
    ...(typeof otpSentAtMs === 'number' ? { otpSentAtMs } : {}),
    ...(typeof isVerified === 'boolean' ? { isVerified } : {}),
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
