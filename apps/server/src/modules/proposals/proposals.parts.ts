import type { Role } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Signals } from '../../platform/signals.ts'
import { type Actor, agentOf, type NamesOf } from '../deeds/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { AnyDeed } from './proposals.types.ts'

/** What this module works with. */
export interface ProposalsParts {
  database: Database
  clock: Clock
  signals: Pick<Signals, 'publish'>
  operator: Pick<OperatorDoor, 'setting'>
  /** What one of the staff may do as of a transaction, which keeps it so; null for one who is let in no more. */
  rolesOf(tx: Sql, agentId: string): Promise<readonly Role[] | null>
  /** How these of the staff are called. */
  namesOf: NamesOf
  /** The deeds that there are, by their kinds. */
  deeds: Map<string, AnyDeed>
}

/** What he may do as of this transaction, which keeps him from being locked out meanwhile; null: all, at the command line. */
export async function rolesIn(parts: ProposalsParts, tx: Sql, actor: Actor): Promise<readonly Role[] | null> {
  const agentId = agentOf(actor)
  if (agentId === null) return null
  return (await parts.rolesOf(tx, agentId)) ?? refuse('FORBIDDEN')
}
