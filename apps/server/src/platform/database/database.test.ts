import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, testEngines } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'
import { isUniqueViolation, migrate, PoolInTransactionError, sqlState, type Database } from './index.ts'

const migrations = [
  {
    name: '2026-01-01-10-account',
    sql: `create table account (id text primary key, balance bigint not null check (balance >= 0));
      create table note (id bigint generated always as identity primary key, body jsonb, at timestamptz);`,
  },
  {
    name: '2026-01-01-20-account-rows',
    sql: `insert into account values ('one', 1000), ('two', 1000)`,
  },
]

interface Tables {
  account: { id: string; balance: number }
}

describe.each(testEngines)('on the %s engine', (engine) => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase({ migrations, engine })
  })

  afterAll(async () => {
    await database.close()
  })

  async function reset(): Promise<void> {
    await database.query(`truncate account; insert into account values ('one', 1000), ('two', 1000)`)
  }

  const balances = async (): Promise<Record<string, number>> => {
    const rows = await database.query<Tables['account']>('select * from account order by id')
    return Object.fromEntries(rows.map((row) => [row.id, row.balance]))
  }

  it('reads columns as the same JavaScript values', async () => {
    const [row] = await database.query(
      `select 9007199254740991::int8 as int8, 7::int4 as int4, 1.50::numeric as "numeric", 0.5::float8 as float8, true as bool,
        '2026-11-21T10:00:00.123+07:00'::timestamptz as at, '2026-11-21'::date as day, '2026-11-21 10:00'::timestamp as local,
        '{"a":[1,{"b":null}]}'::jsonb as jsonb, array[1, null, 3]::int8[] as int8s, array['a,b', null, '"']::text[] as texts,
        '\\x00ff'::bytea as bytes, null::int8 as nothing, count(*) as count`,
    )
    expect(row).toEqual({
      int8: 9007199254740991,
      int4: 7,
      numeric: '1.50',
      float8: 0.5,
      bool: true,
      at: new Date('2026-11-21T03:00:00.123Z'),
      day: '2026-11-21',
      local: '2026-11-21 10:00:00',
      jsonb: { a: [1, { b: null }] },
      int8s: [1, null, 3],
      texts: ['a,b', null, '"'],
      bytes: Buffer.from([0, 255]),
      nothing: null,
      count: 1,
    })
  })

  it('throws on an int8 beyond 2^53 instead of losing its last digits, and goes on', async () => {
    await expect(database.query('select 9007199254740993::int8 as large')).rejects.toThrow(RangeError)
    await expect(database.query('select array[1, -9007199254740993]::int8[] as large')).rejects.toThrow(RangeError)
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('gives back every value that was written, whatever it is', async () => {
    const json = fc
      .jsonValue({ maxDepth: 3, noUnicodeString: false })
      .filter((value) => !JSON.stringify(value).includes('\\u0000'))
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
    const date = fc.date({ min: new Date('0100-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
    const values = fc.record({
      text,
      json,
      date,
      int8: fc.maxSafeInteger(),
      bool: fc.boolean(),
      texts: fc.array(text),
      bytes: fc.uint8Array(),
    })
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const [row] = await database.query(
          'select $1::text as text, $2::jsonb as json, $3::timestamptz as date, $4::int8 as int8, $5::bool as bool, $6::text[] as texts, $7::bytea as bytes',
          [value.text, JSON.stringify(value.json), value.date, value.int8, value.bool, value.texts, value.bytes],
        )
        const [expected] = [
          {
            ...value,
            json: JSON.parse(JSON.stringify(value.json)),
            int8: value.int8 + 0,
            bytes: Buffer.from(value.bytes),
          },
        ]
        expect(row).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('sees the time zone of the database as UTC', async () => {
    expect(await database.query('show timezone')).toEqual([{ TimeZone: 'UTC' }])
  })

  it('runs concurrent transactions one by one where they meet, and keeps the sum', async () => {
    await reset()
    const move = async (from: string, to: string): Promise<void> =>
      database.transaction(async (tx) => {
        await tx.query('select from account order by id for update')
        await tx.query('update account set balance = balance - 10 where id = $1', [from])
        await tx.query('update account set balance = balance + 10 where id = $1', [to])
      })
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? move('two', 'one') : move('one', 'two'))),
    )
    expect(await balances()).toEqual({ one: 800, two: 1200 })
  })

  it('keeps statements of the pool out of a transaction that is open at the same time', async () => {
    await reset()
    const entered = Promise.withResolvers<void>()
    const leave = Promise.withResolvers<void>()
    const failed = database.transaction(async (tx) => {
      await tx.query(`update account set balance = 0 where id = 'one'`)
      entered.resolve()
      await leave.promise
      throw new Error('changed my mind')
    })
    await entered.promise
    const outside = database.query(`update account set balance = balance + 1 where id = 'two'`)
    leave.resolve()
    await expect(failed).rejects.toThrow('changed my mind')
    await outside
    expect(await balances()).toEqual({ one: 1000, two: 1001 })
  })

  it('rolls everything back when the work throws, and when a statement fails', async () => {
    await reset()
    const broken = database.transaction(async (tx) => {
      await tx.query(`update account set balance = 1 where id = 'one'`)
      await tx.query(`update account set balance = -1 where id = 'two'`)
    })
    await expect(broken).rejects.toMatchObject({ code: '23514', constraint: 'account_balance_check' })
    expect(await balances()).toEqual({ one: 1000, two: 1000 })
  })

  it('never reports a transaction as committed whose failed statement was ignored', async () => {
    await reset()
    const ignoring = database.transaction(async (tx) => {
      await tx.query(`update account set balance = 1 where id = 'one'`)
      await tx.query('select * from no_such_table').catch(() => undefined)
    })
    await expect(ignoring).rejects.toThrow()
    expect(await balances()).toEqual({ one: 1000, two: 1000 })
  })

  it('names a taken key by its code and constraint', async () => {
    await reset()
    const error = await database.query(`insert into account values ('one', 1)`).catch((thrown: unknown) => thrown)
    expect(sqlState(error)).toBe('23505')
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'account_pkey')).toBe(true)
    expect(isUniqueViolation(error, 'another')).toBe(false)
    expect(error).toMatchObject({ table: 'account', detail: 'Key (id)=(one) already exists.' })
    expect(isUniqueViolation(new Error('23505'))).toBe(false)
  })

  it('gives each error to the statement that made it, and none to the next', async () => {
    const faults: readonly [string, readonly unknown[]][] = [
      ['selec 1', []],
      ['select $1::int4', ['no number']],
      ['select 1 / $1::int4', [0]],
      ['select * from nowhere where id = $1', [1]],
      ['select $1', []],
      ['select 1', [1]],
      ['select 1; select 1/0; select 2', []],
      [`do $$ begin raise exception 'mine' using errcode = 'KR001'; end $$`, []],
    ]
    for (const [text, values] of faults) {
      const results = await Promise.allSettled([
        database.query('select $1::int4 as number', [1]),
        database.query(text, values),
        database.query('select 2 as number'),
        database.query('select $1::int4 as number', [3]),
      ])
      expect(results.map((result) => (result.status === 'fulfilled' ? result.value : sqlState(result.reason)))).toEqual(
        [[{ number: 1 }], expect.stringMatching(/^[0-9A-Z]{5}$/), [{ number: 2 }], [{ number: 3 }]],
      )
    }
  })

  it('throws when the pool is used inside a transaction, by whatever door', async () => {
    await reset()
    const doors: readonly (() => Promise<unknown>)[] = [
      () => database.query('select 1'),
      () => database.transaction((tx) => tx.query('select 1')),
    ]
    for (const door of doors) {
      await database.transaction(async (tx) => {
        await expect(door()).rejects.toBeInstanceOf(PoolInTransactionError)
        expect(await tx.query('select 1 as one')).toEqual([{ one: 1 }])
      })
    }
  })

  it('lets what a transaction started and did not wait for use the pool when it is over', async () => {
    const over = Promise.withResolvers<void>()
    let later: Promise<unknown> = Promise.resolve()
    await database.transaction(async () => {
      later = over.promise.then(() => database.query('select 1 as one'))
    })
    over.resolve()
    expect(await later).toEqual([{ one: 1 }])
  })

  it('tries a transaction that was taken back three times in all, and other failures once', async () => {
    const tries = async (errcode: string, failures: number): Promise<{ runs: number; code: string | undefined }> => {
      let runs = 0
      const code = await database
        .transaction(async (tx) => {
          runs += 1
          if (runs <= failures)
            await tx.query(`do $$ begin raise exception 'again' using errcode = '${errcode}'; end $$`)
        })
        .then(() => undefined, sqlState)
      return { runs, code }
    }
    expect(await tries('40001', 1)).toEqual({ runs: 2, code: undefined })
    expect(await tries('40P01', 2)).toEqual({ runs: 3, code: undefined })
    expect(await tries('40P01', 9)).toEqual({ runs: 3, code: '40P01' })
    expect(await tries('23505', 9)).toEqual({ runs: 1, code: '23505' })
  })

  it('lets two transactions pass that take the same rows in opposite order', async () => {
    await reset()
    const first = { one: Promise.withResolvers<void>(), two: Promise.withResolvers<void>() }
    const take = async (mine: 'one' | 'two', other: 'one' | 'two'): Promise<void> =>
      database.transaction(async (tx) => {
        await tx.query('update account set balance = balance + 1 where id = $1', [mine])
        first[mine].resolve()
        // The embedded engine runs one at a time, so there the other one cannot have begun.
        if (engine === 'postgres') await first[other].promise
        await tx.query('update account set balance = balance + 1 where id = $1', [other])
      })
    await Promise.all([take('one', 'two'), take('two', 'one')])
    expect(await balances()).toEqual({ one: 1002, two: 1002 })
  })

  it('runs migrations once, in the order of their names, also when two processes start at once', async () => {
    const log = [
      { name: '2026-02-02-20-second', sql: `insert into step values ('second')` },
      { name: '2026-02-01-10-first', sql: `create table step (name text, number int generated always as identity)` },
      { name: '2026-02-03-10-third', sql: `insert into step values ('third')` },
    ]
    await Promise.all([migrate(database, [...log, ...migrations]), migrate(database, [...migrations, ...log])])
    await migrate(database, [...log, ...migrations])
    expect(await database.query('select name from step order by number')).toEqual([
      { name: 'second' },
      { name: 'third' },
    ])
  })

  it('refuses a database of a newer release, and a migration that comes before one that was run', async () => {
    const own = await openTestDatabase({ migrations: [], engine })
    const [first, second, third] = ['10-first', '20-second', '30-third'].map((name) => ({
      name: `2026-04-01-${name}`,
      sql: 'select 1',
    }))
    if (!first || !second || !third) throw new Error('three are needed')
    await migrate(own, [first, third])
    await expect(migrate(own, [first])).rejects.toThrow('newer release, whose migration 2026-04-01-30-third')
    await expect(migrate(own, [first, second, third])).rejects.toThrow('20-second comes before 2026-04-01-30-third')
    await migrate(own, [first, third])
    await own.close()
  })

  it('names the migration that failed and keeps nothing of that run', async () => {
    const own = await openTestDatabase({ migrations: [], engine })
    const run = migrate(own, [
      { name: '2026-03-01-10-good', sql: 'create table good (id int)' },
      { name: '2026-03-01-20-bad', sql: 'create table bad (id int); select 1/0' },
    ])
    await expect(run).rejects.toThrow('2026-03-01-20-bad failed: division by zero')
    expect(await own.query(`select to_regclass('good') as good, to_regclass('bad') as bad`)).toEqual([
      { good: null, bad: null },
    ])
    await expect(
      migrate(own, [
        { name: 'same', sql: 'select 1' },
        { name: 'same', sql: 'select 2' },
      ]),
    ).rejects.toThrow('same name')
    await own.close()
  })

  it.each(engine === 'postgres' ? [engine] : [])(
    'gives way with a migration to who works on %s, who holds and wants its tables in the other order',
    async () => {
      const own = await openTestDatabase({ migrations, engine })
      const tables = { name: '2026-05-01-10-tables', sql: 'create table wanted (id int)' }
      const alone = { name: '2026-05-01-15-alone', sql: 'create table alone (id int)' }
      const both = {
        name: '2026-05-01-20-both',
        sql: 'alter table wanted add column extra int; alter table account add column extra int',
      }
      await migrate(own, [...migrations, tables])
      const held = Promise.withResolvers<void>()
      // Begun outside of the transaction, for it is another process.
      const migrated = held.promise.then(() => migrate(own, [...migrations, tables, alone, both]))
      let runs = 0
      await own.transaction(async (tx) => {
        runs += 1
        await tx.query(`update account set balance = balance + 1 where id = 'one'`)
        held.resolve()
        const isWaiting = async () =>
          (
            await tx.query(`select from pg_locks join pg_database as own on own.oid = database
              where not granted and relation = 'account'::regclass and datname = current_database()`)
          ).length > 0
        await until('it waits for what is held here', isWaiting)
        // It goes while this stays, so that whoever waits for it has his turn.
        await until('it gave way', async () => !(await isWaiting()))
        // The one before it has a transaction of its own, and holds nothing any more.
        expect(await tx.query(`select to_regclass('alone') as alone`)).toEqual([{ alone: 'alone' }])
        await tx.query('insert into wanted (id) values (1)')
      })
      await migrated
      expect(runs).toBe(1)
      expect(await own.query('select id, extra from wanted')).toEqual([{ id: 1, extra: null }])
      expect(await own.query(`select extra from account where id = 'one'`)).toEqual([{ extra: null }])
      await own.close()
    },
  )

  it('finishes what has begun when it is closed, and takes nothing more', async () => {
    const own = await openTestDatabase({ migrations, engine })
    const begun = Promise.withResolvers<void>()
    const work = own.transaction(async (tx) => {
      begun.resolve()
      await tx.query(`update account set balance = 5 where id = 'one'`)
      return tx.query<Tables['account']>(`select balance from account where id = 'one'`)
    })
    await begun.promise
    const closed = own.close()
    expect(await work).toEqual([{ balance: 5 }])
    await closed
    await expect(own.query('select 1')).rejects.toThrow()
  })
})
