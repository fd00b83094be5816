import type { Movement } from '@krapao/ledger'
import { formatAmount } from '@krapao/money'
import { deriveId } from '../../platform/ids.ts'
import { walletNews } from '../members/index.ts'
import { accounts } from './accounts.ts'
import { adjustmentLine } from './adjustments.store.ts'
import type { CaseProblem, CaseResult } from './cases.ts'
import { caseById, caseClosing } from './cases.store.ts'
import type { CashierParts } from './cashier.parts.ts'
import { creditedSource, creditedTo } from './contests.ts'
import { isSameTransfer } from './transfer-claim.ts'

/** Satang that the bank, asked, says to have received by this transfer. */
async function askedMinor(
  { bank, operator }: CashierParts,
  transfer: { sendingBank: string; transRef: string },
): Promise<number | CaseProblem> {
  const answer = await bank.transferOf(transfer.sendingBank, transfer.transRef)
  if (answer.kind !== 'found') return 'SILENT'
  const { oneName } = await operator.bankNames()
  const told = { ...answer.transfer, sendingBank: oneName(answer.transfer.sendingBank) }
  if (!isSameTransfer(told, transfer)) return 'SILENT'
  return told.currency === 'BAHT' ? told.amountMinor : 'NOT_BAHT'
}

/**
 * Of a payment that was told in two sums: asks the bank about its transfer, and brings the deposit to the sum that it
 * says; the difference goes into the wallet or out of it, once for a deposit.
 */
export async function correctPayment(parts: CashierParts, id: string): Promise<CaseResult> {
  const { database, ledger, clock } = parts
  const row = await caseById(database, id)
  if (row?.state !== 'open' || row.kind !== 'PAYMENT_DIFFERS') return { ok: false, problem: 'NOT_OPEN' }
  const { sendingBank, transRef } = row
  if (sendingBank === null || transRef === null) return { ok: false, problem: 'NO_MONEY' }
  const credited = await creditedTo(database, { sendingBank, transRef })
  const source = credited === null ? null : await creditedSource(database, credited.depositId)
  if (credited === null || source === null) return { ok: false, problem: 'NO_MONEY' }
  if (source.paidCurrency !== 'BAHT') return { ok: false, problem: 'NOT_BAHT' }
  const paidMinor = await askedMinor(parts, { sendingBank, transRef })
  if (typeof paidMinor === 'string') return { ok: false, problem: paidMinor }
  const { memberId, depositId } = credited
  const changeMinor = paidMinor - credited.amountMinor
  if (changeMinor === 0) return { ok: false, problem: 'AGREES' }
  const ends = [source.houseAccount, accounts.wallet(memberId)] as const
  const [from, to] = changeMinor > 0 ? ends : [ends[1], ends[0]]
  const now = clock.now()
  const movement: Movement = {
    kind: 'post',
    id: deriveId('payment-corrected', row.id),
    from,
    to,
    amountMinor: Math.abs(changeMinor),
    code: 'payment-corrected',
    reference: row.reference,
    occurredAt: now,
  }
  const outcome = await ledger.submit({
    movements: [movement],
    // Told in three sums it has two cases, and is corrected once.
    claims: [{ kind: 'corrected-payment', key: depositId, owner: row.id }],
    rows: [
      caseClosing(row, `the bank says ${formatAmount(paidMinor)} baht`, now),
      adjustmentLine({ memberId, changeMinor, about: `${row.id} corrected`, at: now }),
    ],
    news: [walletNews(memberId, 'deposit')],
  })
  if (outcome.ok)
    return outcome.replayed ? { ok: false, problem: 'NOT_OPEN' } : { ok: true, row, amountMinor: changeMinor }
  if (outcome.refusal === 'NOT_ENOUGH') return { ok: false, problem: 'NOT_COVERED' }
  if (outcome.refusal === 'CLAIMED') return { ok: false, problem: 'CORRECTED' }
  if (outcome.refusal === 'GUARD_MOVED' || outcome.refusal === 'ID_TAKEN') return { ok: false, problem: 'NOT_OPEN' }
  throw new Error(`the case ${row.id} was refused: ${outcome.refusal} ${outcome.detail}`)
}
