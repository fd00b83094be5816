import type { Call } from './call.ts'
import { type Code, statusOf } from './codes.ts'
import { ROLES } from './roles.ts'

const SESSION_CODES: readonly Code[] = [
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'invalid-token',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
  'INACTIVE_USER',
  'INVALID_IP',
]

/** Of staff there is no more to say than that a token is none, or is over. */
const DESK_SESSION_CODES: readonly Code[] = ['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'invalid-token']

/** Calls that answer also when the operator is terminated (rulings 3.2); staff still look things up then. */
function outlivesOperator({ path }: Call): boolean {
  if (path === '/api/lookup/active' || !path.startsWith('/api/')) return true
  return path.startsWith('/api/hooks/') || path.startsWith('/api/desk/')
}

/** Everything a call can refuse with, by HTTP status: its own codes, and those that calls of its form have (rulings 5.1). */
export function refusalsOf(call: Call): ReadonlyMap<number, readonly Code[]> {
  const found = new Map<number, Set<Code>>()
  const add = (status: number, code: Code) => found.set(status, (found.get(status) ?? new Set()).add(code))

  for (const code of call.codes) if (statusOf(code) >= 400) add(statusOf(code), code)
  if (!outlivesOperator(call)) add(410, 'gone')
  if (call.caller === 'member') for (const code of SESSION_CODES) add(statusOf(code), code)
  if (call.caller === 'agent') for (const code of DESK_SESSION_CODES) add(statusOf(code), code)
  if (call.roles && call.roles.length < ROLES.length) add(403, 'FORBIDDEN')
  if (call.fresh) add(403, 'STEP_UP')
  // A guest has no token, but one that is sent must be good.
  if (call.caller === 'member-or-guest') {
    for (const code of SESSION_CODES) if (code !== 'UNAUTHORIZED') add(statusOf(code), code)
  }
  if (call.body || call.upload || call.query || call.idempotent || call.keyed) add(400, call.shapeCode)
  if (call.body || call.query) add(422, call.shapeCode)
  // Paths of the desk name days and parties, which have rules of their own.
  if (call.params && call.caller === 'agent') add(422, call.shapeCode)
  if (call.upload) {
    add(413, 'FILE_TOO_LARGE')
    add(415, call.upload.wrongTypeCode)
    add(422, call.upload.noFileCode)
  }
  // Larger than any body of JSON may be, and something else than JSON.
  if (call.body) for (const status of [413, 415]) add(status, call.shapeCode)
  if (call.idempotent) {
    add(422, 'IDEMPOTENCY_MISMATCH')
    add(409, 'REQUEST_IN_PROGRESS')
  }
  add(429, 'REQUEST_LIMIT')
  // More files are being sent than the memory holds.
  if (call.answerType === '*/*') add(503, 'REQUEST_LIMIT')
  add(500, 'INTERNAL_SERVER_ERROR')
  // The server stops, or its database is away for the moment: the same call may be sent again.
  add(503, 'INTERNAL_SERVER_ERROR')
  return new Map([...found].toSorted(([a], [b]) => a - b).map(([status, codes]) => [status, [...codes]]))
}
