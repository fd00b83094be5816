import type { RowWrite } from '@krapao/ledger'
import { type BonusState, mayFollow } from './bonus.rules.ts'
import type { UserBonusRow } from './user-bonuses.store.ts'
import { insertOf, updateOf } from '../../../platform/database/put-row.ts'

/** The write of a bonus's next state. Throws for one that may not follow: a defect. */
export function bonusUpdate(bonus: UserBonusRow, state: BonusState, fields: object = {}): RowWrite {
  if (!mayFollow(bonus.state, state)) throw new Error(`a bonus that is ${bonus.state} cannot become ${state}`)
  return updateOf('user_bonus', bonus, { state, ...fields })
}

/** A line of the statement, a bonus received or ended. */
export function lineRow(
  bonus: UserBonusRow,
  line: { id: string; kind: 'bonus' | 'finish_bonus'; amountMinor: number; at: Date },
): RowWrite {
  const { names } = bonus.terms
  return insertOf('reward_line', {
    id: line.id,
    memberId: bonus.memberId,
    kind: line.kind,
    about: bonus.source,
    descriptions: { th: names.th, lo: names.lo, en: names.en },
    amountMinor: line.amountMinor,
    userBonusId: bonus.id,
    createdAt: line.at,
  })
}
