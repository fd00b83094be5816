import { DEED_REASON_MAX } from '@krapao/contract'
import { type Command, CommandError, listing, requireId } from '../../../platform/commands/index.ts'
import { byCommand } from '../../deeds/index.ts'
import { closeFlagByHand, markFlag } from '../flags/flag-deeds.ts'
import { FLAG_VERDICTS, type FlagKind } from '../flags/flags.rules.ts'
import { type FlagRow, listOpenFlags } from '../flags/flags.store.ts'
import type { RewardsParts } from '../rewards.parts.ts'

const LISTED_MAX = 200

const words: Record<FlagKind, string> = {
  'bank-number': 'one bank account number under several phones',
  'bank-name': 'one account holder under several phones',
  device: 'one device under several phones',
  address: 'many members behind one address',
  'self-invite': 'an inviter and his friend share an account, a holder or an address',
  'invite-ring': 'members who invited each other share accounts, holders or addresses',
  'opposite-results': 'an inviter won what his friend lost, or lost what he won, on one day',
  'below-threshold': 'three payments in a day, each just below what is reported',
  'in-and-out': 'most of a deposit withdrawn within a day, hardly played with',
  'excluded-again':
    'somebody registered, or tried to, with the phone or the account of a member who is kept from play or had limits',
}

function flagInWords({ id, kind, key, memberCount, members, openedAt, severity }: FlagRow): string {
  const more = memberCount > members.length ? ` and ${memberCount - members.length} more` : ''
  const who = `members ${members.join(', ')}${more}`
  const high = severity === 'high' ? '  HIGH' : ''
  return `${id}  ${kind}: ${words[kind]}  ${key}  ${who}  ${openedAt.toISOString()}${high}`
}

/**
 * Flags of members who may be one person, or play into each other's hands, for the operator to judge. A high one holds
 * withdrawals.
 */
export function flagCommands({ database, clock }: Pick<RewardsParts, 'database' | 'clock'>): Command[] {
  return [
    {
      name: 'flags list',
      usage:
        '[ID] - members who may be one person, or play into each other’s hands; with an id all whom that flag names',
      async run([given]) {
        const id = given === undefined ? null : requireId(given, 'flag')
        const nothing = id === null ? 'No flag is open.' : 'No flag of this id is open.'
        return listing(await listOpenFlags(database, { id, limit: LISTED_MAX }), flagInWords, nothing)
      },
    },
    {
      name: 'flags mark',
      usage: 'ID high|normal --reason WORDS - a high one makes withdrawals of its members wait',
      async run([id, severity, option, ...said], actor) {
        const reason = said.join(' ').trim()
        if ((severity !== 'high' && severity !== 'normal') || option !== '--reason' || reason === '') {
          throw new CommandError('Say how grave it is, and why: ID high|normal --reason WORDS')
        }
        const deed = {
          id: requireId(id, 'flag'),
          version: null,
          severity,
          by: byCommand(actor),
          reason: reason.slice(0, DEED_REASON_MAX),
        } as const
        if (!(await markFlag({ database, clock }, deed))) {
          throw new CommandError('No flag of this id is open, or it is called so already.')
        }
        return `${id} is ${severity}.`
      },
    },
    {
      name: 'flags close',
      usage: 'ID true|false|unsure NOTE - what was found of it, and by what; it opens again when more members join',
      async run([given, found, ...words], actor) {
        const id = requireId(given, 'flag')
        const verdict = FLAG_VERDICTS.find((one) => one === found)
        const reason = words.join(' ').trim().slice(0, DEED_REASON_MAX)
        if (verdict === undefined || reason === '') {
          throw new CommandError('Say what was found of it, and by what: ID true|false|unsure NOTE')
        }
        const closing = { id, version: null, verdict, reason, by: byCommand(actor) }
        if (!(await closeFlagByHand({ database, clock }, closing))) {
          throw new CommandError('No flag of this id is open.')
        }
        return `${id} is closed.`
      },
    },
  ]
}
