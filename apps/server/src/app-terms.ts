import type { Config } from './config.ts'
import type { GameProviders } from './modules/games/index.ts'
import type { Parties } from './parties/parties.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/index.ts'
import type { PasswordTerms } from './platform/login/passwords.ts'
import type { Logger } from './platform/logger.ts'

/** What a server process is made of. */
export interface AppTerms {
  config: Config
  clock: Clock
  logger: Logger
  /** An open database that has all migrations; without it the one of the settings is opened and brought up to date. */
  database?: Database
  /** The database of the settings, which is being opened already; it is the app's then. */
  opening?: Promise<Database>
  /** For tests: shorter waits, cheaper passwords, answers held against the contract, parties in this process. */
  tuning?: {
    idempotency?: { waitMs?: number; leaseMs?: number }
    leaseWaitMs?: number
    /** True audits when a command says so, and not by a job. */
    auditsByHand?: boolean
    /** How many of the members' passwords are computed at once and wait, and how much work each password is. */
    passwords?: Partial<PasswordTerms>
    checksAnswers?: boolean
    /** Parties, and game providers, in place of those of the settings. */
    parties?: Partial<Parties>
    games?: GameProviders
    /** Where the built web app lies, and the desk's; false for none. */
    webFolder?: string | false
    deskFolder?: string | false
  }
}
