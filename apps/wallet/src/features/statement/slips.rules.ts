import type { Slip } from '@krapao/contract'
import { formatAmount, fromWireAmount } from '@krapao/money'
import { slipReason, slipStatusOf } from '../../lib/slips.ts'
import type { Texts } from '../../lib/texts/texts.ts'

/** The slips that were in progress before and are settled now. */
export function settledSlips(before: readonly Slip[], now: readonly Slip[]): Slip[] {
  const open = new Set(before.filter((slip) => slipStatusOf(slip) === 'IN_PROGRESS').map(({ reference }) => reference))
  return now.filter((slip) => open.has(slip.reference) && slipStatusOf(slip) !== 'IN_PROGRESS')
}

/** What became of a slip, in a sentence to be read aloud. */
export function settledText(texts: Texts, slip: Slip): string {
  const { t } = texts
  const known = slipStatusOf(slip)
  const status =
    known === 'FAILED' ? t('slip.failedWith', { reason: slipReason(texts, slip.note) }) : t(`slip.status.${known}`)
  return slip.amount === null
    ? t('slip.settled', { status })
    : t('slip.settledAmount', { amount: formatAmount(fromWireAmount(slip.amount)), status })
}
