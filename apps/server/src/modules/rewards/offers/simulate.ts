import { DAY_MS } from '../../../platform/durations.ts'
import { flowsOfHouse } from '../house-flows.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import type { RuleSource } from '../terms/rule-versions.store.ts'
import { createSimulation, type Simulated, type SimulatedHistory, type SimulatedRule } from './simulation.rules.ts'
import { busyTimes, readOneState, realGrants, receiptsBefore, seatsTakenBefore } from './simulation.store.ts'

const CODES = ['deposit', 'game-result']

export interface SimulatedTime {
  from: Date
  until: Date
}

/**
 * What a rule would have done with what really happened in a time, by the entries of the ledger: its deposits, and the
 * results of games that decide how a bonus ends. Reads alone; the database itself refuses to write here.
 */
export function simulate(
  { database, ledger }: Pick<RewardsParts, 'database' | 'ledger'>,
  { source, code, rule }: { source: RuleSource; code: string; rule: SimulatedRule },
  time: SimulatedTime,
): Promise<Simulated> {
  return database.transaction(async (tx) => {
    await readOneState(tx)
    const asked = { source, code, ...time }
    const history: SimulatedHistory = {
      receipts: await receiptsBefore(tx, asked, rule.kind),
      seatsTaken: rule.seats === null ? 0 : await seatsTakenBefore(tx, asked),
      busy: await busyTimes(tx, asked),
      real: await realGrants(tx, asked, rule),
    }
    const simulation = createSimulation(rule, history)
    for (let day = time.from.getTime(); day < time.until.getTime(); day += DAY_MS) {
      const range = { from: new Date(day), until: new Date(Math.min(day + DAY_MS, time.until.getTime())) }
      for (const { memberId, code: flow, givenMinor, at } of await flowsOfHouse(ledger, tx, range, CODES)) {
        if (flow === 'deposit') simulation.deposit(memberId, givenMinor, at)
        else simulation.result(memberId, givenMinor, at)
      }
    }
    return simulation.end()
  })
}
