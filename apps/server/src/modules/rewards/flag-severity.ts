import { type By, writeDeed } from '../deeds/index.ts'
import { type FlagSeverity, setSeverity } from './flags.store.ts'
import type { RewardsParts } from './rewards.parts.ts'

/** Which flag, how grave it is from now on, who says so, and why. */
export interface SeverityDeed {
  id: string
  severity: FlagSeverity
  by: By
  reason: string
}

/**
 * Calls an open flag high, so that withdrawals of its members wait, or normal again; what waits by then goes on waiting.
 * False when no flag of this id is open, or it is called so already.
 */
export function markFlag(
  { database, clock }: Pick<RewardsParts, 'database' | 'clock'>,
  { id, severity, by, reason }: SeverityDeed,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const had = await setSeverity(tx, id, severity)
    if (had === null || had === severity) return false
    const facts = { before: { severity: had }, after: { severity } }
    await writeDeed(tx, { ...by, deed: 'flag-marked', subject: `flag:${id}`, ...facts, reason, at: clock.now() })
    return true
  })
}
