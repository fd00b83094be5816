import { expect, it } from 'vitest'
import { balanceAt } from './testing/balance-at.ts'
import {
  accepted,
  hold,
  ledgerOn,
  moving,
  openPair,
  post,
  recordedAt,
  replayed,
  settle,
  voided,
} from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 5, 0, second))

onEngine('what was', (world) => {
  it('is told to who follows a code, in the commit that writes it and by whatever way it came', async () => {
    const { ledger, database } = world
    const { till, purse } = await openPair(ledger, database, 100)
    await database.script(`CREATE TABLE told (fee jsonb);
      CREATE FUNCTION count_fees(fees jsonb) RETURNS void LANGUAGE sql AS
        'INSERT INTO told SELECT fee FROM jsonb_array_elements(fees) AS fee';
      SELECT ledger_follow('fee', 'count_fees')`)
    const fee = post(purse, till, 30, { code: 'fee', metadata: { why: 'late' } })
    expect(await Promise.all([fee, post(purse, till, 5)].map((one) => ledger.submit(moving(one))))).toEqual([
      accepted,
      accepted,
    ])
    expect(await ledger.submit(moving(fee))).toEqual(replayed)
    expect((await ledger.submit(moving(post(purse, till, 900, { code: 'fee' })))).ok).toBe(false)
    const undone = database.transaction(async (tx) => {
      await ledger.post(tx, moving(post(purse, till, 1, { code: 'fee' })))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const told = await database.query<{ fee: { recorded_at: string } }>(
      `SELECT fee FROM told ORDER BY fee ->> 'account'`,
    )
    expect(told.map((row) => row.fee)).toEqual(
      [
        { account: purse, amount_minor: -30, metadata: { why: 'late' }, recorded_at: expect.any(String) },
        { account: till, amount_minor: 30, metadata: { why: 'late' }, recorded_at: expect.any(String) },
      ].toSorted((one, other) => (one.account < other.account ? -1 : 1)),
    )
    expect(told.map(({ fee: { recorded_at: at_ } }) => new Date(at_))).toEqual([recordedAt, recordedAt])
  })

  it('is told of any account at any moment, by the time at which it was recorded', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 0)
    let second = 10
    const ledger = ledgerOn(world.database, { now: () => at(second) })
    for (const amountMinor of [100, 20, 3]) {
      await ledger.submit(moving(post(till, purse, amountMinor)))
      second += 10
    }
    const held = hold(purse, till, 50)
    await ledger.submit(moving(held))
    second += 10
    await ledger.submit(moving(settle(held.id, { amountMinor: 40 })))
    const told = []
    for (const moment of [0, 9, 10, 19, 20, 29, 30, 40, 49, 50, 59]) {
      told.push(await balanceAt(ledger, world.database, purse, at(moment)))
    }
    expect(told).toEqual([0, 0, 100, 100, 120, 120, 123, 123, 123, 83, 83])
    expect(await balanceAt(ledger, world.database, till, at(20))).toBe(-120)
  })

  it('is told as it was right after a transfer, of a hold once it is settled, and whatever its clock said', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 0)
    let second = 30
    const ledger = ledgerOn(world.database, { now: () => at(second) })
    const [first, second1] = [post(till, purse, 100), post(till, purse, 20)]
    await ledger.submit(moving(first, second1))
    const held = hold(purse, till, 50)
    const given = hold(purse, till, 7)
    await ledger.submit(moving(held, given))
    second = 10
    const late = post(till, purse, 3)
    await ledger.submit(moving(late))
    const after = (id: string, account = purse) => ledger.balanceAfter(world.database, account, id)
    expect([await after(held.id), await after('nothing'), await after(first.id, 'nobody')]).toEqual([null, null, null])
    second = 50
    await ledger.submit(moving(settle(held.id, { amountMinor: 40 })))
    await ledger.submit(moving(voided(given.id)))
    const told = await Promise.all([first, second1, late, held, given].map(({ id }) => after(id)))
    expect(told).toEqual([100, 120, 123, 83, null])
    expect(await after(held.id, till)).toBe(-83)
  })

  it('stays in the order of its numbers when a clock goes back', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 0)
    for (const [second, amountMinor] of [
      [30, 1],
      [10, 2],
      [20, 4],
      [40, 8],
    ] as const) {
      await ledgerOn(world.database, { now: () => at(second) }).submit(moving(post(till, purse, amountMinor)))
    }
    const entries = await world.ledger.entries(world.database, purse, { limit: 9 })
    expect(entries.map(({ recordedAt }) => recordedAt)).toEqual([at(40), at(30), at(30), at(30)])
    const told = []
    for (const moment of [20, 30, 40]) told.push(await balanceAt(world.ledger, world.database, purse, at(moment)))
    expect(told).toEqual([0, 7, 15])
  })

  it('is listed between two moments, the first one in it and the last one not', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 0)
    for (const second of [10, 20, 20, 30]) {
      await ledgerOn(world.database, { now: () => at(second) }).submit(moving(post(till, purse, second)))
    }
    const between = async (from: number, until: number) =>
      (await world.ledger.entriesBetween(world.database, purse, at(from), at(until))).map(({ number }) => number)
    expect(await between(10, 30)).toEqual([1, 2, 3])
    expect(await between(11, 31)).toEqual([2, 3, 4])
    expect(await between(30, 30)).toEqual([])
  })
})
