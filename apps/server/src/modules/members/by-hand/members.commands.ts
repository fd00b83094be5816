import { DEED_REASON_MAX } from '@krapao/contract'
import { type Command, CommandError } from '../../../platform/commands/index.ts'
import { type By, byCommand } from '../../deeds/index.ts'
import type { MembersParts } from '../members.parts.ts'
import type { MemberDeed } from '../members.types.ts'
import { endSessions, lockMember, unlockMember } from './member-locks.ts'
import { requireNamed } from './named-member.ts'

const USAGE = 'MEMBER --reason WORDS'

/** What an operator can do about a member from the command line: suspend him, let him in again, end his sessions. */
export function membersCommands(parts: MembersParts): Command[] {
  /** Reads `MEMBER --reason WORDS`. */
  async function readDeed([named, option, ...words]: readonly string[], by: By): Promise<MemberDeed> {
    const reason = words.join(' ').trim()
    if (named === undefined || option !== '--reason' || reason === '') {
      throw new CommandError(`Name the member by phone, number or id, and say why: ${USAGE}`)
    }
    return { memberId: await requireNamed(parts, named), by, reason: reason.slice(0, DEED_REASON_MAX) }
  }

  return [
    {
      name: 'members lock',
      usage: `${USAGE} - ends the sessions, lets the member in no more, and has payouts that were not sent wait for you`,
      async run(args, actor) {
        const deed = await readDeed(args, byCommand(actor))
        if (!(await lockMember(parts, deed)))
          throw new CommandError('This member is not active: locked already, or gone.')
        return `${deed.memberId} is locked. Money that is under way is still credited.`
      },
    },
    {
      name: 'members unlock',
      usage: `${USAGE} - lets a locked member in again; what waits goes on waiting for you`,
      async run(args, actor) {
        const deed = await readDeed(args, byCommand(actor))
        if (!(await unlockMember(parts, deed))) throw new CommandError('This member is not locked.')
        return `${deed.memberId} may log in again.`
      },
    },
    {
      name: 'members end-sessions',
      usage: `${USAGE} - logs the member out everywhere; he may log in again`,
      async run(args, actor) {
        const deed = await readDeed(args, byCommand(actor))
        return `Sessions ended: ${await endSessions(parts, deed)}.`
      },
    },
  ]
}
