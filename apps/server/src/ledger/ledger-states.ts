import type { Ledger } from '@krapao/ledger'
import { gathered } from '../platform/database/gathered.ts'

/** The same ledger, which reads the accounts that concurrent calls ask for on the pool by one statement. */
export function gatherStates(ledger: Ledger): Ledger {
  const read = gathered(async (sql, asked: readonly (readonly string[])[]) => {
    const states = await ledger.states(sql, [...new Set(asked.flat())])
    return asked.map(
      (accounts) =>
        new Map(
          accounts.flatMap((account) => {
            const state = states.get(account)
            return state === undefined ? [] : [[account, state] as const]
          }),
        ),
    )
  })
  return { ...ledger, states: read }
}
