import type { Clock } from '../../platform/clock.ts'
import { type Command, CommandError } from '../../platform/commands/index.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Job } from '../../platform/jobs.ts'
import { forgetTraces } from '../members/index.ts'
import { closeFlag, type FlagKind, type FlagRow, listOpenFlags, raiseFlags } from './flags.store.ts'

const LISTED_MAX = 200
const LOOK_EVERY_MS = 60 * 60_000
const TRACES_KEPT_MS = 180 * 24 * 3_600_000
const TRACES_AT_ONCE = 1_000

const words: Record<FlagKind, string> = {
  'bank-number': 'one bank account number under several phones',
  'bank-name': 'one account holder under several phones',
  device: 'one device under several phones',
  address: 'many members behind one address',
  'self-invite': 'an inviter and his friend share an account, a holder or an address',
  'invite-ring': 'members who invited each other share accounts, holders or addresses',
  'opposite-results': 'an inviter won what his friend lost, or lost what he won, on one day',
}

function describe({ id, kind, key, memberCount, members, openedAt }: FlagRow): string {
  const more = memberCount > members.length ? ` and ${memberCount - members.length} more` : ''
  const who = `members ${members.join(', ')}${more}`
  return `${id}  ${kind}: ${words[kind]}  ${key}  ${who}  ${openedAt.toISOString()}`
}

/**
 * Flags of members who may be one person, or play into each other's hands, for the operator to judge: nothing is held
 * back by a flag. They are looked for every hour.
 */
export function createFlags(deps: { database: Database; clock: Clock }): { jobs: Job[]; commands: Command[] } {
  const { database, clock } = deps
  return {
    jobs: [
      { name: 'rewards-flags', everyMs: LOOK_EVERY_MS, run: () => raiseFlags(database, clock.now()) },
      {
        name: 'rewards-forget-traces',
        everyMs: LOOK_EVERY_MS,
        run: () => forgetTraces(database, new Date(clock.now().getTime() - TRACES_KEPT_MS), TRACES_AT_ONCE),
      },
    ],
    commands: [
      {
        name: 'flags list',
        usage: '- members who may be one person, or play into each other’s hands',
        async run() {
          const flags = await listOpenFlags(database, LISTED_MAX)
          return flags.length === 0 ? 'No flag is open.' : flags.map(describe).join('\n')
        },
      },
      {
        name: 'flags close',
        usage: 'ID [NOTE] - nothing more is to be done; it opens again when more members join',
        async run([id = '', ...note]) {
          if (id === '') throw new CommandError('Name the id of a flag, as the list shows it.')
          if (!(await closeFlag(database, id, note.join(' '), clock.now()))) {
            throw new CommandError('No flag of this id is open.')
          }
          return `${id} is closed.`
        },
      },
    ],
  }
}
