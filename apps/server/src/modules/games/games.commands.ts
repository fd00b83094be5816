import { type Command, CommandError, required } from '../../platform/commands/index.ts'
import { AppError } from '../../platform/errors.ts'
import { byCommand } from '../deeds/index.ts'
import { renewGameAccount } from './accounts/accounts.ts'
import type { GamesParts } from './games.parts.ts'

const whyNot: Readonly<Record<string, string>> = {
  NO_DATA: 'The member has no such account.',
  MOVED_ON: 'Its provider knows it or did not answer, or it holds money by the books: nothing is changed.',
}

/** `accounts renew`: an account that its provider does not know. What waits for a person is decided by its kind. */
export function gamesCommands(parts: GamesParts): Command[] {
  return [
    {
      name: 'accounts renew',
      usage: 'MEMBER GAME - makes a game account anew at its provider, which knows no such name',
      async run([memberId, code = ''], actor) {
        const about = { memberId: required(memberId, 'Name the member by his id.'), code: code.toUpperCase() }
        try {
          await renewGameAccount(parts, { ...about, by: byCommand(actor) })
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          throw new CommandError(whyNot[error.code] ?? `It could not be made: ${error.code}.`)
        }
        return `${about.code} of member ${about.memberId} is open.`
      },
    },
  ]
}
