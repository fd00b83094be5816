import type { Language } from '../../platform/http/index.ts'
import type { SettingName, Settings } from './operator.settings.ts'
import type { Bank, DepositAccounts, GameSetting, TextKind } from './operator.store.ts'

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
  /** The banks that can hold a member's account. */
  banks(): Promise<Bank[]>
  /** Any known bank, also WW, which holds no member's account. */
  bank(code: string): Promise<Bank | null>
  /** Whether members can have an account at this bank. */
  hasBank(code: string): Promise<boolean>
  sources(language: Language): Promise<{ code: string; description: string }[]>
  depositAccounts(): Promise<DepositAccounts>
  /** All games offered, in order; links are absolute. */
  games(): Promise<GameSetting[]>
  /** Texts of a kind in the wanted language, or in Thai where that is missing; empty when there are none. */
  texts(kind: TextKind, language: Language): Promise<string[]>
  /** Fills in the demo operator; what is there already stays as it is. */
  seedDemo(): Promise<void>
}
