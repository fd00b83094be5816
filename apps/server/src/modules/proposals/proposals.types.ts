import type { PROPOSAL_STATES, ProposalAccount, ProposalFact, Role } from '@krapao/contract'
import type * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import type { Actor, By } from '../deeds/index.ts'

export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** What a deed is done with. */
export interface Doing<Terms, Evidence> {
  /** What is booked goes by ids derived from it, so that it is booked once. */
  proposalId: string
  terms: Terms
  memberId: string | null
  amountMinor: number | null
  proposedBy: Actor
  /** Who lets it be done now. What he writes a deed with says by itself who proposed it, or that one person did it alone. */
  by: By
  evidence: Evidence
}

/** How a deed would be done at this moment. */
export interface Foreseen {
  /** To whom it is done. */
  member: { memberId: string; memberNo: string; name: string } | null
  /** By what it is judged: what is read now is held against what was read when it was proposed. */
  facts: ProposalFacts
  /** Those of them because of which it would be refused. */
  against: readonly ProposalFact[]
  /** What it books: each account of the ledger by what it is, as it stands now, and what comes to it. */
  books: readonly { account: ProposalAccount; postedMinor: number; changeMinor: number }[]
}

/** Each under a name that staff have a word for; those that end in `Amount` are in baht. */
export type ProposalFacts = Readonly<Partial<Record<ProposalFact, string | number | boolean>>>

/** A deed that takes two persons. Its module makes it, hands it to `register`, and proposes it by `offer`. */
export interface TwoPersonDeed<Terms, Evidence = undefined> {
  kind: string
  /** Whoever has one of these roles confirms what another proposed; at the command line there are no roles. */
  confirmedBy: readonly Role[]
  /** Its terms, as they are kept between the proposal and its end: JSON, no secret. */
  shape: v.GenericSchema<unknown, Terms>
  /** Looks in the transaction of the proposal whether it may be proposed at all; throws what it is refused with. */
  judge?(tx: Sql, asked: { terms: Terms; memberId: string | null; by: By }): Promise<void>
  /**
   * How it would be done now: when it is proposed (`confirmer` is null), in the same transaction, and for whoever opens it
   * afterwards. What is proposed about an amount of a member's has it.
   */
  foresee?(
    sql: Sql,
    asked: { proposalId: string; terms: Terms; memberId: string | null; confirmer: Actor | null },
  ): Promise<Foreseen>
  /** Asks parties outside, before the transaction that does it. */
  prepare?(terms: Terms): Promise<Evidence>
  /**
   * Does it in the transaction that ends the proposal: looks at every rule anew, throws MOVED_ON with `details.what` where
   * one does not hold any more, and writes one deed with `by`.
   */
  run(tx: Sql, doing: Doing<Terms, Evidence>): Promise<void>
  /** What is to be told or woken once it is committed. */
  after?(done: Doing<Terms, Evidence>): void
}

/** Any of them, as the list of those that there are has it. */
export type AnyDeed = TwoPersonDeed<unknown, unknown>

/** A proposal as it is kept. */
export interface ProposalRow {
  id: string
  kind: string
  state: ProposalState
  terms: Record<string, unknown>
  memberId: string | null
  amountMinor: number | null
  subject: string | null
  proposedBy: Actor
  proposedAt: Date
  lapsesAt: Date
  decidedBy: Actor | null
  decidedAt: Date | null
  note: string | null
  /** What it was judged by when it was proposed; null where nothing is, or nothing was kept of it. */
  seen: ProposalFacts | null
}

/** What came of offering a deed: done at once where one person may do it, or waiting for another. */
export interface Offered {
  outcome: 'done' | 'proposed'
  proposalId: string | null
}
