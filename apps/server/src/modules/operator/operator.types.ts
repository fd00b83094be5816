import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import type { BankNames } from './bank-names.ts'
import type { SettingName, Settings } from './operator.settings.ts'
import type { Bank, DepositAccounts, DepositBank, GameSetting, KnownBank, TextKind } from './operator.store.ts'

/** What other modules may ask of the operator. */
export interface OperatorDoor {
  /** The operator's settings over their defaults; at most a second old, and never older than the last set here. */
  settings(): Promise<Settings>
  /** One setting as the database has it now, and since when; null since the default holds. */
  setting<Name extends SettingName>(name: Name): Promise<{ value: Settings[Name]; changedAt: Date | null }>
  /** Sets one setting. Throws a TypeError in words when the value does not fit. */
  setSetting<Name extends SettingName>(name: Name, value: Settings[Name]): Promise<void>
  /** Whether the service is closed for good; as fresh as `settings`. */
  isTerminated(): Promise<boolean>
  /**
   * When an older copy of the database was marked as restored, while that is open; null otherwise. What a party did
   * before that moment may have been forgotten here, so that nothing that is heard of it for the first time is booked
   * by itself (beyond 7.12). At most a second old.
   */
  restoredAt(): Promise<Date | null>
  /**
   * The same moment also after it was ended: who is compared one by one is not done when the rest is. Null when no copy
   * ever was restored. At most a second old.
   */
  lastRestoredAt(): Promise<Date | null>
  /** The banks that members can choose for their account; those of the operator's own country first. */
  banks(): Promise<Bank[]>
  /** Any bank by its letters or digits, also one that holds no member's account or is offered no more. */
  bank(named: string): Promise<KnownBank | null>
  /** How the banks are named, at most a second old; within a transaction as that one sees it. */
  bankNames(tx?: Sql): Promise<BankNames>
  sources(language: Language): Promise<{ code: string; description: string }[]>
  /** Where members pay in; what takes money of the operator's own country first. */
  depositAccounts(): Promise<DepositAccounts>
  /** Every bank account of the operator's that money can come to, also those that are offered no more. */
  receivingAccounts(): Promise<DepositBank[]>
  /** All games, those that are offered first, in order; links are absolute. */
  games(): Promise<GameSetting[]>
  /** Texts of a kind in the wanted language, or in Thai where that is missing; empty when there are none. */
  texts(kind: TextKind, language: Language): Promise<string[]>
}
