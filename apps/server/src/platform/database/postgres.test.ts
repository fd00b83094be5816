import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, testEngines } from '../../testing/database.ts'
import { systemClock } from '../clock.ts'
import { type Database, isDatabaseAway, openDatabase } from './index.ts'
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
