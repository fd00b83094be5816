import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Reads } from '../../platform/reads.ts'
import type { Members, MovementsDoor } from '../members/index.ts'

/** What the use cases of this module work with. */
export interface StatementsParts {
  database: Database
  /** Where pages of members are read. */
  reads: Reads
  ledger: Pick<Ledger, 'attachedFrom' | 'balanceAfter' | 'flows'>
  clock: Clock
  /** What banks are called, by their codes. */
  operator: { bank(code: string): Promise<{ nameTH: string; nameLO: string; nameEN: string } | null> }
  members: Pick<Members, 'find'>
  /** The modules whose movements make up the history. */
  doors: readonly MovementsDoor[]
}
