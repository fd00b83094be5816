import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Settings } from './operator.settings.ts'

/** What the use cases of this module work with. */
export interface OperatorParts {
  database: Database
  clock: Clock
  /** Where relative links of games lead, such as the sandbox's address; without it they are null. */
  outsideUrl: string | null
  /** What holds until the operator says otherwise. */
  defaults: Settings
  use: InUse
}

/** What others have that hangs on what stands here: then some of it can change no more. */
export interface InUse {
  /** Whether anybody has an account at the game. */
  isPlayed(sql: Sql, gameCode: string): Promise<boolean>
  /** Whether a transfer is known that was sent from a bank of this name. */
  hasPaid(sql: Sql, bank: string): Promise<boolean>
  /** Whether two persons have ever put rules of automatic release in force. */
  hasReleaseRules(sql: Sql): Promise<boolean>
}
