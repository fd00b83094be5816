import { addRow } from '../database/put-row.ts'
import type { Sql } from '../database/types.ts'

interface StoredFile {
  id: string
  owner: string
  mediaType: string
  byteCount: number
}

export async function insertDraft(sql: Sql, file: StoredFile & { createdAt: Date }): Promise<void> {
  await addRow(sql, 'stored_file', file)
}

export async function fileById(sql: Sql, id: string): Promise<Omit<StoredFile, 'id'> | null> {
  const [row] = await sql.query<Omit<StoredFile, 'id'>>(
    'select owner, media_type as "mediaType", byte_count as "byteCount" from stored_file where id = $1',
    [id],
  )
  return row ?? null
}

/** False when it is gone. */
export async function keepFile(tx: Sql, id: string): Promise<boolean> {
  return (await tx.query('update stored_file set kept = true where id = $1 returning id', [id])).length > 0
}

/** Keeps an owner's file that is kept already, or a draft since a moment; null when he has none of this id. */
export async function keepFileOf(
  tx: Sql,
  { id, owner, freshSince }: { id: string; owner: string; freshSince: Date },
): Promise<{ mediaType: string; wasKept: boolean } | null> {
  const [row] = await tx.query<{ mediaType: string; wasKept: boolean }>(
    `with own as (select id, kept from stored_file
       where id = $1 and owner = $2 and (kept or created_at > $3) for update)
     update stored_file file set kept = true from own where file.id = own.id
     returning file.media_type as "mediaType", own.kept as "wasKept"`,
    [id, owner, freshSince],
  )
  return row ?? null
}

/** Which of these are kept: nobody else keeps or releases them until the transaction ends. */
export async function lockKept(tx: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from stored_file where kept and id = any($1::text[]) order by id for update',
    [ids],
  )
  return rows.map(({ id }) => id)
}

export async function releaseFiles(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query('update stored_file set kept = false where id = any($1::text[])', [ids])
}

export async function releaseFilesOf(tx: Sql, owners: readonly string[]): Promise<void> {
  await tx.query('update stored_file set kept = false where kept and owner = any($1::text[])', [owners])
}

/** Those that are no more than drafts and older, the oldest first. */
export async function draftsBefore(sql: Sql, before: Date, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'select id from stored_file where not kept and created_at < $1 order by created_at limit $2',
    [before, limit],
  )
  return rows.map(({ id }) => id)
}

/** Nothing happens when it was kept meanwhile. */
export async function deleteDraft(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from stored_file where id = $1 and not kept', [id])
}
