import type { Command } from '../../platform/commands/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs.ts'
import { createPasswords } from '../../platform/login/passwords.ts'
import { askForHolders, proveAccount } from './account-proof.ts'
import { requireGate } from './gate.ts'
import { forgetLeases, lease, LEASE_WAIT_MAX_MS } from './lease.ts'
import { findMember, insertAudit, isMemberLocked, readPayee, readStanding } from './member.store.ts'
import { membersCommands } from './members.commands.ts'
import { createMembersJobs } from './members.jobs.ts'
import { createMemory, type MembersParts } from './members.parts.ts'
import { createMembersRoutes } from './members.routes.ts'
import type { MembersDoor } from './members.types.ts'
import { bankAccountOf, profileOf } from './profile.ts'
import { authenticateMember } from './session.ts'
import { readLiveSessions, readSessions } from './session.store.ts'

export { membersMigrations } from './members.migrations.ts'
export type { AccountFields, HolderWord, MembersDoor, Payee, Standing } from './members.types.ts'
export type { SmsGateway, SmsOutcome } from './providers/sms.ts'
export { createHttpSms, createNoSms } from './providers/sms.ts'
export { membersJoined } from './joined.ts'
export { findMember, readHistory } from './member.store.ts'
export { forgetTraces } from './session.store.ts'
export { isUnderBonus, standingGuard, standingUpdate } from './standing.ts'
export { inviteAccount, refundableAccount, walletAccount, walletNews } from './wallet.ts'

/** Tables of this module that submissions to the ledger guard or change. */
export const membersLedgerTables: readonly string[] = ['member']

/** What may be left out, where a test or another process has none of it. */
type Optional =
  | 'codeHost'
  | 'holdPayouts'
  | 'passwords'
  | 'accountHolders'
  | 'needsDepositAccount'
  | 'leaseWaitMs'
  | 'onSessionsEnded'

/** The members with what the process binds: their calls and jobs, and what keeps open connections true. */
export type Members = MembersDoor & {
  routes: Route[]
  commands: Command[]
  jobs: Job[]
  /** Which of these sessions are neither ended nor expired, and of members who may still come in. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Forgets the leases that a killed process left; only for the sole process of an embedded database. */
  forgetLeases(): Promise<void>
}

/** Members: registration, OTP, sessions, profile, bank account, passwords, and what other modules ask of them. */
export function createMembers(
  doors: Omit<MembersParts, Optional | 'memory'> & Partial<Pick<MembersParts, Optional>>,
): Members {
  const parts: MembersParts = {
    codeHost: null,
    holdPayouts: () => Promise.resolve(0),
    passwords: doors.passwords ?? createPasswords(),
    accountHolders: null,
    needsDepositAccount: false,
    leaseWaitMs: LEASE_WAIT_MAX_MS,
    onSessionsEnded: () => {},
    ...doors,
    memory: createMemory(),
  }
  const { database, clock } = parts
  return {
    routes: createMembersRoutes(parts),
    commands: membersCommands(parts),
    jobs: [
      ...createMembersJobs(parts),
      { name: 'members-account-holders', everyMs: 2_000, run: () => askForHolders(parts) },
    ],
    authenticate: (token) => authenticateMember(parts, token),
    liveSessions: (sessionIds) => readLiveSessions(database, sessionIds, clock.now()),
    profile: (memberId) => profileOf(parts, memberId),
    bankAccount: (memberId) => bankAccountOf(parts, memberId),
    find: findMember,
    isLocked: isMemberLocked,
    payee: readPayee,
    proveAccount,
    sessionCount: async (memberId) => (await readSessions(database, memberId, clock.now())).length,
    gate: (_memberId, action) => requireGate(parts, action),
    async standing(sql, memberId) {
      const standing = await readStanding(sql, memberId)
      if (!standing) throw new Error(`there is no member ${memberId}`)
      return standing
    },
    writeDown: (sql, { memberId, action, detail, at }) =>
      insertAudit(sql, { id: newId(at), memberId, action, detail, address: null, at }),
    lease: (memberId, purpose) => lease(parts, memberId, purpose),
    forgetLeases: () => forgetLeases(database),
  }
}
