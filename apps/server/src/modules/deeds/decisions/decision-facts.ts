import { DECISION_FACTS } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { DecisionFacts } from './decision-kind.ts'

const SHOWN: ReadonlySet<string> = new Set(DECISION_FACTS)
const MINOR = /Minor$/

/**
 * What a deed or a proposal kept, as it is shown with what was decided: satang in baht, and nothing that staff have no word
 * for, such as ids of rows. What it kept in a bag of its own stands beside the rest.
 */
export function shownFacts(kept: object | null): DecisionFacts {
  const entries = Object.entries(kept ?? {}).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'number' && MINOR.test(name)) {
      const bare = name.slice(0, -'Minor'.length)
      return [[/amount$/i.test(bare) ? bare : `${bare}Amount`, toWireAmount(value)]]
    }
    return typeof value === 'object' && value !== null ? Object.entries(shownFacts(value)) : [[name, value]]
  })
  return Object.fromEntries(entries.filter(([name]) => SHOWN.has(name)))
}
