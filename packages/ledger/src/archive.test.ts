import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { LedgerMistake } from './mistake.ts'
import { accepted, hold, ledgerOn, moving, openPair, post, settle, voided } from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'
import type { World } from './testing/on-engine.ts'
import type { ArchivedMonth, Ledger, Sql, SqlPool } from './types.ts'

/** All is over long ago, and nothing is written beside an audit but by the test. */
const audited = { now: new Date('2027-01-01T00:00:00Z'), overAfterMs: 24 * 3_600_000 }
const now = new Date('2026-06-01T00:00:00Z')

let written = 0

/** Movements of each kind in each of the next months, one commit each: what is recorded goes forward. @returns the months too. */
async function writeMonths(world: World, monthCount: number, count = 2) {
  let at = new Date()
  const ledger = ledgerOn(world.database, { now: () => at })
  const { till, purse } = await openPair(ledger, world.database, 0)
  const months: string[] = []
  for (let month = 0; month < monthCount; month += 1) {
    written += 1
    // The last moment of a month.
    at = new Date(Date.UTC(2000, written) - 1)
    months.push(at.toISOString().slice(0, 7))
    for (let turn = 0; turn < count; turn += 1) await write(ledger, till, purse)
  }
  return { ledger, till, purse, months }
}

async function write(ledger: Ledger, till: string, purse: string): Promise<void> {
  const [pending, settled, freed] = [hold(purse, till, 5), hold(purse, till, 6), hold(till, purse, 7)]
  const closings = [settle(settled.id, { amountMinor: 2 }), voided(freed.id)]
  for (const movement of [post(till, purse, 30), pending, settled, freed, ...closings]) {
    expect(await ledger.submit(moving(movement))).toEqual(accepted)
  }
}

const whereStands = async (sql: Sql) => {
  const [row] = await sql.query<{ hot: number; all: number }>(
    `SELECT (SELECT count(*) FROM ONLY ledger_entry) AS hot, (SELECT count(*) FROM ledger_entry) AS all`,
  )
  return row
}

async function expectRight({ ledger, database }: World): Promise<void> {
  expect((await ledger.audit(database)).problems).toEqual([])
  expect((await ledger.auditInSlices(database, { ...audited, movementsASlice: 5 })).problems).toEqual([])
}

/** A pool that fails at the statement of this number, before it is run or after it was committed. */
function mortal(pool: SqlPool, dies: number, isAfter: boolean): SqlPool {
  let count = 0
  return {
    transaction: (work) => pool.transaction(work),
    async query<Row extends object>(text: string, values?: readonly unknown[]) {
      count += 1
      if (count === dies && !isAfter) throw new Error('killed')
      const rows = await pool.query<Row>(text, values)
      if (count === dies) throw new Error('killed')
      return rows
    },
  }
}

