import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Devices } from '../../platform/login/devices.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import type { Proofs } from '../../platform/login/proofs.ts'
import { createTurns, type InTurn } from '../../platform/login/turns.ts'
import type { Sealer } from '../../platform/sealer.ts'
import type { Signals } from '../../platform/signals.ts'
import type { By } from '../deeds/index.ts'
import type { OperatorDoor } from '../operator/index.ts'

/** What the use cases of this module work with. */
export interface StaffParts {
  database: Database
  clock: Clock
  signals: Pick<Signals, 'publish'>
  operator: Pick<OperatorDoor, 'settings'>
  /** Of their own, so that a rush at the members' login keeps no staff waiting. */
  passwords: Passwords
  proofs: Proofs
  devices: Devices
  /** Takes back what one of the staff has proposed and nobody confirmed, in the transaction that locks him out; answers the ids. */
  withdrawProposals(tx: Sql, agentId: string, by: By): Promise<readonly string[]>
  /** Gives back the rooms that he has, in the same transaction, and writes each down as done by `by`, if told; answers how many. */
  freeRooms(tx: Sql, given: { agentId: string; at: Date; by?: By }): Promise<number>
  /** What keys of the staff's one-time codes are sealed with. */
  sealer: Sealer
  memory: StaffMemory
}

/** What this process keeps in mind: who waits for whom. */
interface StaffMemory {
  loginsInTurn: InTurn
  passwordsInTurn: InTurn
}

export function createMemory(): StaffMemory {
  return { loginsInTurn: createTurns(), passwordsInTurn: createTurns() }
}
