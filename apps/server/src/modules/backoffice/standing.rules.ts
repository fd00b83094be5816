import type { DeskMember } from '@krapao/contract'

const HOUR_MS = 3_600_000

type Standing = DeskMember['standing']

/**
 * What is refused to a member now, or waits for a person, and why: each by the code that he would be refused with, or by
 * the reason for which his withdrawal would wait.
 */
export function standingOf(given: {
  isActive: boolean
  bonusState: 'armed' | 'granted' | 'ending' | null
  payee: { changedAt: Date | null; provenAt: Date | null } | null
  /** A person has to judge money of his. */
  hasCase: boolean
  hasLateWin: boolean
  /** His password, or what shows that it is he, was changed in the last day. */
  hasNewKeys: boolean
  hasHighFlag: boolean
  /** A break or an exclusion holds. */
  isExcluded: boolean
  /** What of the wallet the end of his bonus may take, in satang: who is excluded takes out all else. */
  keptMinor: number
  payeeUnchangedHours: number
  now: Date
}): Standing {
  const { bonusState, payee } = given
  const isUnderBonus = bonusState === 'granted' || bonusState === 'ending'
  const changedMs = payee?.changedAt ? given.now.getTime() - payee.changedAt.getTime() : null
  const rows: [boolean, string, string][] = [
    [!given.isActive, 'login', 'INACTIVE_USER'],
    ...['deposit', 'transfer', 'bonus', 'rewards'].map((what): [boolean, string, string] => [
      given.isExcluded,
      what,
      'EXCLUDED',
    ]),
    [isUnderBonus, 'deposit', 'BONUS_REMAINING'],
    [isUnderBonus && !(given.isExcluded && given.keptMinor === 0), 'withdraw', 'BONUS_REMAINING'],
    [bonusState === 'ending', 'transfer', 'BONUS_REMAINING'],
    [bonusState !== null, 'bonus', 'BONUS_ALREADY_ACTIVE'],
    [bonusState !== null, 'rewards', 'BONUS_REMAINING'],
    [given.hasCase, 'withdraw-waits', 'OPEN_CASE'],
    [given.hasHighFlag, 'withdraw-waits', 'HIGH_FLAG'],
    [given.hasLateWin, 'withdraw-waits', 'LATE_WIN'],
    [given.hasNewKeys, 'withdraw-waits', 'KEYS_CHANGED'],
    [changedMs !== null && changedMs < given.payeeUnchangedHours * HOUR_MS, 'withdraw-waits', 'PAYEE_CHANGED'],
    [payee !== null && payee.provenAt === null, 'withdraw-waits', 'PAYEE_UNPROVEN'],
  ]
  return rows.flatMap(([holds, what, why]) => (holds ? [{ what, why }] : []))
}
