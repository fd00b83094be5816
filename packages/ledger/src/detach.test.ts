import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DETACHED } from './detach.ts'
import { LedgerMistake } from './mistake.ts'
import { accepted, hold, ledgerOn, moving, openPair, post, settle, voided } from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'
import type { World } from './testing/on-engine.ts'
import type { AuditMark, Ledger, SqlPool } from './types.ts'

const now = new Date('2027-01-01T00:00:00Z')
const audited = { now, overAfterMs: 24 * 3_600_000, movementsASlice: 5 }

let written = 0

/** Movements of each kind in each of so many months, and holds that are closed in a later one; all months but the last are moved. */
async function archivedMonths(world: World, monthCount: number) {
  let at = new Date()
  const ledger = ledgerOn(world.database, { now: () => at })
  const { till, purse } = await openPair(ledger, world.database, 0)
  const idle = await openPair(ledger, world.database, 0)
  const months: string[] = []
  const open: ReturnType<typeof hold>[] = []
  const sent = async (...movements: Parameters<typeof moving>) =>
    expect(await ledger.submit(moving(...movements))).toEqual(accepted)
  for (let month = 0; month < monthCount; month += 1) {
    written += 1
    at = new Date(Date.UTC(2001, written) - 1)
    months.push(at.toISOString().slice(0, 7))
    for (const { id } of open.splice(0)) await sent(settle(id, { amountMinor: 2 }))
    for (let turn = 0; turn < 3; turn += 1) {
      const [stays, freed] = [hold(purse, till, 5), hold(till, purse, 7)]
      for (const movement of [post(till, purse, 30), stays, freed, voided(freed.id)]) await sent(movement)
      open.push(stays)
    }
    // What rests in between follows from what was detached.
    if (month === 0 || month === monthCount - 1) await sent(post(idle.till, idle.purse, 11))
  }
  await ledger.archiveMonths(world.database, { through: months.at(-2) ?? '', now })
  // The oldest one goes first: those of the tests before.
  for (const { month } of await ledger.archive(world.database))
    if (month < (months[0] ?? '')) await ledger.detachMonth(world.database, { month, now })
  return { ledger, till, purse, idle, months, sent }
}

const wholly = async (ledger: Ledger, pool: SqlPool, since: AuditMark | null = null) =>
  ledger.auditInSlices(pool, { ...audited, since })

async function attachAll(ledger: Ledger, pool: SqlPool): Promise<void> {
  const detached = (await ledger.archive(pool)).filter(({ state }) => state === 'detached')
  for (const { month } of detached.toReversed()) await ledger.attachMonth(pool, { month, now })
}

