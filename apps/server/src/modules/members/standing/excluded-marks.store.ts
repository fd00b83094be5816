import type { Sql } from '../../../platform/database/types.ts'

export async function insertMarks(tx: Sql, digests: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `insert into excluded_mark (digest, marked_at) select unnest($1::text[]), $2 on conflict (digest) do nothing`,
    [digests, at],
  )
}

export async function isAnyMarked(sql: Sql, digests: readonly string[]): Promise<boolean> {
  return (await sql.query('select from excluded_mark where digest = any ($1::text[]) limit 1', [digests])).length > 0
}
