import { RELEASE_REASONS, RELEASE_REPLAY_DAYS } from '@krapao/contract'
import { bangkokDay } from '../../../platform/bangkok-time.ts'
import type { Payee } from '../../members/index.ts'
import type { Settings } from '../../operator/index.ts'
import { type CashierParts, hasOpenCase } from '../cashier.parts.ts'
import {
  reasonsOfStanding,
  releaseReasons,
  type ReleaseFacts,
  type ReleaseRules,
  type WaitReason,
} from './release.rules.ts'
import {
  type Judgement,
  judgedBetween,
  newestRelease,
  releaseVersion,
  releaseVersions,
  rulesNumberOf,
} from './release.store.ts'
import { needsReview } from '../books/asking.rules.ts'
import { countOfDay, wasLookedAt, type WithdrawalRow } from './withdrawals.store.ts'
import { DAY_MS } from '../../../platform/durations.ts'

// Which withdrawals are released without a person: by rules that two persons put in force (beyond 2.6). Each withdrawal is
// judged by those that are in force as it is asked for, then and again before it is sent.

/** Rules with their number; number 0 is what the installation began with. */
export interface NumberedRules {
  number: number
  rules: ReleaseRules
}

const REPLAY_MS = RELEASE_REPLAY_DAYS * DAY_MS

async function firstRules({ operator }: CashierParts): Promise<NumberedRules> {
  const settings = await operator.settings()
  const rules = {
    autoMaxMinor: settings.withdrawAutoMaxMinor,
    autoDayMaxMinor: settings.withdrawAutoDayMaxMinor,
    payeeUnchangedHours: settings.payeeChangedWaitHours,
  }
  return { number: 0, rules }
}

/** The rules that are in force. */
export async function rulesInForce(parts: CashierParts): Promise<NumberedRules> {
  const newest = await newestRelease(parts.database)
  return newest === null ? firstRules(parts) : { number: newest.number, rules: newest }
}

/** The rules that a withdrawal was asked for under; of one of before there were any, those in force. */
export async function rulesOf(parts: CashierParts, { id }: Pick<WithdrawalRow, 'id'>): Promise<NumberedRules> {
  const number = await rulesNumberOf(parts.database, id)
  if (number === null) return rulesInForce(parts)
  const version = number === 0 ? null : await releaseVersion(parts.database, number)
  return version === null ? firstRules(parts) : { number, rules: version }
}

/** Whether it goes to an account that nothing shows to be the member's, and is more than goes there all the same. */
async function isUnproven(
  { database }: CashierParts,
  memberId: string,
  { payee, settings, amountMinor }: { payee: Payee | null; settings: Settings; amountMinor: number },
): Promise<boolean> {
  if (payee === null || payee.provenAt !== null || amountMinor <= settings.withdrawUnprovenMaxMinor) return false
  return !(await wasLookedAt(database, memberId, payee))
}

/** The reasons to wait that no rule takes away, as they are now. */
async function standingNow(
  parts: CashierParts,
  memberId: string,
  about: { payee: Payee | null; settings: Settings; amountMinor: number },
  // Whoever is locked asks for nothing.
  isLocked = false,
): Promise<WaitReason[]> {
  const { database, operator, members, rewards } = parts
  const [isHeld, restoredAt, hasHighFlag, hasLateWin, isForeign, keysWaitUntil] = await Promise.all([
    hasOpenCase(parts, memberId),
    operator.restoredAt(),
    rewards.hasHighFlag(database, memberId),
    rewards.hasLateWin(memberId),
    isUnproven(parts, memberId, about),
    members.keysWaitUntil(memberId),
  ])
  return reasonsOfStanding({
    isLocked,
    hasOpenCase: isHeld,
    isRestored: restoredAt !== null,
    hasHighFlag,
    hasLateWin,
    hasNewKeys: keysWaitUntil !== null,
    isUnproven: isForeign,
  })
}

/** Why each withdrawal of a member would wait now, whatever its amount, the gravest first. */
export async function waitsOfMember(parts: CashierParts, memberId: string): Promise<WaitReason[]> {
  const [payee, settings, { rules }] = await Promise.all([
    parts.members.payee(parts.database, memberId),
    parts.operator.settings(),
    rulesInForce(parts),
  ])
  const standing = await standingNow(parts, memberId, { payee, settings, amountMinor: Number.MAX_SAFE_INTEGER })
  const payeeChangedAt = payee?.changedAt ?? null
  return releaseReasons(rules, { amountMinor: 0, dayMinor: 0, payeeChangedAt, standing, at: parts.clock.now() })
}

function judged(
  facts: ReleaseFacts,
  { number, rules }: NumberedRules,
  of: Pick<Judgement, 'withdrawalId' | 'step'>,
): Judgement {
  return { ...facts, ...of, rulesNumber: number, reasons: releaseReasons(rules, facts) }
}

/** A withdrawal that is asked for, as far as it is judged. */
export interface AskedWithdrawal {
  amountMinor: number
  /** What he asked for on its day before and did not fail. */
  dayBeforeMinor: number
  payee: Payee
  settings: Settings
  now: Date
}

