import { expect, it } from 'vitest'
import { accepted, hold, moving, openPair, post, settle, voided } from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'
import type { World } from './testing/on-engine.ts'
import type { ChainHead, Sql } from './types.ts'

/** A history of five seals, and what stands in it. */
async function openHistory({ ledger, database }: World) {
  const { till, purse } = await openPair(ledger, database, 1_000)
  const [one, two] = [post(purse, till, 100), post(purse, till, 200, { metadata: { note: 'ก' } })]
  const [kept, freed] = [hold(purse, till, 60), hold(till, purse, 70)]
  const settled = settle(kept.id, { amountMinor: 20 })
  for (const movements of [[one], [two], [kept, freed], [settled, voided(freed.id)]]) {
    expect(await ledger.submit(moving(...movements))).toEqual(accepted)
  }
  const [last] = await database.query<{ strand: number; number: number }>(
    'SELECT strand_id AS strand, number FROM ledger_seal WHERE $1 = ANY (ids)',
    [settled.id],
  )
  if (last === undefined) throw new Error('nothing was sealed')
  const seal = `strand_id = ${last.strand} AND number`
  return { till, purse, one: one.id, two: two.id, kept: kept.id, freed: freed.id, settled: settled.id, seal, last }
}
type History = Awaited<ReturnType<typeof openHistory>>

const tables = ['account', 'transfer', 'entry', 'closing', 'seal', 'strand']

