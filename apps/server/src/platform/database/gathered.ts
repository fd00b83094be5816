import { createBatcher, type Sql } from '@krapao/ledger'

const GATHERED_MAX = 128
/** Statements of one kind under way at once: what comes meanwhile goes together with the next. */
const FLIGHTS = 2

/**
 * Makes one statement of what concurrent callers ask alike on the pool: `run` answers one result per item, in order.
 * A caller alone waits for nobody. Inside a transaction each item is a statement of its own, as it must be. Each item
 * is looked at after it was asked, never from memory. An error is everybody's, so that items must be good values.
 */
export function gathered<Item, Answer>(
  run: (sql: Sql, items: readonly Item[]) => Promise<readonly Answer[]>,
): (sql: Sql, item: Item) => Promise<Answer> {
  const batchers = new WeakMap<Sql, ReturnType<typeof createBatcher<Item, Answer>>>()
  return async (sql, item) => {
    if (!('transaction' in sql)) return first(await run(sql, [item]))
    const batcher =
      batchers.get(sql) ??
      createBatcher<Item, Answer>({ batchMax: GATHERED_MAX, waitMs: 0, flights: FLIGHTS }, (items) => run(sql, items))
    batchers.set(sql, batcher)
    return batcher.add(item)
  }
}

function first<Answer>(answers: readonly Answer[]): Answer {
  if (answers.length !== 1) throw new Error(`${answers.length} answers to one item`)
  return answers[0] as Answer
}

/** The same for rows that are found by a key: null where there is none. `read` answers the rows of all keys, in any order. */
export function gatheredRows<Row extends object>(
  read: (sql: Sql, keys: readonly string[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): (sql: Sql, key: string) => Promise<Row | null> {
  return gathered(async (sql, keys: readonly string[]) => {
    const rows = new Map((await read(sql, [...new Set(keys)])).map((row) => [keyOf(row), row]))
    return keys.map((key) => rows.get(key) ?? null)
  })
}
