import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { refuse } from '../../../platform/errors.ts'
import type { MembersParts } from '../members.parts.ts'
import type { Lease } from '../members.types.ts'
import { giveLeaseBack, renewLease, takeLease } from './lease.store.ts'

const RENEW_EVERY_MS = 20_000
/** How long a busy lease is waited for. */
export const LEASE_WAIT_MAX_MS = 30_000
const TRY_EVERY_MS = 100
/** How many may wait for one member's lease in this process: each of them asks the database again and again. */
const WAITING_MAX = 8

// Leases as rows, taken by compare-and-set: one a member, whatever the purpose (rulings 1.10).

/** Takes the lease as soon as it is free; refuses when that takes too long, or too many wait for it already. */
async function waitForLease(parts: MembersParts, memberId: string, holder: string, purpose: string): Promise<void> {
  if (await takeLease(parts.database, memberId, holder, purpose, parts.clock.now())) return
  const before = parts.memory.leasesWaitedFor.get(memberId) ?? 0
  if (before >= WAITING_MAX) refuse('TRANSFER_PENDING')
  parts.memory.leasesWaitedFor.set(memberId, before + 1)
  try {
    // Waiting is counted in rounds, not by the clock port, which stands still in tests.
    for (let round = Math.ceil(parts.leaseWaitMs / TRY_EVERY_MS); round > 0; round -= 1) {
      await pause(TRY_EVERY_MS)
      if (await takeLease(parts.database, memberId, holder, purpose, parts.clock.now())) return
    }
    refuse('TRANSFER_PENDING')
  } finally {
    const left = (parts.memory.leasesWaitedFor.get(memberId) ?? 1) - 1
    if (left === 0) parts.memory.leasesWaitedFor.delete(memberId)
    else parts.memory.leasesWaitedFor.set(memberId, left)
  }
}

/**
 * Takes the member's lease (60 s, renewed by itself until released). Busy: waits up to 30 s, then refuses with
 * TRANSFER_PENDING (409).
 */
export async function lease(parts: MembersParts, memberId: string, purpose: string): Promise<Lease> {
  const holder = randomUUID()
  await waitForLease(parts, memberId, holder, purpose)
  const timer = setInterval(() => {
    renewLease(parts.database, memberId, holder, parts.clock.now()).catch((error: unknown) =>
      parts.logger.warn({ err: error, memberId, purpose }, 'a lease was not renewed'),
    )
  }, RENEW_EVERY_MS)
  timer.unref()
  return {
    async release() {
      clearInterval(timer)
      try {
        await giveLeaseBack(parts.database, memberId, holder)
      } catch (error) {
        parts.logger.warn({ err: error, memberId, purpose }, 'a lease was not given back and will run out')
      }
    },
  }
}