async function disarm(tx: Sql): Promise<void> {
  for (const table of tables) await tx.query(`ALTER TABLE ledger_${table} DISABLE TRIGGER USER`)
  const keys = await tx.query<{ name: string; place: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS place FROM pg_constraint
    WHERE confrelid = 'ledger_transfer'::regclass`,
  )
  for (const { name, place } of keys) await tx.query(`ALTER TABLE ${place} DROP CONSTRAINT ${name}`)
}

/** Writes a transfer's content anew, as somebody does who edits it and knows how the ledger tells replays. */
const contentAnew = `content = ledger_content(jsonb_build_object('kind', 'post', 'from',
  (SELECT name FROM ledger_account WHERE id = from_id), 'to', (SELECT name FROM ledger_account WHERE id = to_id),
  'amountMinor', amount_minor, 'code', code, 'reference', reference))`

/** Each damage, and a part of the problem that must name what it did. */
const damages: readonly [string, (history: History) => { plant: readonly string[]; named: string }][] = [
  [
    'the amount of a transfer was edited, with all that follows from it',
    ({ one }) => ({
      plant: [
        `UPDATE ledger_transfer SET amount_minor = 101, settled_minor = 101 WHERE id = '${one}'`,
        `UPDATE ledger_entry SET amount_minor = 101 * sign(amount_minor) WHERE transfer_id = '${one}'`,
        `UPDATE ledger_transfer SET ${contentAnew} WHERE id = '${one}'`,
      ],
      named: `movement ${one}: it or its entries are not`,
    }),
  ],
  ...['occurred_at', 'recorded_at'].map((column): (typeof damages)[number] => [
    `${column} of a transfer was edited`,
    ({ one }) => ({
      plant: [`UPDATE ledger_transfer SET ${column} = ${column} + interval '1 second' WHERE id = '${one}'`],
      named: `movement ${one}: it or its entries are not`,
    }),
  ]),
  [
    'the reference of a transfer was edited, with its content',
    ({ one }) => ({
      plant: [
        `UPDATE ledger_transfer SET reference = 'mine' WHERE id = '${one}'`,
        `UPDATE ledger_transfer SET ${contentAnew} WHERE id = '${one}'`,
      ],
      named: `movement ${one}: it or its entries are not`,
    }),
  ],
  ...['code', 'reference'].map((column): (typeof damages)[number] => [
    `the ${column} of an entry was edited`,
    ({ two }) => ({
      plant: [`UPDATE ledger_entry SET ${column} = 'mine' WHERE transfer_id = '${two}' AND amount_minor > 0`],
      named: `movement ${two}: entry 3 of account`,
    }),
  ]),
  [
    'the time of an entry was edited',
    ({ two }) => ({
      plant: [`UPDATE ledger_entry SET recorded_at = recorded_at - interval '1 day' WHERE transfer_id = '${two}'`],
      named: `movement ${two}: it or its entries are not`,
    }),
  ],
  ...(['balance_minor', 'number'] as const).map((column): (typeof damages)[number] => [
    `the ${column} of an entry was edited`,
    ({ two, purse }) => ({
      plant: [
        `UPDATE ledger_entry SET ${column} = ${column} + 100 WHERE transfer_id = '${two}'
          AND account_id = (SELECT id FROM ledger_account WHERE name = '${purse}')`,
      ],
      named: `movement ${two}: it or its entries are not`,
    }),
  ]),
  [
    'two transfers changed places in an account, balances and all',
    ({ one, two, purse }) => ({
      plant: [
        `UPDATE ledger_entry SET transfer_id = CASE transfer_id WHEN '${one}' THEN '${two}' ELSE '${one}' END,
          amount_minor = CASE transfer_id WHEN '${one}' THEN -200 ELSE -100 END,
          balance_minor = CASE transfer_id WHEN '${one}' THEN 800 ELSE 700 END
        WHERE transfer_id IN ('${one}', '${two}')
          AND account_id = (SELECT id FROM ledger_account WHERE name = '${purse}')`,
      ],
      named: `movement ${two}: it or its entries are not`,
    }),
  ],
  [
    'two transfers swapped their ids',
    ({ one, two }) => ({
      plant: [
        `UPDATE ledger_transfer SET id = 'aside' WHERE id = '${one}'`,
        `UPDATE ledger_transfer SET id = '${one}' WHERE id = '${two}'`,
        `UPDATE ledger_transfer SET id = '${two}' WHERE id = 'aside'`,
      ],
      named: `movement ${one}: it or its entries are not`,
    }),
  ],
  [
    'a transfer was deleted with its entries',
    ({ two }) => ({
      plant: [
        `DELETE FROM ledger_entry WHERE transfer_id = '${two}'`,
        `DELETE FROM ledger_transfer WHERE id = '${two}'`,
      ],
      named: `movement ${two}: in seal`,
    }),
  ],
  [
    'a closing was deleted',
    ({ settled }) => ({
      plant: [`DELETE FROM ledger_closing WHERE id = '${settled}'`],
      named: `movement ${settled}: in seal`,
    }),
  ],
  [
    'a closing was given to another hold',
    ({ settled }) => ({
      plant: [`UPDATE ledger_closing SET hold_id = 'other' WHERE id = '${settled}'`],
      named: `movement ${settled}: it or its entries are not`,
    }),
  ],
  [
    'a transfer was slipped in',
    ({ one }) => ({
      plant: [
        `INSERT INTO ledger_transfer SELECT (jsonb_populate_record(t, '{"id": "slipped"}')).*
        FROM ledger_transfer AS t WHERE id = '${one}'`,
      ],
      named: 'movement slipped: was never sealed',
    }),
  ],
  [
    'a transfer was slipped into its seal',
    ({ one, seal, last }) => ({
      plant: [
        `INSERT INTO ledger_transfer SELECT (jsonb_populate_record(t, '{"id": "slipped"}')).*
        FROM ledger_transfer AS t WHERE id = '${one}'`,
        `UPDATE ledger_seal SET ids = ids || 'slipped'::text, digests = digests || (
          SELECT ledger_digest(id, content, occurred_at, recorded_at, '') FROM ledger_transfer WHERE id = 'slipped')
        WHERE ${seal} = ${last.number - 1}`,
      ],
      named: `seal ${last.number - 1} of strand ${last.strand}: it, or the one before it`,
    }),
  ],
  [
    'a seal was deleted from the middle',
    ({ seal, last }) => ({
      plant: [`DELETE FROM ledger_seal WHERE ${seal} = ${last.number - 1}`],
      named: `seal ${last.number} of strand ${last.strand}: seal ${last.number - 1} is missing before it`,
    }),
  ],
  [
    'two seals changed places',
    ({ seal, last }) => ({
      plant: [
        `UPDATE ledger_seal SET number = 999999 WHERE ${seal} = ${last.number}`,
        `UPDATE ledger_seal SET number = ${last.number} WHERE ${seal} = ${last.number - 1}`,
        `UPDATE ledger_seal SET number = ${last.number - 1} WHERE ${seal} = 999999`,
      ],
      named: `seal ${last.number} of strand ${last.strand}: it, or the one before it`,
    }),
  ],
  [
    'a seal was written anew, and not those after it',
    ({ one, seal, last }) => ({
      plant: [
        `UPDATE ledger_transfer SET recorded_at = recorded_at + interval '1 second' WHERE id = '${one}'`,
        `UPDATE ledger_seal AS changed SET digests = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', hash = ledger_seal_hash(
          (SELECT hash FROM ledger_seal AS before WHERE before.strand_id = changed.strand_id
            AND before.number = changed.number - 1),
          strand_id, number, ids, 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', recorded_at) WHERE ${seal} = ${last.number - 2}`,
      ],
      named: `seal ${last.number - 1} of strand ${last.strand}: it, or the one before it`,
    }),
  ],
  [
    'the end of the chain was cut off',
    ({ seal, last }) => ({
      plant: [`DELETE FROM ledger_seal WHERE ${seal} >= ${last.number - 1}`],
      named: `strand ${last.strand}: its head says ${last.number} seals, and they end at ${last.number - 2}`,
    }),
  ],
  [
    'a strand was cut off as a whole',
    ({ last }) => ({
      plant: [`DELETE FROM ledger_seal WHERE strand_id = ${last.strand}`],
      named: `strand ${last.strand}: its head says ${last.number} seals, and they end at 0`,
    }),
  ],
]

