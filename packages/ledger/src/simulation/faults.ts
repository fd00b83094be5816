import type { Sql, SqlPool } from '../types.ts'
import { EngineKilled } from './engine.ts'
import type { Engine } from './engine.ts'
import type { Random } from '../testing/random.ts'

/** What can happen to a commit, and how often beside the others. */
const faultWeights = {
  'connection lost before the statement': 5,
  'connection lost before the commit': 6,
  'connection lost after the commit': 8,
  'serialization failure': 4,
  deadlock: 4,
  'disk full': 2,
  'time-out': 2,
  'killed between statements': 0.1,
  'killed while writing': 0.25,
  'killed after the commit': 0.15,
} as const

export type DatabaseFault = keyof typeof faultWeights

/** What the database says of itself in faults that it survives. */
const states: Partial<Record<DatabaseFault, string>> = {
  'serialization failure': '40001',
  deadlock: '40P01',
  'disk full': '53100',
  'time-out': '57014',
}

/** The most writes to its files that a process still makes before it is killed. */
const WRITES_MAX = 12

/** A fault as its victim sees it: nothing tells whether the commit was written, but the simulation knows. */
export class InjectedFault extends Error {
  readonly fault: DatabaseFault
  readonly code: string | undefined
  /** Null when not even the simulation knows: it looks. */
  readonly committed: boolean | null
  /** What the accounts were right after a fault of which nobody knows. */
  after: unknown

  constructor(fault: DatabaseFault, committed: boolean | null, after: unknown) {
    super(fault)
    this.fault = fault
    this.committed = committed
    this.code = states[fault]
    this.after = after
  }
}

export interface FaultyPool extends SqlPool {
  /** Faults happen while this is above 0: the probability that a commit meets one. */
  rate: number
  /** How often each fault happened. */
  counts: Map<string, number>
}

/**
 * A pool of one connection to the engine whose commits fail now and then, in every way that a commit can fail.
 * `look` reads what is compared when nobody knows whether a commit was written.
 */
export function createFaultyPool(engine: Engine, random: Random, look: () => Promise<unknown>): FaultyPool {
  const counts = new Map<string, number>()
  const pool: FaultyPool = { rate: 0, counts, query, transaction }

  function draw(): DatabaseFault | null {
    if (!random.chance(pool.rate)) return null
    const fault = random.weighted(faultWeights)
    counts.set(fault, (counts.get(fault) ?? 0) + 1)
    return fault
  }

  /** Begins a transaction and works in it; it stays open, unless the work changes its mind. */
  async function begin<Result>(work: () => Promise<Result>): Promise<Result> {
    await engine.script('BEGIN')
    try {
      return await work()
    } catch (error) {
      await engine.script('ROLLBACK')
      throw error
    }
  }

  /** Writes what `work` says, in one transaction, and lets the fault happen to its end. */
  async function meet(fault: DatabaseFault, work: () => Promise<unknown>): Promise<never> {
    switch (fault) {
      case 'connection lost before the statement':
        throw new InjectedFault(fault, false, null)
      case 'killed between statements':
        await engine.kill()
        await engine.reopen()
        throw new InjectedFault(fault, false, null)
      case 'connection lost after the commit':
      case 'killed after the commit':
        await begin(work)
        await engine.script('COMMIT')
        if (fault === 'killed after the commit') {
          await engine.kill()
          await engine.reopen()
        }
        throw new InjectedFault(fault, true, null)
      case 'killed while writing': {
        await begin(work)
        const dying = engine.query('COMMIT', [], random.below(WRITES_MAX))
        await dying.catch((error: unknown) => {
          if (!(error instanceof EngineKilled)) throw error
        })
        await engine.reopen()
        throw new InjectedFault(fault, null, await look())
      }
      case 'connection lost before the commit':
      case 'serialization failure':
      case 'deadlock':
      case 'disk full':
      case 'time-out':
        await begin(work)
        await engine.script('ROLLBACK')
        throw new InjectedFault(fault, false, null)
    }
  }

  async function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const fault = draw()
    if (fault !== null) return await meet(fault, () => engine.query(text, values))
    return await engine.query<Row>(text, values)
  }

  async function transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result> {
    const tx: Sql = { query: (text, values = []) => engine.query(text, values) }
    const fault = draw()
    if (fault !== null) return await meet(fault, () => work(tx))
    const result = await begin(() => work(tx))
    await engine.script('COMMIT')
    return result
  }

  return pool
}
