import type { Country } from '@krapao/contract'
import * as v from 'valibot'
import { createDoor } from './operator.door.ts'
import { isFurnished } from './offered.store.ts'
import { operatorFurnishings } from './operator.furnishing.ts'
import type { OperatorParts } from './operator.parts.ts'
import { createLookups } from './operator.routes.ts'
import { settingDefaultsOf } from './operator.settings.ts'
import { createRestoreCommands } from './restore.ts'
import { readLastChanges, readSettingChanges } from './settings.store.ts'

export { type BankNames, bankNames } from './banks.rules.ts'
export type { OperatorDoor } from './operator.door.ts'
export { operatorMigrations } from './operator.migrations.ts'
export { safeMarkup } from './safe-markup.ts'
export { isSlipOpen, operatorWords } from './operator.rules.ts'
export {
  beginsRelease,
  isSettingName,
  readSetting,
  type SettingName,
  settingNames,
  SettingRefused,
  type Settings,
  settingsSchema,
  takesTwo,
  whyFixed,
} from './operator.settings.ts'
export type { Bank } from './banks.store.ts'
export type { DepositBank } from './deposit-accounts.store.ts'
export type { GameSetting } from './games.store.ts'
export type { SettingChange } from './settings.store.ts'

const no = () => Promise.resolve(false)

/** The operator with what the process binds: its calls, its commands, and its parts of the file that furnishes the product. */
export type Operator = ReturnType<typeof createOperator>

/** The operator's door, with what the process binds. */
export function createOperator(
  given: Pick<OperatorParts, 'database' | 'clock'> &
    Partial<Pick<OperatorParts, 'outsideUrl' | 'use'>> & {
      /** What the product is for, unless the operator's own setting says otherwise: Thailand when it is not told. */
      country?: Country
      /** What a game's provider may be in the file; anything where nobody says. */
      provider?: v.GenericSchema<unknown>
    },
) {
  const { database, clock, outsideUrl = null, country = 'TH', provider = v.unknown() } = given
  const { use = { isPlayed: no, hasPaid: no, hasReleaseRules: no } } = given
  const parts = { database, clock, outsideUrl, defaults: settingDefaultsOf(country), use }
  const door = createDoor(parts)
  return {
    ...door,
    furnishings: operatorFurnishings(parts, provider),
    isFurnished,
    routes: createLookups(door, clock),
    commands: createRestoreCommands({ database, clock, onChange: door.forgetRestore }),
    /** What holds until the operator says otherwise. */
    settingDefaults: parts.defaults,
    settingHistory: { ofAll: readLastChanges, of: readSettingChanges },
  }
}
