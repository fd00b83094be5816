import { HOUR_MS } from '../../platform/durations.ts'
import { desk } from '@krapao/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { createFakeClock } from '../../testing/clock.ts'
import { auditOf, type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { searchSeed, searchTimes } from '../../testing/search.ts'
import { registeredMember } from '../../testing/worlds/stories.ts'
import { beginOf, dayAfter, daysBetween } from '../../platform/bangkok-day.ts'
import {
  behind,
  book,
  BOOKED,
  bookings,
  compared,
  differing,
  figuresByEntries,
  report,
  satang,
} from './reports-world.fixture.ts'

let app: TestApp
let staff: Staff
let members: string[]

beforeAll(async () => {
  // 09:00 in Bangkok.
  app = await startTestApp({
    clock: createFakeClock(new Date('2026-03-02T02:00:00.000Z')),
    settings: { registerOTP: false },
  })
  members = []
  for (let count = 0; count < 3; count += 1) members.push((await registeredMember(app)).memberId)
})
afterAll(() => app.close())

const today = () => bangkokDay(app.clock.now())
/** Sessions of staff end after half an hour without a call: somebody of that name comes anew. */
const come = async () => (staff = await staffMember(app, 'Mali', ['OWNER', 'PAYMENTS']))
const closedDays = async () =>
  (await app.database.query<{ day: string }>('select day::text from report_day order by report_day.day', [])).map(
    ({ day }) => day,
  )
const FIRST = '2026-03-02'

/** The first day that is not closed yet, at the moment of a booking. */
async function openDay(): Promise<string> {
  const last = (await closedDays()).at(-1)
  return last === undefined ? '' : dayAfter(last)
}

describe('the report of days', () => {
  it('[OFC-050] equals the entries to the satang, by day and by provider, whatever is played, given, and comes late', async () => {
    const openDays = new Map<string, string>()
    const step = fc.record({
      what: fc.constantFrom(...(Object.keys(bookings) as (keyof typeof bookings)[])),
      member: fc.nat({ max: 2 }),
      amountMinor: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 500_000_00 })),
      hours: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
      lagMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 * HOUR_MS })),
      closes: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const begun = today()
        for (const { what, member, hours, closes, ...rest } of steps) {
          app.clock.advance(hours * HOUR_MS)
          if (closes) await app.settle()
          const [code, from, to] = bookings[what]
          const id = await book(app, members[member] ?? '', { code, from, to, ...rest })
          if (id !== null) openDays.set(id, await openDay())
        }
        app.clock.advance(10_000)
        await come()
        const from = begun < dayAfter(today(), -40) ? dayAfter(today(), -40) : begun
        const { rows } = await report(app, staff, from, today())
        expect(rows.map(({ day }) => day)).toEqual(daysBetween(from, today()).toReversed())
        expect(await differing(app, staff, { from, to: today(), openDays })).toEqual([])
      }),
      { numRuns: 8 * searchTimes, ...(Number.isNaN(searchSeed) ? {} : { seed: searchSeed }) },
    )
    // All that was ever booked is in one day each.
    const days = daysBetween(FIRST, today())
    const expected = await figuresByEntries(app, new Map())
    for (const figure of BOOKED) {
      let told = 0
      for (let at = 0; at < days.length; at += 92) {
        const span = days.slice(at, at + 92)
        told += satang((await report(app, staff, span[0] ?? '', span.at(-1) ?? '')).total[figure])
      }
      expect([figure, told]).toEqual([figure, days.reduce((sum, day) => sum + expected.minor(`${day} ${figure}`), 0)])
    }
  })

  it('[OFC-052] opens behind each figure the movements whose sum it is, page by page, of days closed and open', async () => {
    await come()
    // More rows than a page has.
    for (let count = 0; count < 120; count += 1) {
      const [code, from, to] = count % 3 === 0 ? bookings.deposit : count % 3 === 1 ? bookings.given : bookings.won
      await book(app, members[count % 3] ?? '', { code, from, to, amountMinor: 100 + count })
    }
    await registeredMember(app)
    app.clock.advance(4_000)
    const day = today()
    const open = await compared(app, staff, day)
    for (const { figure, told, sum, ofRows, isCounted } of open) {
      expect([figure, sum, ofRows, isCounted]).toEqual([figure, told, told, true])
    }
    expect(open.find(({ figure }) => figure === 'registered')?.told).toBe(100)
    const pg = await behind(app, staff, { day, figure: 'ggr', provider: 'PG' })
    expect(pg.rows.every(({ code, memberNo }) => code === 'game-result' && memberNo !== null)).toBe(true)
    // The name of another provider that begins like it is another one.
    const rows = (await report(app, staff, day, day, 'provider')).rows.filter(({ provider }) => provider === 'PG')
    expect(pg.sum).toBe(rows[0]?.ggr)

    app.clock.advance(beginOf(dayAfter(day)).getTime() + 6 * 60_000 - app.clock.now().getTime())
    await app.settle()
    await come()
    expect(await closedDays()).toContain(day)
    expect(await compared(app, staff, day)).toEqual(open)
  })

  it('[OFC-051] never changes a closed day, whatever comes late: it counts on the first day that is open', async () => {
    app.clock.advance(24 * HOUR_MS)
    await app.settle()
    await come()
    const last = (await closedDays()).at(-1) ?? ''
    const before = await compared(app, staff, last)
    const told = (await report(app, staff, last, last)).rows
    const [open] = (await report(app, staff, dayAfter(last), dayAfter(last))).rows
    // By a process whose clock is two days behind, over an account that nothing was booked on, and over one that has entries.
    const lagMs = 48 * HOUR_MS
    for (const account of ['house/bank:NEW', 'house/bank:KBANK']) {
      expect(
        await book(app, members[0] ?? '', { code: 'deposit', from: account, to: 'wallet', amountMinor: 77_25, lagMs }),
      ).not.toBeNull()
    }
    app.clock.advance(4_000)
    expect((await report(app, staff, last, last)).rows).toEqual(told)
    expect(await compared(app, staff, last)).toEqual(before)
    const [after] = (await report(app, staff, dayAfter(last), dayAfter(last))).rows
    expect(satang(after?.deposits ?? 0) - satang(open?.deposits ?? 0)).toBe(2 * 77_25)
    const late = await compared(app, staff, dayAfter(last))
    expect(late.find(({ figure }) => figure === 'deposits')).toMatchObject({ ofRows: satang(after?.deposits ?? 0) })
    // Nor by hand.
    await expect(app.database.query('update report_day set active = 1', [])).rejects.toThrow('never changes')
    await expect(app.database.query('delete from report_provider_day', [])).rejects.toThrow('never changes')
  })

  it('[OFC-051] closes each day once, when it is over, by however many processes; the report is the same while it is open', async () => {
    const other = await app.beside()
    await come()
    const day = today()
    app.clock.advance(beginOf(dayAfter(day)).getTime() - app.clock.now().getTime() - 1)
    const late = { code: 'deposit', from: 'house/bank:KBANK', to: 'wallet', amountMinor: 1_00 }
    await book(app, members[1] ?? '', late)
    app.clock.advance(60_000)
    await app.settle()
    expect(await closedDays()).not.toContain(day)
    await come()
    const [open] = (await report(app, staff, day, day)).rows
    app.clock.advance(5 * 60_000)
    await Promise.all([app.app().jobs.runAll(), other.jobs.runAll()])
    expect((await closedDays()).filter((one) => one === day)).toEqual([day])
    const [closed] = (await report(app, staff, day, day)).rows
    expect(closed).toEqual({ ...open, isClosed: true })
    // A process that begins reads the same.
    await app.restart()
    await come()
    expect((await report(app, staff, day, day)).rows).toEqual([closed])
  })

  it('[OFC-053] reads closed days from what was kept of them, and an open one once for all who ask, not from the books each time', async () => {
    await come()
    const [first = '', last = ''] = [(await closedDays())[0], (await closedDays()).at(-1)]
    const asked = () => Promise.all(Array.from({ length: 8 }, () => report(app, staff, first, last)))
    const [before] = await asked()
    // With the books taken away whoever reads a line of them fails.
    const rename = async (isAway: boolean): Promise<void> => {
      for (const table of ['ledger_entry', 'ledger_transfer', 'ledger_account']) {
        const [from, to] = isAway ? [table, `${table}_away`] : [`${table}_away`, table]
        await app.database.query(`alter table ${from} rename to ${to}`, [])
      }
    }
    await rename(true)
    const meanwhile = await Promise.allSettled([asked()])
    await rename(false)
    expect(meanwhile[0]).toMatchObject({ status: 'fulfilled' })
    expect(meanwhile[0]?.status === 'fulfilled' ? meanwhile[0].value : []).toEqual(
      Array.from({ length: 8 }, () => before),
    )
    expect(before?.rows.length).toBeGreaterThan(1)
  })

  it.each([
    ['2026-02-30', '2026-03-02'],
    ['2026-03-02', '2026-03-01'],
    ['2026-03-02', '2026-06-02'],
    ['yesterday', '2026-03-01'],
    ['2026-3-2', '2026-03-02'],
  ])('[OFC-050] is of days that there are and of at most 92 of them: %s to %s is refused', async (from, to) => {
    await come()
    const { status } = await app.desk.call(desk.deskReportDays, { token: staff.token, query: { from, to } })
    expect(status).toBe(422)
  })

  it('[OFC-050] is read by owners, payments, risk and auditors, and taken along by the first two', async () => {
    const day = today()
    for (const [role, reads, takes] of [
      ['OWNER', 200, 200],
      ['PAYMENTS', 200, 200],
      ['RISK', 200, 403],
      ['AUDITOR', 200, 403],
      ['SUPPORT', 403, 403],
      ['MARKETING', 403, 403],
    ] as const) {
      const { token } = await staffMember(app, role, [role])
      const read = await app.desk.call(desk.deskReportDays, { token, query: { from: day, to: day } })
      const opened = await app.desk.call(desk.deskReportFigure, { token, params: { day, figure: 'ggr' } })
      const body = { from: day, to: day, reason: 'for the books' }
      const taken = await app.desk.call(desk.deskReportExport, { token, body })
      expect([role, read.status, opened.status, taken.status]).toEqual([role, reads, reads, takes])
    }
  })
})

