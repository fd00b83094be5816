/**
 * Members as the statements of other modules may join them, each a table expression that stands behind `from` or `join`:
 * nobody else names the tables themselves.
 */
export const membersJoined = {
  /** `id`, `member_number`, `name`, `inviter_id`, `is_closed`: whether he was erased. */
  members: `(select id, member_number, name, inviter_id, state = 'closed' as is_closed from member)`,
  /** `member_id`, `account_no`, `account_name`: whose account is whose. */
  accounts: '(select member_id, account_no, account_name from member_bank_account)',
  /** `member_id`, `address`, `device`, `last_at`: from where members logged in, kept when their sessions are gone. */
  traces: '(select member_id, address, device, last_at from member_trace)',
} as const
