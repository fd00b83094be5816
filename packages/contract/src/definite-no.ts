import type { Code } from './codes.ts'

/** How a call failed, as far as it decides about what may have been done. */
interface Failure {
  /** Anything but `refused` is no answer of the server's. */
  readonly kind: string
  readonly code: string
  readonly status: number
  /** The call went out more than once, and what came of the first time is not known. */
  readonly isRepeat?: boolean
}

/** What of a call decides whether a no to it is one. */
interface Asked {
  /** What the contract says that this very call refuses with, once it is looked at. */
  readonly refusals: readonly Code[]
  /** Nothing went out under its key before: who is turned away at the door has done nothing then. */
  readonly isFirst?: boolean
}

/** Whatever the server says with one of these, the call may be under way or done. */
const UNKNOWN_STATUS_MIN = 500

/**
 * Whether a failed call was surely not done, and will not be under its key. A refusal that the contract names for the call is
 * such a no, whatever its status. A lost connection, a server in trouble and a door that was shut before the call was looked
 * at, such as that of a session, leave open what was sent before.
 */
export function isDefiniteNo(
  { kind, code, status, isRepeat = false }: Failure,
  { refusals, isFirst = false }: Asked,
): boolean {
  if ((refusals as readonly string[]).includes(code)) return true
  return isFirst && !isRepeat && kind === 'refused' && status < UNKNOWN_STATUS_MIN && code !== 'REQUEST_IN_PROGRESS'
}
