import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { tendEach } from '../../platform/jobs.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { heldBy } from './account-proof.ts'
import type { BankTransfer } from './bank-words.ts'
import type { Payments } from './payments.ts'
import type { Bank, SlipAnswer } from './providers/bank.ts'
import { qrByReference, type QrRow, setPollAt } from './qr.store.ts'
import type { Rates } from './rates.ts'
import type { SlipEnds } from './slip-ends.ts'
import { isNotFoundForGood, isUndecidedTooLong, judge, nextAskAt, receiverOf } from './slip.rules.ts'
import { askAgain, type SlipRow, takeDueSlips, type ToldTransfer } from './slip.store.ts'
import { WALLET_BANK } from './slip.ts'
import { isSameTransfer } from './transfer-claim.ts'

/** Longer than the bank is waited for: whoever holds a slip then has lost it. */
const LEASE_MS = 20_000
const TAKEN_AT_ONCE = 8

export interface SlipDecisions {
  /** Decides the slips that are due; how many it looked at. */
  tend(): Promise<number>
}

export interface SlipDecisionDeps {
  database: Database
  clock: Clock
  operator: OperatorDoor
  members: MembersDoor
  bank: Bank
  rates: Rates
  payments: Payments
  ends: SlipEnds
}

/** Decides slips: the bank is asked outside of any transaction, and credit and end of a slip are one (rulings 3.3). */
export function createSlipDecisions(deps: SlipDecisionDeps): SlipDecisions {
  const { database, clock, bank, ends } = deps

  async function decide(row: SlipRow): Promise<void> {
    if (row.pictureNote !== null) return ends.refuse(row, row.pictureNote)
    const { sendingBank, transRef } = row
    if (sendingBank === null || transRef === null) throw new Error(`the slip ${row.id} names no transfer`)
    if (sendingBank === WALLET_BANK) return ends.review(row, 'a slip of the TrueMoney wallet: no bank can be asked')
    const answer = await transferOf(sendingBank, transRef)
    if (answer.kind === 'found') return decideOn(row, answer.transfer)
    const now = clock.now()
    const notFound = answer.kind === 'not-found' ? row.notFound + 1 : 0
    if (isNotFoundForGood(row.createdAt, now, notFound)) return ends.refuse(row, 'EXPIRED_SLIP')
    if (isUndecidedTooLong(row.createdAt, now)) return ends.review(row, 'the bank did not decide for 24 hours')
    await askAgain(database, row.id, { notFound, askAt: nextAskAt(row.askings + 1, now) })
  }

  /** Asks the bank, which may name the sending bank otherwise; its word about another transfer is none. */
  async function transferOf(sendingBank: string, transRef: string): Promise<SlipAnswer> {
    const answer = await bank.transferOf(sendingBank, transRef)
    if (answer.kind !== 'found') return answer
    const { oneName } = await deps.operator.bankNames()
    const transfer = { ...answer.transfer, sendingBank: oneName(answer.transfer.sendingBank) }
    if (isSameTransfer(transfer, { sendingBank, transRef })) return { kind: 'found', transfer }
    return { kind: 'unknown', why: 'answered about another transfer' }
  }

  async function decideOn(row: SlipRow, transfer: BankTransfer): Promise<void> {
    const [deposits, banks, { slipMinutes }, payee] = await Promise.all([
      deps.operator.receivingAccounts(),
      deps.operator.bankNames(),
      deps.operator.settings(),
      deps.members.payee(database, row.memberId),
    ])
    const amountMinor = await deps.rates.worth(database, transfer)
    const qr = transfer.reference === null ? null : await qrByReference(database, transfer.reference)
    if (qr !== null) {
      // A payer writes there what he likes: only what certainly came to us paid a QR of ours; else the bank's own list tells.
      if (receiverOf(transfer, deposits, banks).likeness === 'match')
        return decideOnQr(row, qr, { transfer, amountMinor, houseBank: qr.bankCode })
      await setPollAt(database, qr.id, clock.now())
    }
    const verdict = judge({
      transfer,
      uploadedAt: row.createdAt,
      deposits,
      banks,
      member: payee === null ? null : heldBy(payee),
      amountMinor,
      slipMinutes,
    })
    const told = { transfer, amountMinor, houseBank: verdict.into?.bankCode ?? qr?.bankCode ?? null }
    if (verdict.kind === 'refuse') return ends.refuse(row, verdict.note, told)
    if (verdict.kind === 'review') return ends.review(row, verdict.why, told)
    return ends.credit(row, verdict.into, told)
  }

  /** What paid a QR of ours is its owner's, whoever tells of it: it is received as by callback (beyond 7.7). */
  async function decideOnQr(row: SlipRow, qr: QrRow, told: ToldTransfer): Promise<void> {
    await deps.payments.receive({ ...told.transfer, reference: qr.reference })
    return ends.paidQr(row, told)
  }

  return {
    async tend() {
      const now = clock.now()
      const leaseUntil = new Date(now.getTime() + LEASE_MS)
      return tendEach(await takeDueSlips(database, { now, leaseUntil, limit: TAKEN_AT_ONCE }), decide)
    },
  }
}
