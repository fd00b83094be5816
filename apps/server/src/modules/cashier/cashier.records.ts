import { BY_MEMBER_ID, type MemberRecords } from '../../platform/database/member-records.ts'

/** A payment, by the deposit that it was credited as; references are told apart by capitals nowhere. */
const PAID_BY_HIM = `(sending_bank, trans_ref) in (select sending_bank, upper(trans_ref) from deposit where member_id = $1)`
const OF_HIS_WITHDRAWALS = '(select id from withdrawal where member_id = $1)'
const OF_HIS_CALLS = `(select id from withdrawal where member_id = $1 union all select id from slip where member_id = $1
  union all select id from gift_link where member_id = $1)`

/** What is kept of a member here. Amounts, times and references stay: the books are made of them. */
export const cashierRecords: readonly MemberRecords[] = [
  { table: 'bank_payment', whose: PAID_BY_HIM, erased: { sender: `'{}'` } },
  { table: 'cashier_call', whose: `subject in ${OF_HIS_CALLS}`, erased: { call: `''`, answer: `''` } },
  { table: 'release_judgement', whose: `withdrawal_id in ${OF_HIS_WITHDRAWALS}` },
  { table: 'payout_route', whose: `reference in ${OF_HIS_WITHDRAWALS}` },
  { table: 'deposit', whose: BY_MEMBER_ID },
  { table: 'deposit_notice', whose: BY_MEMBER_ID, erased: { note: 'null' } },
  { table: 'deposit_notice_line', whose: BY_MEMBER_ID },
  { table: 'qr_code', whose: BY_MEMBER_ID },
  { table: 'gift_link', whose: BY_MEMBER_ID, secret: ['code_hash'], erased: { code: `''` } },
  { table: 'gift_link_line', whose: BY_MEMBER_ID },
  { table: 'slip', whose: BY_MEMBER_ID, secret: ['file_hash'], erased: { transfer: 'null', file_id: 'null' } },
  {
    table: 'withdrawal',
    whose: BY_MEMBER_ID,
    erased: { account_no: `''`, account_name: `''`, note: 'null', held_note: 'null', said_no: 'null' },
  },
  { table: 'cashier_case', whose: BY_MEMBER_ID, erased: { detail: `''`, closed_note: 'null' } },
  { table: 'adjustment_line', whose: BY_MEMBER_ID },
]
