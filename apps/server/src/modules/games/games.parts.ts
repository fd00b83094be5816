import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Members } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { Proposals } from '../proposals/index.ts'
import type { Sealer } from '../../platform/sealer.ts'
import type { GameProviders } from './providers/provider.ts'

/** What the use cases of this module work with. */
export interface GamesParts {
  database: Database
  ledger: Ledger
  clock: Clock
  /** When this process began: who made a call before may be gone. */
  startedAt: Date
  logger: Logger
  operator: OperatorDoor
  members: Members
  proposals: Pick<Proposals, 'offer' | 'register'>
  providers: GameProviders
  sealer: Sealer
}
