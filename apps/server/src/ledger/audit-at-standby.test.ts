import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ledger, SqlPool } from '@krapao/ledger'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { appMigrations } from '../app.ts'
import { createAudit } from './audit.ts'
import { createAuditMarks } from './audit-marks.ts'
import { systemClock } from '../platform/clock.ts'
import { type Database, migrate, openDatabase } from '../platform/database/index.ts'
import { openStandbys, type Standbys } from '../platform/database/standbys.ts'
import { createReads, type Reads } from '../platform/reads.ts'
import { createSignals } from '../platform/signals.ts'
import { type CashierWorld, openCashierWorld } from '../testing/worlds/cashier-world.ts'
import { testEngines } from '../testing/database.ts'
import { createTestLogger } from '../testing/logger.ts'
import { openPostgresServers, type OwnPostgres } from '../testing/own-postgres.ts'
import { until } from '../testing/until.ts'

// The whole audit of each day, beside a PostgreSQL that takes writes and one that streams from it.

const addressOf = ({ host }: OwnPostgres) => `postgres://krapao@${host}/postgres`

describe.each(testEngines.filter((engine) => engine === 'postgres'))('the whole audit at a standby of %s', () => {
  let primary: OwnPostgres
  let standby: OwnPostgres
  let database: Database
  let world: CashierWorld
  let standbys: Standbys
  let reads: Reads
  const { logger } = createTestLogger()

  beforeAll(async () => {
    ;[primary] = (await openPostgresServers(1)) as [OwnPostgres]
    standby = await primary.follow()
    database = await openDatabase({ databaseUrl: addressOf(primary), clock: systemClock, logger })
    await migrate(database, appMigrations)
    world = await openCashierWorld({ database })
    await world.member({ walletMinor: 500_00 })
    await world.member({ walletMinor: 70_00 })
    standbys = openStandbys([addressOf(primary), addressOf(standby)], { logger })
    reads = createReads({ database, standbys, redis: null, signals: createSignals(), logger })
  })
  afterAll(async () => {
    await reads.close()
    await world.close()
    await standby.close()
    await primary.close()
  })

  const portAt = async (pool: SqlPool) => {
    const [row] = await pool.transaction((tx) => tx.query<{ port: string }>(`select current_setting('port') as port`))
    return row?.port ?? ''
  }
  const placeOf = ({ host }: OwnPostgres) => host.split(':')[1]
  const untilItFollows = async () => {
    const [row] = await primary.ask('select pg_current_wal_flush_lsn()::text as place')
    const { place } = row as { place: string }
    await until('it has come as far', async () => {
      const [come] = await standby.ask(`select pg_last_wal_replay_lsn() >= '${place}'::pg_lsn as "has"`)
      return JSON.stringify(come) === '{"has":true}'
    })
    await standbys.look()
  }

  /** The day's audit of one more process; before each slice of it `atSlice` is told where it reads. */
  async function auditsOf(atSlice: (port: string, slice: number) => Promise<void> = () => Promise.resolve()) {
    const ports: string[] = []
    const told = createTestLogger()
    const { ledger } = world.process
    const watched: Pick<Ledger, 'auditInSlices'> = {
      auditInSlices: (pool, terms) => {
        let slices = 0
        const seen: SqlPool = {
          query: (...given) => pool.query(...given),
          async transaction(work) {
            const port = await portAt(pool)
            if (ports.at(-1) !== port) ports.push(port)
            slices += 1
            await atSlice(port, slices)
            return pool.transaction(work)
          },
        }
        return ledger.auditInSlices(seen, { ...terms, movementsASlice: 1 })
      },
    }
    const dataFolder = await mkdtemp(join(tmpdir(), 'krapao-audit-'))
    const marks = createAuditMarks({ dataFolder, name: 'krapao', address: null })
    const audit = createAudit({ ledger: watched, database, clock: world.clock, logger: told.logger, marks, reads })
    const run = async () => {
      world.clock.advance(25 * 3_600_000)
      for (const job of audit.jobs) await job.run(new AbortController().signal)
    }
    return { run, ports, marks, last: audit.last, lines: told.lines }
  }

  it('proves all of it there, and is the mark of the next ones', async () => {
    await untilItFollows()
    const { run, ports, marks, last, lines } = await auditsOf()
    await run()
    expect(ports).toEqual([placeOf(standby)])
    expect(await last()).toMatchObject({ problems: 0 })
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'the ledger is right', isWhole: true }))
    const { own } = await marks.read()
    const { heads } = await world.process.ledger.verifyChain(database, own?.heads ?? [])
    expect(own?.heads.length).toBeGreaterThan(0)
    expect(heads.length).toBe(own?.heads.length)
    // What came since is proven where writes go, for a standby may lack it.
    await world.member({ walletMinor: 30_00 })
    await run()
    expect(ports).toEqual([placeOf(standby), placeOf(primary), placeOf(standby)])
    expect(await last()).toMatchObject({ problems: 0 })
  })

  it('is right while the standby is behind, and holds no snapshot at the primary', async () => {
    await untilItFollows()
    await standby.ask('select pg_wal_replay_pause()')
    onTestFinished(() => void standby.ask('select pg_wal_replay_resume()'))
    await world.member({ walletMinor: 90_00 })
    let held = 0
    const { run, ports, last } = await auditsOf(async () => {
      const rows = await primary.ask(
        `select from pg_stat_activity where backend_xmin is not null and application_name = 'krapao-reads'`,
      )
      held += rows.length
    })
    await run()
    expect(ports).toEqual([placeOf(standby)])
    expect(await last()).toMatchObject({ problems: 0 })
    expect(held).toBe(0)
    await standby.ask('select pg_wal_replay_resume()')
  })

  it('goes on at the primary when the standby dies under it', async () => {
    await untilItFollows()
    const { run, ports, last } = await auditsOf(async (port, slice) => {
      if (port === placeOf(standby) && slice === 2) await standby.kill()
    })
    await run()
    expect(ports).toEqual([placeOf(standby), placeOf(primary)])
    expect(await last()).toMatchObject({ problems: 0 })
    await standby.start()
  })

  it('finds there what was falsified', async () => {
    await primary.ask(
      'alter table ledger_entry disable trigger user',
      `update ledger_entry set amount_minor = amount_minor + 1 where ctid = (select min(ctid) from ledger_entry)`,
    )
    await untilItFollows()
    const { run, ports, last, lines } = await auditsOf()
    await run()
    expect(ports).toEqual([placeOf(standby)])
    expect((await last())?.problems).toBeGreaterThan(0)
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', msg: 'the ledger is wrong' }))
  })
})
