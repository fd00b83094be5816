import type { Sql } from '../../platform/database/types.ts'
import { bound } from '../../platform/bound.ts'
import { createSealer } from '../../platform/sealer.ts'
import { proveAccount } from './bank-account/account-proof.store.ts'
import { markExcluded } from './standing/excluded-marks.ts'
import { requireCard, reveal } from './by-hand/member-card.ts'
import { addNote } from './by-hand/notes.ts'
import { keepFactorsByStaff, provesBy, removeFactorsByStaff } from './security/factor-removal.ts'
import { keysWaitUntil, requireFactorToWithdraw, requireFreshFactor, requireOwner } from './factors/factors.ts'
import { sealedAuthenticators, writeResealedAuthenticator } from './factors/factors.store.ts'
import { requireGate } from './standing/gate.ts'
import { lease, LEASE_WAIT_MAX_MS } from './standing/lease.ts'
import { forgetLeases } from './standing/lease.store.ts'
import { countRegistered, listRegistered, readCard, readCards } from './by-hand/member-card.store.ts'
import { endSessions, lockMember, unlockMember } from './by-hand/member-locks.ts'
import { confirmPassword } from './login/confirm-password.ts'
import { findMember, isMemberActive, isMemberLocked, setMemberState } from './member/member.store.ts'
import { membersCommands } from './by-hand/members.commands.ts'
import { createMembersJobs } from './members.jobs.ts'
import { createMemory, type MembersParts } from './members.parts.ts'
import { createMembersRoutes } from './members.routes.ts'
import type { Standing } from './members.types.ts'
import { readNotes } from './by-hand/notes.store.ts'
import { bankAccountOf, profileOf } from './profile/profile.ts'
import { findByName, findExactly, findNamed } from './by-hand/search.store.ts'
import { authenticateMember } from './sessions/session.ts'
import { countSessions, readLiveSessions, readSessions } from './sessions/session.store.ts'
import { readHappenings, writeDown } from './member/audit.store.ts'
import { lockStanding, requireStanding, writeProtection } from './standing/standing.store.ts'
import { readPayee } from './bank-account/bank-account.store.ts'

export { type Adjustment, adjustmentId, adjustmentRow, adjustmentsBetween } from './movements/adjustments.ts'
export { membersMigrations } from './members.migrations.ts'
export { membersRecords } from './members.records.ts'
export type { AccountFields, Excluded, GateWish, HolderWord, Payee, Standing, MemberDeed } from './members.types.ts'
export { createSmsSender, smsFamilies } from './providers/families.ts'
export type { SmsGateway, SmsOutcome, SmsSender } from './providers/sms.ts'
export { createNoSms, createPlainSms, createSmsGateway } from './providers/sms.ts'
export { membersJoined } from './member/members-joined.ts'
export { maskedPhone } from './by-hand/masked-phone.ts'
export type { MemberCard } from './by-hand/member-card.store.ts'
export { findMember } from './member/member.store.ts'
export type { Movement, MovementRange, MovementsDoor, MovementSource } from './movements/movement.ts'
export { rowsInRange, MOVEMENTS_BY_KIND, readHistory } from './movements/movement.store.ts'
export { forgetTraces } from './sessions/session.store.ts'
export { isExcluded, isUnderBonus, requireAdmitted, standingGuard, standingUpdate } from './standing/standing.ts'
export { inviteAccount, refundableAccount, walletAccount, walletNews } from './member/ledger-accounts.ts'

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
