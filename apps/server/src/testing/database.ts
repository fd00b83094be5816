import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import pg from 'pg'
import { openEmbedded, type Embedded } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openPostgres } from '../platform/database/postgres.ts'
import { packTemplate, standAlone, templateName } from '../platform/database/template.ts'
import type { Database, DatabaseLogger, SqlMigration } from '../platform/database/types.ts'

const cacheFolder = join(import.meta.dirname, '../../../../node_modules/.cache/krapao-databases')

/** How many templates are kept: each set of migrations that was ever tested has one. */
const TEMPLATES_KEPT = 24

/** Which engines tests that ask for a certain one can run on: the embedded one always, a server when there is one. */
export const testEngines: readonly Database['engine'][] = serverUrl() === null ? ['embedded'] : ['embedded', 'postgres']

function serverUrl(): string | null {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined || url === '' ? null : url
}

interface TestDatabaseSettings {
  migrations: readonly SqlMigration[]
  /** Without it: a server when TEST_DATABASE_URL names one, otherwise the embedded engine. */
  engine?: Database['engine'] | undefined
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

// In memory nothing survives the engine: the tests that use it fail, and the warning says why.
const logger: DatabaseLogger = {
  info: () => undefined,
  warn: (fields, message) => process.emitWarning(`${message} ${inspect(fields)}`),
  error: (fields, message) => process.emitWarning(`${message} ${inspect(fields)}`),
}

function openInMemory(file: string | null): Promise<Embedded> {
  return openEmbedded({ dataFolder: null, template: file, logger })
}

/** A database without anything in it, to start a new data folder from in a fraction of the time. */
export function emptyTemplate(): Promise<string> {
  return template([])
}

/** The file of a database with these migrations done. */
async function template(migrations: readonly SqlMigration[]): Promise<string> {
  const path = join(cacheFolder, `${templateName(migrations)}.tar.zst`)
  if (existsSync(path)) return path
  const embedded = await openInMemory(migrations.length === 0 ? null : await emptyTemplate())
  if (migrations.length === 0) await standAlone(embedded.database)
  else await migrate(embedded.database, migrations)
  const dump = await embedded.dump()
  await embedded.database.close()
  mkdirSync(cacheFolder, { recursive: true })
  // Several test processes may do this at once; each renames a whole file into place.
  const mine = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(mine, packTemplate(dump))
  renameSync(mine, path)
  dropOldTemplates()
  return path
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

/** Enough for what is done at once to meet, and few: each reads the ledger's functions anew, which takes longer than most tests. */
const CONNECTIONS_MAX = 5

async function openMigrated(databaseUrl: string): Promise<Database> {
  return openPostgres({ databaseUrl, logger: serverLogger, connectionsMax: CONNECTIONS_MAX })
}

async function openOnServer(serverUrl: string, migrations: readonly SqlMigration[]): Promise<Database> {
  const source = `krapao_template_${templateName(migrations).replaceAll(/\W/g, '_')}`
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
