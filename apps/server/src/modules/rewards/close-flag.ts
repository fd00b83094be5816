import { type By, writeDeed } from '../deeds/index.ts'
import { closeFlag } from './flags.store.ts'
import type { RewardsParts } from './rewards.parts.ts'

/** Closes a flag, as whoever judged it notes; false when none of this id is open. */
export function closeFlagByHand(
  { database, clock }: Pick<RewardsParts, 'database' | 'clock'>,
  { id, note, by }: { id: string; note: string; by: By },
): Promise<boolean> {
  const at = clock.now()
  return database.transaction(async (tx) => {
    if (!(await closeFlag(tx, id, note, at))) return false
    const facts = { before: { state: 'open' }, after: { state: 'closed' } }
    await writeDeed(tx, { ...by, deed: 'flag-closed', subject: `flag:${id}`, ...facts, reason: note || null, at })
    return true
  })
}
