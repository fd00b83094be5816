import { PAYEE_UNCHANGED_HOURS_MAX } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import { type Command, CommandError } from '../../platform/commands/index.ts'
import type { CashierParts } from './cashier.parts.ts'
import { requireAmount } from './deposit.commands.ts'
import { releaseHistory, replay, type Tally } from './release.ts'
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

/** `release rules|replay`: by which rules withdrawals are paid without a person, and what others would have done. */
export function releaseCommands(parts: CashierParts): Command[] {
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
  ]
}
