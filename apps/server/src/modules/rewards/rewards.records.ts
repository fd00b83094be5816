import { BY_MEMBER_ID, type MemberRecords } from '../../platform/database/member-records.ts'

const PERSONAL_KINDS = `('bank-number', 'bank-name', 'device', 'address')`

/** What is kept of a member here. */
export const rewardsRecords: readonly MemberRecords[] = [
  { table: 'user_bonus', whose: BY_MEMBER_ID },
  { table: 'reward_line', whose: BY_MEMBER_ID },
  { table: 'reward_credit', whose: BY_MEMBER_ID },
  { table: 'loss_day', whose: BY_MEMBER_ID },
  { table: 'refund_day', whose: BY_MEMBER_ID },
  { table: 'refund_receipt', whose: BY_MEMBER_ID },
  { table: 'invite_day', whose: 'inviter_id = $1' },
  // What whom he invited has lost is not his to read.
  { table: 'invite_share', whose: 'invitee_id = $1' },
  {
    table: 'abuse_flag',
    whose: 'member_ids @> array[$1::text]',
    // What its members share is his name, account or address too.
    erased: { key: `case when kind in ${PERSONAL_KINDS} then id else key end`, closed_note: 'null' },
    isOfStaff: true,
  },
]
