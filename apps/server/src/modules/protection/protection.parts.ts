import type { Clock } from '../../platform/clock.ts'
import type { Ledger } from '@krapao/ledger'
import type { Database } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import type { Cashier } from '../cashier/index.ts'
import type { Games } from '../games/index.ts'
import type { Members } from '../members/index.ts'
import type { Rewards } from '../rewards/index.ts'
import type { Statements } from '../statements/index.ts'

/** What the use cases of this module work with. */
export interface ProtectionParts {
  database: Database
  clock: Clock
  members: Pick<
    Members,
    | 'requireCard'
    | 'requireNamed'
    | 'standing'
    | 'lockStanding'
    | 'writeProtection'
    | 'confirmPassword'
    | 'writeDown'
    | 'lease'
  >
  statements: Pick<Statements, 'netPosition' | 'sumsSince'>
  ledger: Pick<Ledger, 'states' | 'post'>
  cashier: Pick<Cashier, 'reservedMinor' | 'cancelLiveQrAbove' | 'broughtAndTaken' | 'reportNotHome'>
  /** How often a check comes to who chose nothing himself (null: never), and the paragraphs that say who helps. */
  operator: {
    settings(): Promise<{ realityCheckMinutes: number | null }>
    texts(kind: 'help', language: Language): Promise<readonly string[]>
  }
  games: Pick<Games, 'bringAllHome' | 'lockOut' | 'positions'>
  rewards: Pick<Rewards, 'endByExclusion'>
}
