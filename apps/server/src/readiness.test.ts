import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import type { Database } from './platform/database/index.ts'
import { isDatabaseAway } from './platform/database/index.ts'
import { createReadiness } from './readiness.ts'
import { openTestDatabase, testEngines } from './testing/database.ts'
import { until } from './testing/until.ts'

describe('readiness', () => {
  let database: Database

  // The embedded engine has one session, so that what is set in it holds for whoever asks.
  beforeAll(async () => {
    database = await openTestDatabase({ migrations: [], engine: 'embedded' })
  })
  afterAll(() => database.close())

  it('is that of a database that takes writes, not of one that answers alone', async () => {
    const check = createReadiness(readConfig({ KRAPAO_SANDBOX: '0' }), database)['database']
    expect(await check?.()).toBe(true)
    await database.query('set default_transaction_read_only = on')
    expect(await check?.()).toBe(false)
    const refused = await database.query('create table note (id int)').catch((error: unknown) => error)
    expect(isDatabaseAway(refused)).toBe(true)
    await database.query('set default_transaction_read_only = off')
    expect(await check?.()).toBe(true)
  })
})

describe.each(testEngines.filter((engine) => engine === 'postgres'))('readiness on %s', (engine) => {
  it('is asked where money is written, also while every connection is taken', async () => {
    const database = await openTestDatabase({ migrations: [], engine })
    const check = createReadiness(readConfig({ KRAPAO_SANDBOX: '0' }), database)['database']
    const held = Promise.withResolvers<void>()
    const busy = Array.from({ length: 24 }, () => database.transaction(() => held.promise))
    await until('all are taken', async () => (database.connections?.().waiting ?? 0) > 0)
    const ready = check?.()
    held.resolve()
    expect(await ready).toBe(true)
    await Promise.all(busy)
    await database.close()
  })
})
