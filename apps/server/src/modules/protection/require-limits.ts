import { type Guard, spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { nextBangkokDay } from '../../platform/bangkok-time.ts'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { type GateWish, walletAccount } from '../members/index.ts'
import { type Limit, lockedMinor, periodStart } from './limit.rules.ts'
import { readLimits } from './limits.store.ts'
import { atMoment, isUsedUp } from './play-time.rules.ts'
import { readPlayTime } from './play-time.store.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { remainingMinor, usageOf, whenReset } from './usage.ts'

type Parts = Pick<ProtectionParts, 'clock' | 'ledger' | 'statements' | 'cashier'>

/** A limit that is in the way, and what it leaves. */
interface Passed {
  limit: Limit
  remainingMinor: number
  usedMinor: number
}

/** Of several limits that are in the way the one that leaves least is named (beyond 3.1). */
async function refuseLeast(parts: Parts, sql: Sql, memberId: string, passed: readonly Passed[]): Promise<void> {
  const [least] = passed.toSorted((one, other) => one.remainingMinor - other.remainingMinor)
  if (least === undefined) return
  const { kind, period } = least.limit
  const resetsAt = await whenReset(parts, sql, memberId, { kind, period, usedMinor: least.usedMinor })
  const remaining = toWireAmount(least.remainingMinor)
  refuse('LIMIT_REACHED', { details: { kind, period, remaining, resetsAt: resetsAt.toISOString() } })
}

/** Nothing comes in past a deposit limit; what is on its way counts as if it were there. */
async function requireRoom(parts: Parts, sql: Sql, wish: GateWish, limits: readonly Limit[]): Promise<void> {
  const passed: Passed[] = []
  for (const limit of limits.filter(({ kind }) => kind === 'deposit')) {
    const usage = await usageOf(parts, sql, wish.memberId, limit)
    // A new QR takes the place of the one there is.
    const left = remainingMinor(limit, wish.action === 'qr' ? { ...usage, qrMinor: 0 } : usage)
    if (wish.amountMinor > left) passed.push({ limit, remainingMinor: left, usedMinor: usage.usedMinor })
  }
  await refuseLeast(parts, sql, wish.memberId, passed)
}

/** The loss limits that are reached. */
async function lostLimits(parts: Parts, sql: Sql, memberId: string, limits: readonly Limit[]): Promise<Passed[]> {
  const passed: Passed[] = []
  for (const limit of limits.filter(({ kind }) => kind === 'loss')) {
    const usage = await usageOf(parts, sql, memberId, limit)
    const left = remainingMinor(limit, usage)
    if (left === 0) passed.push({ limit, remainingMinor: left, usedMinor: usage.usedMinor })
  }
  return passed
}

/** Whether nothing may go into games because a loss limit is reached. */
export async function hasLost(parts: Parts, sql: Sql, memberId: string): Promise<boolean> {
  return (await lostLimits(parts, sql, memberId, await readLimits(sql, memberId))).length > 0
}

/** What of the wallet lies above each deposit limit, in satang. */
async function lockedBy(parts: Parts, sql: Sql, memberId: string, limits: readonly Limit[]) {
  const now = parts.clock.now()
  const locks: { limit: Limit; minor: number }[] = []
  for (const limit of limits.filter(({ kind }) => kind === 'deposit')) {
    const moved = await parts.cashier.broughtAndTaken(sql, memberId, periodStart(limit.period, now))
    const minor = lockedMinor(
      moved.map(({ changeMinor }) => changeMinor),
      limit.amountMinor,
    )
    if (minor > 0) locks.push({ limit, minor })
  }
  return locks.toSorted((one, other) => other.minor - one.minor)
}

/** What came in above a limit stays in the wallet until its period is over, or goes back to the bank. */
async function requireUnlocked(
  parts: Parts,
  sql: Sql,
  { memberId, amountMinor }: GateWish,
  limits: readonly Limit[],
): Promise<Guard[]> {
  const [lock] = await lockedBy(parts, sql, memberId, limits)
  if (lock === undefined) return []
  const account = walletAccount(memberId)
  const state = (await parts.ledger.states(sql, [account])).get(account)
  const walletMinor = spendableMinor(state)
  const freeMinor = Math.max(0, walletMinor - lock.minor)
  // What the wallet does not hold at all is refused as that.
  if (amountMinor > freeMinor && amountMinor <= walletMinor) {
    const { usedMinor } = await usageOf(parts, sql, memberId, lock.limit)
    await refuseLeast(parts, sql, memberId, [{ limit: lock.limit, remainingMinor: freeMinor, usedMinor }])
  }
  return state === undefined ? [] : [{ account, version: state.version }]
}

/** What of the wallet may enter no game, in satang. */
export async function lockedInWallet(parts: Parts, sql: Sql, memberId: string): Promise<number> {
  const [lock] = await lockedBy(parts, sql, memberId, await readLimits(sql, memberId))
  if (lock === undefined) return 0
  const account = walletAccount(memberId)
  return Math.min(lock.minor, spendableMinor((await parts.ledger.states(sql, [account])).get(account)))
}

/** While the day's time is used up there is neither play nor money into games; the way out is never asked. */
async function requireTime({ clock }: Parts, sql: Sql, memberId: string): Promise<void> {
  const now = clock.now()
  if (!isUsedUp(atMoment(await readPlayTime(sql, memberId), now))) return
  const resetsAt = nextBangkokDay(now).toISOString()
  refuse('LIMIT_REACHED', { details: { kind: 'time', period: 'day', remaining: 0, resetsAt } })
}

/**
 * Refuses with LIMIT_REACHED what would pass a limit of the member's: `details` names the one that leaves least. Asked in
 * the transaction that makes it, whose standing is locked, or before a submission that is guarded by the standing.
 * @returns what else the submission is guarded by.
 */
export async function requireLimits(parts: Parts, sql: Sql, wish: GateWish): Promise<readonly Guard[]> {
  const { action, memberId } = wish
  if (action === 'launch' || action === 'transfer-in') await requireTime(parts, sql, memberId)
  if (action !== 'qr' && action !== 'gift' && action !== 'transfer-in') return []
  const limits = await readLimits(sql, memberId)
  if (action !== 'transfer-in') {
    await requireRoom(parts, sql, wish, limits)
    return []
  }
  await refuseLeast(parts, sql, memberId, await lostLimits(parts, sql, memberId, limits))
  return requireUnlocked(parts, sql, wish, limits)
}

/** Cancels a live QR of more than what the deposit limits leave without it (beyond 3.1). */
export async function cancelLargerQr(parts: Parts, tx: Sql, memberId: string): Promise<void> {
  for (const limit of await readLimits(tx, memberId)) {
    if (limit.kind !== 'deposit') continue
    const usage = await usageOf(parts, tx, memberId, limit)
    await parts.cashier.cancelLiveQrAbove(tx, memberId, remainingMinor(limit, { ...usage, qrMinor: 0 }))
  }
}
