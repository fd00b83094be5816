import { type By, decisionSubject, writeDeed } from '../../deeds/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { closeFlag, type FlagVerdict } from './flags.store.ts'

/** Which flag, as it was seen where somebody looked at it, what was found of it, and by what. */
export interface FlagClosing {
  id: string
  version: number | null
  verdict: FlagVerdict
  note: string
  by: By
}

/**
 * Closes a flag, as whoever judged it found: withdrawals that it made wait go on waiting for whoever pays them, and no more
 * wait for its sake. False when none of this id and version is open.
 */
export function closeFlagByHand(
  { database, clock }: Pick<RewardsParts, 'database' | 'clock'>,
  { id, version, verdict, note, by }: FlagClosing,
): Promise<boolean> {
  const at = clock.now()
  return database.transaction(async (tx) => {
    const severity = await closeFlag(tx, { id, version, verdict, note, at })
    if (severity === null) return false
    const facts = { before: { state: 'open', severity }, after: { state: 'closed', verdict } }
    await writeDeed(tx, {
      ...by,
      deed: 'flag-closed',
      subject: decisionSubject('flag', id),
      ...facts,
      reason: note,
      at,
    })
    return true
  })
}