/** Judges a withdrawal as it is asked for, by the rules in force. */
export async function judgeRequest(
  parts: CashierParts,
  { memberId, operationId: withdrawalId }: { memberId: string; operationId: string },
  asked: AskedWithdrawal,
): Promise<Judgement> {
  const { amountMinor, payee, now, dayBeforeMinor } = asked
  const [rules, standing] = await Promise.all([rulesInForce(parts), standingNow(parts, memberId, asked)])
  const facts = { amountMinor, dayMinor: dayBeforeMinor + amountMinor, payeeChangedAt: payee.changedAt, standing }
  return judged({ ...facts, at: now }, rules, { withdrawalId, step: 'request' })
}

/**
 * Judges a withdrawal again before it is sent, by the rules that it was asked for under. Null: it is released; `unread`
 * while a game may have money that the wallet has too, which is known before an hour is over or is a reason to wait.
 */
export async function judgeBeforeSending(
  parts: CashierParts,
  row: WithdrawalRow,
): Promise<Judgement | 'unread' | null> {
  const { memberId, amountMinor } = row
  const now = parts.clock.now()
  const isOpen = (await parts.operator.restoredAt()) !== null
  const isRead = isOpen || (await parts.games.compareRestored(memberId))
  const [isLocked, payee, settings, before, rules] = await Promise.all([
    parts.members.isLocked(parts.database, memberId),
    parts.members.payee(parts.database, memberId),
    parts.operator.settings(),
    countOfDay(parts.database, { memberId, day: bangkokDay(row.createdAt), before: row.id }),
    rulesOf(parts, row),
  ])
  const found = await standingNow(parts, memberId, { payee, settings, amountMinor }, isLocked)
  const standing: WaitReason[] = isRead || found.includes('RESTORED') ? found : [...found, 'RESTORED']
  const facts = { amountMinor, dayMinor: before.sumMinor + amountMinor, payeeChangedAt: payee?.changedAt ?? null }
  const judgement = judged({ ...facts, standing, at: now }, rules, { withdrawalId: row.id, step: 'send' })
  if (!isRead && judgement.reasons.length === 1 && !needsReview(row.createdAt, now)) return 'unread'
  return judgement.reasons.length === 0 ? null : judgement
}

/** So many withdrawals, and their sum in satang. */
export interface Tally {
  count: number
  amountMinor: number
}

/** What rules would have done with the withdrawals of the last days. */
export interface Replay {
  from: Date
  to: Date
  all: Tally
  waited: Tally
  wouldWait: Tally
  reasons: ({ reason: WaitReason } & Tally)[]
}

/** Judges the withdrawals of the last 30 days anew, by other rules and the facts that each was judged by. Changes nothing. */
export async function replay(parts: CashierParts, rules: ReleaseRules): Promise<Replay> {
  const to = parts.clock.now()
  const from = new Date(to.getTime() - REPLAY_MS)
  const tallies = new Map<WaitReason | 'all' | 'waited' | 'wouldWait', Tally>()
  const tallyOf = (name: WaitReason | 'all' | 'waited' | 'wouldWait'): Tally =>
    tallies.get(name) ?? { count: 0, amountMinor: 0 }
  const add = (name: WaitReason | 'all' | 'waited' | 'wouldWait', amountMinor: number): void => {
    const { count, amountMinor: sumMinor } = tallyOf(name)
    tallies.set(name, { count: count + 1, amountMinor: sumMinor + amountMinor })
  }
  for await (const withdrawals of judgedBetween(parts.database, from, to)) {
    for (const { reasons, sendReasons, sendStanding, ...asked } of withdrawals) {
      add('all', asked.amountMinor)
      if (reasons.length > 0 || sendReasons !== null) add('waited', asked.amountMinor)
      // What came up before it was sent is no matter of the rules.
      const found = new Set([...releaseReasons(rules, asked), ...(sendStanding ?? [])])
      if (found.size > 0) add('wouldWait', asked.amountMinor)
      for (const reason of found) add(reason, asked.amountMinor)
    }
  }
  const reasons = RELEASE_REASONS.map((reason) => ({ reason, ...tallyOf(reason) })).filter(({ count }) => count > 0)
  return { from, to, all: tallyOf('all'), waited: tallyOf('waited'), wouldWait: tallyOf('wouldWait'), reasons }
}

/** A version of the rules that is or was in force; what the installation began with has neither time nor names. */
export interface PastRules {
  version: number
  rules: ReleaseRules
  at: Date | null
  proposedBy: string | null
  confirmedBy: string | null
  reason: string | null
}

const VERSIONS_SHOWN_MAX = 200

/** All rules that are or were in force, the newest first. */
export async function releaseHistory(parts: CashierParts): Promise<PastRules[]> {
  const versions = await releaseVersions(parts.database, VERSIONS_SHOWN_MAX)
  const first = await firstRules(parts)
  const began = { version: 0, rules: first.rules, at: null, proposedBy: null, confirmedBy: null, reason: null }
  return [...versions.map(({ number, ...kept }) => ({ version: number, rules: kept, ...kept })), began]
}
