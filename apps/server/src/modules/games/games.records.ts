import { BY_MEMBER_ID, type MemberRecords } from '../../platform/database/member-records.ts'

/** What is kept of a member here; names at games are made by us, and say nothing of him. */
export const gamesRecords: readonly MemberRecords[] = [
  { table: 'game_account', whose: BY_MEMBER_ID, secret: ['password_sealed', 'candidate_sealed'] },
  { table: 'game_operation', whose: BY_MEMBER_ID },
  { table: 'game_transfer', whose: BY_MEMBER_ID },
  { table: 'game_leg', whose: BY_MEMBER_ID },
  { table: 'game_first_reading', whose: BY_MEMBER_ID },
  { table: 'game_reading', whose: BY_MEMBER_ID },
  { table: 'game_case', whose: BY_MEMBER_ID },
  { table: 'game_adjustment_line', whose: BY_MEMBER_ID },
]
