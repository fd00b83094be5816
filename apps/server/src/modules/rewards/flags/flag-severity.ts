import { type By, decisionSubject, writeDeed } from '../../deeds/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { type FlagSeverity, setSeverity } from './flags.store.ts'

/** Which flag, as it was seen where somebody looked at it, how grave it is from now on, who says so, and why. */
export interface SeverityDeed {
  id: string
  version: number | null
  severity: FlagSeverity
  by: By
  reason: string
}

/**
 * Calls an open flag high, so that withdrawals of its members wait, or normal again; what waits by then goes on waiting.
 * False when no flag of this id and version is open, or it is called so already.
 */
export function markFlag(
  { database, clock }: Pick<RewardsParts, 'database' | 'clock'>,
  { id, version, severity, by, reason }: SeverityDeed,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await setSeverity(tx, { id, version, severity }))) return false
    const facts = { before: { severity: severity === 'high' ? 'normal' : 'high' }, after: { severity } }
    const subject = decisionSubject('flag', id)
    await writeDeed(tx, { ...by, deed: 'flag-marked', subject, ...facts, reason, at: clock.now() })
    return true
  })
}
