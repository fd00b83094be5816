import { HOUR_MS } from '../../../platform/durations.ts'
import { type By, BY_ITSELF, writeDeed } from '../../deeds/index.ts'
import { type EndedRoom, endSilentGuests } from './quiet-guests.store.ts'
import { writeRoomDeed } from '../rooms/room-deeds.ts'
import type { SupportParts } from '../support.parts.ts'

/** Nobody is there any more when a guest's room has been silent for this long, whoever was to speak next. */
export const GUEST_QUIET_DAYS = 7

// Anybody can be a guest any number of times and leave: whoever has done so waits for nobody, and must not stand in the
// inbox for ever. Members are never ended this way.

/** The account has a row for each room that one of the staff had, and one for all others that were ended at once. */
async function endGuests(
  parts: SupportParts,
  by: By,
  states: readonly EndedRoom['before'][],
  hours: number,
): Promise<number> {
  const at = parts.clock.now()
  const ended = await parts.database.transaction(async (tx) => {
    const rooms = await endSilentGuests(tx, states, new Date(at.getTime() - hours * HOUR_MS))
    const held = rooms.filter(({ before }) => before === 'held')
    for (const { id: roomId, before, agentId } of held) {
      await writeRoomDeed(tx, roomId, { ...by, deed: 'end', before: { state: before }, after: { from: agentId }, at })
    }
    const guests = rooms.length - held.length
    if (guests > 0) await writeDeed(tx, { ...by, deed: 'end', after: { guests, hours }, at })
    return rooms
  })
  for (const { id: roomId, lastSeq } of ended) parts.signals.publish({ kind: 'desk', roomId, seq: lastSeq })
  return ended.length
}

/** Ends conversations of guests who wait for anybody and have said nothing for so many hours. @returns how many. */
export async function endWaitingGuests(parts: SupportParts, by: By, hours: number): Promise<number> {
  for (let count = 0; ;) {
    const ended = await endGuests(parts, by, ['waiting'], hours)
    if (ended === 0) return count
    count += ended
  }
}

/** Ends those that have been silent for a week, whoever was to speak next. @returns how many. */
export function endQuietGuests(parts: SupportParts): Promise<number> {
  return endGuests(parts, BY_ITSELF, ['waiting', 'held'], GUEST_QUIET_DAYS * 24)
}
