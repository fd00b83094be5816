import type { AnswerOf, BodyOf, calls } from '@krapao/contract'
import { callApi } from '../../lib/api/call-api.ts'

/** Opens a session; ends with WRONG_CREDENTIAL for a wrong phone number and a wrong password alike (LOG-006). */
export function logIn(body: BodyOf<typeof calls.login>): Promise<AnswerOf<typeof calls.login>> {
  return callApi<typeof calls.login>('POST', '/api/login', { body })
}
