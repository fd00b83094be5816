import { HOUR_MS } from '../../../platform/durations.ts'
import { RELEASE_REASONS, type ReleaseReason } from '@krapao/contract'

/** Why a withdrawal waits for a person. */
export type WaitReason = ReleaseReason

/** What an operator decides about automatic release; everything else holds whatever he decides. */
export interface ReleaseRules {
  /** Above it a withdrawal waits. */
  autoMaxMinor: number
  /** Above it a withdrawal waits with what the member asked for before on its day. */
  autoDayMaxMinor: number
  /** For so long the account that it goes to must be unchanged. */
  payeeUnchangedHours: number
}

/** What is true of a member, his account and the books, whatever the rules. */
export interface Standing {
  isLocked: boolean
  hasOpenCase: boolean
  isRestored: boolean
  hasHighFlag: boolean
  /** Bets that were open as he lost a bonus may have paid him. */
  hasLateWin: boolean
  /** His password, or what shows that it is he, was changed in the last day. */
  hasNewKeys: boolean
  /** To an account that nobody has proven to be his, above the amount that goes there all the same. */
  isUnproven: boolean
}

/** What a withdrawal is judged by, as it was at that moment. */
export interface ReleaseFacts {
  amountMinor: number
  /** What the member asked for on its day, this one included and what failed by then left out. */
  dayMinor: number
  payeeChangedAt: Date | null
  /** The reasons that no rule takes away. */
  standing: readonly WaitReason[]
  at: Date
}

const ofStanding: readonly (readonly [keyof Standing, WaitReason])[] = [
  ['isLocked', 'LOCKED'],
  ['hasOpenCase', 'OPEN_CASE'],
  ['isRestored', 'RESTORED'],
  ['hasHighFlag', 'HIGH_FLAG'],
  ['hasLateWin', 'LATE_WIN'],
  ['hasNewKeys', 'KEYS_CHANGED'],
  ['isUnproven', 'PAYEE_UNPROVEN'],
]

/** The reasons that hold whatever the rules say. */
export const standingReasons: readonly WaitReason[] = ofStanding.map(([, reason]) => reason)

/** The reasons to wait that follow from how a member and the books stand (rulings 1.2, beyond 2.6, 7.1, 7.9, 7.12, docs/decisions/0013). */
export function reasonsOfStanding(standing: Standing): WaitReason[] {
  return ofStanding.filter(([name]) => standing[name]).map(([, reason]) => reason)
}

/** Every reason why a withdrawal waits for a person, in the order in which they are told; none: it is released. */
export function releaseReasons(rules: ReleaseRules, facts: ReleaseFacts): WaitReason[] {
  const found = new Set(facts.standing)
  if (facts.amountMinor > rules.autoMaxMinor) found.add('AMOUNT')
  if (facts.dayMinor > rules.autoDayMaxMinor) found.add('DAY_AMOUNT')
  const { payeeChangedAt, at } = facts
  if (payeeChangedAt !== null) {
    const sinceChangeMs = at.getTime() - payeeChangedAt.getTime()
    if (sinceChangeMs < rules.payeeUnchangedHours * HOUR_MS) found.add('PAYEE_CHANGED')
  }
  return RELEASE_REASONS.filter((reason) => found.has(reason))
}
