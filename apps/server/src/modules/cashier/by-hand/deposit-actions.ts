import type { DecisionAction, DecisionField } from '@krapao/contract'
import { refuseFields } from '../../../platform/errors.ts'
import { decisionAction, noteField } from '../../deeds/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { receivers } from '../slips/slip-decision.ts'
import { receiverOf } from '../slips/slip.rules.ts'
import { askTransfer } from '../transfers/asked-transfer.ts'
import { type NamedTransfer, readNamedTransfer } from '../transfers/named-transfer.ts'

// What a person says who credits a deposit: how much it was, and by which transfer it came.

const TRANSFER_MAX = 90

/** What is credited without a transfer that a bank knows: by two. */
export const UNREFERENCED = 'credit-unreferenced' as const

export const amountField = (isRequired: boolean, most?: number): DecisionField => ({
  field: 'amount',
  type: 'amount',
  isRequired,
  ...(most === undefined ? {} : { most }),
})
export const transferField = (isRequired: boolean): DecisionField => ({
  field: 'transfer',
  type: 'transfer',
  isRequired,
  most: TRANSFER_MAX,
})

export const unreferenced = (amount: number | null): DecisionAction =>
  decisionAction(UNREFERENCED, UNREFERENCED, { amount }, { takes: 'two', fields: [amountField(true), noteField(true)] })

/** A bank's transfer as somebody names it; refuses what is none, which is credited by two. */
export async function transferOf({ operator }: CashierParts, words: string | undefined): Promise<NamedTransfer> {
  return readNamedTransfer(words, await operator.bankNames()) ?? refuseFields('transfer')
}

/**
 * Whether its bank, asked now about a transfer for a slip or a notice of this id, says that so much came to us by it: what one
 * alone credits. It does not where it is silent or knows of none, of kip, and where the money may be another's.
 */
export async function isBorneOut(
  parts: CashierParts,
  subject: string,
  { transfer, amountMinor }: { transfer: NamedTransfer; amountMinor: number },
): Promise<boolean> {
  const answer = await askTransfer(parts, subject, transfer)
  if (answer.kind !== 'found') return false
  const { transfer: told } = answer
  if (told.currency !== 'BAHT' || amountMinor > told.amountMinor) return false
  const [{ deposits, hasCollectors }, banks] = await Promise.all([receivers(parts), parts.operator.bankNames()])
  const { likeness } = receiverOf(told, deposits, banks)
  return likeness === 'match' || (likeness === 'indeterminate' && !hasCollectors)
}
