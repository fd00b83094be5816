import { randomUUID } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Clock } from '../clock.ts'
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
import { describeAnswer, describeRefusal, type Outcome } from './outcome.ts'

const KEPT_MS = 24 * 3_600_000
const CLEANED_AT_ONCE = 1000
const POLL_MS = 100
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
  work(): Promise<unknown>
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** Runs work for whoever holds a key, and remembers what came of it. */
interface Runner {
  /** Runs the work of a key that `owner` has just taken. */
  runAsOwner(call: KeyedCall, owner: string): Promise<Outcome>
  /** Answers from memory; what answered IN_PROGRESS is run again and tells how the operation stands now. */
  replay(call: KeyedCall, found: RememberedKey): Promise<Outcome>
  /** Waits until a call that runs in this process ends, or a moment, in which another process may have ended it. */
  waitABit(id: string): Promise<void>
}

function createRunner(terms: IdempotencyTerms, leaseMs: number, leaseEnd: () => Date): Runner {
  const { database, logger } = terms
  const running = new Map<string, Promise<unknown>>()

  async function runOnce(call: KeyedCall, owner: string): Promise<Outcome> {
    let outcome: Outcome
    try {
      outcome = await answer(call)
    } catch (error) {
      await settle(() => releaseKey(database, call.operationId, owner))
      throw error
    }
    await settle(() => keep(call.operationId, owner, outcome))
    return outcome
  }

  async function keep(id: string, owner: string, outcome: Outcome): Promise<void> {
    if (!isKept(outcome)) return releaseKey(database, id, owner)
    await storeAnswer(database, { id, owner, status: outcome.status, answer: JSON.stringify(outcome.body) })
  }

  /** What was done stays done when it cannot be remembered: the caller gets his answer, a retry finds the operation. */
  async function settle(remember: () => Promise<void>): Promise<void> {
    try {
      await remember()
    } catch (error) {
      logger.error({ err: error }, 'an answer could not be remembered')
    }
  }

  return {
    async runAsOwner(call, owner) {
      const id = call.operationId
      const renewal = setInterval(() => {
        renewKey(database, id, owner, leaseEnd()).catch((error: unknown) =>
          logger.warn({ err: error }, 'the lease of a running call was not renewed'),
        )
      }, leaseMs / 3)
      const work = runOnce(call, owner)
      const quiet = work.catch(() => undefined)
      running.set(id, quiet)
      try {
        return await work
      } finally {
        clearInterval(renewal)
        if (running.get(id) === quiet) running.delete(id)
      }
    },
    async replay(call, found) {
      const body: unknown = JSON.parse(found.answer ?? 'null')
      if (!isInProgress(body)) return { status: found.status ?? 200, body, retryAfterS: undefined }
      const outcome = await answer(call)
      if (isKept(outcome)) await settle(() => keep(call.operationId, found.owner, outcome))
      return outcome
    },
    async waitABit(id) {
      const here = running.get(id)
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

  async function run(call: KeyedCall): Promise<Outcome> {
    const id = call.operationId
    const owner = randomUUID()
    const giveUpAtMs = performance.now() + waitMs
    for (;;) {
      const row = { id, bodyHash: call.bodyHash, owner, leaseUntil: leaseEnd(), createdAt: clock.now() }
      if (await insertKey(database, row)) return runner.runAsOwner(call, owner)
      const found = await findKey(database, id)
      if (!found) continue
      if (found.createdAt <= keptSince()) {
        await forgetKey(database, id, keptSince())
        continue
      }
      if (found.bodyHash !== call.bodyHash) throw new AppError('IDEMPOTENCY_MISMATCH')
      if (found.status !== null) return runner.replay(call, found)
      if (found.leaseUntil <= clock.now()) {
        const taken = await takeOverKey(database, { id, from: found.owner, owner, leaseUntil: leaseEnd() })
        if (taken) return runner.runAsOwner(call, owner)
        continue
      }
      if (performance.now() >= giveUpAtMs) throw new AppError('REQUEST_IN_PROGRESS', { retryAfterS: 1 })
      await runner.waitABit(id)
    }
  }

  return {
    run,
    /** Forgets the calls that a killed process left running; only for the sole process of an embedded database. */
    forgetInterrupted: (): Promise<void> => forgetRunningKeys(database),
    job: {
      name: 'idempotency-forget',
      everyMs: 10 * 60_000,
      run: () => forgetOldKeys(database, keptSince(), CLEANED_AT_ONCE),
    },
  }
}

async function answer(call: KeyedCall): Promise<Outcome> {
  try {
    return describeAnswer(await call.work())
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
