import { type Command, CommandError } from '../../platform/commands/index.ts'
import { byCommand } from '../deeds/index.ts'
import { endWaitingGuests } from './endings/quiet-guests.ts'
import type { SupportParts } from './support.parts.ts'

const HOURS_MAX = 24 * 365

function requireHours(given: string | undefined): number {
  const hours = /^\d{1,4}$/.test(given ?? '') ? Number(given) : 0
  if (hours >= 1 && hours <= HOURS_MAX) return hours
  throw new CommandError(`Say for how many hours they have said nothing: 1 to ${HOURS_MAX}.`)
}

/** A broom for the inbox, from the command line. */
export function supportCommands(parts: SupportParts): Command[] {
  return [
    {
      name: 'desk end-guests',
      usage: 'HOURS - ends conversations of guests who wait for somebody and have said nothing for so long',
      async run([given], actor) {
        const hours = requireHours(given)
        return `Conversations ended: ${await endWaitingGuests(parts, byCommand(actor), hours)}. Whoever writes again begins another.`
      },
    },
  ]
}
