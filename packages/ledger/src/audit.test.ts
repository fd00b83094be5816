import { expect, it } from 'vitest'
import { accepted, hold, moving, openPair, post, settle, voided } from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'
import type { World } from './testing/on-engine.ts'
import type { Sql } from './types.ts'

/** Accounts with a history in which everything happened once. */
async function openHistory({ ledger, database }: World) {
  const { till, purse } = await openPair(ledger, database, 1_000)
  const paid = post(purse, till, 100, { metadata: { note: 'ก' } })
  const [pending, settled, freed] = [hold(purse, till, 50), hold(purse, till, 60), hold(till, purse, 70)]
  const closings = [settle(settled.id, { amountMinor: 20 }), voided(freed.id)]
  for (const movement of [paid, pending, settled, freed, ...closings]) {
    expect(await ledger.submit(moving(movement))).toEqual(accepted)
  }
  return { till, purse, paid: paid.id, pending: pending.id, settled: settled.id, freed: freed.id }
}
type History = Awaited<ReturnType<typeof openHistory>>

/** Takes every defence of a table away, so that damage can be planted. */
async function disarm(tx: Sql): Promise<void> {
  const constraints = await tx.query<{ name: string; place: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS place FROM pg_constraint
    WHERE conrelid IN ('ledger_account'::regclass, 'ledger_transfer'::regclass, 'ledger_entry'::regclass,
      'ledger_closing'::regclass) AND contype IN ('c', 'f')`,
  )
  for (const { name, place } of constraints) await tx.query(`ALTER TABLE ${place} DROP CONSTRAINT ${name}`)
  for (const table of ['account', 'transfer', 'entry', 'closing']) {
    await tx.query(`ALTER TABLE ledger_${table} DISABLE TRIGGER USER`)
  }
}

const account = '(SELECT id FROM ledger_account WHERE name = $1)'

const damages: readonly [string, (history: History) => [string, string], RegExp][] = [
  [
    'a balance was raised',
    ({ purse }) => ['UPDATE ledger_account SET posted_minor = posted_minor + 1 WHERE name = $1', purse],
    /posted \d+, entries add up to/,
  ],
  [
    'held money was freed by hand',
    ({ purse }) => ['UPDATE ledger_account SET held_minor = 0 WHERE name = $1', purse],
    /held 0 .* holds say 50/,
  ],
  [
    'arriving money was invented',
    ({ purse }) => ['UPDATE ledger_account SET arriving_minor = 5 WHERE name = $1', purse],
    /arriving 5 .* holds say/,
  ],
  [
    'pending transfers were miscounted',
    ({ till }) => ['UPDATE ledger_account SET pending_count = 7 WHERE name = $1', till],
    /pending 7, holds say/,
  ],
  [
    'a version was turned back',
    ({ purse }) => ['UPDATE ledger_account SET version = version - 1 WHERE name = $1', purse],
    /version \d+, history says/,
  ],
  [
    'entries were miscounted',
    ({ purse }) => ['UPDATE ledger_account SET entry_count = entry_count + 1 WHERE name = $1', purse],
    /entries counted, the last one is/,
  ],
  [
    'an account is under its floor',
    ({ purse }) => ['UPDATE ledger_account SET floor_minor = 5000 WHERE name = $1', purse],
    /is under its floor 5000/,
  ],
  [
    'the amount of an entry was changed',
    ({ purse }) => [`UPDATE ledger_entry SET amount_minor = -99 WHERE account_id = ${account} AND number = 2`, purse],
    /all accounts together hold 1/,
  ],
  [
    'the balance after an entry was changed',
    ({ purse }) => [
      `UPDATE ledger_entry SET balance_minor = balance_minor + 1 WHERE account_id = ${account} AND number = 1`,
      purse,
    ],
    /entry 1 of account .* does not follow/,
  ],
  [
    'an entry was deleted',
    ({ purse }) => [`DELETE FROM ledger_entry WHERE account_id = ${account} AND number = 2`, purse],
    /entry 3 of account .* does not follow/,
  ],
  [
    'both entries of a transfer were deleted',
    ({ paid }) => ['DELETE FROM ledger_entry WHERE transfer_id = $1', paid],
    /posted, settled 100, but its entries are 0 lines/,
  ],
  [
    'an entry was moved to another transfer',
    ({ paid }) => ["UPDATE ledger_entry SET transfer_id = 'nowhere' WHERE transfer_id = $1", paid],
    /its transfer nowhere is not there/,
  ],
  [
    'a transfer was deleted',
    ({ freed }) => ['DELETE FROM ledger_transfer WHERE id = $1', freed],
    /closing .*: its hold .* is not there/,
  ],
  [
    'the amount of a transfer was changed',
    ({ paid }) => ['UPDATE ledger_transfer SET amount_minor = 101, settled_minor = 101 WHERE id = $1', paid],
    /what it says is not what was accepted/,
  ],
  [
    'the metadata of a transfer were changed',
    ({ paid }) => ["UPDATE ledger_transfer SET metadata = '{}' WHERE id = $1", paid],
    /what it says is not what was accepted/,
  ],
  [
    'more was settled than held',
    ({ settled }) => ['UPDATE ledger_transfer SET settled_minor = 61 WHERE id = $1', settled],
    /settled with amount 60 and settled 61/,
  ],
  [
    'a closed hold was opened again',
    ({ settled }) => ["UPDATE ledger_transfer SET state = 'pending', settled_minor = NULL WHERE id = $1", settled],
    /pending, but what closed it is settle of 20/,
  ],
  [
    'a hold was closed by nothing',
    ({ pending }) => ["UPDATE ledger_transfer SET state = 'voided', settled_minor = 0 WHERE id = $1", pending],
    /voided, but what closed it is nothing/,
  ],
  [
    'a hold lost its owner',
    ({ pending }) => ["UPDATE ledger_transfer SET reference = '' WHERE id = $1", pending],
    /pending without an owner/,
  ],
  [
    'an account changed its currency',
    ({ till }) => ["UPDATE ledger_account SET currency = 'LAK' WHERE name = $1", till],
    /of two currencies/,
  ],
]

const forbidden: readonly [string, (history: History) => [string, string]][] = [
  ['an entry is changed', ({ paid }) => ['UPDATE ledger_entry SET amount_minor = 1 WHERE transfer_id = $1', paid]],
  ['an entry is deleted', ({ paid }) => ['DELETE FROM ledger_entry WHERE transfer_id = $1', paid]],
  ['a transfer is deleted', ({ pending }) => ['DELETE FROM ledger_transfer WHERE id = $1', pending]],
  ['a posted transfer is voided', ({ paid }) => ["UPDATE ledger_transfer SET state = 'voided' WHERE id = $1", paid]],
  [
    'a settled transfer is opened again',
    ({ settled }) => ["UPDATE ledger_transfer SET state = 'pending', settled_minor = NULL WHERE id = $1", settled],
  ],
  [
    'a settled transfer is settled with more',
    ({ settled }) => ['UPDATE ledger_transfer SET settled_minor = 21 WHERE id = $1', settled],
  ],
  [
    'the amount of a pending transfer is changed',
    ({ pending }) => [
      "UPDATE ledger_transfer SET state = 'voided', settled_minor = 0, amount_minor = 1 WHERE id = $1",
      pending,
    ],
  ],
  ['a closing is deleted', ({ freed }) => ['DELETE FROM ledger_closing WHERE hold_id = $1', freed]],
  ['a closing is changed', ({ freed }) => ["UPDATE ledger_closing SET id = 'x' WHERE hold_id = $1", freed]],
  ['an account is deleted', ({ purse }) => ['DELETE FROM ledger_account WHERE name = $1', purse]],
  ['an account is renamed', ({ purse }) => ["UPDATE ledger_account SET name = 'x' WHERE name = $1", purse]],
]

onEngine('the audit', (world) => {
  it('finds nothing wrong with a history of posts, holds, settlements and voids', async () => {
    await openHistory(world)
    const report = await world.ledger.audit(world.database)
    expect(report).toMatchObject({ ok: true, problems: [] })
    expect(report.accounts).toBeGreaterThanOrEqual(2)
    expect(report.transfers).toBeGreaterThanOrEqual(5)
  })

  it.each(damages)('finds that %s', async (_what, plant, finding) => {
    const history = await openHistory(world)
    const rollBack = new Error('the damage is taken back')
    const planting = world.database.transaction(async (tx) => {
      await disarm(tx)
      const [statement, value] = plant(history)
      await tx.query(statement, [value])
      const report = await world.ledger.audit(tx)
      expect(report.ok).toBe(false)
      expect(report.problems).toContainEqual(expect.stringMatching(finding))
      throw rollBack
    })
    await expect(planting).rejects.toBe(rollBack)
  })

  it('counts the problems that it does not list', async () => {
    const { till } = await openHistory(world)
    const rollBack = new Error('the damage is taken back')
    const planting = world.database.transaction(async (tx) => {
      await disarm(tx)
      await tx.query(
        `INSERT INTO ledger_entry (account_id, number, transfer_id, amount_minor, balance_minor, occurred_at, recorded_at,
          code, reference)
        SELECT ${account}, number, 'nowhere', 1, 0, now(), now(), 'code', 'reference' FROM generate_series(1001, 1300) AS number`,
        [till],
      )
      const { problems } = await world.ledger.audit(tx)
      expect(problems.length).toBeGreaterThan(200)
      expect(problems[200]).toMatch(/^and \d{3} more$/)
      throw rollBack
    })
    await expect(planting).rejects.toBe(rollBack)
  })
})

onEngine('the database', (world) => {
  it.each(forbidden)('refuses that %s', async (_what, attempt) => {
    const [statement, value] = attempt(await openHistory(world))
    await expect(world.database.query(statement, [value])).rejects.toThrow(/never edited/)
  })

  it.each(['entry', 'transfer', 'closing', 'account'])(
    'refuses that the table of each %s is emptied',
    async (table) => {
      await expect(world.database.query(`TRUNCATE ledger_${table} CASCADE`)).rejects.toThrow(/never edited/)
    },
  )

  it.each(['UPDATE ledger_entry SET amount_minor = 1', 'DELETE FROM ledger_entry', 'TRUNCATE ledger_entry'])(
    'refuses an application with every right of its role: %s',
    async (statement) => {
      await openHistory(world)
      const role = `application_${process.pid}`
      const editing = world.database.transaction(async (tx) => {
        await tx.query(`CREATE ROLE ${role}`)
        await tx.query(`GRANT ALL ON ledger_entry TO ${role}`)
        const [{ place } = { place: '' }] = await tx.query<{ place: string }>('SELECT current_schema() AS place')
        await tx.query(`GRANT ALL ON SCHEMA ${place} TO ${role}`)
        await tx.query(`SET LOCAL ROLE ${role}`)
        await tx.query(statement)
      })
      await expect(editing).rejects.toThrow(/never edited/)
    },
  )

  it.each([
    ['one side alone', 'amount_minor', 'LIMIT 1'],
    ['two sides that differ', '1 + abs(amount_minor)', ''],
  ])('refuses entries of %s, even when the functions are passed by', async (_what, amount, limit) => {
    const { paid } = await openHistory(world)
    const adding = world.database.query(
      `INSERT INTO ledger_entry SELECT account_id, 99, transfer_id, ${amount}, 0, occurred_at, recorded_at, code, reference
      FROM ledger_entry WHERE transfer_id = $1 ${limit}`,
      [paid],
    )
    await expect(adding).rejects.toThrow(/do not balance/)
  })

  it('refuses that a hold is closed a second time even when the functions are passed by', async () => {
    const { settled } = await openHistory(world)
    const closing = world.database.query(
      `INSERT INTO ledger_closing SELECT (jsonb_populate_record(c, '{"id": "second"}')).*
      FROM ledger_closing AS c WHERE hold_id = $1`,
      [settled],
    )
    await expect(closing).rejects.toThrow(/ledger_closing_hold_id_key/)
  })

  it('refuses a balance under its floor even when the functions are passed by', async () => {
    const { purse } = await openHistory(world)
    const spending = world.database.query('UPDATE ledger_account SET held_minor = posted_minor + 1 WHERE name = $1', [
      purse,
    ])
    await expect(spending).rejects.toThrow(/ledger_account_floor/)
  })
})
