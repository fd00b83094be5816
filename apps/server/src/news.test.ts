import { createLedger, type Ledger, ledgerMigrations, type Submission } from '@krapao/ledger'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { announceNews, createNewsJob, wakeTogether } from './news.ts'
import type { Database } from './platform/database/types.ts'
import { createSignals } from './platform/signals.ts'
import { openTestDatabase } from './testing/database.ts'

let pool: Database
let database: Database
let ledger: Ledger
/** What was seen of the outbox at each announcement. */
let announced: Promise<number>[] = []
let count = 0

const waiting = async () => (await pool.query('select from ledger_news')).length

beforeAll(async () => {
  pool = await openTestDatabase({ migrations: ledgerMigrations })
  const made = announceNews({
    database: pool,
    ledger: createLedger({ pool, tables: [], now: () => new Date('2026-11-21T05:00:00Z') }),
    onNews: () => announced.push(waiting()),
  })
  database = made.database
  ledger = made.ledger
  await ledger.open(pool, [
    { account: 'house', currency: 'BAHT', floorMinor: null },
    { account: 'wallet', currency: 'BAHT', floorMinor: 0 },
  ])
})
afterAll(async () => {
  await ledger.close()
  await pool.close()
})
beforeEach(async () => {
  await pool.query('delete from ledger_news')
  announced = []
})

function deposit(given: { reason?: unknown; back?: boolean } = {}): Submission {
  count += 1
  const [from, to] = given.back === true ? ['wallet', 'house'] : ['house', 'wallet']
  return {
    movements: [
      {
        kind: 'post',
        id: `move-${count}`,
        from,
        to,
        amountMinor: 1_000_000,
        code: 'deposit',
        reference: 'test',
        occurredAt: new Date('2026-11-21T05:00:00Z'),
      },
    ],
    ...('reason' in given
      ? { news: [{ topic: 'wallet', key: `member-${count}`, payload: { reason: given.reason as string } }] }
      : {}),
  }
}

describe('news are announced', () => {
  it('after the commit of a submission that brought some', async () => {
    await ledger.submit(deposit({ reason: 'deposit' }))
    expect(await Promise.all(announced)).toEqual([1])
  })

  it('after the commit of the transaction that a submission was part of, not before', async () => {
    await database.transaction(async (tx) => {
      await ledger.post(tx, deposit({ reason: 'deposit' }))
      await ledger.post(tx, deposit({ reason: 'withdraw' }))
      expect(announced).toEqual([])
    })
    expect(await Promise.all(announced)).toEqual([2])
  })

  it('not when there are none, when they were refused, or when the transaction was taken back', async () => {
    await ledger.submit(deposit())
    await database.transaction((tx) => ledger.post(tx, deposit()))
    const refused = { ...deposit({ reason: 'withdraw', back: true }) }
    const tooMuch = refused.movements.map((movement) => ({ ...movement, amountMinor: 9_000_000_000 }))
    expect(await ledger.submit({ ...refused, movements: tooMuch })).toMatchObject({ ok: false, refusal: 'NOT_ENOUGH' })
    await database.transaction((tx) => ledger.post(tx, { ...refused, movements: tooMuch }))
    const failing = database.transaction(async (tx) => {
      await ledger.post(tx, deposit({ reason: 'deposit' }))
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect(announced).toEqual([])
    expect(await waiting()).toBe(0)
  })
})

describe('waking together', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('wakes once for all calls of a moment, and again for the next', () => {
    vi.useFakeTimers()
    let woken = 0
    const wake = wakeTogether(() => {
      woken += 1
    })
    for (let count = 0; count < 5; count += 1) wake()
    expect(woken).toBe(0)
    vi.runAllTimers()
    expect(woken).toBe(1)
    wake()
    vi.runAllTimers()
    expect(woken).toBe(2)
  })
})

describe('the job of the news', () => {
  const run = (heard: string[], given: { database?: Database } = {}) => {
    const signals = createSignals()
    signals.subscribe((signal) => heard.push(signal.kind === 'wallet' ? signal.reason : signal.kind))
    return createNewsJob({ database: given.database ?? database, ledger, signals }).run(new AbortController().signal)
  }

  it('tells each of them once, in order', async () => {
    for (const reason of ['deposit', 'withdraw', 'transfer']) await ledger.submit(deposit({ reason }))
    const heard: string[] = []
    expect(await run(heard)).toBe(0)
    expect(await run(heard)).toBe(0)
    expect(heard).toEqual(['deposit', 'withdraw', 'transfer'])
  })

  it('takes 200 at once, and comes again at once when there may be more', async () => {
    const news = Array.from({ length: 201 }, (_, place) => ({
      topic: 'wallet',
      key: 'member',
      payload: { reason: String(place) },
    }))
    await ledger.submit({ ...deposit(), news })
    const heard: string[] = []
    expect(await run(heard)).toBe(200)
    expect(await run(heard)).toBe(0)
    expect(heard).toEqual(news.map(({ payload }) => payload.reason))
  })

  it('tells them again when the process may have ended before they were gone', async () => {
    await ledger.submit(deposit({ reason: 'deposit' }))
    const heard: string[] = []
    const breaking: Database = {
      ...pool,
      transaction: (work) =>
        pool.transaction(async (tx) => {
          await work(tx)
          throw new Error('the power went')
        }),
    }
    await expect(run(heard, { database: breaking })).rejects.toThrow('the power went')
    expect(heard).toEqual(['deposit'])
    await run(heard)
    expect(heard).toEqual(['deposit', 'deposit'])
  })

  it('tells news without a reason as such', async () => {
    await ledger.submit(deposit({ reason: 5 }))
    const heard: string[] = []
    await run(heard)
    expect(heard).toEqual([''])
  })
})
