import type { News, Sql } from './types.ts'

/**
 * Takes and deletes up to `limit` news rows, oldest first. Rows another reader holds are skipped, and so is whatever
 * follows them under the same topic and key, so that each key's news stay in order.
 */
export async function takeNews(tx: Sql, topics: readonly string[], limit: number): Promise<News[]> {
  return await tx.query<News>(
    `WITH free AS (
      SELECT id, topic, key FROM ledger_news WHERE topic = ANY ($1::text[]) ORDER BY id LIMIT $2
      FOR UPDATE SKIP LOCKED
    ), ready AS (
      SELECT id FROM free WHERE NOT EXISTS (
        SELECT FROM ledger_news AS earlier
        WHERE earlier.topic = free.topic AND earlier.key = free.key AND earlier.id < free.id
          AND earlier.id NOT IN (SELECT id FROM free)
      )
    ), taken AS (
      DELETE FROM ledger_news WHERE id IN (SELECT id FROM ready) RETURNING id, topic, key, payload
    )
    SELECT topic, key, payload FROM taken ORDER BY id`,
    [topics, limit],
  )
}
