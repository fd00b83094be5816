import { createLedger } from '../ledger.ts'
import type { LedgerOptions } from '../ledger.ts'
import type { Hold, Ledger, Movement, Post, Refusal, Settle, SqlPool, Submission, Void } from '../types.ts'

/** The time at which the tests' ledgers record. */
export const recordedAt = new Date('2026-11-21T05:06:07.000Z')
const occurredAt = new Date('2026-11-21T05:00:00.000Z')

let idCount = 0

/** A name or id that no other test of this file uses. */
export function fresh(name: string): string {
  idCount += 1
  return `${name}-${idCount}`
}

/** A ledger whose business table is `parcel`. */
export function ledgerOn(pool: SqlPool, options: Partial<LedgerOptions> = {}): Ledger {
  return createLedger({ pool, tables: ['parcel'], now: () => recordedAt, ...options })
}

export function post(from: string, to: string, amountMinor: number, more: Partial<Post> = {}): Post {
  const id = fresh('post')
  return { kind: 'post', id, from, to, amountMinor, code: 'payment', reference: `about ${id}`, occurredAt, ...more }
}

export function hold(from: string, to: string, amountMinor: number, more: Partial<Hold> = {}): Hold {
  const id = fresh('hold')
  return { kind: 'hold', id, from, to, amountMinor, code: 'order', reference: `about ${id}`, occurredAt, ...more }
}

export function settle(held: string, more: Partial<Settle> = {}): Settle {
  return { kind: 'settle', id: fresh('settle'), hold: held, occurredAt, ...more }
}

export function voided(held: string, more: Partial<Void> = {}): Void {
  return { kind: 'void', id: fresh('void'), hold: held, occurredAt, ...more }
}

export function moving(...movements: Movement[]): Submission {
  return { movements }
}

/** The outcome of a refusal. */
export function refused(refusal: Refusal, detail: string): { ok: false; refusal: Refusal; detail: string } {
  return { ok: false, refusal, detail }
}

export const accepted = { ok: true, replayed: false } as const
export const replayed = { ok: true, replayed: true } as const

/** Opens an account without a floor (a till) and one with floor 0 that holds `amountMinor`. */
export async function openPair(
  ledger: Ledger,
  pool: SqlPool,
  amountMinor: number,
): Promise<{ till: string; purse: string }> {
  const till = fresh('till')
  const purse = fresh('purse')
  await ledger.open(pool, [
    { account: till, currency: 'BAHT', floorMinor: null },
    { account: purse, currency: 'BAHT', floorMinor: 0 },
  ])
  if (amountMinor > 0) await pool.transaction((tx) => ledger.post(tx, moving(post(till, purse, amountMinor))))
  return { till, purse }
}
