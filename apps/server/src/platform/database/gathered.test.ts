import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { gathered, gatheredRows } from './gathered.ts'
import type { Database } from './types.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase({
    migrations: [
      { name: '2026-11-21-01-words', sql: 'create table word (id text primary key, meaning text not null)' },
    ],
  })
  await database.query(`insert into word (id, meaning) values ('one', 'first'), ('two', 'second')`)
})
afterAll(() => database.close())

/** Looks words up and keeps how many were looked up by each statement. */
function createLookup() {
  const sizes: number[] = []
  const find = gatheredRows<{ id: string; meaning: string }>(
    (sql, ids) => {
      sizes.push(ids.length)
      return sql.query('select id, meaning from word where id = any ($1::text[])', [ids])
    },
    ({ id }) => id,
  )
  return { find, sizes }
}

describe('what concurrent callers ask alike', () => {
  it('is one statement, and each gets his own answer', async () => {
    const { find, sizes } = createLookup()
    const answers = await Promise.all(['two', 'none', 'one', 'two'].map((id) => find(database, id)))
    expect(answers.map((row) => row?.meaning ?? null)).toEqual(['second', null, 'first', 'second'])
    expect(sizes).toEqual([3])
  })

  it('is asked again by whoever comes later, never remembered', async () => {
    const { find } = createLookup()
    expect((await find(database, 'three'))?.meaning).toBeUndefined()
    await database.query(`insert into word (id, meaning) values ('three', 'third')`)
    expect((await find(database, 'three'))?.meaning).toBe('third')
  })

  it('stays within the transaction of its caller', async () => {
    const { find, sizes } = createLookup()
    await database.transaction(async (tx) => {
      await tx.query(`insert into word (id, meaning) values ('four', 'fourth')`)
      expect((await find(tx, 'four'))?.meaning).toBe('fourth')
    })
    expect(sizes).toEqual([1])
  })

  it('fails for all who asked together, and for nobody after them', async () => {
    let isBroken = true
    const ask = gathered(async (_sql, items: readonly number[]) => {
      if (isBroken) throw new Error('broken')
      return items.map((item) => item * 2)
    })
    const failed = await Promise.allSettled([ask(database, 1), ask(database, 2)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await Promise.all([ask(database, 1), ask(database, 2)])).toEqual([2, 4])
  })
})
