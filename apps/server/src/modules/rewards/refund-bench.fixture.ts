import { parseArgs } from 'node:util'
// What `npm run bench refunds` runs, on the PostgreSQL of DATABASE_URL.
import { createLedger, type Ledger } from '@krapao/ledger'
import { appMigrations } from '../../app.ts'
import { openDatabase, migrate, type Database } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { createFakeClock } from '../../testing/clock.ts'
import { furnishDemo } from '../../testing/furnish.ts'
import { createTestLogger } from '../../testing/logger.ts'
import { raiseFlags } from './flags/flags.store.ts'
import { closeDays, computeDays } from './losses/loss-days.store.ts'
import { workLossDays } from './losses/loss-days.ts'
import { refundLedgerTables } from './refund.migrations.ts'
import { rewardsFurnishings } from './rewards.furnishing.ts'

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    /** So many of them have invited the others, each as many. */
    inviters: { type: 'string', default: '20000' },
    /** Seconds that booking is measured for, with day totals and without. */
    seconds: { type: 'string', default: '3' },
  },
})
const members = Number(values.members)
const inviters = Number(values.inviters)
const seconds = Number(values.seconds)

const clock = createFakeClock('2026-10-31T17:01:00Z')
const { logger } = createTestLogger()
const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await work()
  say(`${what.padEnd(72)} ${((performance.now() - began) / 1000).toFixed(2).padStart(7)} s`)
  return result
}

async function fill(database: Database, ledger: Ledger): Promise<void> {
  await database.query(
    `insert into member (id, username, name, password_hash, inviter_id, created_at)
     select 'bench' || lpad(number::text, 21, '0'), number::text, 'Somchai Jaidee', 'x', null, $2
     from generate_series(1, $1::integer) as number`,
    [members, clock.now()],
  )
  await database.query(
    `update member set inviter_id = 'bench' || lpad((1 + (username::integer - 1) % $1::integer)::text, 21, '0')
     where username::integer > $1::integer`,
    [inviters],
  )
  await database.query(
    `insert into member_bank_account (member_id, bank_code, account_no, account_name, currency)
     select id, 'SCB', username, 'HOLDER ' || username::integer / 2, 'BAHT' from member`,
  )
  await database.query(
    `insert into ledger_account (name, currency, floor_minor)
     select 'member/' || id || '/' || purpose, 'BAHT', 0
     from member, unnest(array['wallet', 'refundable', 'invite', 'game:PG']) as purpose`,
  )
  await ledger.open(database, [{ account: 'house/provider:PG', currency: 'BAHT', floorMinor: null }])
  await furnishDemo({ database, clock, modules: [{ furnishings: rewardsFurnishings }] })
}

/** A day on which everybody played: as many lose as win, by different amounts. */
async function playDay(database: Database, day: string): Promise<void> {
  await database.query(
    `insert into loss_day (member_id, day, result_minor)
     select id, $1::date, 1 + (hashtext(id || $1) % 50000) from member`,
    [day],
  )
}

const dayOf = (number: number) => `2026-11-${String(number).padStart(2, '0')}`

async function measureDays(database: Database, ledger: Ledger): Promise<void> {
  const work = () => workLossDays({ database, ledger, clock, logger })
  async function runJob(day: number): Promise<void> {
    clock.set(`${dayOf(day)}T17:00:30Z`)
    await playDay(database, dayOf(day))
    await timed(`day ${day}: the whole job, in steps until nothing is left`, async () => {
      while ((await work()) > 0);
    })
    const [counted] = await database.query<{ refunds: number; shares: number; posted: number }>(
      `select (select count(*) from refund_day where day = $1) as refunds,
         (select count(*) from invite_share where day = $1) as shares,
         (select count(*) from invite_day where day = $1 and posted_at is not null) as posted`,
      [dayOf(day)],
    )
    say(`  ${counted?.refunds} refunds due, ${counted?.shares} shares of inviters in ${counted?.posted} transfers`)
  }

  await closeDays(database, '2026-10-31')
  await computeDays(database, clock.now())
  await runJob(1)
  for (let day = 2; day <= 29; day += 1) await playDay(database, dayOf(day))
  await database.query(`update loss_calendar set closed_through = '2026-11-29', computed_through = '2026-11-29'`)
  await database.query('analyze')
  await runJob(30)
  await timed('the job with nothing to do', work)
  await timed('looking for members to flag', () => raiseFlags(database, clock.now()))
}

/** Results a second that 256 callers book, each of another member. */
async function bookFor(ledger: Ledger): Promise<number> {
  const until = performance.now() + seconds * 1000
  let booked = 0
  await Promise.all(
    Array.from({ length: 256 }, async () => {
      while (performance.now() < until) {
        const number = 1 + Math.floor(Math.random() * members)
        const outcome = await ledger.submit({
          movements: [
            {
              kind: 'post',
              id: newId(clock.now()),
              from: 'house/provider:PG',
              to: `member/bench${String(number).padStart(21, '0')}/game:PG`,
              amountMinor: 1_00,
              code: 'game-result',
              reference: 'bench',
              occurredAt: clock.now(),
            },
          ],
        })
        if (!outcome.ok) throw new Error(`${outcome.refusal} ${outcome.detail}`)
        booked += 1
      }
    }),
  )
  return Math.round(booked / seconds)
}

async function measureBooking(database: Database, ledger: Ledger): Promise<void> {
  for (let round = 1; round <= 3; round += 1) {
    const withTotals = await bookFor(ledger)
    await database.query('alter table ledger_transfer disable trigger ledger_transfer_told_to_count_results')
    const without = await bookFor(ledger)
    await database.query('alter table ledger_transfer enable trigger ledger_transfer_told_to_count_results')
    say(`booking results, 256 callers: ${withTotals}/s with day totals, ${without}/s without`)
  }
}

const database = await openDatabase({ databaseUrl: process.env['DATABASE_URL'] ?? '', clock, logger })
await migrate(database, appMigrations)
const ledger = createLedger({ pool: database, tables: refundLedgerTables, now: () => clock.now() })
await timed(`filling in ${members} members, ${inviters} of them inviters`, () => fill(database, ledger))
await measureDays(database, ledger)
await measureBooking(database, ledger)
await ledger.close()
await database.close()
