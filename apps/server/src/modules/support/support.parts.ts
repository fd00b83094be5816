import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Devices } from '../../platform/login/devices.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import type { Proofs } from '../../platform/login/proofs.ts'
import { createTurns, type InTurn } from '../../platform/login/turns.ts'
import type { Pictures } from '../../platform/pictures/index.ts'
import type { Sealer } from '../../platform/sealer.ts'
import type { Signals } from '../../platform/signals.ts'
import type { By } from '../deeds/index.ts'
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
  members: Pick<Members, 'profile' | 'payee' | 'standing' | 'sessionCount'>
  /** Of their own, so that a rush at the members' login keeps no staff waiting. */
  passwords: Passwords
  proofs: Proofs
  devices: Devices
  files: Files
  pictures: Pictures
  /** The web app's own address. */
  website: string
  /** Takes back what one of the staff has proposed and nobody confirmed, in the transaction that locks him out; answers the ids. */
  withdrawProposals(tx: Sql, agentId: string, by: By): Promise<readonly string[]>
  /** When all was proven last, and how much was found wrong. */
  lastAudit(): Promise<{ endedAt: Date; problems: number } | null>
  /** What keys of the staff's one-time codes are sealed with. */
  sealer: Sealer
  memory: SupportMemory
}

/** What this process keeps in mind: who waits for whom, and what is still to be noted. */
export interface SupportMemory {
  /** Messages that were told, and of which that is not written down yet. */
  told: string[]
  loginsInTurn: InTurn
  passwordsInTurn: InTurn
}

export function createMemory(): SupportMemory {
  return { told: [], loginsInTurn: createTurns(), passwordsInTurn: createTurns() }
}
