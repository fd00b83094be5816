import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { accepted, hold, ledgerOn, moving, openPair, post, settle, voided } from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'
import type { World } from './testing/on-engine.ts'
import type { AuditMark, Ledger, Sql, SqlPool } from './types.ts'

const TABLES = ['account', 'transfer', 'entry', 'closing', 'seal', 'strand'] as const
/** What no seal speaks of: by which floor an account is refused, and the newest time it was booked at. */
const UNPROVEN = new Set(['account.floor_minor', 'account.last_recorded_at'])
/** Everything is over at once: nothing is written beside these audits but what they write themselves. */
const all = { now: new Date('2026-12-01T00:00:00Z'), overAfterMs: -1e11 }

/** A few movements of each kind, in many commits. @returns the id of the last post. */
async function write(ledger: Ledger, purse: string, till: string, count: number): Promise<string> {
  let last = ''
  for (let turn = 0; turn < count; turn += 1) {
    const [pending, settled, freed] = [hold(purse, till, 5), hold(purse, till, 6), hold(till, purse, 7)]
    const paid = post(till, purse, 30, { metadata: { turn } })
    last = paid.id
    const movements = [paid, pending, settled, freed]
    for (const movement of [...movements, settle(settled.id, { amountMinor: 2 }), voided(freed.id)]) {
      expect(await ledger.submit(moving(movement))).toEqual(accepted)
    }
  }
  return last
}

class Undone extends Error {}

