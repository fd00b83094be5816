import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, testEngines } from '../../testing/database.ts'
import { systemClock } from '../clock.ts'
import { type Database, isDatabaseAway, migrate, openDatabase } from './index.ts'
import { requireServerVersion } from './postgres.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('a PostgreSQL server', () => {
  it('is refused in words when it is older than 15', () => {
    expect(() => requireServerVersion({ version: '14.12', versionNumber: 140012 })).toThrow(
      'PostgreSQL 15 or newer is needed, and DATABASE_URL leads to 14.12.',
    )
    expect(() => requireServerVersion({ version: '15.0', versionNumber: 150000 })).not.toThrow()
  })

  it('that cannot be reached is named in words without its password', async () => {
    const refusal = openDatabase({
      databaseUrl: 'postgres://somebody:secret-word@127.0.0.1:1/krapao',
      clock: systemClock,
      logger: silent,
    })
    const error = await refusal.catch((reason: unknown) => String(reason))
    expect(error).toMatch(/The PostgreSQL server of DATABASE_URL cannot be used: .*ECONNREFUSED/)
    expect(error).not.toContain('secret-word')
  })
})

const servers = testEngines.filter((engine) => engine === 'postgres')

describe.each(servers)('a connection to %s that breaks while it is at work', (engine) => {
  const backend = 'select pg_backend_pid() as pid'
  const terminate = 'select pg_terminate_backend($1)'
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase({ migrations: [], engine })
  })
  afterAll(() => database.close())

  it('fails that work alone, as a database that is away, and the next has another', async () => {
    const broken = await database
      .transaction(async (tx) => {
        const [own] = await tx.query<{ pid: number }>(backend)
        return tx.query(terminate, [own?.pid])
      })
      .catch((error: unknown) => error)
    expect(isDatabaseAway(broken)).toBe(true)
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('between two statements of a transaction is found by the second', async () => {
    const own = Promise.withResolvers<number>()
    const isBroken = Promise.withResolvers<void>()
    const work = database
      .transaction(async (tx) => {
        const [row] = await tx.query<{ pid: number }>(backend)
        own.resolve(row?.pid ?? 0)
        await isBroken.promise
        return tx.query('select 1 as one')
      })
      .catch((error: unknown) => error)
    await database.query('select pg_terminate_backend($1, 10000)', [await own.promise])
    isBroken.resolve()
    expect(isDatabaseAway(await work)).toBe(true)
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.each(servers)('migrations of %s while others work on it', (engine) => {
  const made = {
    name: '2026-05-01-10-made',
    sql: 'create table one (id int); create table other (id int); insert into one values (1); insert into other values (1)',
  }
  const widened = {
    name: '2026-05-01-20-widened',
    sql: 'alter table one add column word text; alter table other add column word text',
  }

  it('give way to who holds what they need and needs what they hold, and are done after him', async () => {
    const database = await openTestDatabase({ migrations: [made], engine })
    const blocked = `select count(*)::int as count from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
    const isMet = async () => {
      while ((await database.query<{ count: number }>(blocked))[0]?.count === 0) continue
    }
    const [holds, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let tries = 0
    const caller = database.transaction(async (tx) => {
      tries += 1
      await tx.query('update other set id = 2')
      holds.resolve()
      await goOn.promise
      await tx.query('update one set id = 2')
    })
    await holds.promise
    const migrating = migrate(database, [made, widened])
    // It has the first table, and waits for the second.
    await isMet()
    goOn.resolve()
    await Promise.all([caller, migrating])
    expect(tries).toBe(1)
    expect(
      await database.query('select one.id, one.word, other.word as second from one join other using (id)'),
    ).toEqual([{ id: 2, word: null, second: null }])
    await database.close()
  })
})
