import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newLosses, shareOf } from './losses.fixture.ts'

/**
 * Members who invite each other, as a thief would have it: nobody can be his own inviter or his inviter's, since an
 * inviter is named at registration and was there before. What they play and when is up to them.
 */
const ring = fc.integer({ min: 1, max: 6 }).chain((size) =>
  fc.record({
    inviters: fc.tuple(...Array.from({ length: size }, (_, index) => fc.integer({ min: -1, max: index - 1 }))),
    days: fc.array(fc.tuple(...Array.from({ length: size }, () => fc.integer({ min: -1_000, max: 1_000 }))), {
      minLength: 1,
      maxLength: 28,
    }),
  }),
)

/** What a ring is given over a month, refunds and invite bonuses together. */
function givenTo(inviters: readonly number[], resultsOf: (member: number) => number[]): number {
  let givenMinor = 0
  for (const [member, inviter] of inviters.entries()) {
    const days = resultsOf(member).map((resultMinor, index) => ({
      day: `2026-11-${String(index + 1).padStart(2, '0')}`,
      resultMinor,
    }))
    for (const { lossMinor } of newLosses(days)) {
      givenMinor += shareOf(lossMinor, 500) + (inviter < 0 ? 0 : shareOf(lossMinor, 100))
    }
  }
  return givenMinor
}

describe('a ring of members', () => {
  it('is given at most 6 % of what it lost to the games, whoever invited whom', () => {
    fc.assert(
      fc.property(ring, ({ inviters, days }) => {
        const resultsOf = (member: number) => days.map((results) => (results[member] ?? 0) * 100)
        const lostMinor = inviters
          .flatMap((_, member) => resultsOf(member))
          .reduce((sum, resultMinor) => sum + Math.max(0, -resultMinor), 0)
        expect(givenTo(inviters, resultsOf) * 100).toBeLessThanOrEqual(lostMinor * 6)
      }),
    )
  })

  it('that plays on with all it is given ends with less, as long as the games pay it nothing', () => {
    fc.assert(
      fc.property(ring, fc.integer({ min: 1, max: 10_000_00 }), ({ inviters, days }, stakeMinor) => {
        // Each member may lose any part of what he has; refunds and bonuses of the day before are there to be lost again.
        const wallets = inviters.map(() => stakeMinor)
        const results: number[][] = inviters.map(() => [])
        let lostMinor = 0
        let givenBeforeMinor = 0
        for (const day of days) {
          for (const [member, wallet] of wallets.entries()) {
            const lossMinor = Math.floor((wallet * Math.abs(day[member] ?? 0)) / 1_000)
            results[member]?.push(-lossMinor)
            wallets[member] = wallet - lossMinor
            lostMinor += lossMinor
          }
          const givenMinor = givenTo(inviters, (member) => results[member] ?? [])
          // It does not matter for the ring which of its purses what it is given goes to.
          wallets[0] = (wallets[0] ?? 0) + givenMinor - givenBeforeMinor
          givenBeforeMinor = givenMinor
        }
        const heldMinor = wallets.reduce((sum, wallet) => sum + wallet, 0)
        const startedMinor = inviters.length * stakeMinor
        expect(heldMinor).toBe(startedMinor - lostMinor + givenBeforeMinor)
        expect(startedMinor - heldMinor).toBeGreaterThanOrEqual(Math.ceil(lostMinor * 0.94))
      }),
    )
  })

  it('is given nothing for winning and losing the same money over and over, but once a month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 1_000_000_00 }), fc.integer({ min: 1, max: 13 }), (amountMinor, turns) => {
        const results = Array.from({ length: turns }, () => [-amountMinor, amountMinor]).flat()
        expect(givenTo([-1], () => results)).toBe(givenTo([-1], () => [-amountMinor]))
      }),
    )
  })
})
