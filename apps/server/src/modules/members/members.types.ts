import type { Sql } from '../../platform/database/types.ts'
import type { Identity } from '../../platform/http/index.ts'

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

export type BonusState = 'armed' | 'granted' | 'ending'

/** The bonus state on the member's row; the version guards holds: `{table: 'member', id, version}` (rulings 4.1). */
export interface Standing {
  bonusState: BonusState | null
  /** The id of the bonus that is held, whatever its state; null when none is. */
  bonusId: string | null
  version: number
}

/** The doors that take money in, all of which ask the gate (rulings 5.11). */
export type GateAction = 'qr' | 'slip' | 'gift' | 'transfer-in' | 'arm-bonus'

/** Exclusion per member for the few calls that take several steps; correctness never rests on it (rulings 1.10). */
export interface Lease {
  /** Gives the lease back; never throws. */
  release(): Promise<void>
}

/** What other modules may ask of the members. */
export interface MembersDoor {
  /** Who a bearer token belongs to, or why it does not authenticate. */
  authenticate(token: string): Promise<Authentication>
  /** Throws when the member does not exist: ids come from an authenticated token. */
  profile(memberId: string): Promise<Profile>
  bankAccount(memberId: string): Promise<MemberBankAccount>
  /** Where withdrawals go; null when the member has no bank account. */
  payee(sql: Sql, memberId: string): Promise<Payee | null>
  /** The id of the member whom an operator names by number, phone number or id; null when there is none. */
  find(sql: Sql, words: string): Promise<string | null>
  /** Whether the operator has suspended the member. */
  isLocked(sql: Sql, memberId: string): Promise<boolean>
  /**
   * Writes down that this account is the member's, by a transfer that came from it; false when it is his no more, or was
   * proven before.
   */
  proveAccount(tx: Sql, memberId: string, account: AccountFields, at: Date): Promise<boolean>
  /** How many sessions of the member are open. */
  sessionCount(memberId: string): Promise<number>
  /** Resolves when the member may do this; today always. */
  gate(memberId: string, action: GateAction): Promise<void>
  standing(sql: Sql, memberId: string): Promise<Standing>
  /** Writes down what was done about a member by somebody else than himself; `detail` holds no secret. */
  writeDown(
    sql: Sql,
    note: { memberId: string; action: string; detail: Readonly<Record<string, string | number | null>>; at: Date },
  ): Promise<void>
  /**
   * Takes the member's lease (60 s, renewed by itself until released). Busy: waits up to 30 s, then refuses with
   * TRANSFER_PENDING (409).
   */
  lease(memberId: string, purpose: string): Promise<Lease>
}
