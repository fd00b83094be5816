import type { Country } from '@krapao/contract'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { createDoor } from './operator.door.ts'
import { type InUse, operatorFurnishings } from './operator.furnishing.ts'
import { createLookups } from './operator.routes.ts'
import { settingDefaultsOf } from './operator.settings.ts'
import { isFurnished, readLastChanges, readSettingChanges } from './operator.store.ts'
import { createRestoreCommands } from './restore.ts'

export { type BankNames, bankNames } from './bank-names.ts'
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
export type { Bank, DepositBank, GameSetting, SettingChange } from './operator.store.ts'

const no = () => Promise.resolve(false)

/** The operator with what the process binds: its calls, its commands, and its parts of the file that furnishes the product. */
export type Operator = ReturnType<typeof createOperator>

/** The operator's door, with what the process binds. */
export function createOperator(given: {
  database: Database
  clock: Clock
  /** Where relative links of games lead, such as the sandbox's address; without it they are null. */
  outsideUrl?: string | null
  /** What the product is for, unless the operator's own setting says otherwise: Thailand when it is not told. */
  country?: Country
  /** What a game's provider may be in the file; anything where nobody says. */
  provider?: v.GenericSchema<unknown>
  /** What members have that hangs on a row; nothing where nobody says. */
  use?: InUse
}) {
  const {
    outsideUrl = null,
    country = 'TH',
    provider = v.unknown(),
    use = { isPlayed: no, hasPaid: no, hasReleaseRules: no },
  } = given
  const { database, clock } = given
  const defaults = settingDefaultsOf(country)
  const door = createDoor({ database, clock, outsideUrl, country, defaults, use })
  return {
    ...door,
    furnishings: operatorFurnishings({ defaults, provider, use }),
    isFurnished,
    routes: createLookups(door, clock),
    commands: createRestoreCommands({ database, clock, onChange: door.forgetRestore }),
    /** What holds until the operator says otherwise. */
    settingDefaults: defaults,
    settingHistory: { ofAll: readLastChanges, of: readSettingChanges },
  }
}