describe('a report as a file', () => {
  const take = (body: object) =>
    app.desk.call(desk.deskReportExport, {
      token: staff.token,
      body: { from: today(), to: today(), reason: 'for the books', ...body } as never,
    })

  it('[OFC-054] is UTF-8 with a mark, with harmless cells, a reason and a deed', async () => {
    await come()
    const names = ['=SUM(A1)', '+66', '-1', '@cmd', '\t=1', ' =1', 'plain, "quoted"', 'x;=1', ';=1', 'x\t=1']
    for (const name of names) {
      const { memberId } = await registeredMember(app)
      await app.database.query('update member set name = $2 where id = $1', [memberId, name])
      await book(app, memberId, { code: 'deposit', from: 'house/bank:KBANK', to: 'wallet', amountMinor: 1_25 })
    }
    const { status, body } = await take({ figure: 'deposits' })
    expect(status).toBe(200)
    const { csv, rows, name } = body
    expect(name).toBe(`krapao-deposits-${today()}.csv`)
    expect(csv.startsWith('\uFEFFat,memberNo,name,amount,code,reference\r\n')).toBe(true)
    expect(rows).toBe(csv.split('\r\n').length - 2)
    for (const shown of ["'=SUM(A1)", "'+66", "'-1", "'@cmd", `"'\t=1"`, "' =1", '"plain, ""quoted"""']) {
      expect(csv).toContain(`,${shown},1.25,deposit,`)
    }
    // LibreOffice also parts cells at semicolons and tabs, unless they are quoted.
    for (const shown of ['x;=1', ';=1', 'x\t=1']) expect(csv).toContain(`,"${shown}",1.25,deposit,`)
    const [deed] = await auditOf(app, staff)
    expect(deed).toMatchObject({ deed: 'report-exported', reason: 'for the books', after: { what: 'deposits', rows } })
  })

  it('[OFC-054] has the days as the report does, negative amounts as numbers, and is not taken without a reason', async () => {
    await come()
    const day = today()
    const shown = await report(app, staff, day, day, 'provider')
    const { body } = await take({ by: 'provider' })
    const [head = '', ...lines] = body.csv.replace('\uFEFF', '').trimEnd().split('\r\n')
    const columns = head.split(',')
    expect(lines.map((line) => line.split(','))).toEqual(
      shown.rows.map((row) => columns.map((column) => String(row[column as keyof typeof row] ?? ''))),
    )
    expect((await take({ reason: ' ' })).status).toBe(422)
    app.clock.advance(11 * 60_000)
    expect((await take({})).body).toMatchObject({ message: 'STEP_UP' })
  })

  it('[OFC-054] has a hundred thousand rows at most', async () => {
    await come()
    const day = today()
    const [most] = await app.database.query<{ id: number; count: number }>(
      `select id, entry_count as count from ledger_account where name = 'house/bank:KBANK'`,
      [],
    )
    // Entries as the ledger writes them, of which there are more than fit.
    await app.database.query(
      `insert into ledger_entry (account_id, number, transfer_id, amount_minor, balance_minor, occurred_at, recorded_at, code, reference)
       select $1, $2 + n, 'many', case when n % 2 = 0 then 100 else -100 end, 0, $3, $3, 'deposit', 'many' from generate_series(1, 100002) n`,
      [most?.id, most?.count, app.clock.now()],
    )
    await app.database.query('update ledger_account set entry_count = entry_count + 100002 where id = $1', [most?.id])
    await app.database.query(
      `insert into ledger_transfer (id, from_id, to_id, amount_minor, state, settled_minor, code, reference, occurred_at, recorded_at, content)
       select 'many', $1, to_id, 100, 'posted', 100, code, reference, occurred_at, recorded_at, content
       from ledger_transfer where from_id = $1 and code = 'deposit' limit 1`,
      [most?.id],
    )
    const { status, body } = await take({ figure: 'deposits', from: day })
    expect([status, body]).toMatchObject([422, { details: { max: 100_000 } }])
  })
})
