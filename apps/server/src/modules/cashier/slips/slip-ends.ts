import type { SlipReason, SlipReviewReason } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import type { DepositBank } from '../../operator/index.ts'
import { isOtherSender, proveByTransfer } from '../transfers/account-proof.ts'
import { accounts, openAccounts } from '../books/accounts.ts'
import type { BankTransfer } from '../providers/bank-words.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { creditedTo, lockTransfer, openContest } from '../cases/contests.ts'
import { creditDeposit, type Deposit } from '../books/credit.ts'
import { creditedOf, type QrRow } from '../qr/qr.store.ts'
import { openDifferenceAlone } from '../cases/differences.ts'
import {
  endSlip,
  hasSlipOf,
  lockSlip,
  type SlipEnd,
  type SlipRow,
  suspendedBanks,
  type ToldTransfer,
  waitingSlipsOf,
} from './slip.store.ts'
import { transferClaim } from '../transfers/transfer-claim.ts'

/** The deposit that a slip becomes, and its transfer in the ledger: one for one slip, however often it is decided. */
export function slipDepositId(slipId: string): string {
  return deriveId('slip-deposit', slipId)
}

/**
 * Credits what the bank told, credit and end of the slip in one. Of a transfer that was credited before the slip is
 * refused; one that lies in suspense is left to the operator. When another member sent it too a case names both.
 */
export async function creditSlip(
  parts: CashierParts,
  row: SlipRow,
  into: DepositBank,
  told: ToldTransfer,
): Promise<void> {
  const { transfer } = told
  const deposit = depositOf(row, into, told)
  await openAccounts(parts, [deposit.house])
  const note = await alone(parts, row, transfer, async (tx) => {
    const outcome = await creditDeposit(parts, tx, deposit)
    if (outcome.ok) {
      await proveByTransfer(parts, tx, row.memberId, transfer)
      await contestBySlips(parts, tx, row, transfer)
      return write(parts, tx, row, { state: 'credited', told, depositId: deposit.id })
    }
    if (outcome.refusal !== 'CLAIMED') throw new Error(`a slip was refused: ${outcome.refusal} ${outcome.detail}`)
    return had(parts, tx, row, told)
  })
  parts.logger.info({ slip: row.id, transRef: transfer.transRef }, `a slip was ${note}`)
}

/** Does something with a slip that nobody has decided, one at a time for its transfer. */
function alone(
  parts: CashierParts,
  row: SlipRow,
  transfer: BankTransfer,
  act: (tx: Sql) => Promise<string>,
): Promise<string> {
  return parts.database.transaction(async (tx) => {
    if ((await lockSlip(tx, row.id, ['open'])) === null) return 'decided before'
    await lockTransfer(tx, transfer)
    return act(tx)
  })
}

/** Who sent it before and waits for a person contests it as who comes later does, unless he is surely another one. */
async function contestBySlips(parts: CashierParts, tx: Sql, row: SlipRow, transfer: BankTransfer): Promise<void> {
  for (const other of await waitingSlipsOf(tx, transfer)) {
    if (other.memberId === row.memberId || (await isOtherSender(parts, tx, other.memberId, transfer))) continue
    await contest(parts, tx, other, transfer)
  }
}

function contest(
  parts: CashierParts,
  tx: Sql,
  row: Pick<SlipRow, 'id' | 'memberId'>,
  transfer: BankTransfer,
): Promise<void> {
  return openContest(parts, tx, { transfer, by: row.memberId, as: `the sender of the slip ${row.id}` })
}

/** Ends the slip of a transfer that was claimed before. */
async function had(parts: CashierParts, tx: Sql, row: SlipRow, told: ToldTransfer): Promise<string> {
  await openDifferenceAlone(parts, tx, { ...told.transfer, reference: null })
  // Money in suspense was claimed, but nobody has it yet: it is the operator's to give (cases credit).
  if (await isInSuspense(tx, told.transfer))
    return write(parts, tx, row, { state: 'review', reviewReasons: ['IN_SUSPENSE'], told })
  await contest(parts, tx, row, told.transfer)
  return write(parts, tx, row, { state: 'refused', note: 'SLIP_REFNO_DUPLICATED', told })
}

/** Ends the slip of what paid a QR, which its owner has by now. */
export async function endPaidQr(parts: CashierParts, row: SlipRow, told: ToldTransfer): Promise<void> {
  const { transfer } = told
  const note = await alone(parts, row, transfer, async (tx) => {
    const credited = await creditedTo(tx, transfer)
    return credited !== null && (await isByIt(tx, row, credited))
      ? write(parts, tx, row, { state: 'credited', told, depositId: credited.depositId })
      : had(parts, tx, row, told)
  })
  parts.logger.info({ slip: row.id, transRef: transfer.transRef }, `a slip of a QR was ${note}`)
}

