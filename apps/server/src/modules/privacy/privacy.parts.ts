import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { MemberRecords } from '../../platform/database/member-records.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Members } from '../members/index.ts'
import type { Protection } from '../protection/index.ts'

/** What the use cases of this module work with. */
export interface PrivacyParts {
  database: Database
  ledger: Pick<Ledger, 'states'>
  clock: Clock
  jobs: Pick<Jobs, 'wake'>
  files: Pick<Files, 'write' | 'keep' | 'link' | 'release' | 'releaseUnused'>
  members: Pick<
    Members,
    | 'cards'
    | 'close'
    | 'confirmPassword'
    | 'isOwner'
    | 'markExcluded'
    | 'requireCard'
    | 'requireFreshFactor'
    | 'requireOwner'
    | 'sessionsEnded'
    | 'standing'
  >
  protection: Pick<Protection, 'consents' | 'hadExcluded' | 'setConsent'>
  /** All that is kept of a member, in the order in which it is erased. */
  records: readonly MemberRecords[]
  /** What the modules know that is not at its end. */
  open: {
    /** Whether money of his may be on its way in: a QR that can be paid, a slip that is looked at, a gift. */
    hasDeposit(sql: Sql, memberId: string): Promise<boolean>
    hasWithdrawal(sql: Sql, memberId: string): Promise<boolean>
    /** Whether a person has to decide about something of his. */
    hasCase(sql: Sql, memberId: string): Promise<boolean>
    /** The names of his accounts at games; not to be asked inside a transaction. */
    gameAccounts(memberId: string): Promise<string[]>
    isExcluded(sql: Sql, memberId: string): Promise<boolean>
  }
}
