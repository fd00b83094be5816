import type { RowWrite } from '@krapao/ledger'
import { insertOf, updateOf } from '../../../platform/database/put-row.ts'
import { type BonusState, mayFollow } from './bonus.rules.ts'
import type { UserBonusRow } from './user-bonuses.store.ts'

/** What is written of a bonus beside its state, as it goes on. */
interface BonusChange extends Partial<
  Pick<UserBonusRow, 'bonusMinor' | 'baseMinor' | 'grantedAt' | 'outcome' | 'endingAt'>
> {
  depositId?: string
  endedBy?: string
  closingOperation?: string | null
  askAt?: Date | null
  endedAt?: Date
  currentMinor?: number
  takenMinor?: number
}

/** The write of a bonus's next state. Throws for one that may not follow: a defect. */
export function bonusUpdate(bonus: UserBonusRow, state: BonusState, change: BonusChange = {}): RowWrite {
  if (!mayFollow(bonus.state, state)) throw new Error(`a bonus that is ${bonus.state} cannot become ${state}`)
  return updateOf('user_bonus', bonus, { state, ...change })
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
