import type { Ledger } from '@krapao/ledger'
import type { Database } from '../../platform/database/types.ts'
import type { MovementsDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'

/** What the use cases of this module work with. */
export interface StatementsParts {
  database: Database
  ledger: Pick<Ledger, 'balanceAfter'>
  operator: Pick<OperatorDoor, 'bank'>
  /** The modules whose movements make up the history. */
  doors: readonly MovementsDoor[]
}
