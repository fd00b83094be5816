import { join, resolve } from 'node:path'
import { databaseOn } from './database.ts'
import { startEngine, type Engine } from './embedded-engine.ts'
import { lockDataFolder, type FolderLock } from './folder-lock.ts'
import { PoolOfOne } from './pool-of-one.ts'
import type { Database, DatabaseLogger } from './types.ts'

const LIMITS = { acquireTimeoutMs: 30_000, idleTimeoutMs: 60_000, endTimeoutMs: 4_000 }

interface EmbeddedSettings {
  /** Null keeps the database in memory, for tests. */
  dataFolder: string | null
  /** A dump to start from when there is no database yet. */
  template: Uint8Array | null
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

/** Opens PGlite in its thread, on a folder that is locked for this process or in memory. */
export async function openEmbedded({ dataFolder, template, logger }: EmbeddedSettings): Promise<Embedded> {
  const lock: FolderLock | null = dataFolder === null ? null : lockDataFolder(dataFolder)
  const syncCount = new SharedArrayBuffer(8)
  const folder = dataFolder === null ? null : join(resolve(dataFolder), 'database')

  const start = async (): Promise<Engine> => {
    const engine = await startEngine({ folder, template, syncCount })
    void engine.lost.then((error) => {
      engines.current = undefined
      logger.error({ err: error }, 'the embedded database stopped; the next statement starts it again')
      pool.fail(error)
    })
    return engine
  }
  const engines: { current: Promise<Engine> | undefined } = { current: undefined }
  const engine = (): Promise<Engine> => {
    engines.current ??= start().catch((error: unknown) => {
      engines.current = undefined
      throw error
    })
    return engines.current
  }
  const pool = new PoolOfOne({ run: async (text, values) => (await engine()).run(text, values) }, LIMITS)

  try {
    await engine()
  } catch (error) {
    lock?.release()
    throw error
  }
  const shut = async (): Promise<void> => {
    await (await engines.current)?.close()
    lock?.release()
  }
  return {
    database: databaseOn('embedded', pool, shut),
    pool,
    syncCount: () => Atomics.load(new BigInt64Array(syncCount), 0),
    dump: async () => (await engine()).dump(),
    crash: async () => (await engine()).terminate(),
  }
}
