import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { noteRestore } from './payments.store.ts'
import { pollAnew } from './qr.store.ts'
import { watchAnew } from './withdrawals.store.ts'

/** A copy older than this is not put back. */
const COPY_AGE_MAX_MS = 30 * 24 * 3_600_000

/**
 * Once for each mark of a restored copy: the bank is asked anew about every QR and payout of the copy that was not asked
 * about any more (beyond 7.12). Answers whether there was something to do.
 */
export async function askAfterRestore(deps: {
  database: Database
  clock: Clock
  operator: Pick<OperatorDoor, 'restoredAt'>
}): Promise<number> {
  const markedAt = await deps.operator.restoredAt()
  if (markedAt === null) return 0
  const now = deps.clock.now()
  const since = new Date(markedAt.getTime() - COPY_AGE_MAX_MS)
  return deps.database.transaction(async (tx) => {
    if (!(await noteRestore(tx, markedAt, now))) return 0
    await pollAnew(tx, since, now)
    await watchAnew(tx, since, now)
    return 1
  })
}
