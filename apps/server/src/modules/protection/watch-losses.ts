import { newId } from '../../platform/ids.ts'
import { processEach } from '../../platform/jobs.ts'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { walletNews } from '../members/index.ts'
import { addHomecoming } from './homecoming.store.ts'
import { levelOf, type Limit, periodStart } from './limit.rules.ts'
import { noteTold, takeLossLimits } from './limits.store.ts'
import type { ProtectionParts } from './protection.parts.ts'
import { usageOf } from './usage.ts'

const LOOK_EVERY_MS = 10_000
const BATCH = 50

async function look(parts: ProtectionParts, limit: Limit & { memberId: string; told: string | null }): Promise<void> {
  const { memberId, period, amountMinor } = limit
  const { usedMinor } = await usageOf(parts, parts.database, memberId, limit)
  const level = levelOf(amountMinor, usedMinor)
  const now = parts.clock.now()
  const since = bangkokDay(periodStart(period, now))
  const [near, reached] = [`near ${since}`, `reached ${since}`]
  // A late win made room again: that it is near was told before, and it is reached anew.
  const hasRoomAgain = level !== 'reached' && limit.told === reached
  const told = level === 'reached' ? reached : near
  if (told === limit.told || (level === 'open' && !hasRoomAgain)) return
  await parts.database.transaction(async (tx) => {
    if (!(await noteTold(tx, limit, told)) || hasRoomAgain) return
    await parts.ledger.post(tx, { movements: [], news: [walletNews(memberId, 'limit')] })
    if (level === 'reached') await addHomecoming(tx, { id: newId(now), memberId, cause: 'loss-limit', createdAt: now })
  })
}

/**
 * Looks at loss limits one after the other, by what results have been booked: whoever is near to one or has reached it is
 * told once in its period, and what he has in games comes home when it is reached (beyond 3.2). A limit that was set anew,
 * and one in which a late win made room, is reached anew.
 */
export async function watchLosses(parts: ProtectionParts): Promise<number> {
  const now = parts.clock.now()
  const due = await takeLossLimits(parts.database, {
    now,
    before: new Date(now.getTime() - LOOK_EVERY_MS),
    limit: BATCH,
  })
  return processEach(due, (limit) => look(parts, limit))
}
