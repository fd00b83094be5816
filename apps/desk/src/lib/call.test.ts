import { isDefiniteNo, STAFF_REFUSALS } from '@krapao/contract'
import type { CallError } from '@krapao/web'
import { afterEach, expect, it, vi } from 'vitest'
import { callDesk } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** How a deed fails that gets these answers, one after the other. */
async function failureAfter(...statuses: readonly number[]): Promise<CallError> {
  const left = [...statuses]
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({ message: 'REQUEST_LIMIT' }, { status: left.shift() ?? 429, headers: { 'retry-after': '0.01' } }),
    ),
  )
  const sent = callDesk('POST', '/api/desk/adjustments', { body: {} as never, idempotencyKey: 'one' })
  const failure: unknown = await sent.catch((error: unknown) => error)
  return failure as CallError
}

it('knows that a deed which was turned away was not done, but not once the service was away under way', async () => {
  const asked = { refusals: STAFF_REFUSALS, isFirst: true }
  expect(isDefiniteNo(await failureAfter(429), asked)).toBe(true)
  const failure = await failureAfter(503, 429)
  expect([failure.status, failure.isRepeat, isDefiniteNo(failure, asked)]).toEqual([429, true, false])
})
