import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type App, appMigrations } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, migrate, openDatabase, type Sql } from './platform/database/index.ts'
import { openStandbys, type Standbys } from './platform/database/standbys.ts'
import type { ReadSql } from './platform/database/types.ts'
import { createReads, type Reads } from './platform/reads.ts'
import { createSignals } from './platform/signals.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from './testing/worlds/cashier-world.ts'
import { testEngines } from './testing/database.ts'
import { createTestLogger } from './testing/logger.ts'
import { openPostgresServers, type OwnPostgres } from './testing/own-postgres.ts'
import { until } from './testing/until.ts'

// A PostgreSQL and one that streams from it, both real: stopped where it stands, killed, and started again.

const redisUrl = process.env['TEST_REDIS_URL'] ?? ''
const addressOf = ({ host }: OwnPostgres) => `postgres://krapao@${host}/postgres`

describe.each(testEngines.filter((engine) => engine === 'postgres'))('pages read at a standby of %s', () => {
  let primary: OwnPostgres
  let standby: OwnPostgres
  let database: Database
  let world: CashierWorld
  let member: TestMember
  /** Two servers of one Redis; one alone where there is none. */
  let servers: readonly App[]
  let standbys: Standbys
  let reads: Reads
  const { logger } = createTestLogger()
  const signals = createSignals()

  beforeAll(async () => {
    ;[primary] = (await openPostgresServers(1)) as [OwnPostgres]
    standby = await primary.follow()
    database = await openDatabase({ databaseUrl: addressOf(primary), clock: systemClock, logger })
    await migrate(database, appMigrations)
    const shared = redisUrl === '' ? {} : { REDIS_URL: redisUrl }
    world = await openCashierWorld({ database, env: { KRAPAO_READS_URL: addressOf(standby), ...shared } })
    await world.set('withdrawPerDay', 10_000)
    await world.set('withdrawMinMinor', 1_00)
    servers = redisUrl === '' ? [world.process] : [world.process, await world.beside()]
    member = await world.member({ walletMinor: 1_000_00 })
    standbys = openStandbys([addressOf(primary), addressOf(standby)], { logger })
    reads = createReads({ database, standbys, redis: null, signals, logger })
  })
  afterEach(async () => {
    await standby.ask('select pg_wal_replay_resume()')
  })
  afterAll(async () => {
    await reads.close()
    await world.close()
    await standby.close()
    await primary.close()
  })

  const pause = () => standby.ask('select pg_wal_replay_pause()').then(() => isPaused())
  const isPaused = () =>
    until('it stands still', async () => {
      const [row] = await standby.ask(`select pg_get_wal_replay_pause_state() = 'paused' as "is"`)
      return JSON.stringify(row) === '{"is":true}'
    })
  const pageAt = async (at: App, whose = member) => {
    const answer = await whose.call('POST', '/api/statement', { body: { limit: 100 }, at })
    expect(answer.status).toBe(200)
    return answer.body as unknown as { total: number; statements: { _id: string; amount: number }[] }
  }
  const withdraw = (at: App) => member.call('POST', '/api/wallet/withdraw', { body: { amount: 1 }, at })
  const portOf = async (sql: ReadSql) =>
    (await sql.query<{ port: string }>(`select current_setting('port') as port`))[0]?.port ?? ''
  const isAt = (server: OwnPostgres, port: string) => server.host.endsWith(`:${port}`)
  const untilReadAtStandby = (who = 'somebody') =>
    until('it is read at the standby', async () => isAt(standby, await reads.of(who, portOf)))

  it('are read there by who has done nothing since, and by who has once it has come so far', async () => {
    await untilReadAtStandby()
    await reads.wrote('writer')
    await untilReadAtStandby('writer')
    signals.publish({ kind: 'wallet', memberId: 'writer', reason: 'deposit' })
    await untilReadAtStandby('writer')
  })

  it('show what a member did and was told of at any server while the standby stands still', async () => {
    await until('a standby serves the history', async () => {
      await pageAt(world.process)
      const rows = await standby.ask(
        `select from pg_stat_activity where application_name = 'krapao-reads' and query like '%movement_counter%'`,
      )
      return rows.length > 0
    })
    const quiet = await world.member({ walletMinor: 10_00 })
    await until('the quiet one is there too', async () => (await pageAt(world.process, quiet)).total === 0)
    await untilReadAtStandby()
    await pause()
    let { total } = await pageAt(world.process)
    for (const writes of servers) {
      for (const shows of servers) {
        expect((await withdraw(writes)).status).toBe(200)
        total += 1
        expect((await pageAt(shows)).total).toBe(total)
      }
    }
    // What others do for him he is told of, wherever he listens.
    const last = servers.at(-1) ?? world.process
    const heard = Promise.withResolvers<void>()
    const unsubscribe = last.signals.subscribe((signal) => {
      if (signal.kind === 'wallet' && signal.memberId === member.id && signal.reason.includes('deposit'))
        heard.resolve()
    })
    const { body } = await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 3 } })
    const [qr] = await world.rows<{ reference: string }>('select reference from qr_code where id = $1', [
      body['qrcodeId'],
    ])
    await world.hook(world.paymentOf(world.payment(qr?.reference ?? '', { amount: 3 })))
    await world.work()
    await heard.promise
    unsubscribe()
    for (const shows of servers) expect((await pageAt(shows)).statements[0]?.amount).toBe(3)
  })

  it('never lack what their reader did, though the standby stops and goes on at any moment', async () => {
    let { total } = await pageAt(world.process)
    let isOver = false
    const shaking = (async () => {
      while (!isOver) {
        await pause()
        await standby.ask('select pg_wal_replay_resume()')
      }
    })()
    for (let step = 0; step < 24; step += 1) {
      const [writes, shows] = [servers[step % servers.length], servers[(step >> 1) % servers.length]]
      if (writes === undefined || shows === undefined) throw new Error('there is no server')
      expect((await withdraw(writes)).status).toBe(200)
      total += 1
      expect((await pageAt(shows)).total).toBe(total)
    }
    isOver = true
    await shaking
  })

  it('of the staff show all that was committed before, at the standby when that has it in time', async () => {
    await until('it is read at the standby', async () => isAt(standby, await reads.ofAll(portOf)))
    await pause()
    await database.query(`select pg_current_xact_id()`)
    expect(isAt(primary, await reads.ofAll(portOf))).toBe(true)
  })

  it('come from the primary while the standby is gone, without one refusal', async () => {
    await untilReadAtStandby()
    let isOver = false
    let answered = 0
    const reading = Promise.all(
      servers.map(async (at) => {
        while (!isOver) {
          await pageAt(at)
          answered += 1
        }
      }),
    )
    await standby.kill()
    const before = answered
    await until('they are read on', async () => answered > before + 20)
    expect(isAt(primary, await reads.of('somebody', portOf))).toBe(true)
    await standby.start()
    await untilReadAtStandby()
    isOver = true
    await reading
  })

  it('are given nothing that decides: no statement there can write, and no function that may takes it', async () => {
    await untilReadAtStandby()
    const decide = (sql: Sql) => sql.query('delete from member_lease')
    // @ts-expect-error What reads pages is no Sql.
    const work = reads.of('somebody', (sql) => decide(sql))
    await expect(work).rejects.toThrow('read-only')
    expect((await reads.of('somebody', portOf)).length).toBeGreaterThan(0)
  })
})
