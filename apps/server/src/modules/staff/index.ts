import { bound } from '../../platform/bound.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { PAIR_MEMORY_MS } from '../../platform/login/failures.ts'
import { createSealer } from '../../platform/sealer.ts'
import { deleteExpiredAgentSessions } from './agent-sessions.store.ts'
import { authenticateAgent, EXPIRED_KNOWN_MS, liveSessions } from './agents.ts'
import { agentNames, failures, ownerNames, sealedTotpKeys, writeResealedTotpKey } from './agents.store.ts'
import { readyDemoStaff } from './demo-staff.ts'
import { staffCommands } from './staff.commands.ts'
import { createMemory, type StaffParts } from './staff.parts.ts'
import { staffRoutes } from './staff.routes.ts'
import { rolesOfAgent } from './staff.ts'

const CLEANED_EVERY_MS = HOUR_MS

export { agentNames, agentsJoined } from './agents.store.ts'
export { staffMigrations } from './staff.migrations.ts'

export type Staff = ReturnType<typeof createStaff>

/** The operator's staff: who they are, what each may do, and how they get in. */
export function createStaff(
  doors: Omit<StaffParts, 'sealer' | 'memory'> & {
    /** 64 hexadecimal digits: what keys of the staff's one-time codes are sealed with. */
    totpSealKeys: readonly string[]
  },
) {
  const { database, clock } = doors
  const sealer = createSealer(doors.totpSealKeys)
  const parts: StaffParts = { ...doors, sealer, memory: createMemory() }
  return {
    deskRoutes: staffRoutes(parts),
    jobs: [
      {
        name: 'desk-logins-sweep',
        everyMs: CLEANED_EVERY_MS,
        async run() {
          const nowMs = clock.now().getTime()
          const sessions = await deleteExpiredAgentSessions(database, new Date(nowMs - EXPIRED_KNOWN_MS))
          return sessions + (await failures.forgetOld(database, new Date(nowMs - PAIR_MEMORY_MS)))
        },
      },
    ],
    commands: staffCommands(parts),
    /** What is kept sealed: keys of one-time codes. */
    sealed: { sealer, ...bound(database, { after: sealedTotpKeys, write: writeResealedTotpKey }) },
    rolesOf: rolesOfAgent,
    namesOf: (ids: readonly string[]) => agentNames(database, ids),
    ownerNames: () => ownerNames(database),
    ...bound(parts, { authenticate: authenticateAgent, liveSessions, readyDemoStaff }),
  }
}
