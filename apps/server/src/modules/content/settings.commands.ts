import { type Command, CommandError } from '../../platform/commands/index.ts'
import { AppError } from '../../platform/errors.ts'
import { byCommand } from '../deeds/index.ts'
import { isSettingName, SettingRefused, type SettingName, settingNames, type Settings } from '../operator/index.ts'
import type { Offered } from '../proposals/index.ts'
import type { ContentParts } from './content.parts.ts'
import type { SettingAsked } from './settings.ts'

function requireName(name: string | undefined): SettingName {
  if (name !== undefined && isSettingName(name)) return name
  throw new CommandError(
    `${name === undefined ? 'Name a setting' : `There is no setting "${name}"`}. There are: ${settingNames.join(', ')}.`,
  )
}

/** A value from the command line: JSON where it is JSON, otherwise the text itself. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const show = (name: SettingName, settings: Settings) => `${name} = ${JSON.stringify(settings[name])}`

/** `settings list`, `settings get KEY` and `settings set KEY VALUE`. */
export function createSettingsCommands(
  { operator }: Pick<ContentParts, 'operator'>,
  change: (asked: SettingAsked) => Promise<Offered>,
): Command[] {
  const { settingDefaults: defaults } = operator
  return [
    {
      name: 'settings list',
      usage: '- all settings; a star stands before those that are not at their default',
      async run() {
        const settings = await operator.settings()
        const isChanged = (name: SettingName) => JSON.stringify(settings[name]) !== JSON.stringify(defaults[name])
        return settingNames.map((name) => `${isChanged(name) ? '*' : ' '} ${show(name, settings)}`).join('\n')
      },
    },
    {
      name: 'settings get',
      usage: 'KEY - one setting',
      async run([key]) {
        const name = requireName(key)
        return show(name, await operator.settings())
      },
    },
    {
      name: 'settings set',
      usage:
        'KEY VALUE - changes one setting, or proposes it where that takes two; it holds within a second. Amounts (…Minor) are in satang',
      async run([key, ...words], actor) {
        const name = requireName(key)
        if (words.length === 0) throw new CommandError(`Say what ${name} shall be.`)
        try {
          const value = readValue(words.join(' '))
          const { proposalId } = await change({ name, value, by: byCommand(actor), reason: null })
          if (proposalId !== null) return `Somebody else confirms it: proposals confirm ${proposalId}`
        } catch (error) {
          if (error instanceof SettingRefused) throw new CommandError(error.message)
          if (error instanceof AppError) throw new CommandError('Another change is proposed: proposals list.')
          throw error
        }
        return show(name, await operator.settings())
      },
    },
  ]
}
