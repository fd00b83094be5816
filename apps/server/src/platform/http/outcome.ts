import type { Call, Code } from '@krapao/contract'
import { DETACHED } from '@krapao/ledger'
import { isDatabaseAway, sqlState } from '../database/index.ts'
import { AppError } from '../errors.ts'

/** What a call ends with: a status and the JSON body that goes with it. */
export interface Outcome {
  status: number
  body: unknown
  retryAfterS: number | undefined
}

export function describeAnswer(body: unknown): Outcome {
  return { status: 200, body, retryAfterS: undefined }
}

/** A refusal as clients see it: `{message, details?}` and nothing else. */
export function describeRefusal(error: AppError): Outcome {
  const body = error.details === undefined ? { message: error.code } : { message: error.code, details: error.details }
  return { status: error.status, body, retryAfterS: error.retryAfterS }
}

/**
 * What to answer to anything that was thrown: refusals as they are, the HTTP library's own errors with the code that
 * this call has for wrong shapes, what asks for entries that were detached with it too, a database that cannot be reached with 503, and
 * the rest with 500: a defect.
 */
export function describeThrown(error: unknown, call: Call | undefined): Outcome {
  if (error instanceof AppError) return describeRefusal(error)
  const status = libraryStatus(error)
  if (status !== undefined) return { status, body: { message: shapeCodeOf(call, status) }, retryAfterS: undefined }
  if (sqlState(error) === DETACHED)
    return { status: 422, body: { message: shapeCodeOf(call, 422) }, retryAfterS: undefined }
  if (isDatabaseAway(error)) return { status: 503, body: { message: 'INTERNAL_SERVER_ERROR' }, retryAfterS: 1 }
  return { status: 500, body: { message: 'INTERNAL_SERVER_ERROR' }, retryAfterS: undefined }
}

/** What a call says of a body that is too large, of a wrong kind, or broken. */
function shapeCodeOf(call: Call | undefined, status: number): Code {
  if (call?.upload && status === 413) return 'FILE_TOO_LARGE'
  if (call?.upload && status === 415) return call.upload.wrongTypeCode
  return call?.shapeCode ?? 'NO_DATA'
}

/** The 4xx that an error of Fastify or its plugins carries. */
function libraryStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined
}
