import { processEach } from '../../../platform/jobs.ts'
import type { DepositBank } from '../../operator/index.ts'
import { heldBy } from '../transfers/account-proof.ts'
import { askTransfer } from '../transfers/asked-transfer.ts'
import type { BankTransfer } from '../providers/bank-words.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { receivePayment } from '../qr/payments.ts'
import { BANK } from '../providers/connectors.ts'
import { hurryCollected, qrByReference, type QrRow, setPollAt } from '../qr/qr.store.ts'
import { worthOf } from '../books/rates.ts'
import { creditSlip, endCollectedQr, endPaidQr, refuseSlip, reviewSlip } from './slip-ends.ts'
import { isMaybeCollected, isNotFoundForGood, isUndecidedTooLong, judge, nextAskAt, receiverOf } from './slip.rules.ts'
import { askAgain, type SlipRow, takeDueSlips, type ToldTransfer } from './slip.store.ts'
import { WALLET_BANK } from './slip.ts'

/** Longer than the bank is waited for: whoever holds a slip then has lost it. */
const LEASE_MS = 20_000
const TAKEN_AT_ONCE = 8

// Decides slips: the bank is asked outside of any transaction, and credit and end of a slip are one (rulings 3.3).

async function decide(parts: CashierParts, row: SlipRow): Promise<void> {
  if (row.pictureNote !== null) return refuseSlip(parts, row, row.pictureNote)
  const { sendingBank, transRef } = row
  if (sendingBank === null || transRef === null) throw new Error(`the slip ${row.id} names no transfer`)
  if (sendingBank === WALLET_BANK) return reviewSlip(parts, row, ['NO_BANK_TO_ASK'])
  const answer = await askTransfer(parts, row.id, { sendingBank, transRef })
  if (answer.kind === 'found') return decideOn(parts, row, answer.transfer)
  const now = parts.clock.now()
  const notFound = answer.kind === 'not-found' ? row.notFound + 1 : 0
  if (isNotFoundForGood(row.createdAt, now, notFound)) return refuseSlip(parts, row, 'EXPIRED_SLIP')
  if (isUndecidedTooLong(row.createdAt, now)) return reviewSlip(parts, row, ['BANK_UNDECIDED'])
  const toldMs = answer.kind === 'unknown' ? (answer.againAfterMs ?? 0) : 0
  const askAt = Math.max(nextAskAt(row.askings + 1, now).getTime(), now.getTime() + toldMs)
  await askAgain(parts.database, row.id, { notFound, askAt: new Date(askAt) })
}

async function decideOn(parts: CashierParts, row: SlipRow, transfer: BankTransfer): Promise<void> {
  const [{ deposits, hasCollectors }, banks, { slipMinutes }, payee] = await Promise.all([
    receivers(parts),
    parts.operator.bankNames(),
    parts.operator.settings(),
    parts.members.payee(parts.database, row.memberId),
  ])
  const amountMinor = await worthOf(parts, transfer)
  const qr = transfer.reference === null ? null : await qrByReference(parts.database, transfer.reference)
  if (qr !== null) {
    if (qr.collector !== BANK)
      return decideOnCollected(parts, row, qr, { transfer, amountMinor, houseBank: qr.bankCode })
    // A payer writes there what he likes: only what certainly came to us paid a QR of ours; else the bank's own list tells.
    if (receiverOf(transfer, deposits, banks).likeness === 'match')
      return decideOnQr(parts, row, qr, { transfer, amountMinor, houseBank: qr.bankCode })
    await setPollAt(parts.database, qr.id, parts.clock.now())
  }
  const verdict = judge({
    transfer,
    uploadedAt: row.createdAt,
    deposits,
    banks,
    member: payee === null ? null : heldBy(payee),
    amountMinor,
    slipMinutes,
    hasCollectors,
  })
  const told = { transfer, amountMinor, houseBank: verdict.into?.bankCode ?? qr?.bankCode ?? null }
  if (verdict.kind === 'refuse') return refuseSlip(parts, row, verdict.note, told)
  if (verdict.kind === 'review') {
    if (isMaybeCollected(verdict)) await hurryCollected(parts.database, row, parts.clock.now())
    return reviewSlip(parts, row, verdict.reviewReasons, told)
  }
  return creditSlip(parts, row, verdict.into, told)
}

/** The accounts of ours that money comes to, and whether there are others, which a gateway only collects for. */
export async function receivers({
  operator,
}: CashierParts): Promise<{ deposits: DepositBank[]; hasCollectors: boolean }> {
  const all = await operator.receivingAccounts()
  const deposits = all.filter(({ mode, qr }) => mode !== 'QR' || qr?.collector === undefined)
  return { deposits, hasCollectors: deposits.length < all.length }
}

/** What paid a QR of ours is its owner's, whoever tells of it: it is received as by callback (beyond 7.7). */
async function decideOnQr(parts: CashierParts, row: SlipRow, qr: QrRow, told: ToldTransfer): Promise<void> {
  await receivePayment(parts, { ...told.transfer, reference: qr.reference })
  return endPaidQr(parts, row, told)
}

/**
 * A gateway tells its own id of a transfer: what it collects is credited by its word alone, and once. It is asked, and the
 * slip waits for it (beyond 7.7).
 */
async function decideOnCollected(parts: CashierParts, row: SlipRow, qr: QrRow, told: ToldTransfer): Promise<void> {
  const now = parts.clock.now()
  await setPollAt(parts.database, qr.id, now)
  if (await endCollectedQr(parts, row, qr, told)) return
  if (isUndecidedTooLong(row.createdAt, now)) return reviewSlip(parts, row, ['MAYBE_COLLECTED'], told)
  await askAgain(parts.database, row.id, { notFound: 0, askAt: nextAskAt(row.askings + 1, now) })
}

/** Decides the slips that are due; how many it looked at. */
export async function processDueSlips(parts: CashierParts): Promise<number> {
  const now = parts.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  return processEach(await takeDueSlips(parts.database, { now, leaseUntil, limit: TAKEN_AT_ONCE }), (row) =>
    decide(parts, row),
  )
}
