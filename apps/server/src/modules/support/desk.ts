import { bound } from '../../platform/bound.ts'
import { PAIR_MEMORY_MS } from '../../platform/login/failures.ts'
import { authenticateAgent, EXPIRED_KNOWN_MS, liveSessions } from './agents.ts'
import {
  deleteExpiredAgentSessions,
  failures,
  ownerNames,
  sealedTotpKeys,
  writeResealedTotpKey,
} from './agents.store.ts'
import { seedReplies } from './canned-replies.ts'
import { readyDemoStaff } from './demo-staff.ts'
import { deskCommands } from './desk.commands.ts'
import { releaseNeglected } from './desk-rooms.ts'
import { agentNames, utterancesOf } from './desk-rooms.store.ts'
import { deskRoutes } from './desk.routes.ts'
import { endQuietGuests } from './quiet-guests.ts'
import { rolesOfAgent } from './staff.ts'
import type { SupportParts } from './support.parts.ts'

const QUIET_EVERY_MS = 10 * 60_000
const CLEANED_EVERY_MS = 3_600_000
const NEGLECTED_EVERY_MS = 30_000

/** The other side of the chat, for staff: bound on a listener of its own. */
export type Desk = ReturnType<typeof createDesk>

/** The support desk: its staff, their rooms, what they say, and the account of all they do. */
export function createDesk(parts: SupportParts) {
  const { database, clock, sealer } = parts
  return {
    routes: deskRoutes(parts),
    jobs: [
      { name: 'support-quiet-guests', everyMs: QUIET_EVERY_MS, run: () => endQuietGuests(parts) },
      { name: 'desk-neglected', everyMs: NEGLECTED_EVERY_MS, run: () => releaseNeglected(parts) },
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
    commands: deskCommands(parts),
    /** What is kept sealed: keys of one-time codes. */
    sealed: { sealer, ...bound(database, { after: sealedTotpKeys, write: writeResealedTotpKey }) },
    rolesOf: rolesOfAgent,
    utterancesOf: (memberId: string, page: Parameters<typeof utterancesOf>[2]) =>
      utterancesOf(database, memberId, page),
    namesOf: (ids: readonly string[]) => agentNames(database, ids),
    ownerNames: () => ownerNames(database),
    ...bound(parts, { authenticate: authenticateAgent, liveSessions, seedDemo: seedReplies, readyDemoStaff }),
  }
}
