import { describe, expect, it } from 'vitest'
import { ApiError } from './api/api-error.ts'
import { readFailedCall } from './money-call.ts'

describe('readFailedCall', () => {
  const refused = (status: number, code: string): ApiError => new ApiError({ kind: 'refused', status, code })

  it('takes only a definite no as a no', () => {
    expect(readFailedCall(refused(409, 'MONEY_NOT_ENOUGH'), true)).toBe('refused')
    expect(readFailedCall(refused(502, 'TRANSFER_FAIL'), false)).toBe('refused')
    expect(readFailedCall(new ApiError({ kind: 'timeout' }), true)).toBe('unknown')
    expect(readFailedCall(new ApiError({ kind: 'offline' }), true)).toBe('unknown')
    expect(readFailedCall(refused(500, 'INTERNAL_SERVER_ERROR'), true)).toBe('unknown')
    expect(readFailedCall(refused(409, 'REQUEST_IN_PROGRESS'), true)).toBe('running')
  })

  it('does not take a refusal to be asked again as the end of what was sent before', () => {
    expect(readFailedCall(refused(429, 'REQUEST_LIMIT'), true)).toBe('refused')
    expect(readFailedCall(refused(429, 'REQUEST_LIMIT'), false)).toBe('unknown')
  })
})