onEngine('a month of the archive', (world) => {
  it('is detached, proves its chain by itself, and comes back; audits prove what is left, and all of it again', async () => {
    const { database } = world
    const { ledger, months, sent, till, purse } = await archivedMonths(world, 4)
    const [first = '', second = ''] = months
    const before = await wholly(ledger, database)
    expect(before.problems).toEqual([])
    const moved = await ledger.archive(database)
    const pages = async () => ({
      all: await ledger.entries(database, purse, { limit: 1_000 }),
      flows: await ledger.flows(database, { under: purse, currency: 'BAHT', from: new Date(0), until: now }),
      first: await ledger.firstBooking(database, purse, 'BAHT'),
    })
    const read = await pages()

    for (const month of [first, second]) {
      const proof = await ledger.detachMonth(database, { month, now, movementsASlice: 4 })
      expect(proof).toMatchObject({ problems: [], seals: moved.find((one) => one.month === month)?.seals })
      const rest = await wholly(ledger, database)
      expect(rest.problems).toEqual([])
      expect(rest.isWhole).toBe(true)
      expect(rest.seals).toBeLessThan(before.seals)
    }
    // What goes on is proven from a mark, one of before too, and by all of what is left.
    await sent(post(till, purse, 4))
    for (const since of [
      before.mark,
      { ...before.mark, heads: before.mark.heads.map((head) => ({ ...head, number: 1 })) },
      null,
    ])
      expect((await wholly(ledger, database, since)).problems).toEqual([])
    expect((await ledger.proveMonth(database, { month: first, now })).problems).toEqual([])
    expect((await ledger.proveMonth(database, { month: second, now })).problems).toEqual([])

    for (const month of [second, first]) {
      await ledger.attachMonth(database, { month, now })
      expect((await wholly(ledger, database)).problems).toEqual([])
    }
    const { all, flows, first: booked } = await pages()
    expect(all.slice(1)).toEqual(read.all)
    expect(flows.reduce((sum, { count }) => sum + count, 0)).toBe(
      read.flows.reduce((sum, { count }) => sum + count, 0) + 1,
    )
    expect(booked).toEqual(read.first)
    expect((await ledger.audit(database)).problems).toEqual([])
    await ledger.close()
  })

  it('refuses who asks for what stood in it, and answers what came after it', async () => {
    const { database } = world
    const { ledger, months, purse, idle } = await archivedMonths(world, 3)
    const [first = '', second = ''] = months
    const newest = await ledger.entries(database, purse, { limit: 4 })
    const range = { under: purse, currency: 'BAHT', until: now }
    const since = (month: string) => new Date(`${month}-01T00:00:00Z`)
    const flowsLater = await ledger.flows(database, { ...range, from: since(second) })
    await ledger.detachMonth(database, { month: first, now })

    expect(await ledger.entries(database, purse, { limit: 4 })).toEqual(newest)
    expect(await ledger.flows(database, { ...range, from: since(second) })).toEqual(flowsLater)
    expect(await ledger.entriesBetween(database, idle.purse, since(second), now)).toHaveLength(1)
    expect(await ledger.attachedFrom(database)).toEqual(since(second))
    const left = await ledger.entries(database, purse, { limit: 1_000, attachedOnly: true })
    expect(left.every(({ recordedAt }) => recordedAt >= since(second))).toBe(true)
    expect(left.slice(0, 4)).toEqual(newest)
    const [oldest] = left.toReversed()
    expect(
      await ledger.entries(database, purse, { limit: 9, beforeNumber: oldest?.number ?? 0, attachedOnly: true }),
    ).toEqual([])
    const refused = { code: DETACHED }
    await expect(ledger.entries(database, purse, { limit: 1_000 })).rejects.toMatchObject(refused)
    await expect(ledger.flows(database, { ...range, from: since(first) })).rejects.toMatchObject(refused)
    await expect(ledger.entriesBetween(database, purse, since(first), now)).rejects.toMatchObject(refused)
    await expect(ledger.firstBooking(database, purse, 'BAHT')).rejects.toMatchObject(refused)
    await expect(ledger.audit(database)).rejects.toThrow(LedgerMistake)
    await expect(ledger.verifyChain(database)).rejects.toThrow(LedgerMistake)
    await attachAll(ledger, database)
    await ledger.close()
  })

  it('goes in order, when it is long over, once; and comes back in order', async () => {
    const { database } = world
    const { ledger, months } = await archivedMonths(world, 3)
    const [first = '', second = '', third = ''] = months
    const early = new Date(`${second}-20T00:00:00Z`)
    const mistakes: [() => Promise<unknown>, RegExp][] = [
      [() => ledger.detachMonth(database, { month: 'May', now }), /no month/],
      [() => ledger.detachMonth(database, { month: third, now }), /not moved/],
      [() => ledger.detachMonth(database, { month: second, now }), /oldest one goes first/],
      [() => ledger.detachMonth(database, { month: first, now: early }), /not over for a year/],
      [() => ledger.attachMonth(database, { month: first, now }), /is attached/],
    ]
    for (const [act, why] of mistakes) await expect(act()).rejects.toThrow(why)
    const attachedFrom = await ledger.attachedFrom(database)
    const allow = async (end: Date) => {
      throw new Error(`somebody needs it, ${end.toISOString()}`)
    }
    const refusal = `somebody needs it, ${second}-01T00:00:00.000Z`
    await expect(ledger.detachMonth(database, { month: first, now, allow })).rejects.toThrow(refusal)
    expect(await ledger.attachedFrom(database)).toEqual(attachedFrom)
    await ledger.detachMonth(database, { month: first, now })
    await expect(ledger.detachMonth(database, { month: first, now })).rejects.toThrow(/is detached/)
    await ledger.detachMonth(database, { month: second, now })
    await expect(ledger.attachMonth(database, { month: first, now })).rejects.toThrow(/newest one comes back first/)
    await attachAll(ledger, database)
    await ledger.close()
  })

  it('comes back from a copy of its tables, and not from one that was falsified', async () => {
    const { database } = world
    const { ledger, months } = await archivedMonths(world, 2)
    const month = months[0] ?? ''
    const suffix = month.replace('-', '_')
    await ledger.detachMonth(database, { month, now })
    const tables = [`ledger_entry_${suffix}`, `ledger_seal_${suffix}`]
    // As who dumps, drops and restores them.
    for (const table of tables) {
      await database.query(`CREATE TABLE copy_of_${table} (LIKE ${table} INCLUDING ALL)`)
      await database.query(`INSERT INTO copy_of_${table} SELECT * FROM ${table}`)
      await database.query(`DROP TABLE ${table}`)
    }
    await expect(ledger.attachMonth(database, { month, now })).rejects.toThrow(/restore it first/)
    expect((await wholly(ledger, database)).problems).toEqual([])
    for (const table of tables) await database.query(`ALTER TABLE copy_of_${table} RENAME TO ${table}`)
    for (const [change, undo] of [
      [
        `UPDATE ${tables[0]} SET amount_minor = amount_minor + 1 WHERE number = 2`,
        `UPDATE ${tables[0]} SET amount_minor = amount_minor - 1 WHERE number = 2`,
      ],
      [
        `UPDATE ${tables[1]} SET recorded_at = recorded_at + interval '1 s' WHERE number = (SELECT min(number) FROM ${tables[1]})`,
        `UPDATE ${tables[1]} SET recorded_at = recorded_at - interval '1 s' WHERE number = (SELECT min(number) FROM ${tables[1]})`,
      ],
    ] as const) {
      await database.query(change)
      await expect(ledger.attachMonth(database, { month, now })).rejects.toThrow(/is wrong/)
      expect((await ledger.proveMonth(database, { month, now })).problems).not.toEqual([])
      await database.query(undo)
    }
    await ledger.attachMonth(database, { month, now })
    expect((await wholly(ledger, database)).problems).toEqual([])
    await expect(database.query(`DELETE FROM ${tables[0]}`)).rejects.toThrow(/never edited/)
    await attachAll(ledger, database)
    await ledger.close()
  })

  const server = process.env['TEST_DATABASE_URL']
  it.each(server === undefined ? [] : [server])(
    'comes back from a dump, as operations.md says, and not from one of other rows',
    async (url) => {
      const { database } = world
      const { ledger, months } = await archivedMonths(world, 3)
      const [month = '', next = ''] = months
      const suffix = month.replace('-', '_')
      const [at] = await database.query<{ programs: string; schema: string }>(
        `SELECT setting AS programs, current_schema() AS schema FROM pg_config WHERE name = 'BINDIR'`,
      )
      const folder = mkdtempSync(join(tmpdir(), 'krapao-dump-'))
      const file = join(folder, 'month.dump')
      const run = (program: string, ...words: string[]) =>
        execFileSync(join(at?.programs ?? '', program), words, {
          env: { ...process.env, PGOPTIONS: `-c search_path=${at?.schema}` },
        })
      const drop = () => database.query(`DROP TABLE ledger_entry_${suffix}, ledger_seal_${suffix}`)
      const restore = () => run('pg_restore', '--exit-on-error', `--dbname=${url}`, file)

      const before = await wholly(ledger, database)
      await ledger.detachMonth(database, { month, now })
      run('pg_dump', '--format=custom', `--table=ledger_*_${suffix}`, `--file=${file}`, url)
      await drop()
      // The next one is detached while this one is away.
      await ledger.detachMonth(database, { month: next, now })
      expect((await wholly(ledger, database)).problems).toEqual([])
      await expect(ledger.proveMonth(database, { month, now })).rejects.toThrow(/restore it first/)

      restore()
      expect((await ledger.proveMonth(database, { month, now })).problems).toEqual([])
      await expect(database.query(`DELETE FROM ledger_entry_${suffix}`)).rejects.toThrow(/never edited/)
      await database.query(`ALTER TABLE ledger_entry_${suffix} DISABLE TRIGGER USER`)
      await database.query(`DELETE FROM ledger_entry_${suffix} WHERE number = 2`)
      expect((await ledger.proveMonth(database, { month, now })).problems).not.toEqual([])
      await drop()

      restore()
      await attachAll(ledger, database)
      const after = await wholly(ledger, database)
      expect(after.problems).toEqual([])
      expect(after.mark).toEqual(before.mark)
      expect((await ledger.audit(database)).problems).toEqual([])
      rmSync(folder, { recursive: true })
      await ledger.close()
    },
  )

  it('is not detached when it is wrong', async () => {
    const { database } = world
    const { ledger, months } = await archivedMonths(world, 2)
    const month = months[0] ?? ''
    const table = `ledger_entry_${month.replace('-', '_')}`
    const change = async (by: number): Promise<void> => {
      await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await database.query(`UPDATE ${table} SET balance_minor = balance_minor + ${by} WHERE number = 3`)
      await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    }
    await change(1)
    await expect(ledger.detachMonth(database, { month, now })).rejects.toThrow(/is wrong/)
    expect((await ledger.archive(database)).find((one) => one.month === month)?.state).toBe('filled')
    await change(-1)
    await attachAll(ledger, database)
    await ledger.close()
  })
})
