import type { Sql } from '../platform/database/types.ts'

/** A member as a row alone, who came by no call: nobody logs in as him. */
export async function addMemberRow(
  sql: Sql,
  { id, at, inviterId = null }: { id: string; at: Date; inviterId?: string | null | undefined },
): Promise<void> {
  await sql.query(
    `insert into member (id, username, name, password_hash, inviter_id, created_at) values ($1, $1, 'Somchai', 'x', $2, $3)`,
    [id, inviterId, at],
  )
}
