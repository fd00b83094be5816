import type { Sql } from '../../../platform/database/types.ts'
import type { MemberCard } from './member-card.store.ts'

/** A member as a search names him. */
type FoundMember = Pick<MemberCard, 'id' | 'memberNumber' | 'name' | 'username'>

/** By what words may name a member exactly. */
type ExactReason = 'memberNo' | 'phone' | 'account' | 'id'

const columns = 'member.id, member.member_number as "memberNumber", member.name, member.username'

/**
 * The forms that a phone may be kept in, of a number as people write it: 081…, +66 81… and +856 20… with what stands
 * between the digits; in Laos accounts are kept without the leading 0. None of what is no number.
 */
function phoneForms(words: string): string[] {
  if (!/^\+?[\d\s().-]+$/.test(words)) return []
  const digits = words.replaceAll(/\D/g, '')
  const own = /^(?:66|856)(\d+)$/.exec(digits.replace(/^00/, ''))?.[1]
  const forms = own === undefined ? [digits] : [digits, own]
  return [...new Set(forms.flatMap((form) => [form, form.startsWith('0') ? form.slice(1) : `0${form}`]))]
}

/** Members whose id, number, phone or bank account the words are. */
export function findExactly(sql: Sql, words: string): Promise<(FoundMember & { why: ExactReason })[]> {
  const digits = words.replaceAll(/[\s-]/g, '')
  const memberNumber = /^\d{8}$/.test(digits) ? Number(digits) : null
  return sql.query(
    `select ${columns}, why from (
       select id, 'id' as why from member where id = $1
       union all select id, 'memberNo' from member where member_number = $2::bigint
       union all select id, 'phone' from member where username = any ($3::text[])
       union all select member_id, 'account' from member_bank_account where account_no = $4
     ) as found join member on member.id = found.id order by member.member_number limit 20`,
    [words, memberNumber, phoneForms(words), /^\d{6,}$/.test(digits) ? digits : null],
  )
}

/** Of a part of a name that thousands have some are enough: who looks for one of them types more. */
const READ_MAX = 500

/** Members whose name, or whose name at their bank, holds the words, which are three characters at least. */
export function findByName(sql: Sql, words: string): Promise<FoundMember[]> {
  return sql.query(
    `select ${columns} from member where id in (
       (select id from member where name_parts(name) @> name_parts($1) and position(lower($1) in lower(name)) > 0 limit ${READ_MAX})
       union
       (select member_id from member_bank_account
       where name_parts(account_name) @> name_parts($1) and position(lower($1) in lower(account_name)) > 0 limit ${READ_MAX})
     ) order by member.member_number limit 20`,
    [words],
  )
}
