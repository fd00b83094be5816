import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/index.ts'
import type { Command } from '../../platform/commands/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { type AccountHolders, createAccountJob, proveAccount } from './account-proof.ts'
import { createPasswordChanges } from './change-password.ts'
import { createConfirmPassword } from './confirm-password.ts'
import { createGate } from './gate.ts'
import { createLeases, forgetLeases } from './lease.ts'
import { createLogin } from './login.ts'
import { keepAccountOfLogins } from './login-account.ts'
import { createMemberLocks } from './member-locks.ts'
import { findMember, insertAudit, isMemberLocked, isUsernameTaken, readPayee, readStanding } from './member.store.ts'
import { membersCommands } from './members.commands.ts'
import { createMembersJobs } from './members.jobs.ts'
import { createMembersRoutes } from './members.routes.ts'
import type { MembersDoor } from './members.types.ts'
import { createOtp } from './otp.ts'
import type { Devices } from '../../platform/login/devices.ts'
import type { Proofs } from '../../platform/login/proofs.ts'
import { createPasswords, type Passwords } from '../../platform/login/passwords.ts'
import { createProfiles } from './profile.ts'
import type { SmsGateway } from './providers/sms.ts'
import { createRegistration } from './register.ts'
import { createSessions } from './session.ts'

export { membersMigrations } from './members.migrations.ts'
export type { AccountHolders, HolderWord } from './account-proof.ts'
export type { AccountFields, MembersDoor, Payee, Standing } from './members.types.ts'
export type { SmsGateway, SmsOutcome } from './providers/sms.ts'
export { createHttpSms, createNoSms } from './providers/sms.ts'
export { membersJoined } from './joined.ts'
export { findMember, readHistory } from './member.store.ts'
export { forgetTraces } from './session.store.ts'
export { isUnderBonus, standingGuard, standingUpdate } from './standing.ts'
export { inviteAccount, refundableAccount, walletAccount, walletNews } from './wallet.ts'

/** Tables of this module that submissions to the ledger guard or change. */
export const membersLedgerTables: readonly string[] = ['member']

export interface MembersDeps {
  database: Database
  ledger: Pick<Ledger, 'open'>
  clock: Clock
  logger: Logger
  operator: OperatorDoor
  sms: SmsGateway
  /** What asks for work while doors are busy, and knows the devices that members have logged in from. */
  proofs: Proofs
  devices: Devices
  /** Hexadecimal key that one-time codes and their tokens are signed with: the derived secret `otp`. */
  otpKeyHex: string
  /** KRAPAO_LIMIT_FACTOR. */
  limitFactor: number
  /** The host that one-time codes are bound to; none where the web app is not served by https. */
  codeHost?: string
  /** Whether a withdrawal of the member is not at its end: the cashier knows, which members cannot. */
  hasOpenWithdrawal(sql: Sql, memberId: string): Promise<boolean>
  /** Makes payouts of the member that were not sent wait for a person; none where there is no cashier. @returns how many. */
  holdPayouts?(tx: Sql, memberId: string): Promise<number>
  /** What passwords are computed by, bounded for all that share it; one of its own unless given. */
  passwords?: Passwords
  /** Whom a bank names as holder of an account, where one can be asked: the cashier knows. */
  accountHolders?: AccountHolders
  /** Whether deposits are refused while no account of the operator's could take them; in production alone. */
  needsDepositAccount?: boolean
  /** How long a busy lease is waited for, in ms; 30 seconds unless a test shortens it. */
  leaseWaitMs?: number
  /** Told after sessions of a member ended before their time: by logout, a new password, or too many of them. */
  onSessionsEnded?: (memberId: string) => void
}

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
export function createMembers(deps: MembersDeps): Members {
  const { database, ledger, clock, logger, operator, sms, otpKeyHex, limitFactor, hasOpenWithdrawal } = deps
  const { onSessionsEnded = () => {}, passwords = createPasswords() } = deps
  const { holdPayouts = () => Promise.resolve(0), codeHost = null } = deps
  const sessions = createSessions({ database, clock, onEnded: onSessionsEnded })
  const { proofs, devices } = deps
  const otp = createOtp({ database, clock, operator, sms, proofs, devices, otpKeyHex, limitFactor, codeHost })
  const confirmPassword = createConfirmPassword({ database, clock, passwords })
  const profiles = createProfiles({ database, clock, operator, confirmPassword, hasOpenWithdrawal })
  const wait = deps.leaseWaitMs === undefined ? {} : { waitMs: deps.leaseWaitMs }
  return {
    routes: createMembersRoutes({
      operator,
      otp,
      sessions,
      confirmPassword,
      profiles,
      registration: createRegistration({ database, ledger, clock, operator, otp, passwords }),
      login: keepAccountOfLogins(
        deps,
        createLogin({ database, clock, operator, passwords, sessions, proofs, devices }),
      ),
      passwordChanges: createPasswordChanges({
        database,
        clock,
        operator,
        otp,
        passwords,
        confirmPassword,
        sessions,
        devices,
        onSessionsEnded,
      }),
      isRegistered: (phone) => isUsernameTaken(database, phone),
      verificationOf: (phone, asker) => otp.verificationOf(database, phone, asker),
    }),
    commands: membersCommands({
      locks: createMemberLocks({ database, clock, holdPayouts, onSessionsEnded }),
      findMember: (words) => findMember(database, words),
    }),
    jobs: [...createMembersJobs({ database, clock }), createAccountJob({ database, clock, bank: deps.accountHolders })],
    authenticate: (token) => sessions.authenticate(token),
    liveSessions: (sessionIds) => sessions.live(sessionIds),
    profile: (memberId) => profiles.profile(memberId),
    bankAccount: (memberId) => profiles.bankAccount(memberId),
    find: findMember,
    isLocked: isMemberLocked,
    payee: (sql, memberId) => readPayee(sql, memberId),
    proveAccount,
    sessionCount: async (memberId) => (await sessions.list(memberId)).length,
    gate: createGate(deps),
    async standing(sql, memberId) {
      const standing = await readStanding(sql, memberId)
      if (!standing) throw new Error(`there is no member ${memberId}`)
      return standing
    },
    writeDown: (sql, { memberId, action, detail, at }) =>
      insertAudit(sql, { id: newId(at), memberId, action, detail, address: null, at }),
    lease: createLeases({ database, clock, logger, ...wait }),
    forgetLeases: () => forgetLeases(database),
  }
}
