import type { Guard, RowWrite } from '@krapao/ledger'
import { updateOf } from '../../../platform/database/put-row.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Standing } from '../members.types.ts'

/** Whether a bonus is in force: granted, or on its way to its end (rulings 4.1). An armed one holds nothing yet. */
export function isUnderBonus({ bonusState }: Pick<Standing, 'bonusState'>): boolean {
  return bonusState === 'granted' || bonusState === 'ending'
}

/** Whether he takes a break, or has excluded himself and not come back yet (beyond 3.4). */
export function isExcluded({ excludedAs, excludedUntil }: Protected, now: Date): boolean {
  if (excludedAs === 'cool-off') return excludedUntil !== null && now < excludedUntil
  return excludedAs !== null
}

/** Refuses with EXCLUDED (403) whoever takes a break or has excluded himself; `until` is null of one for good. */
export function requireAdmitted(standing: Protected, now: Date): void {
  if (!isExcluded(standing, now)) return
  refuse('EXCLUDED', { details: { until: standing.excludedUntil?.toISOString() ?? null } })
}

type Protected = Pick<Standing, 'excludedAs' | 'excludedUntil'>

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
  const row = { id: memberId, version: standing.version }
  return updateOf('member', row, { bonusState: held?.state ?? null, bonusId: held?.id ?? null })
}
