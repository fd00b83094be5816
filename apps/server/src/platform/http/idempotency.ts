import { randomUUID } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../database/away.ts'
import type { Database } from '../database/types.ts'
import type { Logger } from '../logger.ts'
import {
  findKey,
  forgetKey,
  forgetOldKeys,
  forgetRunningKeys,
  insertKey,
  type RememberedKey,
  releaseKey,
  renewKey,
  storeAnswer,
  takeOverKey,
} from './idempotency-store.ts'
import { createOwnKey, KeyTakenError, noKey, type OperationKey, type OwnKey } from './operation-key.ts'
import { describeAnswer, describeRefusal, type Outcome } from './outcome.ts'
import { DAY_MS, MINUTE_MS } from '../durations.ts'

const KEPT_MS = DAY_MS
const CLEANED_AT_ONCE = 1000
const POLL_MS = 100
/** How soon it is tried again to free a key while the database is away. */
const FREE_AGAIN_MS = 250
/** A call of this process tells its end itself: whoever waits for it need not ask. */
const POLL_HERE_MS = 1_000
/** Refusals that say "not now" of a call that changed nothing: another try under the same key is a new try. */
const passing = new Set(['REQUEST_IN_PROGRESS', 'TRANSFER_PENDING'])

export interface IdempotencyTerms {
  database: Database
  clock: Clock
  logger: Logger
  /** How long a second call waits for the first one; 30 s unless told (rulings 5.3). */
  waitMs?: number
  /** How long a crashed call blocks its key; a running one renews its lease. */
  leaseMs?: number
}

/** One call under a key: `work` answers or refuses, and may be run again with the same operation id. */
export interface KeyedCall {
  operationId: string
  bodyHash: string
  /** Whether `work` takes the key itself, with what it submits first; otherwise it is taken before the work begins. */
  takesKey?: boolean | undefined
  work(key: OperationKey): Promise<unknown>
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** A call of this process that has its key, or is on its way to take it. */
interface Running {
  bodyHash: string
  end: Promise<unknown>
}

/** Runs work for whoever holds a key, and remembers what came of it. */
interface Runner {
  /** Runs the work of a key; null when it came out that another call has the key. */
  runAsOwner(call: KeyedCall, key: OwnKey): Promise<Outcome | null>
  /** The call of a key that runs in this process. */
  runningHere(id: string): Running | undefined
  /** Answers from memory; what answered IN_PROGRESS is run again and tells how the operation stands now. */
  replay(call: KeyedCall, found: RememberedKey): Promise<Outcome>
  /** Waits until a call that runs in this process ends, or a moment, in which another process may have ended it. */
  waitABit(id: string): Promise<void>
}

function createRunner(terms: IdempotencyTerms, leaseMs: number, leaseEnd: () => Date): Runner {
  const { database, clock, logger } = terms
  const running = new Map<string, Running>()

  async function runOnce(call: KeyedCall, key: OwnKey): Promise<Outcome | null> {
    let outcome: Outcome
    try {
      outcome = await answer(call, key)
      if (key.taken() === 'no') await key.free()
    } catch (error) {
      if (error instanceof KeyTakenError) return null
      if (key.taken() !== 'no') await settle(() => free(call.operationId, key.owner))
      throw error
    }
    // A refusal after it was kept means that its transaction was rolled back.
    if (key.isKept() && outcome.status === 200) return outcome
    const isOurs = await settle(() => keep(call, key, outcome))
    return isOurs === false ? null : outcome
  }

  /**
   * Frees the key of a call that failed. While the database is away that is tried again behind it, for as long as the key's
   * lease lasts, so that who tries again once it is back need not wait for that.
   */
  async function free(id: string, owner: string): Promise<void> {
    try {
      await releaseKey(database, id, owner)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      const giveUpAtMs = performance.now() + leaseMs
      const again = (): void => {
        const timer = setTimeout(() => {
          releaseKey(database, id, owner).catch((still: unknown) => {
            if (isDatabaseAway(still) && performance.now() < giveUpAtMs) again()
          })
        }, FREE_AGAIN_MS)
        timer.unref()
      }
      again()
    }
  }

  /** @returns false when another call took the key of one that had not taken it: it is as if this one had not begun. */
  async function keep(call: KeyedCall, key: OwnKey, outcome: Outcome): Promise<boolean> {
    const { operationId: id, bodyHash } = call
    const kept = { id, owner: key.owner, status: outcome.status, answer: JSON.stringify(outcome.body) }
    if (key.taken() === 'no') {
      if (!isKept(outcome)) return true
      return insertKey(database, { ...kept, bodyHash, leaseUntil: leaseEnd(), createdAt: clock.now() })
    }
    await (isKept(outcome) ? storeAnswer(database, kept) : releaseKey(database, id, key.owner))
    return true
  }

  /** What was done stays done when it cannot be remembered: the caller gets his answer, a retry finds the operation. */
  async function settle<Result>(remember: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await remember()
    } catch (error) {
      logger.error({ err: error }, 'an answer could not be remembered')
      return undefined
    }
  }

