import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { MembersParts } from './members.parts.ts'
import type { Lease } from './members.types.ts'

const LEASE_MS = 60_000
const RENEW_EVERY_MS = 20_000
/** How long a busy lease is waited for. */
export const LEASE_WAIT_MAX_MS = 30_000
const TRY_EVERY_MS = 100
/** How many may wait for one member's lease in this process: each of them asks the database again and again. */
const WAITING_MAX = 8

/** Takes the lease when it is free or has run out. */
async function takeLease(sql: Sql, memberId: string, holder: string, purpose: string, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `insert into member_lease as lease (member_id, holder, purpose, until) values ($1, $2, $3, $4)
     on conflict (member_id) do update
       set holder = excluded.holder, purpose = excluded.purpose, until = excluded.until
       where lease.until <= $5
     returning member_id`,
    [memberId, holder, purpose, new Date(now.getTime() + LEASE_MS), now],
  )
  return rows.length > 0
}

async function renewLease(sql: Sql, memberId: string, holder: string, now: Date): Promise<void> {
  await sql.query('update member_lease set until = $3 where member_id = $1 and holder = $2', [
    memberId,
    holder,
    new Date(now.getTime() + LEASE_MS),
  ])
}

/** Forgets all leases: for the sole process on its database, when it starts, since whoever held one is dead. */
export async function forgetLeases(sql: Sql): Promise<void> {
  await sql.query('delete from member_lease')
}

// Leases as rows, taken by compare-and-set: one a member, whatever the purpose (rulings 1.10).

/** Takes the lease as soon as it is free; refuses when that takes too long, or too many wait for it already. */
async function take(parts: MembersParts, memberId: string, holder: string, purpose: string): Promise<void> {
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
  await take(parts, memberId, holder, purpose)
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
        await parts.database.query('delete from member_lease where member_id = $1 and holder = $2', [memberId, holder])
      } catch (error) {
        parts.logger.warn({ err: error, memberId, purpose }, 'a lease was not given back and will run out')
      }
    },
  }
}
