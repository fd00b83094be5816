import type { Sql } from '../../platform/database/types.ts'
import { bound } from '../../platform/bound.ts'
import { createSealer } from '../../platform/sealer.ts'
import { proveAccount } from './account-proof.store.ts'
import { markExcluded } from './excluded-marks.ts'
import { requireCard, reveal } from './member-card.ts'
import { addNote } from './notes.ts'
import { keepFactorsByStaff, provesBy, removeFactorsByStaff } from './factor-removal.ts'
import { keysWaitUntil, requireFactorToWithdraw, requireFreshFactor, requireOwner } from './factors.ts'
import { sealedAuthenticators, writeResealedAuthenticator } from './factors.store.ts'
import { requireGate } from './gate.ts'
import { lease, LEASE_WAIT_MAX_MS } from './lease.ts'
import { forgetLeases } from './lease.store.ts'
import { countRegistered, listRegistered, readCard, readCards, readHappenings } from './member-card.store.ts'
import { endSessions, lockMember, unlockMember } from './member-locks.ts'
import { confirmPassword } from './confirm-password.ts'
import {
  findMember,
  isMemberActive,
  isMemberLocked,
  lockStanding,
  readPayee,
  requireStanding,
  setMemberState,
  writeDown,
  writeProtection,
} from './member.store.ts'
import { membersCommands } from './members.commands.ts'
import { createMembersJobs } from './members.jobs.ts'
import { createMemory, type MembersParts } from './members.parts.ts'
import { createMembersRoutes } from './members.routes.ts'
import type { Standing } from './members.types.ts'
import { readNotes } from './notes.store.ts'
import { bankAccountOf, profileOf } from './profile.ts'
import { findByName, findExactly, findNamed } from './search.store.ts'
import { authenticateMember, requireConfirmed } from './session.ts'
import { countSessions, readLiveSessions, readSessions } from './session.store.ts'

export { type Adjustment, adjustmentId, adjustmentRow, adjustmentsBetween } from './adjustments.ts'
export { membersMigrations } from './members.migrations.ts'
export { membersRecords } from './members.records.ts'
export type { AccountFields, Excluded, GateWish, HolderWord, Payee, Standing } from './members.types.ts'
export { createSmsSender, smsFamilies } from './providers/families.ts'
export type { SmsGateway, SmsOutcome, SmsSender } from './providers/sms.ts'
export { createNoSms, createPlainSms, createSmsGateway } from './providers/sms.ts'
export { membersJoined } from './members-joined.ts'
export type { MemberCard } from './member-card.store.ts'
export type { MemberDeed } from './member-locks.ts'
export { findMember, MOVEMENTS_BY_KIND, readHistory } from './member.store.ts'
export type { Movement, MovementRange, MovementsDoor, MovementSource } from './movement.ts'
export { rowsInRange } from './movement.store.ts'
export { forgetTraces } from './session.store.ts'
export { isExcluded, isUnderBonus, requireAdmitted, standingGuard, standingUpdate } from './standing.ts'
export { inviteAccount, refundableAccount, walletAccount, walletNews } from './ledger-accounts.ts'

/** Tables of this module that submissions to the ledger guard or change. */
export const membersLedgerTables: readonly string[] = ['member']

const hostOf = (webOrigin: string) => (webOrigin.startsWith('https:') ? new URL(webOrigin).hostname : null)

export type Members = ReturnType<typeof createMembers>

/** Members: registration, OTP, sessions, profile, bank account, passwords, and what other modules ask of them. */
export function createMembers({
  totpSealKeys,
  leaseWaitMs = LEASE_WAIT_MAX_MS,
  ...given
}: Omit<MembersParts, 'memory' | 'sealer' | 'codeHost' | 'leaseWaitMs'> & {
  totpSealKeys: readonly string[]
  leaseWaitMs: number | undefined
}) {
  const parts: MembersParts = {
    ...given,
    leaseWaitMs,
    codeHost: hostOf(given.webOrigin),
    sealer: createSealer(totpSealKeys),
    memory: createMemory(),
  }
  const { database, clock } = parts
  return {
    routes: createMembersRoutes(parts),
    commands: membersCommands(parts),
    jobs: createMembersJobs(parts),
    ...bound(parts, {
      authenticate: authenticateMember,
      bankAccount: bankAccountOf,
      gate: requireGate,
      lease,
      profile: profileOf,
      lock: lockMember,
      unlock: unlockMember,
      endSessions,
      addNote,
      confirmPassword,
      requireCard,
      requireConfirmed,
      reveal,
      requireFreshFactor,
      markExcluded,
      requireOwner,
      requireFactorToWithdraw,
      keysWaitUntil,
      provesBy,
      removeFactors: removeFactorsByStaff,
      keepFactors: keepFactorsByStaff,
    }),
    card: readCard,
    /** Closes his account for good, in the caller's transaction; false when he is not active. */
    close: (tx: Sql, memberId: string) => setMemberState(tx, memberId, { from: 'active', to: 'closed' }),
    cards: readCards,
    happenings: readHappenings,
    notes: readNotes,
    registered: listRegistered,
    registeredCount: countRegistered,
    /** Where keys of authenticator apps stand sealed. */
    sealed: {
      sealer: parts.sealer,
      after: (id: string, limit: number) => sealedAuthenticators(database, id, limit),
      write: (id: string, from: string, to: string) => writeResealedAuthenticator(database, id, from, to),
    },
    /** The sessions of the member that are open, the newest first. */
    sessions: (memberId: string) => readSessions(database, memberId, clock.now()),
    find: findMember,
    findByName,
    findExactly,
    findNamed,
    /** Forgets the leases that a killed process left; only for the sole process of an embedded database. */
    forgetLeases: () => forgetLeases(database),
    /** Neither locked nor gone. */
    isActive: isMemberActive,
    isLocked: isMemberLocked,
    /** Which of these sessions are neither ended nor expired, and of members who may still come in. */
    liveSessions: (ids: readonly string[]) => readLiveSessions(database, ids, clock.now()),
    payee: readPayee,
    proveAccount,
    /** How many sessions of the member are open. */
    sessionCount: (memberId: string) => countSessions(database, memberId, clock.now()),
    /** What of the wallet may enter no game, in satang. */
    lockedMinor: async (sql: Sql, { memberId, standing }: { memberId: string; standing: Standing }) =>
      standing.hasLimits ? parts.limits().lockedMinor(sql, memberId) : 0,
    standing: requireStanding,
    lockStanding,
    sessionsEnded: parts.onSessionsEnded,
    writeDown,
    writeProtection,
  }
}
