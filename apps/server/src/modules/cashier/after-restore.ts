import type { Sql } from '../../platform/database/types.ts'
import type { CashierParts } from './cashier.parts.ts'
import { askedQrs } from './qr/qr.store.ts'
import {
  askAnew,
  type AskedTable,
  countDue,
  type Place,
  restoreProgress,
  setRestoreProgress,
} from './books/restore-progress.store.ts'
import { askedPayouts } from './withdrawals/withdrawals.store.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** A copy older than this is not put back. */
const COPY_AGE_MAX_MS = 30 * DAY_MS

/** So many are put before the bank at a time, and no more while as many wait for their turn. */
export const ASKED_ANEW_AT_ONCE = 200

/**
 * After each mark of a restored copy the bank is asked anew about every QR and payout of the copy that was not asked
 * about any more (beyond 7.12), some at a time, also once the comparing has ended. Answers how many were put before it.
 */
export async function askAfterRestore(parts: Pick<CashierParts, 'database' | 'clock' | 'operator'>): Promise<number> {
  const markedAt = await parts.operator.lastRestoredAt()
  if (markedAt === null) return 0
  const now = parts.clock.now()
  const since = new Date(markedAt.getTime() - COPY_AGE_MAX_MS)
  const start: Place = { createdAt: new Date(markedAt.getTime() + 1), id: '' }
  return parts.database.transaction(async (tx) => {
    const progress = await restoreProgress(tx, markedAt, { qrs: start, payouts: start }, now)
    if (progress.qrs === null && progress.payouts === null) return 0
    const qrs = await askSome(tx, progress.qrs, askedQrs)
    const payouts = await askSome(tx, progress.payouts, askedPayouts)
    await setRestoreProgress(tx, markedAt, { qrs: qrs.left, payouts: payouts.left }, now)
    return qrs.asked + payouts.asked
  })

  async function askSome(
    tx: Sql,
    before: Place | null,
    table: AskedTable,
  ): Promise<{ left: Place | null; asked: number }> {
    const limit = ASKED_ANEW_AT_ONCE
    if (before === null || (await countDue(tx, table, now, limit)) >= limit) return { left: before, asked: 0 }
    const places = await askAnew(tx, table, { since, before, now, limit })
    return { left: places.length < limit ? null : (places.at(-1) ?? null), asked: places.length }
  }
}
