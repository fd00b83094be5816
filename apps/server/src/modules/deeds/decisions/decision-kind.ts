import type {
  DecisionAction,
  DecisionActionName,
  DecisionEnd,
  DecisionEvidence,
  DecisionFact,
  DecisionKindName,
  DecisionReason,
  Role,
} from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import type { By } from '../deeds.ts'

/** What waits for a person, as the queue lists it. */
export interface DecisionRow {
  id: string
  /** What is sent back with a decision: another one by then, and it is told that it moved on. */
  version: number
  memberId: string | null
  amountMinor: number | null
  since: Date
  /** Every reason why a person is needed. */
  reasons: readonly DecisionReason[]
}

/** What is shown of something, each under a name that staff have a word for; those that end in `Amount` are in baht. */
export type DecisionFacts = Readonly<Partial<Record<DecisionFact, string | number | boolean | null>>>

/** One of them with all that it is judged by. One that waits no more has no actions. */
export interface DecisionReading {
  row: DecisionRow
  evidence: {
    why: readonly { reason: DecisionReason; facts: DecisionFacts }[]
    facts: DecisionFacts
  } & Partial<Pick<DecisionEvidence, 'picture' | 'comparison' | 'money' | 'timeline'>>
  actions: readonly DecisionAction[]
  /** What may be done about it at the command line alone, though it waits for nobody. */
  besides?: readonly DecisionAction[]
  /** Whether the party may be asked now, and not when it is due: `ask` of the kind. */
  canAsk?: boolean
  /** On what else deeds about it stand, such as the withdrawal of a case. */
  deedsOn?: readonly string[]
}

/** What was sent beside the action, each read by the field that the action names. */
export interface DecisionFields {
  reason?: string
  note?: string
  evidence?: string
  amountMinor?: number
  hours?: number
  transfer?: string
  member?: string
}

export interface DecisionDeed {
  id: string
  action: DecisionActionName
  version: number
  fields: DecisionFields
  by: By
}

/** `moved`: it stands otherwise by now. `what` says how, where no deed tells; `by` a party that had the last word. */
export type DecisionOutcome =
  | { outcome: 'done'; said?: string }
  | { outcome: 'proposed'; proposalId: string }
  | { outcome: 'moved'; by?: string; what?: DecisionEnd }

/** One kind of what waits for a person, handed to the queue by the module whose it is. */
export interface DecisionKind {
  kind: DecisionKindName
  /**
   * What waits, the one word of it for queue, gauge and member page: SQL that selects `id`, `since` and `member_id`, null
   * where it is about several, and that an index answers in the order of the first two; `$1` is the present moment.
   */
  waiting: string
  /** The same kind as somebody with these roles is shown it, where not everybody is shown all of it. */
  shownTo?(roles: readonly Role[]): DecisionKind
  /** Those of these ids that wait still, in any order. */
  list(sql: Sql, ids: readonly string[]): Promise<DecisionRow[]>
  /** Null when there is none of this id; one that is decided is read too. */
  read(id: string): Promise<DecisionReading | null>
  /** Ids of whom it is about, where that may be more than one: in their order, behind one of them. */
  members?(id: string, page: { after: string; limit: number }): Promise<string[]>
  /** Has the party asked now how it stands, by the job that asks it anyhow. */
  ask?(id: string, by: By): Promise<'asked' | 'too-soon' | 'moved'>
  /** Does one of the actions that the reading lists: who does it and the fields were held against it before. */
  act(deed: DecisionDeed): Promise<DecisionOutcome>
}

/** What a deed on one of them is about, by which it is found again. */
export function decisionSubject(kind: DecisionKindName, id: string): string {
  return `${kind}:${id}`
}
