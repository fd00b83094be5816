import type { ReadSql, Sql } from '../../../platform/database/types.ts'
import type { MemberState } from '../member/member.store.ts'

/** A member as staff see him at the head of his page. */
export interface MemberCard {
  id: string
  memberNumber: number
  name: string
  username: string
  state: MemberState
  createdAt: Date
}

const columns = 'id, member_number as "memberNumber", name, username, state, created_at as "createdAt"'

/** Null when there is no such member. */
export async function readCard(sql: Sql, memberId: string): Promise<MemberCard | null> {
  const [row] = await sql.query<MemberCard>(`select ${columns} from member where id = $1`, [memberId])
  return row ?? null
}

/** The members of these ids, by their ids. */
export async function readCards(sql: ReadSql, memberIds: readonly string[]): Promise<Map<string, MemberCard>> {
  const rows = await sql.query<MemberCard>(`select ${columns} from member where id = any ($1::text[])`, [memberIds])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The phone and the account number of a member; null when there is no such member. */
export async function readContact(
  sql: Sql,
  memberId: string,
): Promise<{ phone: string; account: string | null } | null> {
  const [row] = await sql.query<{ phone: string; account: string | null }>(
    `select member.username as phone, account.account_no as account from member
     left join member_bank_account as account on account.member_id = member.id where member.id = $1`,
    [memberId],
  )
  return row ?? null
}

/** How many members registered in a time, by an index of it alone. */
export async function countRegistered(sql: ReadSql, from: Date, until: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*) as count from member where created_at >= $1 and created_at < $2',
    [from, until],
  )
  return row?.count ?? 0
}

/** Those who registered in a time, the newest first, behind one of them where he is named. */
export function listRegistered(
  sql: ReadSql,
  { from, until, behind, limit }: { from: Date; until: Date; behind: { at: Date; id: string } | null; limit: number },
): Promise<readonly MemberCard[]> {
  return sql.query(
    `select ${columns} from member where created_at >= $1 and created_at < $2
       and (created_at, id) < (coalesce($3::timestamptz, 'infinity'), $4::text)
     order by created_at desc, id desc limit $5`,
    [from, until, behind?.at ?? null, behind?.id ?? '', limit],
  )
}
