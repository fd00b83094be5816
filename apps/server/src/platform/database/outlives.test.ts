import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testEngines } from '../../testing/database.ts'
import { createTestLogger } from '../../testing/logger.ts'
import { openPostgresServers, type OwnPostgres } from '../../testing/own-postgres.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock.ts'
import { type Database, isDatabaseAway, openDatabase } from './index.ts'

// A server process outlives its database: real ones, killed, frozen, woken and made to read only, of which one takes writes.

const table = 'create table if not exists note (id integer primary key)'
/** It reads nothing, so that no connection for reads alone is had for it. */
const sleep = 'do $$ begin perform pg_sleep(600); end $$'
const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  )

describe.each(testEngines.filter((engine) => engine === 'postgres'))('a database on %s', () => {
  let one: OwnPostgres
  let two: OwnPostgres
  let opened: Database[] = []
  const { logger, lines } = createTestLogger()

  beforeAll(async () => {
    const servers = await openPostgresServers(2)
    for (const server of servers) await server.ask(table)
    ;[one, two] = servers as [OwnPostgres, OwnPostgres]
  })
  afterAll(() => Promise.all([one.close(), two.close()]))
  afterEach(async () => {
    for (const database of opened) await database.close()
    opened = []
    for (const server of [one, two]) await server.setWritable(true)
  })

  async function open(hosts: readonly OwnPostgres[], waitMs = 0): Promise<Database> {
    const databaseUrl = `postgres://krapao@${hosts.map(({ host }) => host).join(',')}/postgres`
    const database = await openDatabase({ databaseUrl, clock: systemClock, logger, waitMs })
    opened.push(database)
    return database
  }
  let next = 0
  const write = (database: Database) => {
    next += 1
    return database.query('insert into note (id) values ($1)', [next])
  }
  const writesAgain = (database: Database) =>
    until('it writes again', async () => {
      const end = await reason(write(database))
      if (end !== 'done') expect(isDatabaseAway(end), String(end)).toBe(true)
      return end === 'done'
    })
  const portOf = async (database: Database) => {
    const [row] = await database.query<{ port: string }>(`select current_setting('port') as port`)
    return row?.port
  }
  /** Its port; null when the move took the connection that was asked. */
  const portWhileItMoves = (database: Database) =>
    portOf(database).catch((error: unknown) => {
      expect(isDatabaseAway(error), String(error)).toBe(true)
      return null
    })
  const isAt = async (database: Database, server: OwnPostgres) =>
    expect(server.host).toContain(`:${await portOf(database)}`)

  it('of several hosts is the one that takes writes, wherever it stands', async () => {
    await one.setWritable(false)
    const database = await open([one, two])
    await write(database)
    await isAt(database, two)
    await one.setWritable(true)
    await isAt(await open([one]), one)
  })

  it('that is killed loses what was under way, and no more; the one that is promoted is found', async () => {
    await two.setWritable(false)
    const database = await open([one, two])
    await write(database)
    const underWay = Array.from({ length: 25 }, () => reason(database.query(sleep)))
    await until('they are under way', async () => database.connections?.().waiting === 5)
    await one.kill()
    for (const end of await Promise.all(underWay)) expect(isDatabaseAway(end), String(end)).toBe(true)
    // Nobody takes writes for a while: each call hears so, and none hangs.
    expect(isDatabaseAway(await reason(write(database)))).toBe(true)
    await two.setWritable(true)
    await writesAgain(database)
    await isAt(database, two)
    await one.start()
  })

  it('that freezes is left for the one that is promoted, with all that waits on it; woken, it is not gone back to', async () => {
    await two.setWritable(false)
    const database = await open([one, two])
    await write(database)
    const underWay = Array.from({ length: 4 }, () => reason(database.query(sleep)))
    await until('they are under way', async () => database.connections?.().busy === 4)
    one.freeze()
    try {
      await two.setWritable(true)
      for (const end of await Promise.all(underWay)) expect(isDatabaseAway(end), String(end)).toBe(true)
      await writesAgain(database)
      await isAt(database, two)
    } finally {
      one.thaw()
    }
    await one.setWritable(false)
    await write(database)
    await isAt(database, two)
  })

  it('that was left behind by a promotion is neither kept nor gone back to, though it takes writes', async () => {
    const [former, promoted] = [one, two]
    await promoted.setWritable(false)
    const database = await open([former, promoted])
    await isAt(database, former)
    await promoted.fork()
    await promoted.setWritable(true)
    await until('it is at the one that was promoted', async () => {
      const port = await portWhileItMoves(database)
      return promoted.host.endsWith(`:${port}`)
    })
    await isAt(await open([former, promoted]), promoted)
    // The one that was promoted is gone: nothing is written into the history that was left.
    await promoted.kill()
    const end = await reason(write(database))
    expect(isDatabaseAway(end), String(end)).toBe(true)
    await promoted.start()
    await writesAgain(database)
    await isAt(database, promoted)
    await former.fork()
  })

  it('that freezes and has no other is given up long before a statement is', async () => {
    const database = await open([one])
    const underWay = reason(database.query(sleep))
    await until('it is under way', async () => database.connections?.().busy === 1)
    one.freeze()
    try {
      const end = await underWay
      expect(isDatabaseAway(end), String(end)).toBe(true)
      await until('it is in the log', async () => lines.some(({ msg }) => /is silent/.test(String(msg))))
    } finally {
      one.thaw()
    }
    await writesAgain(database)
  })

  it('that takes no writes any more is left, also by connections that were idle and one that was in the middle', async () => {
    await two.setWritable(false)
    const database = await open([one, two])
    await Promise.all(Array.from({ length: 5 }, () => write(database)))
    await one.setWritable(false)
    await two.setWritable(true)
    await writesAgain(database)
    await isAt(database, two)
    // The same of one host alone: it is asked anew, and serves again when it may write again.
    await two.setWritable(false)
    const alone = await open([two])
    expect(isDatabaseAway(await reason(alone.transaction((tx) => tx.query(`insert into note (id) values (-1)`))))).toBe(
      true,
    )
    await two.setWritable(true)
    await writesAgain(alone)
  })

  it('is waited for by a start that was told to, and is named in words when it does not come', async () => {
    await one.setWritable(false)
    await two.setWritable(false)
    await expect(open([one, two], 1)).rejects.toThrow(/cannot be used: .*takes no writes/)
    const standing = open([one, two], 600_000)
    await until('it waits', async () => lines.some(({ msg }) => /is waited for up to 600 s/.test(String(msg))))
    lines.length = 0
    await two.setWritable(true)
    await isAt(await standing, two)
    await two.setWritable(false)
    await one.kill()
    let isOpen = false
    const opening = open([one, two], 600_000).then((database) => {
      isOpen = true
      return database
    })
    await until('it said that it waits', async () =>
      lines.some(({ msg }) => /is waited for up to 600 s/.test(String(msg))),
    )
    expect(isOpen).toBe(false)
    await one.start()
    await one.setWritable(true)
    const database = await opening
    await write(database)
    await isAt(database, one)
  })

  it('answers who only reads while commits hold all connections, and lets nothing be written there', async () => {
    await one.ask(
      'create or replace function noted(given integer) returns integer language sql as $$ insert into note (id) values (given) returning id $$',
    )
    const database = await open([one])
    const go = Promise.withResolvers<void>()
    const commits = Array.from({ length: 20 }, () => database.transaction(() => go.promise))
    await until('all connections are taken', async () => database.connections?.().busy === 20)
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    next += 1
    const writing = reason(database.query('select noted($1)', [next]))
    await until('what writes waits for its turn', async () => database.connections?.().waiting === 1)
    go.resolve()
    await Promise.all(commits)
    expect(await writing).toBe('done')
    expect(await database.query('select id from note where id = $1', [next])).toEqual([{ id: next }])
  })
})
