import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Pictures } from '../../platform/pictures/index.ts'
import type { Signals } from '../../platform/signals.ts'
import type { Members } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'

/** What the use cases of this module work with. */
export interface SupportParts {
  database: Database
  ledger: Pick<Ledger, 'states'>
  clock: Clock
  /** Where the module's own jobs are registered. */
  jobs: Pick<Jobs, 'wake'>
  signals: Pick<Signals, 'publish'>
  operator: Pick<OperatorDoor, 'settings'>
  members: Pick<Members, 'profile' | 'payee' | 'standing' | 'sessions'>
  files: Files
  pictures: Pictures
  /** The web app's own address. */
  website: string
  memory: SupportMemory
}

/** What this process keeps in mind. */
interface SupportMemory {
  /** Messages that were told, and of which that is not written down yet. */
  told: string[]
}

export function createMemory(): SupportMemory {
  return { told: [] }
}
