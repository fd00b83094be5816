import type { Ledger, Outcome, Submission } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Deed } from './deeds.ts'
import { writeDeed } from './deeds.store.ts'

/** Books what a person decided and writes down that he did, both or neither; nothing is written of what was refused. */
export function postWithDeed(
  { database, ledger, clock }: { database: Database; ledger: Ledger; clock: Clock },
  submission: Submission,
  deed: Omit<Deed, 'at'>,
): Promise<Outcome> {
  return database.transaction(async (tx) => {
    const outcome = await ledger.post(tx, submission)
    if (outcome.ok && !outcome.replayed) await writeDeed(tx, { ...deed, at: clock.now() })
    return outcome
  })
}
