import { mayGoOn } from '@krapao/contract'
import type { CallAnswer, CallOptions } from '@krapao/web'
import { dropToasts, showToast, untilBack } from '@krapao/web'
import table from './texts/away-texts.json' with { type: 'json' }
import { readTexts } from './texts/texts.ts'

const ACT = 'away'
/** The longest that a timer can be set for: what is said stays until it is over. */
const FOR_EVER_MS = 2 ** 31 - 1

const words = {
  say: () => showToast('failed', table.away[readTexts().language], ACT, FOR_EVER_MS),
  unsay: () => dropToasts(ACT),
}

/**
 * Goes on by itself with a call that was answered 503 with a time to wait, where it may be sent again, and tells the agent
 * so meanwhile; any other comes back as it was answered.
 */
export async function goOn(
  answer: CallAnswer,
  send: () => Promise<CallAnswer>,
  method: string,
  path: string,
  { idempotencyKey, signal }: Pick<CallOptions, 'idempotencyKey' | 'signal'>,
): Promise<CallAnswer> {
  return mayGoOn(method, path, idempotencyKey) ? untilBack(answer, send, words, signal) : answer
}
