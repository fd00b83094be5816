import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Members } from '../members/index.ts'
import type { Statements } from '../statements/index.ts'

/** What the use cases of this module work with. */
export interface ProtectionParts {
  database: Database
  clock: Clock
  members: Pick<Members, 'standing' | 'lockStanding' | 'writeProtection' | 'confirmPassword' | 'writeDown'>
  statements: Pick<Statements, 'netPosition' | 'sumsSince'>
  /** Deposits of the member that are on their way, in satang: the cashier knows. */
  reservedMinor(sql: Sql, memberId: string, now: Date): Promise<number>
}
