import type { Ledger, Outcome, RowWrite, Sql, Submission } from '@krapao/ledger'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/types.ts'
import { findKey, insertKey, storeAnswer } from './idempotency-store.ts'
import { insertOf, updateOf } from '../database/put-row.ts'

/** Tables of the platform that the ledger writes rows of. */
export const platformLedgerTables: readonly string[] = ['idempotency_key']

/**
 * The key of a call that moves money, as its use case holds it: the key's row is written by the ledger in the commits that
 * the call needs anyway. Money that moves without a key has `noKey`.
 */
export interface OperationKey {
  /** To be awaited before anything is done that others see; rejects when another call has the key. */
  free(): Promise<void>
  /** Takes the key by itself, for a call that has more to do before it submits anything; rejects when another one has it. */
  take(): Promise<void>
  /**
   * Submits what the call does first, and takes the key in the same commit; with `answer` it is kept there too, for a
   * call that is answered with what it then says anew at each replay. Rejects when another call has the key or did it.
   */
  submitFirst(ledger: Ledger, submission: Submission, answer?: unknown): Promise<Outcome>
  /**
   * Submits what the call does last, and keeps its answer in the same commit. Refused, it may be submitted without the
   * answer, which is then kept by itself.
   */
  submitLast(ledger: Ledger, submission: Submission, answer: unknown): Promise<Outcome>
  /** Keeps the answer in a transaction of the caller's, of a call that has its key: it stands or falls with that. */
  keepIn(tx: Sql, answer: unknown): Promise<void>
}

/** Of what moves without a key, or under the key of a call that it is one part of. */
export const noKey: OperationKey = {
  free: () => Promise.resolve(),
  take: () => Promise.resolve(),
  submitFirst: (ledger, submission) => ledger.submit(submission),
  submitLast: (ledger, submission) => ledger.submit(submission),
  keepIn: () => Promise.resolve(),
}

/** Thrown out of a call whose key another one has: it has done nothing. */
export class KeyTakenError extends Error {}

/** The key of one call as the memory of answers sees it. */
export interface OwnKey extends OperationKey {
  readonly owner: string
  /** Where its row stands: `perhaps` while it is not known whether it was written. */
  taken(): 'no' | 'perhaps' | 'yes'
  /** Whether an answer was kept with the money. */
  isKept(): boolean
}

interface KeyTerms {
  database: Database
  clock: Clock
  id: string
  bodyHash: string
  owner: string
  leaseEnd(): Date
  /** Of a row that this call has already; without it the row is yet to be written, and looked for at once. */
  version?: number
}

export function createOwnKey(terms: KeyTerms): OwnKey {
  const { database, clock, id, bodyHash, owner, leaseEnd } = terms
  const table = 'idempotency_key'
  let version = terms.version
  let taken: 'no' | 'perhaps' | 'yes' = version === undefined ? 'no' : 'yes'
  let isKept = false
  const free = version === undefined ? lookForOther() : Promise.resolve()
  // Who never asks is not to be told as an error.
  free.catch(() => undefined)

  async function lookForOther(): Promise<void> {
    if ((await findKey(database, id)) !== null) throw new KeyTakenError()
  }

  function claim(answer: unknown): RowWrite {
    const kept = answer === undefined ? {} : { status: 200, answer: JSON.stringify(answer) }
    return insertOf(table, { id, bodyHash, owner, leaseUntil: leaseEnd(), createdAt: clock.now(), ...kept })
  }

  return {
    owner,
    taken: () => taken,
    isKept: () => isKept,
    free: () => free,
    async take() {
      await free
      if (taken === 'yes') return
      taken = 'perhaps'
      const row = { id, bodyHash, owner, leaseUntil: leaseEnd(), createdAt: clock.now(), status: null, answer: null }
      taken = (await insertKey(database, row)) ? 'yes' : 'no'
      if (taken === 'no') throw new KeyTakenError()
      version = 1
    },
    async submitFirst(ledger, submission, answer) {
      await free
      if (taken === 'yes') return ledger.submit(submission)
      taken = 'perhaps'
      const outcome = await ledger.submit({ ...submission, rows: [claim(answer), ...(submission.rows ?? [])] })
      taken = outcome.ok && !outcome.replayed ? 'yes' : 'no'
      if (isOfAnother(outcome, `${table} ${id}`)) throw new KeyTakenError()
      if (taken === 'yes') [version, isKept] = [1, answer !== undefined]
      return outcome
    },
    async submitLast(ledger, submission, answer) {
      if (taken !== 'yes' || version === undefined) return ledger.submit(submission)
      const row = updateOf(table, { id, version }, { status: 200, answer: JSON.stringify(answer) })
      const outcome = await ledger.submit({ ...submission, rows: [...(submission.rows ?? []), row] })
      if (outcome.ok && !outcome.replayed) isKept = true
      return outcome
    },
    async keepIn(tx, answer) {
      if (taken !== 'yes') return
      await storeAnswer(tx, { id, owner, status: 200, answer: JSON.stringify(answer) })
      isKept = true
    },
  }
}

/** Whether a first submission was refused because the key's row is there, or what it was to do is done: by a twin of the call. */
function isOfAnother(outcome: Outcome, row: string): boolean {
  if (outcome.ok) return outcome.replayed
  return outcome.refusal === 'ID_TAKEN' || (outcome.refusal === 'GUARD_MOVED' && outcome.detail === row)
}
