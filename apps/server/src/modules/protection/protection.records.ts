import { BY_MEMBER_ID, type MemberRecords } from '../../platform/database/member-records.ts'

/** What is kept of a member here. That he excluded himself outlives his erasure. */
export const protectionRecords: readonly MemberRecords[] = [
  { table: 'protection_limit', whose: BY_MEMBER_ID, erased: 'deleted' },
  { table: 'protection_homecoming', whose: BY_MEMBER_ID },
  { table: 'protection_time', whose: BY_MEMBER_ID, erased: 'deleted' },
  { table: 'protection_exclusion', whose: BY_MEMBER_ID },
  { table: 'marketing_consent', whose: BY_MEMBER_ID, erased: 'deleted' },
]
