import { addRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'

/** What one of the staff wrote about a member; it is never changed, and never shown to the member. */
export interface NoteRow {
  id: string
  at: Date
  /** Who wrote it, as deeds name him. */
  actor: string
  text: string
}

/** The newest notes are shown; who wrote more has them in the log of deeds. */
const NOTES_SHOWN = 100

export async function insertNote(tx: Sql, note: NoteRow & { memberId: string }): Promise<void> {
  const { at, ...rest } = note
  await addRow(tx, 'member_note', { ...rest, createdAt: at })
}

/** The notes about a member, the newest first. */
export function readNotes(sql: Sql, memberId: string): Promise<NoteRow[]> {
  return sql.query(
    `select id, created_at as at, actor, text from member_note where member_id = $1
     order by created_at desc, id desc limit $2`,
    [memberId, NOTES_SHOWN],
  )
}