/** Runs work in a transaction that is taken back, with every defence of the tables away; slices run in it too. */
async function planted<Result>(world: World, work: (pool: SqlPool) => Promise<Result>): Promise<Result> {
  let result: { value: Result } | undefined
  await world.database
    .transaction(async (tx: Sql) => {
      const constraints = await tx.query<{ name: string; place: string }>(
        `SELECT conname AS name, conrelid::regclass::text AS place FROM pg_constraint
        WHERE conrelid = ANY ($1::text[]::regclass[]) AND contype IN ('c', 'f')`,
        [TABLES.map((table) => `ledger_${table}`)],
      )
      for (const { name, place } of constraints) await tx.query(`ALTER TABLE ${place} DROP CONSTRAINT ${name}`)
      for (const table of TABLES) await tx.query(`ALTER TABLE ledger_${table} DISABLE TRIGGER USER`)
      result = { value: await work({ query: tx.query.bind(tx), transaction: (inner) => inner(tx) }) }
      throw new Undone('undone')
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  if (result === undefined) throw new Error('nothing was done')
  return result.value
}

/** Runs work in such a transaction, and takes back what it did alone. */
async function tried<Result>(pool: SqlPool, work: () => Promise<Result>): Promise<Result> {
  await pool.query('SAVEPOINT untried')
  const result = await work()
  await pool.query('ROLLBACK TO untried')
  return result
}

/** What a value of a type is changed to, in SQL. */
const CHANGED: Record<string, (column: string) => string> = {
  int8: (column) => `coalesce(${column}, 0) + 1000000`,
  text: (column) => `${column} || 'x'`,
  timestamptz: (column) => `${column} + interval '1 ms'`,
  bytea: (column) => `set_byte(${column}, 0, (get_byte(${column}, 0) + 1) % 256)`,
  jsonb: () => `'{"other": 1}'`,
  _text: (column) => `array['x'] || ${column}[2:]`,
}

onEngine('the audit in slices', (world) => {
  it('finds what is changed in whatever column of whatever row, at any border of slices', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 1_000)
    await write(world.ledger, purse, till, 2)
    const columns = await world.database.query<{ place: string; name: string; type: string }>(
      `SELECT replace(attrelid::regclass::text, 'ledger_', '') AS place, attname AS name, typname AS type
      FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
      WHERE attrelid = ANY ($1::text[]::regclass[]) AND attnum > 0 AND NOT attisdropped`,
      [TABLES.map((table) => `ledger_${table}`)],
    )
    const missed: string[] = []
    const proven = columns.filter(({ place, name }) => !UNPROVEN.has(`${place}.${name}`))
    await planted(world, async (pool) => {
      for (const place of ['account', 'strand']) await pool.query(`ALTER TABLE ledger_${place} ALTER id DROP IDENTITY`)
      for (const { place, name, type } of proven) {
        const rows = await pool.query<{ ctid: string }>(`SELECT ctid::text FROM ledger_${place} ORDER BY ctid`)
        const places = [...new Set([0, Math.floor(rows.length / 2), rows.length - 1])]
        for (const at of places) {
          const text = `UPDATE ledger_${place} SET ${name} = ${CHANGED[type]?.(name) ?? 'NULL'} WHERE ctid = '${rows[at]?.ctid}'`
          const { problems } = await tried(pool, async () => {
            await pool.query(text)
            return world.ledger.auditInSlices(pool, { ...all, movementsASlice: 1 + (at % 4) })
          })
          if (problems.length === 0) missed.push(text)
        }
      }
      expect((await world.ledger.auditInSlices(pool, all)).problems).toEqual([])
    })
    expect(proven.length).toBeGreaterThan(40)
    expect(missed).toEqual([])
  })

  it('finds what is deleted, and what is added without a seal', async () => {
    const added: [string, RegExp][] = [
      [
        `INSERT INTO ledger_transfer SELECT 'added', from_id, to_id, amount_minor, 'posted', amount_minor, code, reference,
          occurred_at, recorded_at, metadata, content FROM ledger_transfer LIMIT 1`,
        /^transfers: \d+ are there/,
      ],
      [
        `INSERT INTO ledger_closing SELECT 'added', 'none', kind, settled_minor, occurred_at, recorded_at, content
          FROM ledger_closing LIMIT 1`,
        /^closings: \d+ are there/,
      ],
      [
        `INSERT INTO ledger_entry SELECT account_id, number + 1, transfer_id, amount_minor, balance_minor + amount_minor,
          occurred_at, recorded_at, code, reference FROM ledger_entry ORDER BY account_id, number DESC LIMIT 1`,
        /^movement \S+ it or its entries are not what was sealed/,
      ],
      [
        `INSERT INTO ledger_entry SELECT account_id, number + 1, 'added', amount_minor, balance_minor + amount_minor,
          occurred_at, recorded_at, code, reference FROM ledger_entry ORDER BY account_id, number DESC LIMIT 1`,
        /^entries: \d+ are there/,
      ],
    ]
    await planted(world, async (pool) => {
      for (const table of ['transfer', 'entry', 'closing', 'seal'] as const) {
        const rows = await pool.query<{ ctid: string }>(`SELECT ctid::text FROM ledger_${table} ORDER BY ctid`)
        for (const at of [0, Math.floor(rows.length / 2), rows.length - 1]) {
          const { ok } = await tried(pool, async () => {
            await pool.query(`DELETE FROM ledger_${table} WHERE ctid = '${rows[at]?.ctid}'`)
            return world.ledger.auditInSlices(pool, { ...all, movementsASlice: 3 })
          })
          expect({ table, at, ok }).toEqual({ table, at, ok: false })
        }
      }
      for (const [text, why] of added) {
        const { problems } = await tried(pool, async () => {
          await pool.query(text)
          return world.ledger.auditInSlices(pool, all)
        })
        expect(problems[0]).toMatch(why)
      }
    })
  })

  it('finds nothing wrong while others write between its slices, and goes on from its mark', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 1_000)
    const ledger = ledgerOn(world.database, { now: () => new Date() })
    let mark: AuditMark | null = null
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }), async (size, writes) => {
        let left = writes
        const pause = async (): Promise<void> => {
          if (left > 0) await write(ledger, purse, till, 1)
          left -= 1
        }
        const now = new Date()
        const whole = await world.ledger.auditInSlices(world.database, { now, movementsASlice: size, pause })
        expect(whole.problems).toEqual([])
        const next = await world.ledger.auditInSlices(world.database, {
          now,
          since: mark ?? whole.mark,
          movementsASlice: size,
        })
        expect(next.problems).toEqual([])
        mark = next.mark
      }),
      { numRuns: 6 },
    )
    const rest = await world.ledger.auditInSlices(world.database, { now: new Date(), since: mark })
    expect(rest).toMatchObject({ ok: true, isWhole: false, movements: 0 })
    await ledger.close()
  })

  it('behind a mark finds what is changed since, and what moved all accounts without a seal', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 1_000)
    const { mark } = await world.ledger.auditInSlices(world.database, all)
    const newest = await write(world.ledger, purse, till, 2)
    const deeds = [
      `UPDATE ledger_entry SET amount_minor = amount_minor + 1 WHERE transfer_id = '${newest}' AND amount_minor > 0`,
      `UPDATE ledger_transfer SET reference = 'x' WHERE id = '${newest}'`,
      `UPDATE ledger_account SET entry_count = entry_count + 1 WHERE name = '${purse}'`,
      `UPDATE ledger_account SET held_minor = held_minor + 1 WHERE name = '${purse}'`,
      `UPDATE ledger_account SET posted_minor = posted_minor + 1 WHERE name = '${purse}'`,
    ]
    for (const text of deeds) {
      const { ok } = await planted(world, async (pool) => {
        await pool.query(text)
        return world.ledger.auditInSlices(pool, { ...all, since: mark })
      })
      expect({ text, ok }).toEqual({ text, ok: false })
    }
    expect((await world.ledger.auditInSlices(world.database, { ...all, since: mark })).problems).toEqual([])
  })

  it('tells that commits are lost, also when as many were written since', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 1_000)
    const ahead = await planted(world, async (pool) => {
      await world.ledger.post(pool, moving(post(till, purse, 1)))
      return (await world.ledger.auditInSlices(pool, all)).mark
    })
    const rewound = await world.ledger.auditInSlices(world.database, { ...all, since: ahead })
    expect(rewound.lost).toEqual([
      expect.stringMatching(/ends at seal \d+, and seal \d+ was noted outside: commits are lost/),
    ])
    for (let count = 0; count < 3; count += 1) await world.ledger.submit(moving(post(till, purse, 2)))
    const grown = await world.ledger.auditInSlices(world.database, { ...all, since: ahead })
    expect(grown.lost).toEqual([expect.stringMatching(/is not the one that was noted outside/)])
  })

  it('that ends in the middle is begun anew from the same mark', async () => {
    const { mark } = await world.ledger.auditInSlices(world.database, all)
    const { till, purse } = await openPair(world.ledger, world.database, 1_000)
    await write(world.ledger, purse, till, 2)
    let slices = 0
    const killed = world.ledger.auditInSlices(world.database, {
      ...all,
      since: mark,
      movementsASlice: 1,
      pause: () => ((slices += 1) > 3 ? Promise.reject(new Error('killed')) : Promise.resolve()),
    })
    await expect(killed).rejects.toThrow('killed')
    const again = await world.ledger.auditInSlices(world.database, { ...all, since: mark, movementsASlice: 1 })
    expect(again).toMatchObject({ ok: true, movements: 13 })
  })
})
