import type { Guard, RowWrite } from '@krapao/ledger'
import type { Standing } from './members.types.ts'

/** Whether a bonus is in force: granted, or on its way to its end (rulings 4.1). An armed one holds nothing yet. */
export function isUnderBonus({ bonusState }: Pick<Standing, 'bonusState'>): boolean {
  return bonusState === 'granted' || bonusState === 'ending'
}

/** The guard that refuses a submission when a bonus was granted, marked or ended since the standing was read. */
export function standingGuard(memberId: string, { version }: Pick<Standing, 'version'>): Guard {
  return { table: 'member', id: memberId, version }
}

/** The write of the bonus that a member holds, null for none, on his row, whose version guards holds (rulings 4.1). */
export function standingUpdate(
  memberId: string,
  standing: Standing,
  held: { state: 'armed' | 'granted' | 'ending'; id: string } | null,
): RowWrite {
  const update = { bonus_state: held?.state ?? null, bonus_id: held?.id ?? null }
  return { table: 'member', id: memberId, version: standing.version, update }
}
