import { BY_MEMBER_ID, type MemberRecords } from '../../platform/database/member-records.ts'

const BY_PHONE = 'phone = (select username from member where id = $1)'

/** What is kept of a member here. His phone is found by his own row, which therefore comes last. */
export const membersRecords: readonly MemberRecords[] = [
  { table: 'otp_request', whose: BY_PHONE, secret: ['code_hash', 'asker'], erased: 'deleted' },
  { table: 'otp_phone', whose: BY_PHONE, erased: 'deleted' },
  { table: 'otp_wrong', whose: BY_PHONE, secret: ['asker'], erased: 'deleted' },
  { table: 'login_pair', whose: BY_PHONE, erased: 'deleted' },
  { table: 'login_phone', whose: BY_PHONE, erased: 'deleted' },
  { table: 'member_bank_account', whose: BY_MEMBER_ID, erased: 'deleted' },
  { table: 'member_session', whose: BY_MEMBER_ID, secret: ['token_hash'], erased: 'deleted' },
  { table: 'member_passkey', whose: BY_MEMBER_ID, secret: ['credential_id', 'public_key'], erased: 'deleted' },
  { table: 'member_authenticator', whose: BY_MEMBER_ID, secret: ['totp_key'], erased: 'deleted' },
  { table: 'member_recovery_code', whose: BY_MEMBER_ID, secret: ['code_hash'], erased: 'deleted' },
  { table: 'factor_failure', whose: BY_MEMBER_ID, secret: ['place'], erased: 'deleted' },
  { table: 'factor_removal', whose: BY_MEMBER_ID, erased: 'deleted' },
  { table: 'member_trace', whose: BY_MEMBER_ID, erased: 'deleted' },
  { table: 'member_audit', whose: BY_MEMBER_ID, erased: { detail: `'{}'`, address: 'null' } },
  { table: 'member_note', whose: BY_MEMBER_ID, erased: 'deleted', isOfStaff: true },
  { table: 'movement_counter', whose: BY_MEMBER_ID },
  {
    table: 'member',
    whose: 'id = $1',
    secret: ['password_hash'],
    erased: { username: `'erased ' || id`, name: `''`, password_hash: `''`, source_code: 'null' },
  },
]
