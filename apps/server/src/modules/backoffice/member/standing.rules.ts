import type { DeskMember } from '@krapao/contract'
import { isUnderBonus } from '../../members/index.ts'

type Standing = DeskMember['standing']

/**
 * What is refused to a member now, or waits for a person, and why: each by the code that he would be refused with, or by
 * the reason for which his withdrawal would wait.
 */
export function standingOf(given: {
  isActive: boolean
  bonusState: 'armed' | 'granted' | 'ending' | null
  /** For what reasons each withdrawal of his waits for a person, as the cashier says. */
  waits: readonly string[]
  /** A break or an exclusion holds. */
  isExcluded: boolean
  /** What of the wallet the end of his bonus may take, in satang: who is excluded takes out all else. */
  keptMinor: number
}): Standing {
  const { bonusState } = given
  const isBound = isUnderBonus({ bonusState })
  const rows: [boolean, string, string][] = [
    [!given.isActive, 'login', 'INACTIVE_USER'],
    ...['deposit', 'transfer', 'bonus', 'rewards'].map((what): [boolean, string, string] => [
      given.isExcluded,
      what,
      'EXCLUDED',
    ]),
    [isBound, 'deposit', 'BONUS_REMAINING'],
    [isBound && !(given.isExcluded && given.keptMinor === 0), 'withdraw', 'BONUS_REMAINING'],
    [bonusState === 'ending', 'transfer', 'BONUS_REMAINING'],
    [bonusState !== null, 'bonus', 'BONUS_ALREADY_ACTIVE'],
    [bonusState !== null, 'rewards', 'BONUS_REMAINING'],
    ...given.waits.map((why): [boolean, string, string] => [true, 'withdraw-waits', why]),
  ]
  return rows.flatMap(([holds, what, why]) => (holds ? [{ what, why }] : []))
}
