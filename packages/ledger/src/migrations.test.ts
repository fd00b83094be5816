import { expect, it } from 'vitest'
import { ledgerMigrations } from './migrations.ts'
import { accepted, hold, moving, openPair, post, settle } from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'

onEngine('migrations', (world) => {
  it('entries that were written before they said the words of their transfers are given them', async () => {
    const { ledger, database } = world
    const { till, purse } = await openPair(ledger, database, 1_000)
    const held = hold(purse, till, 60)
    for (const movement of [post(purse, till, 100), held, settle(held.id, { amountMinor: 20 })]) {
      expect(await ledger.submit(moving(movement))).toEqual(accepted)
    }
    const before = await ledger.entries(database, purse, { limit: 10 })
    // The first of the lines is what the account was opened with.
    expect(before).toHaveLength(3)

    // As the release before left it: without the columns, and with a function of that time.
    await database.script(`ALTER TABLE ledger_entry DROP COLUMN code, DROP COLUMN reference;
      CREATE FUNCTION ledger_book(text, bigint, bigint, bigint, bigint, timestamptz, timestamptz) RETURNS bytea
      LANGUAGE sql AS 'SELECT null::bytea'`)
    for (const { sql } of ledgerMigrations.slice(1)) await database.script(sql)

    expect(await ledger.entries(database, purse, { limit: 10 })).toEqual(before)
    expect(await ledger.submit(moving(post(purse, till, 5)))).toEqual(accepted)
    expect((await ledger.audit(database)).problems).toEqual([])
    await expect(database.query('UPDATE ledger_entry SET code = $1', ['other'])).rejects.toThrow(/never edited/)
    const books = await database.query<{ arguments: number }>(
      `SELECT pronargs AS arguments FROM pg_proc WHERE proname = 'ledger_book' AND pronamespace = current_schema()::regnamespace`,
    )
    expect(books).toEqual([{ arguments: 9 }])
  })
})