onEngine('the archive', (world) => {
  it('moves months that are over, and what is read, audited and refused is what it was', async () => {
    const { ledger, purse, till, months } = await writeMonths(world, 3)
    const { database } = world
    const [first = '', through = '', last = ''] = months
    const range = { from: new Date(`${first}-01T00:00:00Z`), until: new Date(`${last}-15T00:00:00Z`) }
    const read = async () => ({
      page: await ledger.entries(database, purse, { limit: 100 }),
      far: await ledger.entries(database, purse, { beforeNumber: 4, limit: 2 }),
      between: await ledger.entriesBetween(database, till, range.from, range.until),
      flows: await ledger.flows(database, { under: purse, currency: 'BAHT', ...range }),
      first: await ledger.firstBooking(database, purse, 'BAHT'),
    })
    const [before, stands] = [await read(), await whereStands(database)]
    const { heads } = await ledger.verifyChain(database)
    const moved = await ledger.archiveMonths(database, { through, now, rowsAStep: 3 })
    expect(moved.entries).toBeGreaterThan(0)
    expect(await whereStands(database)).toEqual({
      hot: (stands?.hot ?? 0) - moved.entries,
      all: stands?.all,
    })
    expect(await read()).toEqual(before)
    expect((await ledger.verifyChain(database, heads)).problems).toEqual([])
    await expectRight(world)
    const kept = (await ledger.archive(database)).map(({ month, state }: ArchivedMonth) => ({ month, state }))
    expect(kept).toEqual([first, through].map((month) => ({ month, state: 'filled' })))
    // Once more it finds nothing to do; and an id of an archived month is as taken as before.
    expect(await ledger.archiveMonths(database, { through, now })).toEqual({
      entries: 0,
      seals: 0,
    })
    const old = post(till, purse, 9)
    expect(await ledger.submit(moving(old))).toEqual(accepted)
    await ledger.close()
  })

  it('lets nobody change or delete what it keeps, nor delete what is not kept', async () => {
    const { database } = world
    const refusals = [
      'DELETE FROM ledger_entry_2000_01',
      'UPDATE ledger_entry_2000_01 SET amount_minor = 1',
      'TRUNCATE ledger_seal_2000_01',
      'DELETE FROM ledger_entry',
      'DELETE FROM ONLY ledger_entry',
      'DELETE FROM ledger_seal',
      'UPDATE ledger_seal SET number = number + 1000',
      'UPDATE ledger_entry SET amount_minor = 1',
    ]
    for (const text of refusals) await expect(database.query(text), text).rejects.toThrow(/never edited/)
  })

  it('moves no month that is not over for a week, and none that is no month', async () => {
    for (const month of ['2026-05', '2026-06', '2026-13', 'May']) {
      await expect(world.ledger.archiveMonths(world.database, { through: month, now })).rejects.toThrow(LedgerMistake)
    }
  })

  it('is right after each statement that it may be killed at, and is ended by the next one', async () => {
    for (let dies = 1, isEnded = false; !isEnded; dies += 1) {
      for (const isAfter of [false, true]) {
        const { ledger, months } = await writeMonths(world, 1, 1)
        const through = months[0] ?? ''
        const before = await whereStands(world.database)
        isEnded = await ledger
          .archiveMonths(mortal(world.database, dies, isAfter), { through, now, rowsAStep: 4 })
          .then(
            () => true,
            (error: unknown) => {
              expect(String(error)).toContain('killed')
              return false
            },
          )
        expect((await whereStands(world.database))?.all).toBe(before?.all)
        expect((await world.ledger.auditInSlices(world.database, audited)).problems).toEqual([])
        await ledger.archiveMonths(world.database, { through, now })
        expect((await world.ledger.auditInSlices(world.database, audited)).problems).toEqual([])
        await ledger.close()
      }
    }
    await expectRight(world)
  })

  it('moves months while others write and audit, in whatever steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 5 }), async (rowsAStep, writes) => {
        const { ledger, till, purse, months } = await writeMonths(world, 3, 1)
        const through = months[1] ?? ''
        // What is written meanwhile is recorded in the third month.
        const soFar = new Date(`${months[2]}-01T00:00:00Z`)
        let left = writes
        const pause = async (): Promise<void> => {
          if (left > 0) {
            await write(ledger, till, purse)
            expect(
              (await ledger.auditInSlices(world.database, { now: soFar, overAfterMs: 0, movementsASlice: 7 })).problems,
            ).toEqual([])
          }
          left -= 1
        }
        const [moved] = await Promise.all([
          ledger.archiveMonths(world.database, { through, now, rowsAStep, pause }),
          ...(world.concurrent ? [write(ledger, till, purse), write(ledger, till, purse)] : []),
        ])
        expect(moved.entries).toBeGreaterThan(0)
        await ledger.close()
      }),
      { numRuns: 5 },
    )
    await expectRight(world)
  })

  it('that was tampered with is found by the audits', async () => {
    const { database, ledger } = world
    const done = new Error('undone')
    for (const text of [
      'UPDATE ledger_entry_2000_01 SET amount_minor = amount_minor + 1 WHERE ctid = (SELECT min(ctid) FROM ledger_entry_2000_01)',
      'DELETE FROM ledger_entry_2000_01 WHERE ctid = (SELECT max(ctid) FROM ledger_entry_2000_01)',
      'DELETE FROM ledger_seal_2000_01 WHERE ctid = (SELECT min(ctid) FROM ledger_seal_2000_01)',
      'ALTER TABLE ledger_entry_2000_01 NO INHERIT ledger_entry',
    ]) {
      let ok: boolean | null = null
      await database
        .transaction(async (tx) => {
          for (const table of ['entry', 'seal'])
            await tx.query(`ALTER TABLE ledger_${table}_2000_01 DISABLE TRIGGER USER`)
          await tx.query(text)
          const pool: SqlPool = { query: tx.query.bind(tx), transaction: (work) => work(tx) }
          ok = (await ledger.auditInSlices(pool, audited)).ok
          throw done
        })
        .catch((error: unknown) => {
          if (error !== done) throw error
        })
      expect({ text, ok }).toEqual({ text, ok: false })
    }
  })
})
