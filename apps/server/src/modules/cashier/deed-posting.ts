import type { Outcome, Submission } from '@krapao/ledger'
import { type Deed, writeDeed } from '../deeds/index.ts'
import type { CashierParts } from './cashier.parts.ts'

/** Books what a person decided and writes down that he did, both or neither; nothing is written of what was refused. */
export function postWithDeed(
  { database, ledger, clock }: CashierParts,
  submission: Submission,
  deed: Omit<Deed, 'at'>,
): Promise<Outcome> {
  return database.transaction(async (tx) => {
    const outcome = await ledger.post(tx, submission)
    if (outcome.ok && !outcome.replayed) await writeDeed(tx, { ...deed, at: clock.now() })
    return outcome
  })
}
