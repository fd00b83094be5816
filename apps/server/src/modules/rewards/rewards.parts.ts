import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Games } from '../games/index.ts'
import type { Members } from '../members/index.ts'

/** What the use cases of this module work with. */
export interface RewardsParts {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  members: Members
  games: Games
}

/** How often something that moved is read again; each time somebody else had his way. */
export const TRIES_MAX = 20
