import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { createSimulation, type SimulatedHistory, type SimulatedRule } from './simulation.rules.ts'

const start = Date.parse('2026-11-21T05:00:00Z')
const at = (hours: number) => new Date(start + hours * HOUR_MS)

const rule = (given: Partial<SimulatedRule> = {}): SimulatedRule => ({
  ...{ kind: 'limit', maxReceived: 1, percentHundredths: 2_000, fixedMinor: null, capMinor: 1_000_00 },
  ...{ minDepositMinor: 100_00, percentFail: 5, percentSuccess: 300, seats: null, monthlyBudgetMinor: null },
  ...given,
})
const nothing: SimulatedHistory = { receipts: new Map(), seatsTaken: 0, busy: new Map(), real: new Map() }

/** Each deposits 1,000 baht, an hour after the other, and then plays to the result named for him; null: not at all. */
function gone(
  given: Partial<SimulatedRule>,
  results: readonly (number | null)[],
  history: Partial<SimulatedHistory> = {},
) {
  const simulation = createSimulation(rule(given), { ...nothing, ...history })
  for (const [index, result] of results.entries()) {
    simulation.deposit(`m${index}`, 1_000_00, at(index))
    if (result !== null) simulation.result(`m${index}`, result * 100, at(index + 0.5))
  }
  return simulation.end()
}

describe('what an offer would have cost', () => {
  it('[OFC-043] lies between all open ones lost and all won, in the middle as those that ended', () => {
    // Of 200 baht each: one won, two lost, two open.
    expect(gone({}, [2_400, -1_141, -1_200, null, 100])).toMatchObject({
      ...{ deposits: 5, takers: 5, grants: 5, grantedMinor: 1_000_00, won: 1, lost: 2, open: 2 },
      cost: { lowMinor: 200_00, middleMinor: 400_00, highMinor: 600_00 },
    })
  })

  it('[OFC-043] is reckoned in full where nothing has ended yet, and nothing where nothing was granted', () => {
    expect(gone({}, [null, null]).cost).toEqual({ lowMinor: 0, middleMinor: 400_00, highMinor: 400_00 })
    expect(gone({ minDepositMinor: 2_000_00 }, [null]).cost).toEqual({ lowMinor: 0, middleMinor: 0, highMinor: 0 })
  })

  it('[OFC-043] ends with the seats, and with the budget of each month', () => {
    expect(gone({ seats: 3 }, [null, null, null], { seatsTaken: 1 })).toMatchObject({
      grants: 2,
      skipped: { seats: 1, budget: 0 },
    })
    // The most that one can bring is held: after 1,000 of 1,900 baht is spent there is no room for 1,000 more.
    expect(
      gone(
        { monthlyBudgetMinor: 1_900_00 },
        Array.from({ length: 10 }, () => null),
      ),
    ).toMatchObject({
      grants: 5,
      grantedMinor: 1_000_00,
      skipped: { seats: 0, budget: 5 },
    })
  })

  it('[OFC-043] counts who is free to take it: not twice, not while he holds something else', () => {
    const simulation = createSimulation(rule({ maxReceived: 2 }), {
      ...nothing,
      receipts: new Map([['had', [at(-100), at(-50)]]]),
      busy: new Map([['busy', [{ from: at(-1), until: at(2) }]]]),
    })
    simulation.deposit('had', 1_000_00, at(1))
    simulation.deposit('busy', 1_000_00, at(1.9))
    expect(simulation.end().grants).toBe(0)
    simulation.deposit('busy', 1_000_00, at(2))
    simulation.deposit('busy', 1_000_00, at(3))
    expect(simulation.end().grants).toBe(1)
    simulation.result('busy', -1_200_00, at(4))
    simulation.deposit('busy', 1_000_00, at(4))
    simulation.result('busy', -1_200_00, at(5))
    simulation.deposit('busy', 1_000_00, at(6))
    expect(simulation.end()).toMatchObject({ takers: 1, grants: 2, lost: 2 })
  })
})
