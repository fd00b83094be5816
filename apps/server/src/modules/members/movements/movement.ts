import type { ReturnReason, StatementKind } from '@krapao/contract'
import type { ReadSql } from '../../../platform/database/types.ts'
import type { Language } from '../../../platform/http/index.ts'

/** One line of a member's history, as the module that made it tells it. */
export interface Movement {
  /** Its place in the member's history, 1 the oldest. */
  number: number
  id: string
  kind: StatementKind
  /** `WALLET`, a slot code, `BANK`, `GIFT` or `HOUSE` (rulings 5.8), as is `to`. */
  from: string
  to: string
  amountMinor: number
  status: 'SUCCESS' | 'FAILED' | 'IN_PROGRESS'
  createdAt: Date
  /** Of rewards: what it was for, in words of the operator. */
  descriptor?: { of: 'bonus' | 'promotion' | 'invite' | 'refund'; description: Record<Language, string> }
}

/**
 * Movements of a member whose numbers lie between the two, both included; with `only` these numbers alone, which all do. Who
 * names `kinds` wants these alone: where there are no others nothing is asked.
 */
export interface MovementRange {
  memberId: string
  fromNumber: number
  toNumber: number
  only?: readonly number[]
  kinds?: ReadonlySet<StatementKind>
}

/**
 * Where movements of a kind stand: a table with the columns `id`, `member_id`, `movement_number` and `created_at`, and
 * what tells the rows of this kind where the table holds several, such as `kind = 'bonus'`.
 */
export interface MovementSource {
  kind: StatementKind
  table: string
  condition?: string
}

/** What a receipt says of a movement beyond its line; each module tells its part. */
interface MovementDetails {
  /** The member's bank, and his account there where it is known. */
  bank?: { code: string; accountNo: string | null; accountName: string | null }
  /** What came on top of it. */
  bonusMinor?: number
  /** Why a person gave back a withdrawal. */
  returnReason?: ReturnReason
  /** By when the member of a withdrawal that a person keeps waiting will hear of it. */
  heldUntil?: Date
  /** Under which transfers it is booked, the last one last. */
  transfers: readonly string[]
}

/** What each module with movements of its own offers to the history. */
export interface MovementsDoor {
  /** Its part of a movement's receipt; null of one that it does not know. */
  details?(sql: ReadSql, memberId: string, id: string): Promise<MovementDetails | null>
  /** The movements of a range, in no order. */
  movements(sql: ReadSql, range: MovementRange): Promise<readonly Movement[]>
  movementSources: readonly MovementSource[]
}
