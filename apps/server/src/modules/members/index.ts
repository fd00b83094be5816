import { bound } from '../../platform/bound.ts'
import { createSealer } from '../../platform/sealer.ts'
import { proveAccount } from './bank-account/account-proof.store.ts'
import { readPayee } from './bank-account/bank-account.store.ts'
import { countRegistered, listRegistered, readCard, readCards } from './by-hand/member-card.store.ts'
import { requireCard, reveal } from './by-hand/member-card.ts'
import { endSessions, lockMember, unlockMember } from './by-hand/member-locks.ts'
import { membersCommands } from './by-hand/members.commands.ts'
import { requireNamed } from './by-hand/named-member.ts'
import { readNotes } from './by-hand/notes.store.ts'
import { addNote } from './by-hand/notes.ts'
import { findByName, findExactly } from './by-hand/search.store.ts'
import { sealedAuthenticators, writeResealedAuthenticator } from './factors/factors.store.ts'
import { isOwner, keysWaitUntil, requireFactorToWithdraw, requireFreshFactor, requireOwner } from './factors/factors.ts'
import { confirmPassword } from './login/confirm-password.ts'
import { readHappenings, writeDown } from './member/audit.store.ts'
import { closeMember, findMember, isMemberActive, isMemberLocked } from './member/member.store.ts'
import { createMembersJobs } from './members.jobs.ts'
import { createMemory, type MembersParts } from './members.parts.ts'
import { createMembersRoutes } from './members.routes.ts'
import { bankAccountOf, profileOf } from './profile/profile.ts'
import { keepFactorsByStaff, provesBy, removeFactorsByStaff } from './security/factor-removal.ts'
import { authenticateMember, liveSessions, openSessions } from './sessions/session.ts'
import { markExcluded } from './standing/excluded-marks.ts'
import { lockedMinor, requireGate } from './standing/gate.ts'
import { forgetLeases } from './standing/lease.store.ts'
import { lease, LEASE_WAIT_MAX_MS } from './standing/lease.ts'
import { lockStanding, requireStanding, writeProtection } from './standing/standing.store.ts'

export { maskedPhone } from './by-hand/masked-phone.ts'
export type { MemberCard } from './by-hand/member-card.store.ts'
export { inviteAccount, refundableAccount, walletAccount, walletNews } from './member/ledger-accounts.ts'
export { membersJoined } from './member/members-joined.ts'
export { membersMigrations } from './members.migrations.ts'
export { membersRecords } from './members.records.ts'
export type { AccountFields, Excluded, GateWish, HolderWord, MemberDeed, Payee, Standing } from './members.types.ts'
export { type Adjustment, adjustmentId, adjustmentRow, adjustmentsBetween } from './movements/adjustments.ts'
export { MOVEMENTS_BY_KIND, readHistory, rowsInRange } from './movements/movement.store.ts'
export type { Movement, MovementRange, MovementsDoor, MovementSource } from './movements/movement.ts'
export { createSmsSender, smsFamilies } from './providers/families.ts'
export { createNoSms, createPlainSms, createSmsGateway, type SmsGateway, type SmsSender } from './providers/sms.ts'
export { forgetTraces } from './sessions/session.store.ts'
export { isExcluded, isUnderBonus, requireAdmitted, standingGuard, standingUpdate } from './standing/standing.ts'

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
  const { database } = parts
  return {
    routes: createMembersRoutes(parts),
    commands: membersCommands(parts),
    jobs: createMembersJobs(parts),

    // The process.
    ...bound(parts, { authenticate: authenticateMember, liveSessions }),
    ...bound(database, { forgetLeases }),
    /** What is kept sealed: keys of authenticator apps. */
    sealed: {
      sealer: parts.sealer,
      ...bound(database, { after: sealedAuthenticators, write: writeResealedAuthenticator }),
    },

    // Whoever moves money; what takes a connection first may be asked in the caller's transaction.
    ...bound(parts, { gate: requireGate, keysWaitUntil, lease, lockedMinor, requireFactorToWithdraw }),
    find: findMember,
    isActive: isMemberActive,
    isLocked: isMemberLocked,
    lockStanding,
    payee: readPayee,
    proveAccount,
    standing: requireStanding,

    // Whoever shows a member his own, protects him or lets him go.
    ...bound(parts, {
      bankAccount: bankAccountOf,
      confirmPassword,
      isOwner,
      markExcluded,
      profile: profileOf,
      requireFreshFactor,
      requireOwner,
    }),
    close: closeMember,
    sessionsEnded: parts.onSessionsEnded,
    writeDown,
    writeProtection,

    // Staff: who somebody is, and what they do about him.
    ...bound(parts, {
      addNote,
      endSessions,
      keepFactors: keepFactorsByStaff,
      lock: lockMember,
      provesBy,
      removeFactors: removeFactorsByStaff,
      requireCard,
      requireNamed,
      reveal,
      sessions: openSessions,
      unlock: unlockMember,
    }),
    ...bound(database, { findByName, findExactly, happenings: readHappenings, notes: readNotes }),
    card: readCard,
    cards: readCards,
    registered: listRegistered,
    registeredCount: countRegistered,
  }
}
