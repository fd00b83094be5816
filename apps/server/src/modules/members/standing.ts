import type { Guard } from '@krapao/ledger'
import type { Standing } from './members.types.ts'

/** Whether a bonus is in force: granted, or on its way to its end (rulings 4.1). An armed one holds nothing yet. */
export function isUnderBonus({ bonusState }: Pick<Standing, 'bonusState'>): boolean {
  return bonusState === 'granted' || bonusState === 'ending'
}

/** The guard that refuses a submission when a bonus was granted, marked or ended since the standing was read. */
export function standingGuard(memberId: string, { version }: Pick<Standing, 'version'>): Guard {
  return { table: 'member', id: memberId, version }
}
