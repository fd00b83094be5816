import { describe, expect, it } from 'vitest'
import { deskCalls } from './desk-calls.ts'
import { isDefiniteNo } from './definite-no.ts'
import { STAFF_REFUSALS, WITHDRAW_REFUSALS } from './money-refusals.ts'

const refused = (status: number, code: string) => ({ kind: 'refused', status, code })

describe('a definite no', () => {
  it.each(WITHDRAW_REFUSALS)('is %s, which the contract names, also when it was sent before', (code) => {
    expect(isDefiniteNo(refused(409, code), { refusals: WITHDRAW_REFUSALS })).toBe(true)
  })

  it.each([
    [401, 'EXPIRED_AUTH_TOKEN'],
    [403, 'FORBIDDEN'],
    [410, 'gone'],
    [429, 'REQUEST_LIMIT'],
  ])('is %s %s at the door for what was never sent before, and for nothing else', (status, code) => {
    const asked = { refusals: STAFF_REFUSALS }
    expect(isDefiniteNo(refused(status, code), { ...asked, isFirst: true })).toBe(true)
    expect(isDefiniteNo(refused(status, code), asked)).toBe(false)
    expect(isDefiniteNo({ ...refused(status, code), isRepeat: true }, { ...asked, isFirst: true })).toBe(false)
  })

  it.each([
    refused(409, 'REQUEST_IN_PROGRESS'),
    refused(500, 'INTERNAL_SERVER_ERROR'),
    refused(503, ''),
    { kind: 'timeout', status: 0, code: '' },
    { kind: 'offline', status: 0, code: '' },
    { kind: 'unreadable', status: 200, code: '' },
  ])('is never $kind $status $code', (failure) => {
    expect(isDefiniteNo(failure, { refusals: STAFF_REFUSALS, isFirst: true })).toBe(false)
  })

  it('is known of every deed of the staff that goes out under a key', () => {
    const doors = ['FORBIDDEN', 'REQUEST_LIMIT', 'REQUEST_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH']
    const own = deskCalls.flatMap(({ idempotent, keyed, path, codes }) =>
      (idempotent || keyed) && !path.includes('/rooms/') ? [...codes] : [],
    )
    expect([...new Set(own)].filter((code) => !doors.includes(code)).toSorted()).toEqual(STAFF_REFUSALS.toSorted())
  })
})
