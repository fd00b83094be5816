import type { AnswerOf, desk } from '@krapao/contract'
import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import type { PartyHealth } from '../../platform/parties/index.ts'
import type { Cashier } from '../cashier/index.ts'
import type { Content } from '../content/index.ts'
import type { DecisionKind } from '../deeds/index.ts'
import type { Games } from '../games/index.ts'
import type { Members } from '../members/index.ts'
import type { Privacy } from '../privacy/index.ts'
import type { Protection } from '../protection/index.ts'
import type { Rewards } from '../rewards/index.ts'
import type { Staff } from '../staff/index.ts'
import type { FlowSums, Statements } from '../statements/index.ts'
import type { Support } from '../support/index.ts'
import type { Alert } from './today/alerts.store.ts'

/** What the use cases of this module work with. */
export interface BackofficeParts {
  database: Database
  ledger: Pick<Ledger, 'states' | 'flows' | 'flowEntries'>
  clock: Clock
  operator: { lastRestoredAt(): Promise<Date | null> }
  members: Members
  games: Games
  rewards: Rewards
  cashier: Cashier
  statements: Statements
  protection: Pick<Protection, 'forStaff'>
  privacy: Pick<Privacy, 'lateRequests'>
  content: Pick<Content, 'readWarnings'>
  staff: Pick<Staff, 'namesOf' | 'ownerNames'>
  support: Pick<Support, 'utterancesOf'>
  /** What the queue is made of: kinds of what waits, each from the module whose it is. */
  decisionKinds: readonly DecisionKind[]
  parties: { health(): Promise<PartyHealth[]> }
  lastAudit(): Promise<{ endedAt: Date; problems: number } | null>
  /** Where alerts are told outside of the desk, and what the words are signed with. */
  alertHook: { url: string; key: string } | null
  /** How the day goes, as it was a moment ago. */
  readToday(): Promise<Look>
  memory: {
    /** The days as far as this process has read them. */
    days: Map<Day, ReadDay>
  }
}

/** Today, or the same day a week ago. */
export type Day = 'now' | 'before'

/** The day without who has taken note of what, which is asked for each time. */
export type Look = Omit<AnswerOf<typeof desk.deskToday>, 'alerts'> & { alerts: Alert[] }

/**
 * A day as far as this process has read it. The accounts of the house number their entries in the order of their times, so
 * that each look reads only those that came since the last one; a process that begins reads the day once.
 */
export interface ReadDay {
  fromMs: number
  lastNumbers: Map<string, number>
  /** What each hour since midnight added up to. */
  hours: FlowSums[]
  members: Set<string>
}
