import type { Sql } from '../../platform/database/types.ts'
import { createSharedLook } from '../../platform/shared-look.ts'
import { type By, BY_ITSELF } from '../deeds/index.ts'
import type { OperatorParts } from './operator.parts.ts'
import { readSetting, type SettingName, type Settings, settingsOf } from './operator.settings.ts'
import { putSetting, type SettingGiven } from './put-setting.ts'
import { lockSettings, readSettingRow, readSettingRows } from './settings.store.ts'

/** How long what others ask of the operator is answered from memory. */
export const KEPT_MS = 1_000

/** What other modules may ask of the settings, and how they are set. */
export function createSettingsDoor(parts: OperatorParts) {
  const { database, clock, defaults } = parts
  const memory = createSharedLook(clock, KEPT_MS, async () => settingsOf(await readSettingRows(database), defaults))
  const put = (tx: Sql, given: SettingGiven) => putSetting(parts, tx, given)
  return {
    /** The operator's settings over their defaults; at most a second old, and never older than the last set here. */
    settings: () => memory(),
    /** One setting as the database has it now, and since when; null since the default holds. */
    async setting<Name extends SettingName>(name: Name): Promise<{ value: Settings[Name]; changedAt: Date | null }> {
      const row = await readSettingRow(database, name)
      const read = row === null ? null : readSetting(name, row.value)
      if (row === null || !read?.ok) return { value: defaults[name], changedAt: null }
      return { value: read.value, changedAt: row.changedAt }
    },
    /** Sets one setting, as somebody says. Throws a SettingRefused in words when the value does not fit, or it may not change. */
    async setSetting<Name extends SettingName>(name: Name, value: Settings[Name], by: By = BY_ITSELF): Promise<void> {
      await database.transaction((tx) => put(tx, { name, value, by }))
      memory.forget()
    },
    /** The same within a transaction of the caller's, who has it read anew (`forget`) when that is committed. */
    putSetting: put,
    /** Who reads settings to change them lets others wait: until the transaction ends. */
    lockSettings,
    /** Every setting as a transaction sees it, over the defaults. */
    settingsIn: async (sql: Sql) => settingsOf(await readSettingRows(sql), defaults),
    /** Whether the service is closed for good; as fresh as `settings`. */
    isTerminated: async () => (await memory()).terminated,
    forget: () => memory.forget(),
  }
}
