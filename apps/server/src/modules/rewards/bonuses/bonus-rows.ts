import type { RowWrite } from '@krapao/ledger'
import { type BonusState, mayFollow } from './bonus.rules.ts'
import type { UserBonusRow } from './user-bonuses.store.ts'

/** The write of a bonus's next state. Throws for one that may not follow: a defect. */
export function bonusUpdate(
  bonus: UserBonusRow,
  state: BonusState,
  columns: Record<string, string | number | null> = {},
): RowWrite {
  if (!mayFollow(bonus.state, state)) throw new Error(`a bonus that is ${bonus.state} cannot become ${state}`)
  return { table: 'user_bonus', id: bonus.id, version: bonus.version, update: { state, ...columns } }
}

/** A line of the statement, a bonus received or ended. */
export function lineRow(
  bonus: UserBonusRow,
  line: { id: string; kind: 'bonus' | 'finish_bonus'; amountMinor: number; at: Date },
): RowWrite {
  const { names } = bonus.terms
  return {
    table: 'reward_line',
    insert: {
      id: line.id,
      member_id: bonus.memberId,
      kind: line.kind,
      about: bonus.source,
      descriptions: { th: names.th, lo: names.lo, en: names.en },
      amount_minor: line.amountMinor,
      user_bonus_id: bonus.id,
      created_at: line.at.toISOString(),
    },
  }
}
