import type { Command } from '../../platform/commands/index.ts'
import { createLedger, type Ledger, spendableMinor } from '@krapao/ledger'
import { ledgerTables } from '../../app.ts'
import type { Database } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'
import { createJobs } from '../../platform/jobs.ts'
import { createSealer } from '../../platform/sealer.ts'
import { addMemberRow } from '../../testing/add-member-row.ts'
import { startTestApp } from '../../testing/app.ts'
import { book } from '../../testing/book.ts'
import { createFakeClock } from '../../testing/clock.ts'
import { createTestLogger } from '../../testing/logger.ts'
import type { Movement } from '../members/index.ts'
import { createProposals } from '../proposals/index.ts'
import { activate } from './accounts/accounts.ts'
import { gamesCommands } from './games.commands.ts'
import { type LegRow, legsToDecide, legsWaiting } from './games.store.ts'
import { readingDecisions, transferDecisions } from './games-decisions.ts'
import { arrivalDecisions } from './arrivals/arrival-decisions.ts'
import { commandsOfKinds } from '../../testing/decided-by-command.ts'
import { gamesJobs } from './games.jobs.ts'
import type { GamesParts } from './games.parts.ts'
import { createReadingBooking } from './readings/reading-deeds.ts'
import { createTransferEnd } from './transfers/transfer-deeds.ts'
import { transfersBetween } from './games.store.ts'
import type { GameProviders } from './providers/provider.ts'
import { ScriptedProvider } from './scripted-provider.fixture.ts'

const startedAt = Date.UTC(2026, 10, 2, 3)

/** What one process holds; `work` runs each of its jobs once and answers how much they did. */
export interface GamesProcess {
  parts: GamesParts
  work(): Promise<number>
  /** Gives the jobs their turns whose time has come. */
  workDue(): Promise<void>
}

/** The use cases of the module on an app's database, operator and members, with scripted providers and a clock in hand. */
export interface GamesWorld {
  parts: GamesParts
  ledger: Ledger
  database: Database
  /** The lines of the log of all processes. */
  lines: Record<string, unknown>[]
  /** The scripted provider of a game; not in use in a world with other providers. */
  provider(code: string): ScriptedProvider
  /** Another process on the same database, as after a kill or beside the first one. */
  startProcess(): GamesProcess
  /** Moves the clock. */
  advance(ms: number): void
  /** Runs every job until none finds work; time passes by `stepMs` up to `totalMs` in between. */
  settle(totalMs?: number, stepMs?: number): Promise<void>
  /** A member with money in the wallet and active accounts. */
  member(walletMinor: number, codes: readonly string[]): Promise<string>
  /** Satang spendable, by the ledger. */
  amount(memberId: string, place: string): Promise<number>
  usernameOf(memberId: string, code: string): Promise<string>
  /** The member's transfers as lines of the statement, the newest first. */
  transfersOf(memberId: string): Promise<Movement[]>
  close(): Promise<void>
}

/** Legs that wait for a person. */
export async function legsInReview(database: Database): Promise<LegRow[]> {
  const waiting = await database.query<{ id: string }>(legsWaiting)
  return legsToDecide(
    database,
    waiting.map(({ id }) => id),
  )
}

/** What an operator can do at the command line of a process. */
export function commandsOf(parts: GamesParts): Command[] {
  const kinds = [
    transferDecisions(parts, createTransferEnd(parts)),
    readingDecisions(parts, createReadingBooking(parts)),
    arrivalDecisions(parts),
  ]
  return [...gamesCommands(parts), ...commandsOfKinds(parts, kinds)]
}

export async function openGamesWorld(
  given: { providers?: GameProviders; engine?: Database['engine']; leaseWaitMs?: number } = {},
): Promise<GamesWorld> {
  const providers = new Map<string, ScriptedProvider>()
  const provider = (code: string): ScriptedProvider => {
    const known = providers.get(code) ?? new ScriptedProvider()
    providers.set(code, known)
    return known
  }
  const clock = createFakeClock(new Date(startedAt).toISOString())
  const app = await startTestApp({
    clock,
    env: { DESK_PORT: '0' },
    engine: given.engine,
    tuning: { leaseWaitMs: given.leaseWaitMs ?? 200 },
  })
  const { database } = app
  const { operator, members } = app.app()
  // One person ends here what otherwise takes two: what is proposed is done at once.
  await operator.setSetting('secondPerson', 'off')
  const { logger, lines } = createTestLogger()
  const ledgers: Ledger[] = []
  function startProcess(): GamesProcess {
    const ledger = createLedger({ pool: database, tables: ledgerTables, now: () => clock.now() })
    ledgers.push(ledger)
    const parts: GamesParts = {
      database,
      ledger,
      clock,
      startedAt: clock.now(),
      logger,
      operator,
      members,
      proposals: createProposals({
        database,
        clock,
        operator,
        signals: { publish: () => {} },
        rolesOf: () => Promise.resolve([]),
        namesOf: () => Promise.resolve(new Map()),
      }),
      sealer: createSealer(['ab'.repeat(32)]),
      providers: given.providers ?? provider,
    }
    const ownJobs = gamesJobs(parts)
    const jobs = createJobs({ logger, clock })
    for (const job of ownJobs) jobs.register(job)
    return {
      parts,
      workDue: () => jobs.runDue(),
      async work() {
        let done = 0
        for (const job of ownJobs) done += await job.run(new AbortController().signal)
        return done
      },
    }
  }
  const { parts, work, workDue } = startProcess()
  const { ledger } = parts
  const amount = async (memberId: string, place: string): Promise<number> => {
    const name = `member/${memberId}/${place}`
    return spendableMinor((await ledger.states(database, [name])).get(name))
  }
  return {
    parts,
    ledger,
    database,
    lines,
    provider,
    startProcess,
    amount,
    advance: (ms) => clock.advance(ms),
    async settle(totalMs = 0, stepMs = 1_000) {
      for (let passedMs = 0; passedMs <= totalMs; passedMs += stepMs) {
        await (passedMs === 0 ? work() : workDue())
        clock.advance(stepMs)
      }
    },
    async member(walletMinor, codes) {
      const id = newId(clock.now())
      await addMemberRow(database, { id, at: clock.now() })
      await ledger.open(database, [{ account: `member/${id}/wallet`, currency: 'BAHT', floorMinor: 0 }])
      if (walletMinor > 0) {
        const [from, to] = ['house/bank:KBANK', `member/${id}/wallet`]
        await book({ ledger, database }, { from, to, amountMinor: walletMinor, code: 'deposit', at: clock.now() })
      }
      for (const code of codes) await activate(parts, id, code, 'th')
      return id
    },
    async usernameOf(memberId, code) {
      const rows = await database.query<{ username: string }>(
        `select username from game_account where member_id = $1 and code = $2`,
        [memberId, code],
      )
      return rows[0]?.username ?? ''
    },
    async transfersOf(memberId) {
      const lines = await transfersBetween(database, { memberId, fromNumber: 1, toNumber: 1_000 })
      return lines.toSorted((one, other) => other.number - one.number)
    },
    async close() {
      for (const one of ledgers) await one.close()
      await app.close()
    },
  }
}
