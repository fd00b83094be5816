import { expect, it } from 'vitest'
import {
  accepted,
  fresh,
  hold,
  ledgerOn,
  moving,
  openPair,
  post,
  refused,
  replayed,
  settle,
  voided,
} from './testing/factories.ts'
import { onEngine } from './testing/on-engine.ts'
import type { World } from './testing/on-engine.ts'
import { openPostgresPool, type PostgresPool } from './testing/postgres-pool.ts'
import { createRandom } from './testing/random.ts'
import type { Ledger, Outcome, Submission } from './types.ts'

const CONNECTIONS = 64
const MOVERS = 48
const READERS = 8
const times = Number(process.env['KRAPAO_TEST_TIMES'] ?? 1)
const MOVES_A_MOVER = 15 * times
const ROUNDS = 2 * times
/** A connection is killed whenever so many answers have come. */
const ANSWERS_A_KILL = 20
const ACCOUNTS = 24
const OPENING_MINOR = 1_000
const LONG_MS = 240_000

const databaseUrl = process.env['TEST_DATABASE_URL']
const withoutPostgres = 'there is no PostgreSQL here, and the embedded engine has one connection: nothing races'

/** Ledgers of several processes, as it were, on many connections of their own, which somebody kills at random. */
async function openRace({ database }: World, connectionString: string) {
  const application = fresh(`race ${process.pid}`)
  const [{ schema } = { schema: '' }] = await database.query<{ schema: string }>('SELECT current_schema() AS schema')
  const pool = openPostgresPool({ connectionString, schema, application, connections: CONNECTIONS })
  const ledgers = [1, 2, 3, 4].map(() => ledgerOn(pool, { flights: 8, batchMax: 16 }))
  const kill = () =>
    database.query<{ killed: boolean }>(
      `SELECT pg_terminate_backend(pid) AS killed FROM pg_stat_activity WHERE application_name = $1
      ORDER BY random() LIMIT 1`,
      [application],
    )
  return { pool, ledgers, kill }
}

/** Sends a submission until it is answered, as callers do: a connection that is lost tells nothing of its outcome. */
async function insist(pool: PostgresPool, ledger: Ledger, byGroup: boolean, submission: Submission): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (byGroup ? ledger.submit(submission) : pool.transaction((tx) => ledger.post(tx, submission)))
    } catch (error) {
      if (tries > 50) throw error
    }
  }
}

