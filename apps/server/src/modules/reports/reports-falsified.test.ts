import { HOUR_MS } from '../../platform/durations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { createFakeClock } from '../../testing/clock.ts'
import { staffMember } from '../../testing/worlds/desk-world.ts'
import { registeredMember } from '../../testing/worlds/stories.ts'
import { book, bookings, differing } from './reports-world.fixture.ts'

let app: TestApp
let memberId: string
beforeAll(async () => {
  app = await startTestApp({
    // 09:00 in Bangkok.
    clock: createFakeClock(new Date('2026-03-02T02:00:00.000Z')),
    settings: { registerOTP: false },
  })
  memberId = (await registeredMember(app)).memberId
})
afterAll(() => app.close())

const FROM = '2026-03-02'
const openDays = new Map<string, string>()
const today = () => bangkokDay(app.clock.now())

/** The figures that are not what the entries come to, by their names. */
async function wrong(): Promise<string[]> {
  // Somebody comes anew, and what was read a moment ago is read again.
  app.clock.advance(10_000)
  const staff = await staffMember(app, 'Mali', ['OWNER'])
  return (await differing(app, staff, { from: FROM, to: today(), openDays })).map(([what]) => what)
}

/** Changes what is kept of a day that is closed, which nobody can but who owns the database. */
async function falsify(table: string, change: string): Promise<void> {
  await app.database.query(`alter table ${table} disable trigger user`)
  await app.database.query(`update ${table} set ${change} where day = $1::date`, [FROM])
  await app.database.query(`alter table ${table} enable trigger user`)
}

it('[OFC-050] a figure of a closed day that is a satang off is found by the entries, whichever it is', async () => {
  for (const [code, from, to] of Object.values(bookings)) {
    app.clock.advance(1_000)
    expect(await book(app, memberId, { code, from, to, amountMinor: code === 'deposit' ? 1_000_000 : 1_000 })).toMatch(
      /./,
    )
  }
  app.clock.advance(26 * HOUR_MS)
  await app.settle()
  const kept = await app.database.query('select from report_day where day = $1::date', [FROM])
  expect(kept).toHaveLength(1)
  expect(await wrong()).toEqual([])

  const columns = { deposits: 'deposits', withdrawals: 'withdrawals', ggr: 'ggr', bonusCost: 'bonus_cost' }
  const all = { ...columns, refunds: 'refunds', invites: 'invites', adjustments: 'adjustments' }
  for (const [figure, column] of Object.entries(all)) {
    await falsify('report_day', `${column}_minor = ${column}_minor + 1`)
    expect(await wrong(), figure).toContain(`${FROM} ${figure}`)
    await falsify('report_day', `${column}_minor = ${column}_minor - 1`)
  }
  await falsify('report_day', 'active = active + 1')
  expect(await wrong()).toEqual([`${FROM} active`])
  await falsify('report_day', 'active = active - 1')
  await falsify('report_provider_day', `ggr_minor = ggr_minor + case when provider = 'PG' then 1 else 0 end`)
  expect(await wrong()).toContain(`${FROM} ggr PG`)
  await falsify('report_provider_day', `ggr_minor = ggr_minor - case when provider = 'PG' then 1 else 0 end`)
  expect(await wrong()).toEqual([])
})
