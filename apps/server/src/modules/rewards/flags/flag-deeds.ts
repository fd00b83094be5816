import { type By, decisionSubject, writeDeed } from '../../deeds/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import type { FlagSeverity, FlagVerdict } from './flags.rules.ts'
import { closeFlag, setSeverity } from './flags.store.ts'

type DeedParts = Pick<RewardsParts, 'database' | 'clock'>

/** Which flag, as it was seen, who says something of it, and by what. */
interface FlagDeed {
  id: string
  version: number
  by: By
  reason: string
}

/**
 * Closes a flag, as whoever judged it found: withdrawals that it made wait go on waiting for whoever pays them, and no more
 * wait for its sake. False when none of this id and version is open.
 */
export function closeFlagByHand(
  { database, clock }: DeedParts,
  { id, version, verdict, by, reason }: FlagDeed & { verdict: FlagVerdict },
): Promise<boolean> {
  const at = clock.now()
  return database.transaction(async (tx) => {
    const severity = await closeFlag(tx, { id, version, verdict, note: reason, at })
    if (severity === null) return false
    const facts = { before: { state: 'open', severity }, after: { state: 'closed', verdict } }
    await writeDeed(tx, { ...by, deed: 'flag-closed', subject: decisionSubject('flag', id), ...facts, reason, at })
    return true
  })
}

/**
 * Calls an open flag high, so that withdrawals of its members wait, or normal again; what waits by then goes on waiting.
 * False when no flag of this id and version is open, or it is called so already.
 */
export function markFlag(
  { database, clock }: DeedParts,
  { id, version, severity, by, reason }: FlagDeed & { severity: FlagSeverity },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await setSeverity(tx, { id, version, severity }))) return false
    const facts = { before: { severity: severity === 'high' ? 'normal' : 'high' }, after: { severity } }
    const subject = decisionSubject('flag', id)
    await writeDeed(tx, { ...by, deed: 'flag-marked', subject, ...facts, reason, at: clock.now() })
    return true
  })
}
