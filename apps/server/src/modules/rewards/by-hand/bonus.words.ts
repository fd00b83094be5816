import { formatAmount } from '@krapao/money'
import type { RuleRow } from '../terms/rule-versions.store.ts'

type Said = Omit<RuleRow, 'id' | 'source' | 'code' | 'sort' | 'validFrom' | 'validUntil'>

/** What a rule says, in a line that staff and who runs the machine read. */
export function describeTerms(rule: Said): string {
  const amount =
    rule.percentHundredths === null ? formatAmount(rule.fixedMinor ?? 0) : `${rule.percentHundredths / 100} %`
  const cap = rule.capMinor === null ? '' : ` up to ${formatAmount(rule.capMinor)}`
  const seats = rule.seats === null ? '' : `  ${rule.seats} seats`
  const budget = rule.monthlyBudgetMinor === null ? '' : `  ${formatAmount(rule.monthlyBudgetMinor)} a month`
  return (
    `${amount}${cap} from ${formatAmount(rule.minDepositMinor)}  ` +
    `${rule.kind} ${rule.maxReceived}  fail ${rule.percentFail} success ${rule.percentSuccess}${seats}${budget}`
  )
}
