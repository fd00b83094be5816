import type { Guard } from '@krapao/ledger'
import type { Sql } from '../../platform/database/types.ts'
import type { Identity } from '../../platform/http/index.ts'
import type { By } from '../deeds/index.ts'

/** Why a token that was sent does not authenticate (api.md, statuses by meaning). */
export type TokenProblem =
  | 'EXPIRED_AUTH_TOKEN'
  | 'invalid-token'
  | 'INVALID_USER_1'
  | 'INVALID_USER_2'
  | 'INVALID_USER_3'
  | 'INVALID_USER_4'
  | 'INACTIVE_USER'

export type Authentication = { ok: true; member: Identity } | { ok: false; code: TokenProblem }

/** A member's profile as it stands on the wire (rulings 5.4). */
export interface Profile {
  _id: string
  /** Eight digits, for people. */
  memberId: string
  username: string
  name: string
  createdAt: string
}

/** A member's bank account as it stands on the wire. */
export interface MemberBankAccount {
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  bank: { nameTH: string; nameEN: string; nameLO: string; latinNamesOnly: boolean }
}

/** Where a member's withdrawals go. */
export interface Payee {
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  currency: 'BAHT' | 'LAK'
  /** When it was changed after registration; null while it never was (rulings 3.6). */
  changedAt: Date | null
  /** When a transfer came from it under his name, or a bank named him its holder; null while neither was so. */
  provenAt: Date | null
}

/** What names an account and its holder. */
export type AccountFields = Pick<Payee, 'bankCode' | 'bankAccountName' | 'bankAccountNo'>

/**
 * What a bank says of an account and the name that a member gave with it. `unsure`: it knows no such account, or names
 * its holder in other words. `unknown`: no answer.
 */
export type HolderWord = 'agrees' | 'unsure' | 'unknown'

/** Asks a bank whether an account is held under a name; null where none can be asked. Never rejects. */
export type AccountHolders = ((account: AccountFields) => Promise<HolderWord>) | null

type BonusState = 'armed' | 'granted' | 'ending'

/** The bonus state on the member's row; the version guards holds: `{table: 'member', id, version}` (rulings 4.1). */
export interface Standing {
  bonusState: BonusState | null
  /** The id of the bonus that is held, whatever its state; null when none is. */
  bonusId: string | null
  version: number
  /** What he takes part in no more, and until when: a self-exclusion goes on after its time, null is for good. */
  excludedAs: Excluded | null
  excludedUntil: Date | null
  /** Whether he has limits, which are asked about then. */
  hasLimits: boolean
}

/** A break that ends by itself, or an exclusion that stays until it was ended (beyond 3.4). */
export type Excluded = 'cool-off' | 'self-exclusion'

/** The ways in, all of which ask the gate (rulings 5.11, beyond 3.4); a slip tells of money that was sent already. */
export type GateAction = 'qr' | 'slip' | 'gift' | 'transfer-in' | 'launch' | 'game-account' | 'arm-bonus' | 'reward'

/** What a member is about to do, and how he stood when it was looked at. */
export interface GateWish {
  memberId: string
  action: GateAction
  standing: Standing
  /** Satang that would come in or, of a transfer, leave the wallet; 0 where it is not known yet or there is none. */
  amountMinor: number
}

/** What a member's limits leave him: protection knows, which members cannot. */
export interface MemberLimits {
  /** Refuses with LIMIT_REACHED. @returns what the movement is to be guarded by, so that two at once do not pass together. */
  require(sql: Sql, wish: GateWish): Promise<readonly Guard[]>
  /** What of the wallet may enter no game, in satang. */
  lockedMinor(sql: Sql, memberId: string): Promise<number>
}

/** Exclusion per member for the few calls that take several steps; correctness never rests on it (rulings 1.10). */
export interface Lease {
  /** Gives the lease back; never throws. */
  release(): Promise<void>
}

/** On whom, who does it, and why: all stand in the deed. */
export interface MemberDeed {
  memberId: string
  by: By
  reason: string
}
