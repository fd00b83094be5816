import { describe, expect, it } from 'vitest'
import { type BonusState, isHeld, mayFollow, nextRoundAt } from './bonus.rules.ts'

describe('the states', () => {
  const states: BonusState[] = ['armed', 'granted', 'ending', 'passed', 'failed', 'cancelled']

  it('follow each other in one direction alone', () => {
    const steps = states.flatMap((from) => states.filter((to) => mayFollow(from, to)).map((to) => `${from} ${to}`))
    expect(steps).toEqual(['armed granted', 'armed cancelled', 'granted ending', 'ending passed', 'ending failed'])
  })

  it('are held until they have ended', () => {
    expect(states.filter(isHeld)).toEqual(['armed', 'granted', 'ending'])
  })

  it('are tried soon, then slowly', () => {
    const now = new Date(0)
    expect([nextRoundAt(1, now).getTime(), nextRoundAt(100, now).getTime()]).toEqual([5_000, 60_000])
  })
})
