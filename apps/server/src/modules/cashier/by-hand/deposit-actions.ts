import type { DecisionAction, DecisionField } from '@krapao/contract'
import { refuseFields } from '../../../platform/errors.ts'
import { decisionAction, noteField } from '../../deeds/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
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
