import { PAYEE_UNCHANGED_HOURS_MAX } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import { type Command, CommandError, requireAmount } from '../../../platform/commands/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { byCommand } from '../../deeds/index.ts'
import type { Offered } from '../../proposals/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { ChangeAsked } from './release-change.ts'
import { releaseHistory, replay, rulesInForce, type Tally } from './release.ts'
import type { ReleaseRules } from './release.rules.ts'

const RULES = 'MAX DAYMAX HOURS'

const tally = ({ count, amountMinor }: Tally): string => `${count}, ${formatAmount(amountMinor)} baht`
const sayRules = (rules: ReleaseRules): string =>
  `${formatAmount(rules.autoMaxMinor)} each  ${formatAmount(rules.autoDayMaxMinor)} a day  account unchanged for ${rules.payeeUnchangedHours} hours`

function readRules([each, day, hours]: readonly string[]): ReleaseRules {
  if (
    each === undefined ||
    day === undefined ||
    !/^\d{1,3}$/.test(hours ?? '') ||
    Number(hours) > PAYEE_UNCHANGED_HOURS_MAX
  ) {
    throw new CommandError(`Say how much baht each, how much a day, and for how many hours: ${RULES}`)
  }
  const [autoMaxMinor, autoDayMaxMinor] = [each, day].map((baht) => (baht === '0' ? 0 : requireAmount(baht)))
  return { autoMaxMinor: autoMaxMinor ?? 0, autoDayMaxMinor: autoDayMaxMinor ?? 0, payeeUnchangedHours: Number(hours) }
}

/** `release rules|replay|propose`: by which rules withdrawals are paid without a person, what others would have done, and others. */
export function releaseCommands(parts: CashierParts, change: (asked: ChangeAsked) => Promise<Offered>): Command[] {
  return [
    {
      name: 'release rules',
      usage: '- the rules by which withdrawals are paid without a person, those in force first',
      async run() {
        const lines = (await releaseHistory(parts)).map(({ version, rules, at, proposedBy, confirmedBy, reason }) => {
          const who = [proposedBy, confirmedBy].filter((name) => name !== null).join(' and ')
          const since = at === null ? 'from the beginning' : `since ${at.toISOString()}  by ${who}  ${reason}`
          return `${version}  ${sayRules(rules)}  ${since}`
        })
        return lines.join('\n')
      },
    },
    {
      name: 'release replay',
      usage: `${RULES} - what rules would have done with the withdrawals of the last 30 days: baht each, baht a day, hours`,
      async run(words) {
        const { all, waited, wouldWait, reasons } = await replay(parts, readRules(words))
        const why = reasons.map((one) => `  ${one.reason}  ${tally(one)}`)
        return [`asked for  ${tally(all)}`, `waited  ${tally(waited)}`, `would wait  ${tally(wouldWait)}`, ...why].join(
          '\n',
        )
      },
    },
    {
      name: 'release propose',
      usage: `${RULES} WORDS - other rules, for what is asked for once somebody else confirmed them: baht each, baht a day, hours, and why`,
      async run([each = '', day = '', hours = '', ...words], actor) {
        const rules = readRules([each, day, hours])
        const reason = words.join(' ').trim().slice(0, 500)
        if (reason === '') throw new CommandError('Say why, for whoever confirms it.')
        const { number } = await rulesInForce(parts)
        try {
          const { proposalId } = await change({ rules, number, reason, by: byCommand(actor), roles: null })
          return proposalId === null
            ? 'The rules are in force.'
            : `Somebody else confirms it: proposals confirm ${proposalId}`
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          throw new CommandError('Another change is proposed: proposals list.')
        }
      },
    },
  ]
}