onEngine('on a real server, a ledger', (world) => {
  it(
    'shows every reader the whole money, while 64 connections move it and are killed',
    async ({ skip }) => {
      if (databaseUrl === undefined || !world.concurrent) return skip(withoutPostgres)
      const { pool, ledgers, kill } = await openRace(world, databaseUrl)
      const till = fresh('till')
      const names = Array.from({ length: ACCOUNTS }, () => fresh('account'))
      const openings = names.map((account) => ({ account, currency: 'BAHT', floorMinor: 0 }))
      await world.ledger.open(world.database, [{ account: till, currency: 'BAHT', floorMinor: null }, ...openings])
      for (const name of names) await world.ledger.submit(moving(post(till, name, OPENING_MINOR)))

      const expected = new Map(names.map((name) => [name, OPENING_MINOR]))
      let [answers, moved, kills, reads, movers] = [0, 0, 0, 0, MOVERS]
      const accept = (from: string, to: string, amountMinor: number) => {
        moved += 1
        expected.set(from, (expected.get(from) ?? 0) - amountMinor)
        expected.set(to, (expected.get(to) ?? 0) + amountMinor)
      }
      async function move(mover: number): Promise<void> {
        const random = createRandom(mover)
        const ledger = ledgers[mover % ledgers.length] ?? world.ledger
        for (let turn = 0; turn < MOVES_A_MOVER; turn += 1) {
          const from = random.pick(names)
          const to = random.pick(names.filter((name) => name !== from))
          const amountMinor = 1 + random.below(400)
          const held = hold(from, to, amountMinor)
          const byGroup = random.chance(0.7)
          const first = random.chance(0.3) ? held : post(from, to, amountMinor)
          const outcome = await insist(pool, ledger, byGroup, moving(first))
          expect([accepted, replayed, refused('NOT_ENOUGH', from)]).toContainEqual(outcome)
          if (outcome.ok && first === held) {
            const part = 1 + random.below(amountMinor)
            const closing = random.chance(0.5) ? settle(held.id, { amountMinor: part }) : voided(held.id)
            expect((await insist(pool, ledger, byGroup, moving(closing))).ok).toBe(true)
            if (closing.kind === 'settle') accept(from, to, part)
          } else if (outcome.ok) accept(from, to, amountMinor)
          answers += 1
          if (answers % ANSWERS_A_KILL !== 0) continue
          const [found] = await kill()
          if (found?.killed === true) kills += 1
        }
        movers -= 1
      }
      async function read(): Promise<void> {
        while (movers > 0) {
          const states = await world.ledger.states(pool, names).catch(() => null)
          if (states === null) continue
          const sum = [...states.values()].reduce((total, { postedMinor }) => total + postedMinor, 0)
          expect(sum).toBe(ACCOUNTS * OPENING_MINOR)
          reads += 1
        }
      }
      await Promise.all([
        ...Array.from({ length: MOVERS }, (_, mover) => move(mover)),
        ...Array.from({ length: READERS }, read),
      ])
      const states = await world.ledger.states(world.database, names)
      expect(new Map([...states].map(([name, { postedMinor }]) => [name, postedMinor]))).toEqual(expected)
      expect([...states.values()].every(({ heldMinor, pendingCount }) => heldMinor === 0 && pendingCount === 0)).toBe(
        true,
      )
      // Two turns in three move money, and one in twenty kills.
      expect(moved).toBeGreaterThan((MOVERS * MOVES_A_MOVER) / 3)
      expect(kills).toBeGreaterThan(MOVES_A_MOVER)
      expect(reads).toBeGreaterThan(READERS)
      await Promise.all(ledgers.map((ledger) => ledger.close()))
      await pool.close()
    },
    LONG_MS,
  )

  it(
    'closes each of 20 holds once, though 32 racers settle and void all of them while they are killed',
    async ({ skip }) => {
      if (databaseUrl === undefined || !world.concurrent) return skip(withoutPostgres)
      const { pool, ledgers, kill } = await openRace(world, databaseUrl)
      const { till, purse } = await openPair(world.ledger, world.database, 2_000)
      const holds = Array.from({ length: 20 }, () => hold(purse, till, 100))
      for (const held of holds) expect(await world.ledger.submit(moving(held))).toEqual(accepted)
      const outcomes = await Promise.all(
        holds.flatMap((held, place) =>
          Array.from({ length: 32 }, async (_, racer) => {
            const closing = racer % 2 === 0 ? settle(held.id, { amountMinor: 1 + racer }) : voided(held.id)
            const ledger = ledgers[(racer + place) % ledgers.length] ?? world.ledger
            const outcome = await insist(pool, ledger, racer % 3 > 0, moving(closing))
            if (racer === 7) await kill()
            return { held: held.id, outcome, settledMinor: closing.kind === 'settle' ? 1 + racer : 0 }
          }),
        ),
      )
      let settledMinor = 0
      for (const { id } of holds) {
        const closed = outcomes.filter(({ held, outcome }) => held === id && outcome.ok)
        expect(closed).toHaveLength(1)
        settledMinor += closed[0]?.settledMinor ?? 0
      }
      expect(outcomes.filter(({ outcome }) => !outcome.ok && outcome.refusal === 'HOLD_CLOSED')).toHaveLength(20 * 31)
      expect((await world.ledger.states(world.database, [purse])).get(purse)).toMatchObject({
        postedMinor: 2_000 - settledMinor,
        heldMinor: 0,
        pendingCount: 0,
      })
      await Promise.all(ledgers.map((ledger) => ledger.close()))
      await pool.close()
    },
    LONG_MS,
  )

  it(
    'lets 5,000 parallel spends have exactly what one balance covers, round after round',
    async () => {
      const ledgers = [1, 2, 3, 4].map(() => ledgerOn(world.database, { flights: 4 }))
      // Without other connections nothing changes from one round to the next.
      for (let round = 1; round <= (world.concurrent ? ROUNDS : 1); round += 1) {
        const amountMinor = 3 + round
        const covered = 100 * round
        const { till, purse } = await openPair(world.ledger, world.database, covered * amountMinor + amountMinor - 1)
        const outcomes = await Promise.all(
          Array.from({ length: 5_000 }, (_, spend) =>
            (ledgers[spend % 4] ?? world.ledger).submit(moving(post(purse, till, amountMinor))),
          ),
        )
        expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(covered)
        expect(outcomes.filter((outcome) => !outcome.ok && outcome.refusal === 'NOT_ENOUGH')).toHaveLength(
          5_000 - covered,
        )
        expect((await world.ledger.states(world.database, [purse])).get(purse)).toMatchObject({
          postedMinor: amountMinor - 1,
          version: covered + 1,
        })
      }
    },
    LONG_MS,
  )
})