  return {
    runningHere: (id) => running.get(id),
    async runAsOwner(call, key) {
      const id = call.operationId
      const renewal = setInterval(() => {
        if (key.taken() === 'no') return
        renewKey(database, id, key.owner, leaseEnd()).catch((error: unknown) =>
          logger.warn({ err: error }, 'the lease of a running call was not renewed'),
        )
      }, leaseMs / 3)
      const work = runOnce(call, key)
      const own = { bodyHash: call.bodyHash, end: work.catch(() => undefined) }
      running.set(id, own)
      try {
        return await work
      } finally {
        clearInterval(renewal)
        if (running.get(id) === own) running.delete(id)
      }
    },
    async replay(call, found) {
      const body: unknown = JSON.parse(found.answer ?? 'null')
      if (!isInProgress(body)) return { status: found.status ?? 200, body, retryAfterS: undefined }
      const outcome = await answer(call, noKey)
      const { status, body: now } = outcome
      const kept = { id: call.operationId, owner: found.owner, status, answer: JSON.stringify(now) }
      if (isKept(outcome)) await settle(() => storeAnswer(database, kept))
      return outcome
    },
    async waitABit(id) {
      const here = running.get(id)?.end
      let timer: NodeJS.Timeout | undefined
      const pause = new Promise<void>((done) => {
        timer = setTimeout(done, Math.min(here ? POLL_HERE_MS : POLL_MS, terms.waitMs ?? POLL_HERE_MS))
      })
      await Promise.race(here ? [here, pause] : [pause])
      clearTimeout(timer)
    },
  }
}

/**
 * Remembers the answers to idempotent calls for 24 hours (rulings 5.3). This is only a memory: that money moves once is
 * the ledger's doing, by ids made from the operation id, so work may safely be run again when the memory is gone.
 */
export function createIdempotency(terms: IdempotencyTerms) {
  const { database, clock, waitMs = 30_000, leaseMs = 15_000 } = terms
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs)
  const keptSince = () => new Date(clock.now().getTime() - KEPT_MS)
  const runner = createRunner(terms, leaseMs, leaseEnd)

  /** Runs a call that nobody is known to have begun; null when another one turns out to have its key. */
  async function begin(call: KeyedCall, owner: string): Promise<Outcome | null> {
    const { operationId: id, bodyHash } = call
    const own = { database, clock, id, bodyHash, owner, leaseEnd }
    if (call.takesKey) return runner.runningHere(id) ? null : runner.runAsOwner(call, createOwnKey(own))
    const row = { id, bodyHash, owner, leaseUntil: leaseEnd(), createdAt: clock.now(), status: null, answer: null }
    return (await insertKey(database, row)) ? runner.runAsOwner(call, createOwnKey({ ...own, version: 1 })) : null
  }

  /** What to do about a call whose key somebody has: an answer, or null when it may be tried once more. */
  async function join(call: KeyedCall, found: RememberedKey, owner: string): Promise<Outcome | 'wait' | null> {
    const { operationId: id, bodyHash } = call
    if (found.createdAt <= keptSince()) {
      await forgetKey(database, id, keptSince())
      return null
    }
    if (found.bodyHash !== bodyHash) throw new AppError('IDEMPOTENCY_MISMATCH')
    if (found.status !== null) return runner.replay(call, found)
    if (found.leaseUntil > clock.now()) return 'wait'
    const version = await takeOverKey(database, { id, from: found.owner, owner, leaseUntil: leaseEnd() })
    if (version === null) return null
    return runner.runAsOwner(call, createOwnKey({ database, clock, id, bodyHash, owner, leaseEnd, version }))
  }

  async function run(call: KeyedCall): Promise<Outcome> {
    const id = call.operationId
    const owner = randomUUID()
    const giveUpAtMs = performance.now() + waitMs
    for (;;) {
      const begun = await begin(call, owner)
      if (begun !== null) return begun
      const here = runner.runningHere(id)
      const found = await findKey(database, id)
      // One of this process that has not taken its key yet stands in no table.
      if (found === null && here && here.bodyHash !== call.bodyHash) throw new AppError('IDEMPOTENCY_MISMATCH')
      const joined = found === null ? (here ? 'wait' : null) : await join(call, found, owner)
      if (joined !== null && joined !== 'wait') return joined
      if (performance.now() >= giveUpAtMs && (joined === 'wait' || call.takesKey)) {
        throw new AppError('REQUEST_IN_PROGRESS', { retryAfterS: 1 })
      }
      if (joined === 'wait') await runner.waitABit(id)
    }
  }

  return {
    run,
    /** Forgets the calls that a killed process left running; only for the sole process of an embedded database. */
    forgetInterrupted: (): Promise<void> => forgetRunningKeys(database),
    job: {
      name: 'idempotency-forget',
      everyMs: 10 * MINUTE_MS,
      run: () => forgetOldKeys(database, keptSince(), CLEANED_AT_ONCE),
    },
  }
}

async function answer(call: KeyedCall, key: OperationKey): Promise<Outcome> {
  try {
    return describeAnswer(await call.work(key))
  } catch (error) {
    if (error instanceof AppError) return describeRefusal(error)
    throw error
  }
}

/** Kept are answers, and the refusals 409 and 422 by rule (rulings 5.3). */
function isKept(outcome: Outcome): boolean {
  if (outcome.status === 200) return true
  if (outcome.status !== 409 && outcome.status !== 422) return false
  return !passing.has((outcome.body as { message: string }).message)
}

/** Whether an answer, or the thing that it tells of, is not at its end. */
function isInProgress(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  return isOpen(body) || Object.values(body).some(isOpen)
}

function isOpen(thing: unknown): boolean {
  return typeof thing === 'object' && thing !== null && 'status' in thing && thing.status === 'IN_PROGRESS'
}
