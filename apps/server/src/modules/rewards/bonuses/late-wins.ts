import { WEEK_MS } from '../../../platform/durations.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { bonusesLostSince } from './user-bonuses.store.ts'

/** For how long after the end of a bonus what an open bet pays is looked at. */
const LATE_WIN_MS = WEEK_MS

/**
 * Whether a member has won in games, by the ledger, since he lost a bonus of which not all could be taken back, within
 * the week after it: bets that were open at its end may have paid, and the bonus with them (docs/decisions/0013).
 */
export async function hasLateWin(
  parts: Pick<RewardsParts, 'database' | 'clock' | 'games'>,
  memberId: string,
): Promise<boolean> {
  const since = new Date(parts.clock.now().getTime() - LATE_WIN_MS)
  for (const { id, endedAt } of await bonusesLostSince(parts.database, memberId, since)) {
    if ((await parts.games.resultsSince(memberId, id, endedAt)) > 0) return true
  }
  return false
}