/** Whether it is his own, and came into his wallet since he sent the slip: to him the slip has done it. */
async function isByIt(
  tx: Sql,
  { memberId, createdAt }: SlipRow,
  credited: { memberId: string; depositId: string; createdAt: Date },
): Promise<boolean> {
  const isHis = credited.memberId === memberId && credited.createdAt >= createdAt
  return isHis && !(await hasSlipOf(tx, memberId, credited.depositId))
}

/**
 * Ends the slip of what a collector's QR was paid by, which has another name there. @returns false, and nothing is done, as
 * long as he has not told of it.
 */
export async function endCollectedQr(
  parts: CashierParts,
  row: SlipRow,
  qr: QrRow,
  told: ToldTransfer,
): Promise<boolean> {
  const { transRef, amountMinor, currency } = told.transfer
  const note = await alone(parts, row, told.transfer, async (tx) => {
    const credited = await creditedOf(tx, qr, { amountMinor, currency })
    if (credited === null) return WAITS
    const end: End = (await isByIt(tx, row, credited))
      ? { state: 'credited', depositId: credited.depositId }
      : { state: 'refused', note: 'SLIP_REFNO_DUPLICATED' }
    // Nothing but this tells who decides about it later that the same money is credited by another name.
    return write(parts, tx, row, { ...end, reviewReasons: ['MAYBE_COLLECTED'], told })
  })
  parts.logger.info({ slip: row.id, transRef }, `a slip of a collector's QR ${note}`)
  return note !== WAITS
}

const WAITS = 'waits for him'

/** Leaves it to the operator; one whose transfer was credited meanwhile is refused. */
export async function reviewSlip(
  parts: CashierParts,
  row: SlipRow,
  reviewReasons: SlipReviewReason[],
  told?: ToldTransfer,
): Promise<void> {
  if (told === undefined) return end(parts, row, { state: 'review', reviewReasons })
  const note = await alone(parts, row, told.transfer, async (tx) =>
    (await creditedTo(tx, told.transfer)) === null
      ? write(parts, tx, row, { state: 'review', reviewReasons, told })
      : had(parts, tx, row, told),
  )
  parts.logger.info({ slip: row.id, why: reviewReasons }, `a slip was ${note}`)
}

export async function refuseSlip(
  parts: CashierParts,
  row: SlipRow,
  note: SlipReason,
  told?: ToldTransfer,
): Promise<void> {
  if (told === undefined) return end(parts, row, { state: 'refused', note })
  const ended = await alone(parts, row, told.transfer, async (tx) => {
    await openDifferenceAlone(parts, tx, { ...told.transfer, reference: null })
    await contest(parts, tx, row, told.transfer)
    return write(parts, tx, row, { state: 'refused', note, told })
  })
  parts.logger.info({ slip: row.id, note }, `a slip was ${ended}`)
}

async function end(parts: CashierParts, row: SlipRow, given: End): Promise<void> {
  const note = await parts.database.transaction(async (tx) =>
    (await lockSlip(tx, row.id, ['open'])) === null ? 'decided before' : write(parts, tx, row, given),
  )
  parts.logger.info({ slip: row.id, note: given.note, why: given.reviewReasons }, `a slip was ${note}`)
}

async function write(parts: CashierParts, tx: Sql, row: SlipRow, given: End): Promise<string> {
  const nothing = { note: null, reviewReasons: [], depositId: null, told: null }
  await endSlip(tx, row.id, { ...nothing, ...given, now: parts.clock.now() })
  return given.state === 'review' ? 'left to the operator' : given.state
}

function depositOf(row: SlipRow, into: DepositBank, { transfer, amountMinor }: ToldTransfer): Deposit {
  return {
    id: slipDepositId(row.id),
    memberId: row.memberId,
    kind: 'slip',
    house: accounts.bank(into.bankCode, into.currency),
    amountMinor,
    paidMinor: transfer.amountMinor,
    reference: row.id,
    occurredAt: transfer.occurredAt,
    claim: transferClaim(transfer),
    fields: { sendingBank: transfer.sendingBank, transRef: transfer.transRef },
  }
}

type End = Pick<SlipEnd, 'state'> &
  Partial<{ note: SlipReason; reviewReasons: SlipReviewReason[]; depositId: string; told: ToldTransfer | null }>

async function isInSuspense(tx: Sql, transfer: BankTransfer): Promise<boolean> {
  const named = await suspendedBanks(tx, transfer.transRef)
  return named.includes(transfer.sendingBank)
}
