import { DAY_MS } from '../../platform/durations.ts'
import type { LimitKind, LimitPeriod } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { type Limit, periodStart, resetsAt } from './limit.rules.ts'
import type { ProtectionParts } from './protection.parts.ts'

/** How much of a limit is used, in satang. */
export interface Usage {
  usedMinor: number
  /** Of deposits on their way: a QR that can be paid, and gifts. */
  qrMinor: number
  giftsMinor: number
}

/** What was used since a moment: gross deposits, or what booked results have cost; never below zero. */
async function usedSince(
  { statements }: Pick<ProtectionParts, 'statements'>,
  sql: Sql,
  memberId: string,
  { kind, from }: { kind: LimitKind; from: Date },
): Promise<number> {
  const { depositsMinor, resultsMinor } = await statements.sumsSince(sql, memberId, from)
  return Math.max(0, kind === 'deposit' ? depositsMinor : 0 - resultsMinor)
}

/** How much of a limit is used in its present period. */
export async function usageOf(
  parts: Pick<ProtectionParts, 'statements' | 'clock' | 'cashier'>,
  sql: Sql,
  memberId: string,
  { kind, period }: { kind: LimitKind; period: LimitPeriod },
): Promise<Usage> {
  const now = parts.clock.now()
  const usedMinor = await usedSince(parts, sql, memberId, { kind, from: periodStart(period, now) })
  const { qrMinor, giftsMinor } =
    kind === 'deposit' ? await parts.cashier.reservedMinor(sql, memberId, now) : { qrMinor: 0, giftsMinor: 0 }
  return { usedMinor, qrMinor, giftsMinor }
}

/** The oldest of the last seven days of which something counts; null when nothing does. */
async function oldestCounted(
  parts: Pick<ProtectionParts, 'statements'>,
  sql: Sql,
  memberId: string,
  { kind, from, usedMinor }: { kind: LimitKind; from: Date; usedMinor: number },
): Promise<Date | null> {
  if (usedMinor === 0) return null
  for (let day = 1; day < 7; day += 1) {
    const next = new Date(from.getTime() + day * DAY_MS)
    if ((await usedSince(parts, sql, memberId, { kind, from: next })) !== usedMinor) {
      return new Date(next.getTime() - DAY_MS)
    }
  }
  return new Date(from.getTime() + 6 * DAY_MS)
}

/** When a limit of which so much is used leaves more; of a week that is asked of each of its days. */
export async function whenReset(
  parts: Pick<ProtectionParts, 'statements' | 'clock'>,
  sql: Sql,
  memberId: string,
  { kind, period, usedMinor }: { kind: LimitKind; period: LimitPeriod; usedMinor: number },
): Promise<Date> {
  const now = parts.clock.now()
  const from = periodStart(period, now)
  const oldest = period === 'week' ? await oldestCounted(parts, sql, memberId, { kind, from, usedMinor }) : null
  return resetsAt(period, now, oldest)
}

/** What remains of a limit, in satang; never below zero. `qrMinor` is 0 for a QR that takes the place of the one there is. */
export function remainingMinor({ amountMinor }: Pick<Limit, 'amountMinor'>, usage: Usage): number {
  return Math.max(0, amountMinor - usage.usedMinor - usage.qrMinor - usage.giftsMinor)
}
