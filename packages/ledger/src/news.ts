import type { News, Sql } from './types.ts'

/** Whether there are news of these topics, taken by another reader perhaps: one statement where there are none. */
export async function hasNews(sql: Sql, topics: readonly string[]): Promise<boolean> {
  return (await sql.query('SELECT FROM ledger_news WHERE topic = ANY ($1::text[]) LIMIT 1', [topics])).length > 0
}

/**
 * Takes and deletes up to `limit` news rows, oldest first. Rows another reader holds are skipped, and so is whatever
 * follows them under the same topic and key, so that each key's news stay in order.
 */
export async function takeNews(tx: Sql, topics: readonly string[], limit: number): Promise<News[]> {
  return await tx.query<News>(
    `WITH free AS MATERIALIZED (
      SELECT news.* FROM (SELECT DISTINCT unnest($1::text[]) AS topic) AS asked
      CROSS JOIN LATERAL (
        SELECT topic, id, key FROM ledger_news WHERE ledger_news.topic = asked.topic ORDER BY id LIMIT $2::bigint
        FOR UPDATE SKIP LOCKED
      ) AS news ORDER BY id LIMIT $2::bigint
    ), held AS MATERIALIZED (
      SELECT topic, key, min(id) AS id FROM ledger_news
      WHERE topic = ANY ($1::text[]) AND id < (SELECT max(id) FROM free) AND id NOT IN (SELECT id FROM free)
      GROUP BY topic, key
    ), taken AS (
      DELETE FROM ledger_news USING free
      WHERE ledger_news.topic = free.topic AND ledger_news.id = free.id AND NOT EXISTS (
        SELECT FROM held WHERE held.topic = free.topic AND held.key = free.key AND held.id < free.id
      )
      RETURNING ledger_news.id, ledger_news.topic, ledger_news.key, payload
    )
    SELECT topic, key, payload FROM taken ORDER BY id`,
    [topics, limit],
  )
}

/**
 * News that nobody has taken yet, as rows of `(what, since)`, for whoever watches.
 */
export const newsWaiting = {
  names: ['news'],
  select: `select 'news', recorded_at from ledger_news`,
}
