import type { Sql } from '../../platform/database/types.ts'

/** The id of the member whom an operator names by number, phone number or id; null when there is none. */
export async function findMember(sql: Sql, words: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    'select id from member where id = $1 or username = $1 or member_number::text = $1 order by id = $1 desc limit 1',
    [words],
  )
  return row?.id ?? null
}
