import type { SqlMigration } from '../../platform/database/types.ts'
import { createSealer } from '../../platform/sealer.ts'
import { createDesk } from './desk.ts'
import { deskMigrations } from './desk.migrations.ts'
import { forgetOld } from './retention.ts'
import { answerRooms, ROBOT_JOB, seedRobot } from './robot.ts'
import { supportMigrations as chatMigrations } from './support.migrations.ts'
import { createMemory, type SupportParts } from './support.parts.ts'
import { supportRoutes } from './support.routes.ts'
import { TELLING_JOB, tellUntold } from './telling.ts'

const FORGET_EVERY_MS = 10 * 60_000

export type { Desk } from './desk.ts'
export { supportRecords } from './support.records.ts'
export { supportWaiting } from './support.store.ts'

/** The tables of the chat and of its desk. */
export const supportMigrations: readonly SqlMigration[] = [...chatMigrations, ...deskMigrations]

/** The chat of members and guests with the operator's staff, and the demo operator's robot. */
export function createSupport(
  doors: Omit<SupportParts, 'sealer' | 'memory'> & {
    /** 64 hexadecimal digits: what keys of the staff's one-time codes are sealed with. */
    totpSealKeys: readonly string[]
  },
) {
  const parts = { ...doors, sealer: createSealer(doors.totpSealKeys), memory: createMemory() }
  const desk = createDesk(parts)
  return {
    routes: supportRoutes(parts),
    jobs: [
      { name: TELLING_JOB, everyMs: 1_000, run: () => tellUntold(parts) },
      { name: ROBOT_JOB, everyMs: 1_000, run: () => answerRooms(parts) },
      { name: 'support-forget', everyMs: FORGET_EVERY_MS, run: () => forgetOld(parts) },
      ...desk.jobs,
    ],
    /** The other side, for staff: its calls are bound on a listener of its own. */
    desk,
    /** Whether guests may listen and write. */
    isOpen: async () => (await parts.operator.settings()).enableChatWidget,
    /** Gives the demo operator's robot what it shows, and his staff replies. */
    async seedDemo() {
      await seedRobot(parts)
      await desk.seedDemo()
    },
  }
}
