// What tests of the server run beside: a PostgreSQL and a Redis of this machine alone, as operators run them.
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type RunningPostgres, startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

/** For a server whose data nobody keeps: it waits for no disk, and tidies up nothing beside the tests. */
const forTests = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
]

const memory = '/dev/shm'
const NEEDED_BYTES = 3 * 2 ** 30

/** Where there is room in memory: a database is made of a thousand files, which a disk takes most of a second for. */
function folderOfFiles(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > NEEDED_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A server whose data nobody keeps. */
export const startTestPostgres = (): Promise<RunningPostgres> => startPostgres(forTests, { parent: folderOfFiles() })

async function orNone<Server>(start: () => Promise<Server>, without: string): Promise<Server | null> {
  try {
    return await start()
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n${without}\n`)
    return null
  }
}

/**
 * Does something beside a PostgreSQL and a Redis, which are found or installed, unless TEST_DATABASE_URL and TEST_REDIS_URL
 * name others. `work` is given the environment that names them; where none can be had, one that does not.
 */
export async function withEngines<Result>(
  environment: NodeJS.ProcessEnv,
  work: (environment: NodeJS.ProcessEnv) => Promise<Result>,
): Promise<Result> {
  const { TEST_DATABASE_URL: database = '', TEST_REDIS_URL: redis = '' } = environment
  const withoutPostgres = 'The tests run on the embedded database, several times as long.'
  const withoutRedis = 'What shares a Redis is passed over.'
  const ownDatabase = database === '' ? await orNone(startTestPostgres, withoutPostgres) : null
  const ownRedis = redis === '' ? await orNone(startRedis, withoutRedis) : null
  try {
    return await work({
      ...environment,
      ...(ownDatabase === null
        ? {}
        : { TEST_DATABASE_URL: ownDatabase.url, TEST_DATABASE_SOCKETS: ownDatabase.socketFolder }),
      ...(ownRedis === null ? {} : { TEST_REDIS_URL: ownRedis.url }),
    })
  } finally {
    await ownRedis?.stop()
    await ownDatabase?.stop()
  }
}
