import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../durations.ts'
import { PROOF_BITS_MAX, PROOF_BITS_MIN } from './proof.rules.ts'
import { countPairFailure, countNameFailure, loginDoor, type PairFailures, NAME_FAILURES_MAX } from './failures.ts'

const start = Date.UTC(2026, 10, 21)
const at = (ms: number) => new Date(start + ms)

describe('login delays', () => {
  const open = { waitS: null, proofBits: null }

  it('grow with each failure up to a minute, and are never a lock-out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (failures) => {
        let pair: PairFailures | null = null
        let now = 0
        for (let index = 0; index < failures; index += 1) {
          pair = countPairFailure(pair, at(now))
          const waitS = loginDoor({ now: at(now), pair, name: null, isKnown: false }).waitS ?? 0
          expect(waitS).toBeLessThanOrEqual(60)
          expect(waitS === 0).toBe(index + 1 < 5)
          now += waitS * 1000
        }
        expect(loginDoor({ now: at(now), pair, name: null, isKnown: false })).toEqual(open)
      }),
    )
  })

  it('are forgotten after an hour of quiet', () => {
    const pair = { count: 40, retryAt: at(60_000), lastAt: at(0) }
    expect(countPairFailure(pair, at(HOUR_MS))).toMatchObject({ count: 1, retryAt: at(HOUR_MS) })
    expect(countPairFailure(pair, at(HOUR_MS - 1))).toMatchObject({ count: 41 })
  })

  it('become work for strangers when a phone is guessed at from many addresses, and nothing where its owner is known', () => {
    const name = { count: NAME_FAILURES_MAX, since: at(0) }
    const given = { now: at(HOUR_MS - 30_000), pair: null, name, isKnown: false }
    expect(loginDoor({ ...given, name: { count: NAME_FAILURES_MAX - 1, since: at(0) } })).toEqual(open)
    expect(loginDoor(given)).toEqual({ waitS: null, proofBits: PROOF_BITS_MIN })
    const many = { count: 100 * NAME_FAILURES_MAX, since: at(0) }
    expect(loginDoor({ ...given, name: many })).toEqual({ waitS: null, proofBits: PROOF_BITS_MAX })
    expect(loginDoor({ ...given, isKnown: true })).toEqual(open)
    expect(loginDoor({ ...given, now: at(HOUR_MS) })).toEqual(open)
    expect(countNameFailure(name, at(HOUR_MS))).toEqual({ count: 1, since: at(HOUR_MS) })
    expect(countNameFailure(name, at(HOUR_MS - 1))).toEqual({ count: NAME_FAILURES_MAX + 1, since: at(0) })
  })
})
