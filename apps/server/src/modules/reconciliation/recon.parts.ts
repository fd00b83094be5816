import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Cashier } from '../cashier/index.ts'
import type { Games } from '../games/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { NamesOf } from '../deeds/index.ts'

export interface ReconParts {
  database: Database
  ledger: Ledger
  clock: Clock
  operator: Pick<OperatorDoor, 'receivingAccounts' | 'games' | 'settings'>
  cashier: Pick<Cashier, 'namesAtBank'>
  games: Pick<Games, 'movesAtProvider'>
  /** How these of the staff are called. */
  namesOf: NamesOf
}
