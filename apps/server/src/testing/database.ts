import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { openEmbedded, type Embedded } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openPostgres } from '../platform/database/postgres.ts'
import type { Database, DatabaseLogger, SqlMigration } from '../platform/database/types.ts'

const cacheFolder = join(import.meta.dirname, '../../../../node_modules/.cache/krapao-databases')

/** How many templates are kept: each set of migrations that was ever tested has one. */
const TEMPLATES_KEPT = 24

/** Room for a template in one piece: put together from small ones it takes thrice as long to unpack. */
const UNPACKED_BYTES = 32 * 1024 * 1024

/** Which engines tests that ask for a certain one can run on: the embedded one always, a server when there is one. */
export const testEngines: readonly Database['engine'][] = serverUrl() === null ? ['embedded'] : ['embedded', 'postgres']

function serverUrl(): string | null {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined || url === '' ? null : url
}

interface TestDatabaseSettings {
  migrations: readonly SqlMigration[]
  /** Without it: a server when TEST_DATABASE_URL names one, otherwise the embedded engine. */
  engine?: Database['engine']
}

/**
 * A database of its own for one test file, with these migrations done; `close` it in `afterAll`.
 *
 * Embedded and in memory unless TEST_DATABASE_URL names a PostgreSQL server, where it is a database that `close` drops.
 * Each set of migrations is run once and copied from then on, so that this takes well under a second.
 */
export async function openTestDatabase({ migrations, engine }: TestDatabaseSettings): Promise<Database> {
  const url = serverUrl()
  if (url !== null && engine !== 'embedded') return openOnServer(url, migrations)
  if (engine === 'postgres') throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  const { database } = await openInMemory(await template(migrations))
  return database
}

function hashOf(migrations: readonly SqlMigration[]): string {
  const hash = createHash('sha256')
  for (const { name, sql } of migrations.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    hash.update(JSON.stringify([name, sql]))
  }
  return hash.digest('hex').slice(0, 24)
}

// In memory nothing survives the engine: the tests that use it fail, and the warning says why.
const logger: DatabaseLogger = {
  info: () => undefined,
  warn: (fields, message) => process.emitWarning(`${message} ${inspect(fields)}`),
  error: (fields, message) => process.emitWarning(`${message} ${inspect(fields)}`),
}

function openInMemory(dump: Uint8Array | null): Promise<Embedded> {
  return openEmbedded({ dataFolder: null, template: dump, logger })
}

/** A database without anything in it, to start a new data folder from in a fraction of the time. */
export function emptyTemplate(): Promise<Uint8Array> {
  return template([])
}

async function template(migrations: readonly SqlMigration[]): Promise<Uint8Array> {
  const pins = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    dependencies: { '@electric-sql/pglite': string }
  }
  const version = `${pins.dependencies['@electric-sql/pglite']}-alone`
  const empty = (): Promise<Uint8Array> => cached(`${version}-empty`, openAlone)
  if (migrations.length === 0) return empty()
  return cached(`${version}-${hashOf(migrations)}`, async () => {
    const embedded = await openInMemory(await empty())
    await migrate(embedded.database, migrations)
    return embedded
  })
}

/**
 * A database without the two that others would be copied from, which nobody does here: they are half of what is unpacked
 * at each start.
 */
async function openAlone(): Promise<Embedded> {
  const embedded = await openInMemory(null)
  const { database } = embedded
  await database.query(`update pg_database set datistemplate = false where datname like 'template%'`)
  await database.query('drop database template0')
  await database.query('drop database template1')
  return embedded
}

async function cached(name: string, make: () => Promise<Embedded>): Promise<Uint8Array> {
  const path = join(cacheFolder, `${name}.tar.zst`)
  try {
    return zstdDecompressSync(readFileSync(path), { chunkSize: UNPACKED_BYTES })
  } catch {
    // Not there, or not whole: it is made anew.
  }
  const embedded = await make()
  const dump = await embedded.dump()
  await embedded.database.close()
  mkdirSync(cacheFolder, { recursive: true })
  // Several test processes may do this at once; each renames a whole file into place.
  const mine = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(mine, zstdCompressSync(dump))
  renameSync(mine, path)
  dropOldTemplates()
  return dump
}

function dropOldTemplates(): void {
  const files = readdirSync(cacheFolder).flatMap((file) => {
    const path = join(cacheFolder, file)
    const status = statSync(path, { throwIfNoEntry: false })
    return status === undefined ? [] : [{ path, changedAt: status.mtimeMs }]
  })
  const old = files.toSorted((one, other) => other.changedAt - one.changedAt).slice(TEMPLATES_KEPT)
  for (const { path } of old) rmSync(path, { force: true })
}

/** Without a network between where TEST_DATABASE_SOCKETS names the folder of the server’s sockets. */
function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  const sockets = process.env['TEST_DATABASE_SOCKETS']
  if (sockets !== undefined) url.searchParams.set('host', sockets)
  return url.href
}

async function withServer<Result>(serverUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** That it waits for no disk is known, and connections that break do so because a test breaks them. */
const serverLogger: DatabaseLogger = { ...logger, warn: () => undefined }

async function openMigrated(databaseUrl: string): Promise<Database> {
  return openPostgres({ databaseUrl, logger: serverLogger })
}

async function openOnServer(serverUrl: string, migrations: readonly SqlMigration[]): Promise<Database> {
  const source = `krapao_template_${hashOf(migrations)}`
  const name = `krapao_test_${randomBytes(8).toString('hex')}`
  await withServer(serverUrl, async (server) => {
    // One process at a time: the others find the template ready.
    await server.query('select pg_advisory_lock(7203101)')
    const { rowCount } = await server.query('select from pg_database where datname = $1', [source])
    if (rowCount === 0) await makeTemplate(server, serverUrl, source, migrations)
    await server.query(`create database ${name} template ${source} strategy file_copy`)
    await server.query('select pg_advisory_unlock(7203101)')
  })
  const database = await openMigrated(urlOf(serverUrl, name))
  return {
    ...database,
    close: async () => {
      await database.close()
      await withServer(serverUrl, (server) => server.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function makeTemplate(
  server: pg.Client,
  serverUrl: string,
  source: string,
  migrations: readonly SqlMigration[],
): Promise<void> {
  const making = `${source}_making`
  await server.query(`drop database if exists ${making} with (force)`)
  await server.query(`create database ${making} template template0 encoding 'UTF8'`)
  const database = await openMigrated(urlOf(serverUrl, making))
  try {
    await migrate(database, migrations)
  } finally {
    await database.close()
  }
  await server.query(`alter database ${making} rename to ${source}`)
}
