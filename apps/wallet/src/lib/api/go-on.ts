import { mayGoOn } from '@krapao/contract'
import type { CallAnswer, CallOptions } from '@krapao/web'
import { dropToasts, showToast, untilBack } from '@krapao/web'
import { loadTexts, readTexts } from '../texts/texts.ts'

const ACT = 'away'
/** The longest that a timer can be set for: what is said stays until it is over. */
const FOR_EVER_MS = 2 ** 31 - 1

let isAway = false

const words = {
  say: () => {
    isAway = true
    const show = (): void => {
      const { find, t } = readTexts()
      if (isAway) showToast('failed', find('error.away') ?? t('error.unavailable'), ACT, FOR_EVER_MS)
    }
    loadTexts(['errors']).then(show, show)
  },
  unsay: () => {
    isAway = false
    dropToasts(ACT)
  },
}

/**
 * Goes on by itself with a call that was answered 503 with a time to wait, where it may be sent again, and tells the reader
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
