import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { noteServerDate, serverNowMs } from './server-clock.ts'

const nowMs = Date.parse('2026-11-21T05:00:00.400Z')

/** What a server that is `aheadMs` ahead writes about a call of this device's times. */
function answer(aheadMs: number, sentMs: number, receivedMs: number): void {
  const serverMs = (sentMs + receivedMs) / 2 + aheadMs
  noteServerDate(new Date(serverMs).toUTCString(), sentMs, receivedMs)
}

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs })
  return () => vi.useRealTimers()
})

describe("the server's clock", () => {
  it('is this device’s own when their times fit', () => {
    answer(0, nowMs - 80, nowMs)
    expect(serverNowMs()).toBe(nowMs)
  })

  it('is followed when the device is minutes off, either way', () => {
    for (const aheadMs of [-437_000, 512_345]) {
      answer(aheadMs, nowMs - 80, nowMs)
      expect(Math.abs(serverNowMs() - (nowMs + aheadMs))).toBeLessThanOrEqual(540)
    }
  })

  it('is known the better the more it was heard, and never worse than by half a second and half a round trip', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 400 })), { minLength: 1 }),
        (aheadMs, calls) => {
          // Far from what was learned before, so that it counts for nothing.
          answer(aheadMs + 100_000_000, nowMs, nowMs)
          for (const [offsetMs, tripMs] of calls) answer(aheadMs, nowMs + offsetMs, nowMs + offsetMs + tripMs)
          expect(Math.abs(serverNowMs() - (nowMs + aheadMs))).toBeLessThanOrEqual(1_000 + 400)
        },
      ),
    )
  })

  it('says nothing by an answer without a date', () => {
    const before = serverNowMs()
    noteServerDate(null, nowMs, nowMs)
    noteServerDate('yesterday', nowMs, nowMs)
    expect(serverNowMs()).toBe(before)
  })
})
