import { createLedger, ledgerMigrations } from '@krapao/ledger'
import type { Ledger } from '@krapao/ledger'
import type { Database } from '../../platform/database/types.ts'
import { deriveId, newId } from '../../platform/ids.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { type MembersDoor, membersLedgerTables, membersMigrations } from '../members/index.ts'
import { createOperator, operatorMigrations } from '../operator/index.ts'
import { createSealer } from './credentials.ts'
import { gamesJobs } from './games.jobs.ts'
import { gamesLedgerTables, gamesMigrations } from './games.migrations.ts'
import type { GamesParts } from './games.parts.ts'
import { activate } from './accounts.ts'
import { ScriptedProvider } from './scripted-provider.fixture.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
const startedAt = Date.UTC(2026, 10, 2, 3)

/** The module on the real database and ledger, with scripted providers, a clock in hand, and no HTTP. */
export interface GamesWorld {
  parts: GamesParts
  ledger: Ledger
  database: Database
  provider(code: string): ScriptedProvider
  /** Moves the clock. */
  advance(ms: number): void
  /** Runs every job until none finds work; time passes by `stepMs` up to `totalMs` in between. */
  settle(totalMs?: number, stepMs?: number): Promise<void>
  /** A member with money in the wallet and active accounts. */
  member(walletMinor: number, codes: readonly string[]): Promise<string>
  /** Satang spendable, by the ledger. */
  amount(memberId: string, place: string): Promise<number>
  usernameOf(memberId: string, code: string): Promise<string>
  close(): Promise<void>
}

export async function openGamesWorld(): Promise<GamesWorld> {
  const database = await openTestDatabase({
    migrations: [...ledgerMigrations, ...operatorMigrations, ...membersMigrations, ...gamesMigrations],
  })
  let nowMs = startedAt
  const clock = { now: () => new Date(nowMs) }
  const ledger = createLedger({
    pool: database,
    tables: [...membersLedgerTables, ...gamesLedgerTables],
    now: () => clock.now(),
  })
  const operator = createOperator({ database, clock })
  await operator.seedDemo()
  await ledger.open(database, [{ account: 'house/bank:KBANK', currency: 'BAHT', floorMinor: null }])
  const providers = new Map<string, ScriptedProvider>()
  const provider = (code: string): ScriptedProvider => {
    const known = providers.get(code) ?? new ScriptedProvider()
    providers.set(code, known)
    return known
  }
  const standing: MembersDoor['standing'] = async (sql, memberId) => {
    const rows = await sql.query<{ version: number; bonusState: null }>(
      `select version, bonus_state as "bonusState" from member where id = $1`,
      [memberId],
    )
    return rows[0] ?? { version: 0, bonusState: null }
  }
  // The rest of the members' door is not what is tested here.
  const members = {
    standing,
    gate: () => Promise.resolve(),
    lease: () => Promise.resolve({ release: () => Promise.resolve() }),
  } as unknown as MembersDoor
  const parts: GamesParts = {
    database,
    ledger,
    clock,
    logger: silent as unknown as GamesParts['logger'],
    operator,
    members,
    providers: provider,
    sealer: createSealer('ab'.repeat(32)),
  }
  const jobs = gamesJobs(parts)
  const amount = async (memberId: string, place: string): Promise<number> => {
    const name = `member/${memberId}/${place}`
    const state = (await ledger.states(database, [name])).get(name)
    return state === undefined ? 0 : state.postedMinor - state.heldMinor
  }
  return {
    parts,
    ledger,
    database,
    provider,
    amount,
    advance: (ms) => {
      nowMs += ms
    },
    async settle(totalMs = 0, stepMs = 1_000) {
      for (let passedMs = 0; passedMs <= totalMs; passedMs += stepMs) {
        for (const job of jobs) await job.run(new AbortController().signal)
        nowMs += stepMs
      }
    },
    async member(walletMinor, codes) {
      const id = newId(clock.now())
      await database.query(
        `insert into member (id, username, name, password_hash, created_at) values ($1, $2, 'A Player', 'x', $3)`,
        [id, id.slice(-10), clock.now()],
      )
      await ledger.open(database, [{ account: `member/${id}/wallet`, currency: 'BAHT', floorMinor: 0 }])
      if (walletMinor > 0) {
        await ledger.submit({
          movements: [
            {
              kind: 'post',
              id: deriveId(id, 'money'),
              from: 'house/bank:KBANK',
              to: `member/${id}/wallet`,
              amountMinor: walletMinor,
              code: 'deposit',
              reference: id,
              occurredAt: clock.now(),
            },
          ],
        })
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
    async close() {
      await ledger.close()
      await database.close()
    },
  }
}
