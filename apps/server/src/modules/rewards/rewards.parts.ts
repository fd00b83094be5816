import type { Ledger, RowWrite } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { houseBonus } from '../../platform/house-accounts.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Games } from '../games/index.ts'
import type { Members } from '../members/index.ts'
import type { BonusState } from './bonus.rules.ts'
import { mayFollow } from './bonus.rules.ts'
import type { UserBonusRow } from './bonus.store.ts'

/** What the use cases of this module work with. */
export interface RewardsParts {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  members: Members
  games: Games
}

/** Opens the house's account, which the first bonus ever needs. */
export function openHouseBonus({ ledger, database }: Pick<RewardsParts, 'ledger' | 'database'>): Promise<void> {
  return ledger.open(database, [{ account: houseBonus, currency: 'BAHT', floorMinor: null }])
}

/** Something moved between what was read and what was to be written: it is read again. */
export class Moved extends Error {}

/** How often something that moved is read again; each time somebody else had his way. */
export const TRIES_MAX = 20

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
