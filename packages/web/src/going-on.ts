import type { CallAnswer, CallOptions } from './send-call.ts'
import { dropToasts, showToast } from './toasts.ts'
import type { AwayWords } from './until-back.ts'
import { untilBack } from './until-back.ts'

const ACT = 'away'
/** The longest that a timer can be set for: what is said stays until it is over. */
const FOR_EVER_MS = 2 ** 31 - 1

/**
 * Makes what goes on by itself with a call that was answered 503 with a time to wait, where it may be sent again, and tells
 * the reader so meanwhile; any other comes back as it was answered.
 */
export function goingOn(
  mayGoOn: (method: string, path: string, idempotencyKey: string | undefined) => boolean,
  findWords: () => Promise<string>,
) {
  let isAway = false
  const words: AwayWords = {
    say: () => {
      isAway = true
      const show = (text: string): void => {
        if (isAway) showToast('failed', text, ACT, FOR_EVER_MS)
      }
      void findWords().then(show)
    },
    unsay: () => {
      isAway = false
      dropToasts(ACT)
    },
  }
  return async (
    answer: CallAnswer,
    send: () => Promise<CallAnswer>,
    method: string,
    path: string,
    { idempotencyKey, signal }: Pick<CallOptions, 'idempotencyKey' | 'signal'>,
  ): Promise<CallAnswer> => (mayGoOn(method, path, idempotencyKey) ? untilBack(answer, send, words, signal) : answer)
}
