import type { DeskReply } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'

const columns = 'id as "_id", title, th, lo, en'

/** All replies in their order. */
export function repliesListed(sql: Sql): Promise<DeskReply[]> {
  return sql.query<DeskReply>(`select ${columns} from support_canned_reply order by sort, id`)
}

export async function countReplies(sql: Sql): Promise<number> {
  const [counted] = await sql.query<{ count: number }>('select count(*) as count from support_canned_reply')
  return counted?.count ?? 0
}

/** Locks a reply until the transaction ends; null when there is none of this id. */
export async function lockReply(tx: Sql, id: string): Promise<DeskReply | null> {
  const [row] = await tx.query<DeskReply>(`select ${columns} from support_canned_reply where id = $1 for update`, [id])
  return row ?? null
}

/** Puts a reply behind all others. */
export async function insertReply(tx: Sql, reply: DeskReply): Promise<void> {
  await tx.query(
    `insert into support_canned_reply (id, title, th, lo, en, sort)
     values ($1, $2, $3, $4, $5, (select coalesce(max(sort), 0) + 1 from support_canned_reply))`,
    [reply._id, reply.title, reply.th, reply.lo, reply.en],
  )
}

export async function updateReply(tx: Sql, { _id, title, th, lo, en }: DeskReply): Promise<void> {
  await tx.query('update support_canned_reply set title = $2, th = $3, lo = $4, en = $5 where id = $1', [
    _id,
    title,
    th,
    lo,
    en,
  ])
}

/** @returns what was deleted; null when there is none of this id. */
export async function deleteReply(tx: Sql, id: string): Promise<DeskReply | null> {
  const [row] = await tx.query<DeskReply>(`delete from support_canned_reply where id = $1 returning ${columns}`, [id])
  return row ?? null
}

/** Keeps others from adding replies until the transaction ends. @returns whether there are none. */
export async function lockNoReplies(tx: Sql): Promise<boolean> {
  await tx.query('lock table support_canned_reply in share row exclusive mode')
  return (await countReplies(tx)) === 0
}
