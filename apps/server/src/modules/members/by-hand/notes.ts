import { refuse } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { type By, writeDeed } from '../../deeds/index.ts'
import type { MembersParts } from '../members.parts.ts'
import { readCard } from './member-card.store.ts'
import { insertNote } from './notes.store.ts'

/** Writes a note about a member; the deed says that there is one, and not what it says. */
export async function addNote(
  parts: MembersParts,
  { memberId, by, text }: { memberId: string; by: By; text: string },
): Promise<void> {
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    if ((await readCard(tx, memberId)) === null) refuse('NO_DATA', { status: 404 })
    const id = newId(at)
    await insertNote(tx, { id, memberId, actor: by.actor, text, at })
    await writeDeed(tx, { ...by, deed: 'note-added', memberId, subject: `note:${id}`, at })
  })
}
