import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../platform/commands/index.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { maskNumbers } from './deeds.rules.ts'
import type { Deed } from './deeds.ts'
import { deedsPage, writeDeed } from './deeds.store.ts'
import { verifyDeeds } from './deeds-chain.store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const AT_ONCE = 20
const aDeed = (after: Deed['after'] = null): Deed => ({
  actor: 'agent:mali',
  address: '10.0.0.1',
  deed: 'note-added',
  subject: 'room:one',
  before: { state: 'waiting' },
  after,
  reason: 'a trial',
  at: app.clock.now(),
})
const audit = () => runCommand(app.app().commands, ['audit'])

/** Does something to the deeds that nobody may, and undoes it when it was looked at. */
async function tampered(sql: string): Promise<readonly string[]> {
  let problems: readonly string[] = []
  const undone = new Error('undone')
  await app.database
    .transaction(async (tx) => {
      await tx.query('alter table deed disable trigger deed_stays')
      await tx.query(sql)
      problems = (await verifyDeeds(tx)).problems
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return problems
}

describe('the chain of the deeds', () => {
  beforeAll(async () => {
    for (let index = 0; index < 5; index += 1) await writeDeed(app.database, aDeed({ index }))
  })
  const third = `(select id from deed where after ->> 'index' = '2')`

  it('[OFC-010] is whole after many at once, of which some are undone', async () => {
    const before = await app.database.transaction(verifyDeeds)
    const tries = Array.from({ length: AT_ONCE }, (_, index) =>
      app.database.transaction(async (tx) => {
        await writeDeed(tx, aDeed())
        await writeDeed(tx, aDeed())
        if (index % 4 === 0) throw new Error('undone')
      }),
    )
    const ends = await Promise.allSettled(tries)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(15)
    expect(await app.database.transaction(verifyDeeds)).toEqual({ deeds: before.deeds + 30, problems: [] })
    expect(await audit()).toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['an actor', `update deed set actor = 'agent:noi'`],
    ['a time', `update deed set at = at + interval '1 second'`],
    ['an address', `update deed set address = null`],
    ['what was done', `update deed set what = 'other'`],
    ['on what', `update deed set subject = 'room:two'`],
    ['whose it was', `update deed set member_id = 'm'`],
    ['what was before', `update deed set before = null`],
    ['what was after', `update deed set after = '{"index": 3}'`],
    ['why', `update deed set reason = ''`],
    ['the order', `update deed set number = number + 1000000`],
    ['a hash', `update deed set hash = ''`],
    ['a deed that is gone', `delete from deed`],
  ])('[OFC-010] shows by name that somebody changed %s', async (_what, sql) => {
    const [row] = await app.database.query<{ id: string; next: string }>(
      `select id, (select next.id from deed next where next.strand_id = deed.strand_id and next.place = deed.place + 1) as next
       from deed where id = ${third}`,
    )
    const problems = await tampered(`${sql} where id = ${third}`)
    expect(problems.some((problem) => problem.includes(row?.id ?? '-') || problem.includes(row?.next ?? '-'))).toBe(
      true,
    )
  })

  it.each([
    ['added behind the others', `select max(place) + 1 from deed last where last.strand_id = deed.strand_id`],
    ['added in a strand that there is not', 'select 1', 'strand_id + 1000000'],
  ])('[OFC-010] shows one that was %s', async (_how, place, strand = 'strand_id') => {
    const problems = await tampered(
      `insert into deed select -1, 'forged', at, actor, address, what, member_id, subject, before, after, reason,
         ${strand}, (${place}), hash from deed where id = ${third}`,
    )
    expect(problems).not.toEqual([])
  })

  it('[OFC-010] shows that the last ones were cut off', async () => {
    expect(await tampered('delete from deed where number = (select max(number) from deed)')).toHaveLength(1)
  })

  it('[OFC-010] is read by the audit, which ends with 1 and says what is wrong', async () => {
    await app.database.query('alter table deed disable trigger deed_stays')
    await app.database.query(`update deed set reason = 'another' where id = ${third}`)
    const { exitCode, text } = await audit()
    await app.database.query(`update deed set reason = 'a trial' where id = ${third}`)
    await app.database.query('alter table deed enable trigger deed_stays')
    const [row] = await app.database.query<{ id: string }>(`select id from deed where id = ${third}`)
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining(`deed ${row?.id}: it, or`) })
    expect(await audit()).toMatchObject({ exitCode: 0 })
  })

  it.each([`update deed set reason = ''`, 'delete from deed', 'truncate deed cascade'])(
    '[OFC-010] is added to and nothing else: %s is refused',
    async (sql) => {
      await expect(app.database.query(sql)).rejects.toThrow('deeds are added, and never changed or removed')
    },
  )
})

describe('what a deed says', () => {
  it.each([
    ['call 0812345678 back', 'call …5678 back'],
    ['081-234-5678', '…5678'],
    ['+66 81 234 5678', '…5678'],
    ['of account 1234567890, again', 'of account …7890, again'],
    ['123-4-56789-0.', '…7890.'],
    // Amounts, times, receipts, ids and addresses are none.
    ['1,000,000.00 baht', '1,000,000.00 baht'],
    ['at 2026-11-23 10:24:00', 'at 2026-11-23 10:24:00'],
    ['2026-11-23T10:24:00.000Z', '2026-11-23T10:24:00.000Z'],
    ['01q0gn0p32rtetrxmkp69a6dx0', '01q0gn0p32rtetrxmkp69a6dx0'],
    ['KP-12345678', 'KP-12345678'],
    ['10.0.0.1', '10.0.0.1'],
  ])('[OFC-011] tells of %j no more than %j', (given, kept) => {
    expect(maskNumbers(given)).toBe(kept)
    expect(maskNumbers({ given, count: 3, none: null })).toEqual({ given: kept, count: 3, none: null })
  })

  it('[OFC-011] is cut down as it is written', async () => {
    const told = { ...aDeed({ phone: '0812345678' }), subject: 'told', reason: 'he called from 0812345678' }
    await writeDeed(app.database, told)
    const { rows } = await deedsPage(app.database, { subject: 'told', offset: 0, limit: 1 })
    expect(rows).toMatchObject([{ after: { phone: '…5678' }, reason: 'he called from …5678', again: 0 }])
  })
})
