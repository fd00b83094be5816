import { formatAmount } from '@krapao/money'
import { kept } from '../books/calls.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { SlipAnswer } from '../providers/slip-verifier.ts'
import { isSameTransfer } from './transfer-claim.ts'

/**
 * Asks the bank about a transfer, for a slip or a case of this id. It may name the sending bank otherwise; its word about
 * another transfer is none.
 */
export async function askTransfer(
  parts: CashierParts,
  subject: string,
  asked: { sendingBank: string; transRef: string },
): Promise<SlipAnswer> {
  const call = { subject, party: 'bank', call: 'transfer' } as const
  return kept(parts, call, () => ask(parts, asked), inWords)
}

async function ask(
  { slipVerifier, operator }: CashierParts,
  asked: { sendingBank: string; transRef: string },
): Promise<SlipAnswer> {
  const answer = await slipVerifier.transferOf(asked.sendingBank, asked.transRef)
  if (answer.kind !== 'found') return answer
  const { oneName } = await operator.bankNames()
  const transfer = { ...answer.transfer, sendingBank: oneName(answer.transfer.sendingBank) }
  if (isSameTransfer(transfer, asked)) return { kind: 'found', transfer }
  return { kind: 'unknown', why: 'answered about another transfer' }
}

function inWords(answer: SlipAnswer): string {
  if (answer.kind === 'unknown') return `unknown: ${answer.why}`
  if (answer.kind === 'not-found') return answer.kind
  const { amountMinor, currency } = answer.transfer
  return `found: ${formatAmount(amountMinor)} ${currency}`
}
