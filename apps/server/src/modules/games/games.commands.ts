import { type Command, CommandError, required } from '../../platform/commands/index.ts'
import { AppError } from '../../platform/errors.ts'
import { byCommand } from '../deeds/index.ts'
import { findIfMissing, open as openAccount } from './accounts.ts'
import { findAccount } from './accounts.store.ts'
import { arrivalCommands } from './arrival.commands.ts'
import type { GamesParts } from './games.parts.ts'
import { createReadingAccept, type ReadingAccept } from './reading-deeds.ts'
import { readingCommands } from './readings.commands.ts'
import { transferCommands } from './transfer.commands.ts'
import { createTransferEnd, type TransferEnd } from './transfer-deeds.ts'

/** `accounts renew`: an account that its provider does not know. */
function accountCommands(parts: GamesParts): Command[] {
  return [
    {
      name: 'accounts renew',
      usage: 'MEMBER GAME - makes a game account anew at its provider, which knows no such name',
      async run([memberId, code = ''], actor) {
        const member = required(memberId, 'Name the member by his id.')
        const account = required(
          await findAccount(parts.database, member, code.toUpperCase()),
          'The member has no such account.',
        )
        const missing = required(
          account.state === 'active' ? await findIfMissing(parts, account) : account,
          'Its provider knows it or did not answer, or it holds money by the books: nothing is changed.',
        )
        try {
          await openAccount(parts, missing, byCommand(actor))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          throw new CommandError(`It could not be made: ${error.code}.`)
        }
        return `${account.code} of member ${account.memberId} is open.`
      },
    },
  ]
}

/** What an operator can do about games from the command line. */
export function gamesCommands(
  parts: GamesParts,
  end: TransferEnd = createTransferEnd(parts),
  accept: ReadingAccept = createReadingAccept(parts),
): Command[] {
  return [
    ...transferCommands(parts, end),
    ...readingCommands(parts, accept),
    ...arrivalCommands(parts),
    ...accountCommands(parts),
  ]
}
