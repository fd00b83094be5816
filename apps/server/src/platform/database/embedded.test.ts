import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyTemplate } from '../../testing/database.ts'
import { openEmbedded, type Embedded } from './embedded.ts'
import { EngineLostError } from './index.ts'
import { createMaintenance } from './maintenance.ts'

let folder = ''
let embedded: Embedded
const messages: string[] = []
const logger = {
  info: (_fields: object, message: string) => messages.push(message),
  warn: (_fields: object, message: string) => messages.push(message),
  error: (_fields: object, message: string) => messages.push(message),
}

const open = async (): Promise<Embedded> =>
  openEmbedded({ dataFolder: folder, template: await emptyTemplate(), logger })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'krapao-database-'))
  messages.length = 0
  embedded = await open()
})

afterEach(async () => {
  await embedded.database.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('an embedded engine that dies', () => {
  it('rejects all that was on its way, starts again by itself, and has every commit', async () => {
    const { database } = embedded
    await database.query('create table numbers (number int8)')
    await database.query('insert into numbers values (1)')
    const inTransaction = database.transaction(async (tx) => {
      await tx.query('insert into numbers values (2)')
      await embedded.crash()
      await tx.query('insert into numbers values (3)')
    })
    const waiting = database.query('insert into numbers values (4)')
    expect(await Promise.allSettled([inTransaction, waiting])).toEqual([
      { status: 'rejected', reason: expect.any(EngineLostError) },
      { status: 'rejected', reason: expect.any(EngineLostError) },
    ])
    expect(await database.query('select number from numbers')).toEqual([{ number: 1 }])
    expect(messages).toEqual(['the embedded database stopped; the next statement starts it again'])
  })

  it('is still closed cleanly, and the folder can be opened again', async () => {
    await embedded.crash()
    await embedded.database.close()
    embedded = await open()
    expect(await embedded.database.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('the housekeeping', () => {
  const start = new Date('2026-11-21T00:00:00Z')

  it('vacuums and analyzes tables that need it, and only those', async () => {
    const { database } = embedded
    const maintenance = createMaintenance({ database, waitingCount: () => 0, clock: { now: () => start }, logger })
    await database.query(`create table busy (id int8 primary key, amount int8);
      create table quiet (id int8 primary key)`)
    await database.query('insert into busy select n, 0 from generate_series(1, 2000) n')
    await database.query('update busy set amount = 1')
    await database.query('select pg_stat_force_next_flush()')
    const dead = `select n_dead_tup as dead, vacuum_count as vacuums from pg_stat_user_tables where relname = $1`
    expect(await database.query(dead, ['busy'])).toEqual([{ dead: 2000, vacuums: 0 }])

    await maintenance.look()
    expect(await database.query(dead, ['busy'])).toEqual([{ dead: 0, vacuums: 1 }])
    expect(await database.query(dead, ['quiet'])).toEqual([{ dead: 0, vacuums: 0 }])
    await maintenance.look()
    expect(await database.query(dead, ['busy'])).toEqual([{ dead: 0, vacuums: 1 }])
    expect(messages).toEqual([])
  })

  it('writes a checkpoint when time has passed and something was written', async () => {
    const { database } = embedded
    let now = start
    const maintenance = createMaintenance({ database, waitingCount: () => 0, clock: { now: () => now }, logger })
    const checkpoint = async (): Promise<unknown> =>
      (await database.query<{ at: string }>('select checkpoint_lsn::text as at from pg_control_checkpoint()'))[0]?.at
    await maintenance.look()
    await database.query('create table anything (id int8)')
    const before = await checkpoint()
    await maintenance.look()
    expect(await checkpoint()).toBe(before)
    now = new Date(start.getTime() + 5 * 60_000)
    await maintenance.look()
    const after = await checkpoint()
    expect(after).not.toBe(before)
    now = new Date(start.getTime() + 10 * 60_000)
    await maintenance.look()
    expect(await checkpoint()).toBe(after)
  })

  it('stands back while callers wait, but not for ever', async () => {
    const ran: string[] = []
    const watched = {
      ...embedded.database,
      query: <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
        ran.push(text)
        return embedded.database.query<Row>(text, values)
      },
    }
    const maintenance = createMaintenance({
      database: watched,
      waitingCount: () => 3,
      clock: { now: () => start },
      logger,
    })
    for (let look = 0; look < 4; look += 1) await maintenance.look()
    expect(ran).toEqual([])
    await maintenance.look()
    expect(ran.length).toBeGreaterThan(0)
    maintenance.stop()
    ran.length = 0
    for (let look = 0; look < 6; look += 1) await maintenance.look()
    expect(ran).toEqual([])
  })
})
