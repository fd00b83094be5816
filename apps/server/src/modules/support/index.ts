import { bound } from '../../platform/bound.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'
import { seedReplies } from './replies/canned-replies.ts'
import { utterancesOf } from './messages/messages.store.ts'
import { freeRoomsOf, releaseNeglected } from './inbox/desk-rooms.ts'
import { inboxRoutes } from './inbox.routes.ts'
import { endQuietGuests } from './endings/quiet-guests.ts'
import { forgetOld } from './endings/retention.ts'
import { answerRooms, ROBOT_JOB, seedRobot } from './robot/robot.ts'
import { supportCommands } from './support.commands.ts'
import { createMemory, type SupportParts } from './support.parts.ts'
import { supportRoutes } from './support.routes.ts'
import { TELLING_JOB, tellUntold } from './messages/telling.ts'

const FORGET_EVERY_MS = 10 * MINUTE_MS
const QUIET_EVERY_MS = 10 * MINUTE_MS
const NEGLECTED_EVERY_MS = 30 * SECOND_MS

export { roomOfSubject, subjectOfRoom } from './rooms/room-deeds.ts'
export { supportMigrations } from './support.migrations.ts'
export { supportRecords } from './support.records.ts'
export { supportWaiting } from './rooms/rooms.store.ts'

export type Support = ReturnType<typeof createSupport>

/** The chat of members and guests with the operator's staff, and the demo operator's robot. */
export function createSupport(doors: Omit<SupportParts, 'memory'>) {
  const parts = { ...doors, memory: createMemory() }
  return {
    routes: supportRoutes(parts),
    deskRoutes: inboxRoutes(parts),
    jobs: [
      { name: TELLING_JOB, everyMs: 1_000, run: () => tellUntold(parts) },
      { name: ROBOT_JOB, everyMs: 1_000, run: () => answerRooms(parts) },
      { name: 'support-forget', everyMs: FORGET_EVERY_MS, run: () => forgetOld(parts) },
      { name: 'support-quiet-guests', everyMs: QUIET_EVERY_MS, run: () => endQuietGuests(parts) },
      { name: 'desk-neglected', everyMs: NEGLECTED_EVERY_MS, run: () => releaseNeglected(parts) },
    ],
    commands: supportCommands(parts),
    freeRoomsOf,
    ...bound(parts.database, { utterancesOf }),
    /** Whether guests may listen and write. */
    isOpen: async () => (await parts.operator.settings()).enableChatWidget,
    /** Gives the demo operator's robot what it shows, and his staff replies. */
    async seedDemo() {
      await seedRobot(parts)
      await seedReplies(parts)
    },
  }
}
