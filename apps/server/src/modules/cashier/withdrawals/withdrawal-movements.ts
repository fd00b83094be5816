import type { Movement } from '@krapao/ledger'
import type { Currency } from '@krapao/money'
import { deriveId } from '../../../platform/ids.ts'
import { accounts, inward, outward } from '../books/accounts.ts'

/** What a withdrawal moves, and between whom. */
export interface WithdrawalMoney {
  id: string
  memberId: string
  amountMinor: number
  payoutMinor: number
  payoutCurrency: Currency
  houseAccount: string
}

/** A withdrawal as it was read: what is booked of one version has ids of its own, so that it is booked once. */
type ReadWithdrawal = WithdrawalMoney & { version: number }

/** All that is held for a withdrawal: whatever is added here is settled and freed with it. */
export function heldFor(withdrawal: WithdrawalMoney, occurredAt: Date): Movement[] {
  const from = accounts.wallet(withdrawal.memberId)
  return outward({
    ...sumOf(withdrawal),
    id: withdrawal.id,
    kind: 'hold',
    wallet: from,
    code: 'withdrawal',
    occurredAt,
  })
}

/** Settles or frees what is held for a withdrawal. */
export function closing(withdrawal: WithdrawalMoney, kind: 'settle' | 'void', occurredAt: Date): Movement[] {
  return heldFor(withdrawal, occurredAt).map(({ id: hold }) => ({
    kind,
    id: deriveId(`withdrawal-${kind}`, hold),
    hold,
    occurredAt,
  }))
}

/** Back from the bank: into the wallet, or into suspense, out of which the house had lent it. */
export function givenBack(withdrawal: ReadWithdrawal, to: 'wallet' | 'suspense', occurredAt: Date): Movement[] {
  return inward({
    ...sumOf(withdrawal),
    id: deriveId('withdrawal-return', withdrawal.id, `${withdrawal.version}`),
    kind: 'post',
    wallet: endOf(withdrawal, to),
    code: 'withdrawal-return',
    occurredAt,
  })
}

/** Paid by the bank after its money had been given back: out of the wallet, or lent by the house out of suspense. */
export function paidLate(withdrawal: ReadWithdrawal, from: 'wallet' | 'suspense', occurredAt: Date): Movement[] {
  return outward({
    ...sumOf(withdrawal),
    id: deriveId('withdrawal-late', withdrawal.id, `${withdrawal.version}`, from),
    kind: 'post',
    wallet: endOf(withdrawal, from),
    code: 'withdrawal-late',
    occurredAt,
  })
}

function sumOf({ id, amountMinor, payoutMinor, payoutCurrency, houseAccount }: WithdrawalMoney) {
  const house = { account: houseAccount, currency: payoutCurrency }
  return { amountMinor, outsideMinor: payoutMinor, house, reference: id }
}

function endOf({ memberId }: WithdrawalMoney, end: 'wallet' | 'suspense'): string {
  return end === 'wallet' ? accounts.wallet(memberId) : accounts.suspense('BAHT').account
}
