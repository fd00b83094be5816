import {
  COOL_OFF_HOURS,
  DEED_REASON_MAX,
  EXCLUSION_MONTHS,
  LIMIT_KINDS,
  LIMIT_MAX_MINOR,
  LIMIT_MIN_MINOR,
  LIMIT_PERIODS,
} from '@krapao/contract'
import { readWireAmount } from '@krapao/money'
import { type Command, CommandError, required } from '../../platform/commands/index.ts'
import { type By, byCommand } from '../deeds/index.ts'
import { excludeByStaff, limitByStaff } from './by-staff.ts'
import { coolOffUntil, exclusionUntil } from './exclusion.rules.ts'
import type { ProtectionParts } from './protection.parts.ts'

/** `protection limit|cool-off|exclude`: the same as at the desk; nothing of it loosens what a player set himself. */
export function protectionCommands(parts: ProtectionParts): Command[] {
  const now = () => parts.clock.now()

  /** Reads `MEMBER … --reason WORDS`. */
  async function readTold(args: readonly string[], by: By) {
    const at = args.indexOf('--reason')
    const reason =
      at < 0
        ? ''
        : args
            .slice(at + 1)
            .join(' ')
            .trim()
    if (reason === '') throw new CommandError('Say why: --reason WORDS')
    const memberId = await parts.members.requireNamed(args[0])
    return { told: { memberId, by, reason: reason.slice(0, DEED_REASON_MAX) }, rest: args.slice(1, at) }
  }

  return [
    {
      name: 'protection limit',
      usage: 'MEMBER deposit|loss day|week|month AMOUNT|none --reason WORDS - sets a limit of ours, or takes it away',
      async run(args, actor) {
        const { told, rest } = await readTold(args, byCommand(actor))
        const kind = required(
          LIMIT_KINDS.find((one) => one === rest[0]),
          'A limit is of deposit or loss.',
        )
        const period = required(
          LIMIT_PERIODS.find((one) => one === rest[1]),
          'A limit is by day, week or month.',
        )
        const read = rest[2] === 'none' ? null : readWireAmount(Number(rest[2]))
        const amountMinor = read === null ? null : read.ok ? read.amountMinor : 0
        if (amountMinor !== null && (amountMinor < LIMIT_MIN_MINOR || amountMinor > LIMIT_MAX_MINOR)) {
          throw new CommandError('A limit is none, or 100 to 10000000 baht.')
        }
        await limitByStaff(parts, { ...told, kind, period, amountMinor })
        return `Our limit of ${told.memberId} is set; of his own and ours the least remainder holds.`
      },
    },
    {
      name: 'protection cool-off',
      usage: `MEMBER ${COOL_OFF_HOURS.join('|')} --reason WORDS - takes a break of so many hours for a member who asked for it`,
      async run(args, actor) {
        const { told, rest } = await readTold(args, byCommand(actor))
        const hours = required(
          COOL_OFF_HOURS.find((one) => String(one) === rest[0]),
          'Say for how many hours.',
        )
        await excludeByStaff(parts, { ...told, kind: 'cool-off', until: coolOffUntil(now(), hours) })
        return `${told.memberId} takes a break; the longest of several counts.`
      },
    },
    {
      name: 'protection exclude',
      usage: `MEMBER ${EXCLUSION_MONTHS.join('|')}|good --reason WORDS - excludes a member who asked for it for so many months, or for good`,
      async run(args, actor) {
        const { told, rest } = await readTold(args, byCommand(actor))
        const isForGood = rest[0] === 'good'
        const months = EXCLUSION_MONTHS.find((one) => String(one) === rest[0])
        if (months === undefined && !isForGood) throw new CommandError('Say for how many months, or good.')
        await excludeByStaff(parts, { ...told, kind: 'self-exclusion', until: exclusionUntil(now(), months ?? null) })
        return `${told.memberId} is excluded; nobody shortens it.`
      },
    },
  ]
}
