import { readReceiptNumber } from './receipt-number.ts'
import type { StatementsParts } from './statements.parts.ts'
import { findById } from './statements.store.ts'

/** Whose movement a receipt number or an id names, and its number there; null where there is none. */
export async function findMovement(
  { database, members, doors }: StatementsParts,
  words: string,
): Promise<{ memberId: string; number: number } | null> {
  const read = readReceiptNumber(words)
  if (read === null) {
    const sources = doors.flatMap((door) => door.movementSources)
    return findById(database, sources, words.trim())
  }
  const memberId = await members.find(database, String(read.memberNumber))
  return memberId === null ? null : { memberId, number: read.movementNumber }
}
