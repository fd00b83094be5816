import { CallError } from './call-error.ts'
import type { CallAnswer } from './send-call.ts'

/** After so long the reader is told that it did not work, and asks again himself. */
const PATIENCE_MS = 120_000
/** Nobody waits longer between two tries, whatever the server says. */
const PAUSE_S_MAX = 10

/** What the app says to the reader while the service is away, and when it is back. */
export interface AwayWords {
  readonly say: () => void
  readonly unsay: () => void
}

let waiting = 0

/**
 * Goes on with a call that the server answered with "not now": waits as long as it says, a little longer each time and not
 * all at once with others, and sends the same again, until there is another answer or patience is over. What was no such
 * answer comes back as it is. The reader is told once, however many calls wait.
 *
 * @param send sends the call once more: under the same key where it has one, else one that may be done twice.
 * @throws what `signal` says when its caller gives up; the {@link CallError} of the last try when it is none to go on after.
 */
export async function untilBack(
  first: CallAnswer,
  send: () => Promise<CallAnswer>,
  { say, unsay }: AwayWords,
  signal?: AbortSignal,
): Promise<CallAnswer> {
  let pauseS = pauseOf(first)
  if (pauseS === 0) return first
  const giveUpAtMs = Date.now() + PATIENCE_MS
  waiting += 1
  if (waiting === 1) say()
  try {
    for (let tries = 1; ; tries += 1) {
      await pause(Math.min(PAUSE_S_MAX, pauseS * tries) * 1_000 * (1 + Math.random() / 4), signal)
      const isLast = Date.now() >= giveUpAtMs
      try {
        const answer = await send()
        pauseS = pauseOf(answer)
        if (pauseS === 0 || isLast) return answer
      } catch (error) {
        const isOnItsWay = error instanceof CallError && (error.kind === 'offline' || error.kind === 'timeout')
        if (!isOnItsWay || isLast) throw error
      }
    }
  } finally {
    waiting -= 1
    if (waiting === 0) unsay()
  }
}

/** How long the server has itself waited for, in seconds, where it stops or its database is away; 0 for any other answer. */
function pauseOf({ response }: CallAnswer): number {
  if (response.status !== 503) return 0
  return Number(response.headers.get('retry-after') ?? 0) || 0
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    const giveUp = (): void => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      done()
    }, ms)
    if (signal?.aborted === true) giveUp()
    else signal?.addEventListener('abort', giveUp, { once: true })
  })
}
