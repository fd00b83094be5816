import { AppError } from '../../platform/errors.ts'
import { deriveId } from '../../platform/ids.ts'
import { processEach } from '../../platform/jobs.ts'
import { isExcluded } from '../members/index.ts'
import { isOverdue, nextTryAt } from './homecoming.rules.ts'
import { endRound, type Homecoming, takeHomecomings } from './homecoming.store.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { noteRoom } from './limits.store.ts'
import { hasLost } from './require-limits.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

/** While one worker brings a member's games home no other takes it up; longer than two calls to a provider. */
const LEASE_MS = MINUTE_MS
const BATCH = 10

// Money of who takes part no more, or has reached a loss limit, comes home by itself (beyond 3.2, 3.4).

/** One round under the member's lease; answers the games that are locked out by then, and whether all is done. */
async function tryOnce(
  parts: ProtectionParts,
  homecoming: Homecoming,
): Promise<{ lockedOut: string[]; isDone: boolean }> {
  const { id, memberId, cause, rounds } = homecoming
  const lease = await parts.members.lease(memberId, 'homecoming')
  try {
    const isOut = cause === 'exclusion'
    // Nobody plays on with what has not come home yet.
    const locked = isOut ? await parts.games.lockOut(memberId, homecoming.lockedOut) : { changed: [], isComplete: true }
    const isFree = isOut ? await parts.rewards.endByExclusion(memberId) : true
    const home = await parts.games.bringAllHome(memberId, deriveId(id, 'home', String(rounds)))
    const unread = new Set(home.filter(({ stale }) => stale).map(({ code }) => code))
    const positions = await parts.games.positions(parts.database, memberId)
    const isHome = positions.every(
      ({ code, isPending, movableMinor, amountMinor }) =>
        !isPending && movableMinor === 0 && !(unread.has(code) && (isOut || amountMinor > 0)),
    )
    const lockedOut = [...homecoming.lockedOut, ...locked.changed]
    return { lockedOut, isDone: locked.isComplete && isFree && isHome }
  } finally {
    await lease.release()
  }
}

/** Whether its cause still holds: who may play again plays on undisturbed. */
async function isCalledFor(parts: ProtectionParts, { memberId, cause }: Homecoming): Promise<boolean> {
  const { database, clock, members } = parts
  return cause === 'exclusion'
    ? isExcluded(await members.standing(database, memberId), clock.now())
    : hasLost(parts, database, memberId)
}

async function bringOneHome(parts: ProtectionParts, homecoming: Homecoming): Promise<void> {
  const { database, clock } = parts
  const { id, memberId, cause, createdAt, reportedAt } = homecoming
  if (!(await isCalledFor(parts, homecoming))) {
    return database.transaction(async (tx) => {
      if (cause === 'loss-limit') await noteRoom(tx, memberId)
      await endRound(tx, homecoming, null)
    })
  }
  let tried = { lockedOut: homecoming.lockedOut, isDone: false }
  try {
    tried = await tryOnce(parts, homecoming)
  } catch (error) {
    // His own transfers have the lease, or touch what this would.
    if (!(error instanceof AppError)) throw error
  }
  const now = clock.now()
  const { lockedOut, isDone } = tried
  if (isDone) return endRound(database, { id, lockedOut, reportedAt }, null)
  const isNews = cause === 'exclusion' && reportedAt === null && isOverdue(homecoming, now)
  if (isNews) {
    const detail =
      'after ten minutes a game has not given back his money, has not said what it holds, or kept his password'
    await parts.cashier.reportNotHome(database, { memberId, subject: id, detail, occurredAt: createdAt }, now)
  }
  return endRound(database, { id, lockedOut, reportedAt: isNews ? now : reportedAt }, nextTryAt(homecoming, now))
}

/** Brings home what is due, again and again until all is; what is not after ten minutes becomes a case. */
export async function bringHomeDue(parts: ProtectionParts): Promise<number> {
  const now = parts.clock.now()
  const due = await takeHomecomings(parts.database, {
    now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    limit: BATCH,
  })
  return processEach(due, (homecoming) => bringOneHome(parts, homecoming))
}
