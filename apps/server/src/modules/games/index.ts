import type { GameAccount } from '@krapao/contract'
import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Command } from '../../platform/commands/index.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { listGameAccounts } from './accounts.ts'
import { createSealer } from './credentials.ts'
import { gamesCommands } from './games.commands.ts'
import { gamesJobs } from './games.jobs.ts'
import { gamesRoutes } from './games.routes.ts'
import { hasOpenCase, listTransfersByNumber } from './games.store.ts'
import { bringHome } from './gather.ts'
import type { GameProviders } from './providers/provider.ts'
import { type Refreshed, refreshAll } from './refresh.ts'

export { gamesLedgerTables, gamesMigrations } from './games.migrations.ts'
export { createProviders, readDemoProviders } from './providers/families.ts'
export { readProviderRows } from './providers/provider-rows.ts'
export type { GameProvider, GameProviders } from './providers/provider.ts'

/** One line of a member's statement, as each module that moves money tells its own. */
export interface GameMovement {
  number: number
  id: string
  /** WALLET or a game's code. */
  from: string
  to: string
  amountMinor: number
  status: 'SUCCESS' | 'FAILED' | 'IN_PROGRESS'
  createdAt: Date
}

export interface GamesDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  operator: OperatorDoor
  members: MembersDoor
  providers: GameProviders
  /** 64 hexadecimal digits: what provider passwords are sealed with. */
  credentialsKey: string
}

/** What other modules may ask of the games. */
export interface GamesDoor {
  routes: readonly Route[]
  jobs: readonly Job[]
  commands: readonly Command[]
  /** All games of the operator as the member has them, named in his language, by the ledger; no provider is asked. */
  gameAccounts(memberId: string, language: Language): Promise<GameAccount[]>
  /** Reads every active account at its provider and books the results (ruling 1.1). */
  refresh(memberId: string): Promise<Refreshed[]>
  /**
   * Brings back what the wallet lacks, largest balance first, under the caller's lease (ruling 1.7). `operationId` is the
   * withdrawal's: a retry of it finds the same transfers.
   */
  bringHome(
    memberId: string,
    neededMinor: number,
    operationId: string,
  ): Promise<{ status: 'DONE' | 'FAILED' | 'UNKNOWN' }>
  /** True while money of the member that arrived late at a game waits for the operator: so do his withdrawals (ruling 1.2). */
  hasOpenCase(sql: Sql, memberId: string): Promise<boolean>
  /** Transfers whose movement numbers lie between the two, both included, newest first. */
  movements(sql: Sql, memberId: string, fromNumber: number, toNumber: number): Promise<GameMovement[]>
}

/** Game accounts at providers, the money in them, and its way there and back. */
export function createGames(deps: GamesDeps): GamesDoor {
  const { credentialsKey, ...rest } = deps
  const parts = { ...rest, sealer: createSealer(credentialsKey) }
  return {
    routes: gamesRoutes(parts),
    jobs: gamesJobs(parts),
    commands: gamesCommands(parts),
    gameAccounts: (memberId, language) => listGameAccounts(parts, memberId, language),
    refresh: (memberId) => refreshAll(parts, memberId),
    bringHome: async (memberId, neededMinor, operationId) => ({
      status: await bringHome(parts, memberId, neededMinor, operationId),
    }),
    hasOpenCase,
    async movements(sql, memberId, fromNumber, toNumber) {
      const rows = await listTransfersByNumber(sql, memberId, fromNumber, toNumber)
      return rows.map((row) => ({
        number: row.movementNumber,
        id: row.id,
        from: row.fromCode,
        to: row.toCode,
        amountMinor: row.amountMinor,
        status: row.status,
        createdAt: row.createdAt,
      }))
    },
  }
}
