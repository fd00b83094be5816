import type { GameAccount } from '@krapao/contract'
import type { Ledger, RowWrite } from '@krapao/ledger'
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
import type { SealedTexts } from '../../platform/reseal.ts'
import { createSealer, type Sealer } from '../../platform/sealer.ts'
import { gamesCommands } from './games.commands.ts'
import { gamesJobs } from './games.jobs.ts'
import { gamesRoutes } from './games.routes.ts'
import { isPlayed, sealedPasswords, writeResealed } from './accounts.store.ts'
import { hasOpenCase } from './cases.store.ts'
import { gamesMovementSources, listTransfersByNumber } from './games.store.ts'
import { firstReadingRow, listPositions, type Position, refreshMoved } from './for-bonuses.ts'
import { bringAllHome, bringHome } from './gather.ts'
import type { GameProviders } from './providers/provider.ts'
import { compareRestored, type Refreshed, refreshAll } from './refresh.ts'
import { resultsSince, resultsUnder } from './under-bonus.ts'

export { gamesLedgerTables, gamesMigrations } from './games.migrations.ts'
export { gamesWaiting } from './games.store.ts'
export { createProvider } from './providers/families.ts'
export type { Position } from './for-bonuses.ts'
export { providerInFile, readProvider } from './providers/provider-rows.ts'
export type { GameProvider, GameProviders } from './providers/provider.ts'

/** One line of a member's statement, as each module that moves money tells its own. */
export interface GameMovement {
  number: number
  id: string
  kind: 'transfer'
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
  credentialsKeys: readonly string[]
}

/** What other modules may ask of the games. */
export interface GamesDoor {
  routes: readonly Route[]
  jobs: readonly Job[]
  commands: readonly Command[]
  /** What is kept sealed: passwords at providers. */
  sealed: SealedTexts & { sealer: Sealer }
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
  /** All active game accounts of a member, by the ledger; `isMoved` tells of transfers since `since`. */
  positions(sql: Sql, memberId: string, since?: Date): Promise<Position[]>
  /** Reads every game that has an amount in the ledger or was part of a transfer since a time (ruling 4.3). */
  refreshMoved(memberId: string, since: Date): Promise<Refreshed[]>
  /** Brings every balance home for a bonus that ends, under the caller's lease; `operationId` names one round of it. */
  bringAllHome(
    memberId: string,
    operationId: string,
  ): Promise<readonly { code: string; status: 'SUCCESS' | 'IN_PROGRESS' | 'FAILED' | 'NONE'; stale: boolean }[]>
  /** The sum in satang of the results booked under a granted bonus since its grant, from the ledger's entries alone. */
  resultsUnder(memberId: string, bonusId: string, since: Date): Promise<number>
  /** The sum in satang of the results booked since a bonus ended, above zero when the member won; its own are left out. */
  resultsSince(memberId: string, bonusId: string, endedAt: Date): Promise<number>
  /** A row for the submission of a grant: every active game of the member is read soon after it (ruling 4.2). */
  firstReadingRow(memberId: string, bonusId: string, at: Date): RowWrite
  /**
   * Whether each game of the member was compared with the books since a copy of them was put back; those that were not are
   * read now. What differs is an open case then.
   */
  compareRestored(memberId: string): Promise<boolean>
  /** True while money of the member that arrived late at a game waits for the operator: so do his withdrawals (ruling 1.2). */
  hasOpenCase(sql: Sql, memberId: string): Promise<boolean>
  /** Transfers whose movement numbers lie between the two, both included, or are among `only`; newest first. */
  movements(
    sql: Sql,
    memberId: string,
    fromNumber: number,
    toNumber: number,
    only?: readonly number[],
  ): Promise<GameMovement[]>
  /** Whether any member has, or had, an account at a game. */
  isPlayed(sql: Sql, code: string): Promise<boolean>
  /** Where they stand, by their kind. */
  movementSources: typeof gamesMovementSources
}

/** Game accounts at providers, the money in them, and its way there and back. */
export function createGames(deps: GamesDeps): GamesDoor {
  const { credentialsKeys, ...rest } = deps
  const parts = { ...rest, startedAt: deps.clock.now(), sealer: createSealer(credentialsKeys) }
  return {
    routes: gamesRoutes(parts),
    jobs: gamesJobs(parts),
    commands: gamesCommands(parts),
    sealed: {
      sealer: parts.sealer,
      after: (id, limit) => sealedPasswords(deps.database, id, limit),
      write: (id, from, to) => writeResealed(deps.database, id, from, to),
    },
    gameAccounts: (memberId, language) => listGameAccounts(parts, memberId, language),
    refresh: (memberId) => refreshAll(parts, memberId),
    bringHome: async (memberId, neededMinor, operationId) => ({
      status: await bringHome(parts, memberId, neededMinor, operationId),
    }),
    positions: (sql, memberId, since) => listPositions(parts, sql, memberId, since),
    refreshMoved: (memberId, since) => refreshMoved(parts, memberId, since),
    bringAllHome: (memberId, operationId) => bringAllHome(parts, memberId, operationId),
    resultsUnder: (memberId, bonusId, since) => resultsUnder(parts, memberId, bonusId, since),
    resultsSince: (memberId, bonusId, endedAt) => resultsSince(parts, memberId, bonusId, endedAt),
    firstReadingRow,
    compareRestored: (memberId) => compareRestored(parts, memberId),
    hasOpenCase,
    isPlayed,
    movementSources: gamesMovementSources,
    async movements(sql, memberId, fromNumber, toNumber, only) {
      const rows = await listTransfersByNumber(sql, memberId, fromNumber, toNumber, only)
      return rows.map((row) => ({
        kind: 'transfer' as const,
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
