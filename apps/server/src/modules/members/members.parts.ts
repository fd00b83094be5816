import type { SecurityNews } from '@krapao/contract'
import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Devices } from '../../platform/login/devices.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import type { Proofs } from '../../platform/login/proofs.ts'
import { createTurns, type InTurn } from '../../platform/login/turns.ts'
import type { Sealer } from '../../platform/sealer.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { AccountHolders, MemberLimits } from './members.types.ts'
import type { SmsGateway } from './providers/sms.ts'

/** What the use cases of this module work with. */
export interface MembersParts {
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
  /** The host that one-time codes are bound to, where browsers hand them to pages: they do by https alone. */
  codeHost: string | null
  /** Whether a withdrawal of the member is not at its end: the cashier knows, which members cannot. */
  hasOpenWithdrawal(sql: Sql, memberId: string): Promise<boolean>
  /** Makes payouts of the member that were not sent wait for a person. @returns how many. */
  holdPayouts(tx: Sql, memberId: string): Promise<number>
  /** Where the web app is: passkeys belong to that address. */
  webOrigin: string
  /** What keys of authenticator apps are sealed by. */
  sealer: Sealer
  /** What passwords are computed by, bounded for all that share it. */
  passwords: Passwords
  /** Whom a bank names as holder of an account, where one can be asked: the cashier knows. */
  accountHolders: AccountHolders
  /** Whether deposits are refused while no account of the operator's could take them; in production alone. */
  needsDepositAccount: boolean
  limits(): MemberLimits
  /** How long a busy lease is waited for; tests shorten it. */
  leaseWaitMs: number
  /** Told after sessions of a member ended before their time: by logout, a new password, or too many of them. */
  onSessionsEnded(memberId: string): void
  /** Told of what changed in how a member logs in, and of logins from new devices. */
  onSecurityNews(memberId: string, what: SecurityNews): void
  /** Told when somebody tried to register with the phone or the account of a member who is kept from play. */
  onExcludedAgain(memberId: string, sql: Sql): Promise<void>
  /** Keys under which erased members who had excluded themselves are known again, the one in force first. */
  markKeysHex: readonly string[]
  memory: MembersMemory
}

/** What this process keeps in mind: who waits for whom. */
export interface MembersMemory {
  loginsInTurn: InTurn
  passwordsInTurn: InTurn
  /** How many wait for a member's lease. */
  leasesWaitedFor: Map<string, number>
}

export function createMemory(): MembersMemory {
  return { loginsInTurn: createTurns(), passwordsInTurn: createTurns(), leasesWaitedFor: new Map() }
}
