import type { CashierParts } from './cashier.parts.ts'
import type { SlipAnswer } from './providers/slip-verifier.ts'
import { isSameTransfer } from './transfer-claim.ts'

/** Asks the bank about a transfer. It may name the sending bank otherwise; its word about another transfer is none. */
export async function askTransfer(
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