onEngine('the hash chain', (world) => {
  const rollBack = new Error('the damage is taken back')

  async function plant(statements: readonly string[], look: (tx: Sql) => Promise<void>): Promise<void> {
    const planting = world.database.transaction(async (tx) => {
      await disarm(tx)
      for (const statement of statements) await tx.query(statement)
      await look(tx)
      throw rollBack
    })
    await expect(planting).rejects.toBe(rollBack)
  }

  it('seals every movement in the commit that accepted it, once', async () => {
    const history = await openHistory(world)
    const report = await world.ledger.verifyChain(world.database)
    expect(report).toMatchObject({ ok: true, problems: [] })
    const seals = await world.database.query<{ ids: string[] }>(
      'SELECT ids FROM ledger_seal WHERE ids && $1::text[] ORDER BY number',
      [[history.one, history.two, history.kept, history.settled]],
    )
    expect(seals.map(({ ids }) => ids.length)).toEqual([1, 1, 2, 2])
    expect(seals[2]?.ids).toEqual([history.kept, history.freed])
  })

  it('seals nothing of what was refused, replayed or taken back', async () => {
    const { till, purse } = await openPair(world.ledger, world.database, 100)
    const paid = moving(post(till, purse, 1))
    await world.ledger.submit(paid)
    const before = await world.ledger.verifyChain(world.database)
    await world.ledger.submit(paid)
    await world.ledger.submit(moving(post(purse, till, 102)))
    await plant([], async (tx) => {
      await world.ledger.post(tx, moving(post(purse, till, 2)))
    })
    expect(await world.ledger.verifyChain(world.database)).toEqual(before)
  })

  it.each(damages)('shows that %s', async (_what, damage) => {
    const { plant: statements, named } = damage(await openHistory(world))
    await plant(statements, async (tx) => {
      const report = await world.ledger.verifyChain(tx)
      expect(report.ok).toBe(false)
      expect(report.problems).toContainEqual(expect.stringContaining(named))
      expect((await world.ledger.audit(tx)).problems).toContainEqual(expect.stringContaining(named))
    })
  })

  it('shows by heads that were noted outside that the end was cut off, head and all', async () => {
    const { last, seal } = await openHistory(world)
    const { heads } = await world.ledger.verifyChain(world.database)
    expect(heads).toContainEqual({ ...last, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const forged: readonly ChainHead[] = heads.map((head) => ({ ...head, hash: 'f'.repeat(64) }))
    expect((await world.ledger.verifyChain(world.database, heads)).ok).toBe(true)
    expect((await world.ledger.verifyChain(world.database, forged)).problems).toHaveLength(heads.length)
    const cut = [
      `DELETE FROM ledger_seal WHERE ${seal} = ${last.number}`,
      `UPDATE ledger_strand SET number = ${last.number - 1},
        hash = (SELECT hash FROM ledger_seal WHERE ${seal} = ${last.number - 1}) WHERE id = ${last.strand}`,
    ]
    await plant(cut, async (tx) => {
      const report = await world.ledger.verifyChain(tx, heads)
      expect(report.problems).toContain(
        `strand ${last.strand}: seal ${last.number} is not the one that was noted outside`,
      )
      expect(report.problems).not.toContainEqual(expect.stringContaining('its head says'))
    })
  })

  it('waits for no other commit: transactions at the same time extend strands of their own', async ({ skip }) => {
    if (!world.concurrent) skip('the embedded engine has one session')
    const one = await openPair(world.ledger, world.database, 10)
    const two = await openPair(world.ledger, world.database, 10)
    await world.database.transaction(async (tx) => {
      expect(await world.ledger.post(tx, moving(post(one.purse, one.till, 1)))).toEqual(accepted)
      expect(await world.ledger.submit(moving(post(two.purse, two.till, 1)))).toEqual(accepted)
    })
    const report = await world.ledger.verifyChain(world.database)
    expect(report.ok).toBe(true)
    expect(report.heads.length).toBeGreaterThan(1)
  })

  it.each([
    'UPDATE ledger_seal SET number = number + 1',
    'DELETE FROM ledger_seal',
    'TRUNCATE ledger_seal CASCADE',
    'UPDATE ledger_strand SET number = number - 1',
    'DELETE FROM ledger_strand',
    'TRUNCATE ledger_strand CASCADE',
  ])('is never edited: %s is refused', async (statement) => {
    await openHistory(world)
    await expect(world.database.query(statement)).rejects.toThrow(/never edited/)
  })
})
