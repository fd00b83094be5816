import { observed } from '@krapao/web'

/** Raised when the check that stands was answered, on whichever page. */
const answered = observed(0)
export const useAnswered = answered.use

const channel = new BroadcastChannel('reality-check')
channel.onmessage = () => answered.set(answered.read() + 1)

/** It is due no more: whoever shows it takes it away. */
export const forgetCheck = (): void => answered.set(answered.read() + 1)

/** It was answered here: the other pages of this browser take it away at once, other devices when they are heard next. */
export function tellAnswered(): void {
  channel.postMessage('answered')
  forgetCheck()
}
