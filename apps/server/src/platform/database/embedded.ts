import { join, resolve } from 'node:path'
import { databaseOn } from './database.ts'
import { EngineLostError, startEngine, type Engine } from './embedded-engine.ts'
import type { WorkerSettings } from './embedded-protocol.ts'
import { lockDataFolder, type FolderLock } from './folder-lock.ts'
import { PoolOfOne } from './pool-of-one.ts'
import type { Database, DatabaseLogger } from './types.ts'
import { MINUTE_MS } from '../durations.ts'

const LIMITS = { acquireTimeoutMs: 30_000, idleTimeoutMs: MINUTE_MS, endTimeoutMs: 4_000 }

interface EmbeddedSettings {
  /** Null keeps the database in memory, for tests. */
  dataFolder: string | null
  /** The file of a template to start from when there is no database yet. */
  template: string | null
  logger: DatabaseLogger
}

/** The embedded database with the things only its own housekeeping and tests may touch. */
export interface Embedded {
  database: Database
  pool: PoolOfOne
  /** How often a file was synced to the disk since the start. */
  syncCount(): bigint
  dump(): Promise<Uint8Array>
  /** Ends the engine as a crash would. */
  crash(): Promise<void>
}

/**
 * The engine as long as the database is open: started again by the next statement after it was lost, once the lost
 * one's thread has surely ended, for two on the same files would destroy them.
 */
class LastingEngine {
  readonly #start: () => Promise<Engine>
  #current: Promise<Engine> | undefined
  #lastEnded: Promise<void> = Promise.resolve()

  constructor(settings: WorkerSettings, onLost: (error: EngineLostError) => void) {
    const lose = (error: EngineLostError): void => {
      // What was in memory is gone: going on with an empty database would only hide it.
      this.#current = settings.folder === null ? Promise.reject(error) : undefined
      this.#current?.catch(() => undefined)
      onLost(error)
    }
    this.#start = async () => {
      await this.#lastEnded
      const engine = await startEngine(settings, lose)
      this.#lastEnded = engine.ended
      return engine
    }
  }

  get(): Promise<Engine> {
    if (this.#current !== undefined) return this.#current
    const current = this.#start()
    this.#current = current
    // An engine that cannot be opened now, for want of disk space perhaps, is tried again by the next statement.
    current.catch(() => {
      if (this.#current === current) this.#current = undefined
    })
    return current
  }

  async close(): Promise<void> {
    await this.#current?.then(
      (engine) => engine.close(),
      () => undefined,
    )
    await this.#lastEnded
  }
}

/** Opens PGlite in its thread, on a folder that is locked for this process or in memory. */
export async function openEmbedded({ dataFolder, template, logger }: EmbeddedSettings): Promise<Embedded> {
  const lock: FolderLock | null = dataFolder === null ? null : lockDataFolder(dataFolder)
  const syncCount = new SharedArrayBuffer(8)
  const folder = dataFolder === null ? null : join(resolve(dataFolder), 'database')
  const engine = new LastingEngine({ folder, template, syncCount }, (error) => {
    logger.error({ err: error }, 'the embedded database stopped; the next statement starts it again')
    pool.fail(() => new EngineLostError(error.reason))
  })
  const pool = new PoolOfOne({ run: async (text, values) => (await engine.get()).run(text, values) }, LIMITS)
  try {
    await engine.get()
  } catch (error) {
    lock?.release()
    throw error
  }
  const shut = async (): Promise<void> => {
    await engine.close()
    lock?.release()
  }
  return {
    database: databaseOn('embedded', pool, shut),
    pool,
    syncCount: () => Atomics.load(new BigInt64Array(syncCount), 0),
    dump: async () => (await engine.get()).dump(),
    crash: async () => (await engine.get()).crash(),
  }
}
