import { DAY_MS } from '../../../platform/durations.ts'
import { filesInMessages } from '../messages/messages.store.ts'
import { forgetGuestRooms, forgetOldMessages } from './retention.store.ts'
import type { SupportParts } from '../support.parts.ts'

/** A guest's room is gone this long after its last message: guests come without end, and none can ask for his again. */
export const GUEST_KEPT_DAYS = 180
/** Members' messages are gone after this long. Both are well above the 90 days for which a chat must be kept. */
export const MEMBER_KEPT_DAYS = 730

/** Keeps the chat from growing for ever. Files of what is gone become drafts, which are swept. @returns how much went. */
export function forgetOld({ database, clock, files }: SupportParts): Promise<number> {
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS)
  return database.transaction(async (tx) => {
    const rooms = await forgetGuestRooms(tx, daysAgo(GUEST_KEPT_DAYS))
    const messages = await forgetOldMessages(tx, daysAgo(MEMBER_KEPT_DAYS))
    // Also what a guest uploaded and never sent.
    if (rooms.roomIds.length > 0) await files.release(tx, rooms.roomIds)
    const fileIds = [...rooms.fileIds, ...messages.fileIds]
    if (fileIds.length > 0) await files.releaseUnused(tx, fileIds, (kept) => filesInMessages(tx, kept))
    return rooms.count + messages.count
  })
}
