import type { Sql } from '../../platform/database/types.ts'

/** When a restored copy was marked: `openAt` is null while nothing is open, `lastAt` when there never was one. */
export async function readRestoreMarks(sql: Sql): Promise<{ openAt: Date | null; lastAt: Date | null }> {
  const [row] = await sql.query<{ openAt: Date | null; lastAt: Date | null }>(
    `select max(marked_at) filter (where ended_at is null) as "openAt", max(marked_at) as "lastAt" from restore_mark`,
  )
  return { openAt: row?.openAt ?? null, lastAt: row?.lastAt ?? null }
}

export async function markRestored(tx: Sql, at: Date): Promise<void> {
  await tx.query(
    `insert into restore_mark (marked_at) values ($1) on conflict (marked_at) do update set ended_at = null`,
    [at],
  )
}

/** Since when it was open; null when none was. */
export async function endRestore(tx: Sql, at: Date): Promise<Date | null> {
  const [ended] = await tx.query<{ openAt: Date }>(
    'update restore_mark set ended_at = $1 where ended_at is null returning marked_at as "openAt"',
    [at],
  )
  return ended?.openAt ?? null
}
