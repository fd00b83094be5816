import { listGameAccounts, lockOut, renewGameAccount } from './accounts/accounts.ts'
import { arrivalDecisions } from './arrivals/arrival-decisions.ts'
import { bound } from '../../platform/bound.ts'
import { createSealer } from '../../platform/sealer.ts'
import { gamesCommands } from './games.commands.ts'
import { readingDecisions, transferDecisions } from './games-decisions.ts'
import { gamesJobs } from './games.jobs.ts'
import { gamesRoutes } from './games.routes.ts'
import type { GamesParts } from './games.parts.ts'
import { isPlayed, sealedPasswords, writeResealed } from './accounts/accounts.store.ts'
import { hasOpenCase } from './cases.store.ts'
import { gamesMovementSources, movementsBetween, movesAtProvider } from './games.store.ts'
import { firstReadingRow, listPositions, refreshMoved } from './readings/for-bonuses.ts'
import { holdingsOf, readAnew } from './readings/holdings.ts'
import { bringAllHome, bringHome } from './transfers/gather.ts'
import { createReadingBooking } from './readings/reading-deeds.ts'
import { compareRestored, refreshAll } from './readings/refresh.ts'
import { createTransferEnd } from './transfers/transfer-deeds.ts'
import { resultsSince, resultsUnder } from './accounts/under-bonus.ts'

export { gamesLedgerTables, gamesMigrations } from './games.migrations.ts'
export { gameAccountName } from './accounts/ledger-accounts.ts'
export { gamesRecords } from './games.records.ts'
export { gamesWaiting } from './games.store.ts'
export { createProvider } from './providers/families.ts'
export type { Position } from './readings/for-bonuses.ts'
export { providerInFile, readProvider } from './providers/provider-rows.ts'
export { type GameProvider, type GameProviders, NOBODY } from './providers/provider.ts'

export type Games = ReturnType<typeof createGames>

/** Game accounts at providers, the money in them, and its way there and back. */
export function createGames({
  credentialsKeys,
  ...doors
}: Omit<GamesParts, 'startedAt' | 'sealer'> & {
  /** 64 hexadecimal digits: what provider passwords are sealed with. */
  credentialsKeys: readonly string[]
}) {
  const { database, clock } = doors
  const parts: GamesParts = { ...doors, startedAt: clock.now(), sealer: createSealer(credentialsKeys) }
  const transferEnd = createTransferEnd(parts)
  const readingBooking = createReadingBooking(parts)
  parts.proposals.register(transferEnd.deed)
  parts.proposals.register(readingBooking.ends.accept.deed)
  parts.proposals.register(readingBooking.ends.transfer.deed)
  return {
    routes: gamesRoutes(parts),
    jobs: gamesJobs(parts),
    decisionKinds: [
      transferDecisions(parts, transferEnd),
      readingDecisions(parts, readingBooking),
      arrivalDecisions(parts),
    ],
    commands: gamesCommands(parts),
    /** What is kept sealed: passwords at providers. */
    sealed: { sealer: parts.sealer, ...bound(database, { after: sealedPasswords, write: writeResealed }) },
    ...bound(parts, {
      bringAllHome,
      bringHome,
      compareRestored,
      gameAccounts: listGameAccounts,
      holdings: holdingsOf,
      lockOut,
      positions: listPositions,
      readAnew,
      refresh: refreshAll,
      refreshMoved,
      renewGameAccount,
      resultsSince,
      resultsUnder,
    }),
    firstReadingRow,
    hasOpenCase,
    isPlayed,
    movesAtProvider,
    movementSources: gamesMovementSources,
    movements: movementsBetween,
  }
}
