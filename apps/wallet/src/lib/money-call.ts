import { ApiError } from './api/api-error.ts'

/** What became of money whose call failed. */
export type FailedCall =
  /** The server said no: nothing moves any more under this key. */
  | 'refused'
  /** The first call under this key is still being worked on. */
  | 'running'
  /** Nobody knows: no answer, or one that says nothing about the money. */
  | 'unknown'

/**
 * Reads a failed call. Only a definite no is a no: a connection that broke, a time-out and a server in trouble leave it
 * open whether the money moves. Refusals by limits say no to the question alone, so they settle only a first try.
 */
export function readFailedCall(error: unknown, isFirstTry: boolean): FailedCall {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return 'unknown'
  if (error.code === 'REQUEST_IN_PROGRESS') return 'running'
  if (error.code === 'TRANSFER_FAIL') return 'refused'
  if (error.status >= 500) return 'unknown'
  return isFirstTry || ![401, 403, 429].includes(error.status) ? 'refused' : 'unknown'
}
