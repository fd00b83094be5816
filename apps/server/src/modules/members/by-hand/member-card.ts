import { refuse } from '../../../platform/errors.ts'
import { type By, writeDeed } from '../../deeds/index.ts'
import type { MembersParts } from '../members.parts.ts'
import { type MemberCard, readCard, readContact } from './member-card.store.ts'

/** Refuses with NO_DATA (404) when there is no member of this id. */
export async function requireCard({ database }: MembersParts, memberId: string): Promise<MemberCard> {
  return (await readCard(database, memberId)) ?? refuse('NO_DATA', { status: 404 })
}

/**
 * A member's whole phone or account number, for who says why: the deed that says so is written before anything is shown.
 * Null when he has none.
 */
export async function reveal(
  parts: MembersParts,
  { memberId, by, field, reason }: { memberId: string; by: By; field: 'phone' | 'account'; reason: string },
): Promise<string | null> {
  return parts.database.transaction(async (tx) => {
    const contact = (await readContact(tx, memberId)) ?? refuse('NO_DATA', { status: 404 })
    const value = contact[field]
    if (value === null) return null
    const at = parts.clock.now()
    await writeDeed(tx, { ...by, deed: 'member-revealed', memberId, after: { field }, reason, at })
    return value
  })
}
