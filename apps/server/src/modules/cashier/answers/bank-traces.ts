import { membersJoined } from '../../members/index.ts'

const ERASED = `(select id from ${membersJoined.members} member where member.name = '')`
const paidInBy = (whose: string) => `select trans_ref from deposit where member_id ${whose}`
const paidOutTo = (whose: string) => `select trans_ref from withdrawal where member_id ${whose}`

/**
 * By what the statement of a bank tells of a member's money, each a list that stands behind `in`, where $1 is his id; for
 * what was erased of him, too: references, accounts and our own movements.
 */
export const bankTraces = {
  references: `(select upper(trans_ref) from (${paidInBy('= $1')} union all ${paidOutTo('= $1')}) told)`,
  accounts: `(select account_no from withdrawal where member_id = $1
    union all select account_no from ${membersJoined.accounts} account where account.member_id = $1
    union all select paid.sender ->> 'accountNo' from bank_payment paid join deposit
      on deposit.sending_bank = paid.sending_bank and upper(deposit.trans_ref) = upper(paid.trans_ref)
      where deposit.member_id = $1)`,
  movements: '(select id from deposit where member_id = $1 union all select id from withdrawal where member_id = $1)',
  /** References of members who were erased. */
  ofErased: `(select upper(trans_ref) from (${paidInBy(`in ${ERASED}`)} union all ${paidOutTo(`in ${ERASED}`)}) told
    where trans_ref is not null)`,
} as const
