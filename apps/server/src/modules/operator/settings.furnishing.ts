import { isDeepStrictEqual } from 'node:util'
import { furnishing, FurnishingProblem } from '../../platform/furnishing.ts'
import type { InUse } from './operator.parts.ts'
import {
  isSettingName,
  settingNames,
  settingsInFile,
  settingsOf,
  type Settings,
  takesTwo,
  whyFixed,
} from './operator.settings.ts'
import { lockSettings, readSettingRows, writeSetting } from './settings.store.ts'

/** Only what the file names is set; the other settings stay as they are. */
export const settingsFurnishing = (defaults: Settings, use: InUse) =>
  furnishing({
    schema: settingsInFile,
    async write(tx, given, at, by, alone = false) {
      await lockSettings(tx)
      const rows = await readSettingRows(tx)
      const before = settingsOf(rows, defaults)
      const said = settingNames.filter((name) => given[name] !== undefined)
      const changed = said.filter((name) => !isDeepStrictEqual(given[name], before[name]))
      const fixed = await whyFixed(changed, () => use.hasReleaseRules(tx))
      if (fixed !== null) throw new FurnishingProblem(`.${fixed.name}`, fixed.why)
      // What is said to be as it is by default stays so, whatever the default will be.
      const unsaid = said.filter((name) => !rows.some(({ key }) => key === name))
      const two = changed.find((name) => takesTwo(name) && !(alone && unsaid.includes(name)))
      if (two !== undefined && before.secondPerson === 'on')
        throw new FurnishingProblem(`.${two}`, `two persons change it: settings set ${two}, or Settings at the desk`)
      for (const key of new Set([...changed, ...unsaid])) {
        const change = { key, before: before[key], after: given[key] }
        await writeSetting(tx, { ...change, at, by, proposedBy: null, reason: null })
      }
      return changed.map((name) => `${name} is ${JSON.stringify(given[name])}, and was ${JSON.stringify(before[name])}`)
    },
    async read(sql) {
      const rows = (await readSettingRows(sql)).filter(({ key }) => isSettingName(key))
      if (rows.length === 0) return undefined
      return Object.fromEntries(
        rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ key, value }) => [key, value]),
      )
    },
  })
