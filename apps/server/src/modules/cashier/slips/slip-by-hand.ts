import type { DeedName, SlipReason } from '@krapao/contract'
import type { Currency } from '@krapao/money'
import { lockName } from '../../../platform/database/lock-name.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { type By, decisionSubject, writeDeed } from '../../deeds/index.ts'
import { accounts, type HouseAccount, openAccounts, receivingAccount } from '../books/accounts.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { lockTransfer } from '../cases/contests.ts'
import { creditDeposit } from '../books/credit.ts'
import type { NamedTransfer } from '../transfers/named-transfer.ts'
import { movedOn } from '../../proposals/index.ts'
import { BANK } from '../providers/connectors.ts'
import {
  collectedQrs,
  creditedOf,
  lockCollected,
  markUnchangedPaid,
  qrByReference,
  type QrRow,
} from '../qr/qr.store.ts'
import { slipDepositId } from './slip-ends.ts'
import { isMaybeCollected } from './slip.rules.ts'
import {
  endSlip,
  isLikeCredited,
  lockSlip,
  noteCredited,
  slipById,
  type SlipRow,
  type SlipState,
  toldTransfer,
} from './slip.store.ts'
import { WALLET_BANK } from './slip.ts'
import { transferClaim } from '../transfers/transfer-claim.ts'

/** Why the operator's word was not carried out. */
type ByHandProblem =
  | 'NOT_OPEN'
  | 'NO_AMOUNT'
  | 'NO_TRANSFER'
  | 'OTHER_TRANSFER'
  | 'CREDITED_BEFORE'
  | 'PICTURE_CREDITED'
  | 'COLLECTED'
export type ByHandResult = { ok: true } | { ok: false; problem: ByHandProblem }

/** What the operator says of a slip. `transfer`: `undefined` when he said nothing, null when there is none to name. */
interface CreditByHand {
  amountMinor: number | null
  transfer: NamedTransfer | null | undefined
  by: By
}

// What the operator decides about slips; each decision is written down with its member.

/** Where the money came in: the bank that got it, where its word is known, or else one of ours that takes such money. */
async function bankFor(parts: CashierParts, row: SlipRow, currency: Currency): Promise<HouseAccount> {
  if (row.houseBank !== null) return accounts.bank(row.houseBank, currency)
  return receivingAccount(parts, currency)
}

function writeDown(
  parts: CashierParts,
  tx: Sql,
  row: SlipRow,
  given: { by: By; deed: DeedName; after: Readonly<Record<string, string | number | null>> },
): Promise<void> {
  const { by, deed, after } = given
  const subject = decisionSubject('slip', row.id)
  const before = { state: row.state, note: row.note }
  return writeDeed(tx, { ...by, deed, memberId: row.memberId, subject, before, after, at: parts.clock.now() })
}

async function book(
  parts: CashierParts,
  tx: Sql,
  row: SlipRow,
  money: Money,
  from: { house: HouseAccount; transfer: NamedTransfer | null; by: By; qr: ReadQr | null },
): Promise<ByHandResult> {
  const { house, by, qr } = from
  const transfer = from.transfer ?? namedBySlip(row)
  if (transfer !== null) await lockTransfer(tx, transfer)
  const claim = transfer === null ? { kind: 'slip', key: row.id } : transferClaim(transfer)
  const depositId = slipDepositId(row.id)
  const outcome = await creditDeposit(parts, tx, {
    id: depositId,
    memberId: row.memberId,
    kind: 'slip',
    house,
    amountMinor: money.amountMinor,
    paidMinor: money.paidMinor,
    reference: row.id,
    // No money comes after its slip.
    occurredAt: row.occurredAt ?? row.createdAt,
    claim,
    fields: {
      sendingBank: transfer?.sendingBank ?? 'UNKNOWN',
      transRef: transfer?.transRef ?? row.reference,
      ...(qr === null ? {} : { qrCodeId: qr.id }),
    },
  })
  if (!outcome.ok && outcome.refusal === 'CLAIMED') return { ok: false, problem: 'CREDITED_BEFORE' }
  if (!outcome.ok) throw new Error(`a slip was refused: ${outcome.refusal} ${outcome.detail}`)
  // Its collector's word is booked with others, without a lock: by the change of the QR it sees this credit, or this one it.
  if (qr !== null && !(await markUnchangedPaid(tx, qr))) movedOn(null, 'COLLECTED', { by: 'system' })
  await endSlip(tx, row.id, { ...byHand(row, parts), state: 'credited', depositId })
  await noteCredited(tx, row.id, money.amountMinor)
  const { amountMinor } = money
  const after = { state: 'credited', amountMinor, claim: claim.key }
  await writeDown(parts, tx, row, { by, deed: 'slip-credited', after })
  return { ok: true }
}

/**
 * Credits a slip that waits for the operator, or one that was refused. Without an amount it is what the bank told; a
 * transfer that was credited before is not credited again. Where the slip names no transfer of a bank the operator
 * names it, or says that there is none; a picture is then credited once, whoever sends it.
 */
export async function creditSlipByHand(parts: CashierParts, id: string, given: CreditByHand): Promise<ByHandResult> {
  const seen = await slipById(parts.database, id)
  if (seen === null || !creditable.includes(seen.state)) return { ok: false, problem: 'NOT_OPEN' }
  // What the bank told of a slip is written when it leaves `open`, and changes no more.
  const money = moneyOf(seen, given.amountMinor)
  if (money === null) return { ok: false, problem: 'NO_AMOUNT' }
  const house = await bankFor(parts, seen, money.currency)
  await openAccounts(parts, [house])
  return parts.database.transaction(async (tx): Promise<ByHandResult> => {
    // One at a time: of two slips with one picture the second must see that the first was credited.
    await lockName(tx, 'slips by hand')
    const row = await lockSlip(tx, id, creditable)
    if (row === null) return { ok: false, problem: 'NOT_OPEN' }
    const qr = await collectedQrOf(tx, row)
    if (qr !== null) await lockCollected(tx, qr)
    const problem =
      transferProblem(row, given.transfer) ??
      (await pictureProblem(tx, row)) ??
      ((await isCollected(tx, row, given.amountMinor, qr)) ? 'COLLECTED' : null)
    if (problem !== null) return { ok: false, problem }
    return book(parts, tx, row, money, { house, transfer: given.transfer ?? null, by: given.by, qr })
  })
}

/** Refuses a slip that waits for the operator or is still being decided. */
export function refuseSlipByHand(parts: CashierParts, id: string, note: SlipReason, by: By): Promise<ByHandResult> {
  return parts.database.transaction(async (tx): Promise<ByHandResult> => {
    const row = await lockSlip(tx, id, undecided)
    if (row === null) return { ok: false, problem: 'NOT_OPEN' }
    await endSlip(tx, row.id, { ...byHand(row, parts), state: 'refused', note })
    await writeDown(parts, tx, row, { by, deed: 'slip-refused', after: { state: 'refused', note } })
    return { ok: true }
  })
}

/** Satang for the wallet, and what came for it in the currency that it came in. */
interface Money {
  amountMinor: number
  paidMinor: number
  currency: Currency
}

/**
 * What is booked: the bank's own word, or the operator's amount in baht where he names one. Kip that the bank got are
 * booked as it told them, whatever the operator gives for them.
 */
function moneyOf(row: SlipRow, namedMinor: number | null): Money | null {
  const { paidMinor, paidCurrency: currency } = row
  if (namedMinor !== null) {
    return currency === 'LAK' && paidMinor !== null
      ? { amountMinor: namedMinor, paidMinor, currency }
      : { amountMinor: namedMinor, paidMinor: namedMinor, currency: 'BAHT' }
  }
  if (row.amountMinor === null || row.amountMinor <= 0 || paidMinor === null || currency === null) return null
  return { amountMinor: row.amountMinor, paidMinor, currency }
}

/** The transfer that a slip names, a wallet's own number among them; null where it names none. */
export function namedBySlip({ sendingBank, transRef }: SlipRow): NamedTransfer | null {
  return sendingBank === null || transRef === null ? null : { sendingBank, transRef }
}

/** Whether the slip itself names its transfer as every other door does. A wallet's own number is no bank's. */
export function isNamedByBank(row: SlipRow): boolean {
  return namedBySlip(row) !== null && row.sendingBank !== WALLET_BANK
}

function transferProblem(row: SlipRow, named: CreditByHand['transfer']): ByHandProblem | null {
  const own = namedBySlip(row)
  if (own === null || !isNamedByBank(row)) return named === undefined ? 'NO_TRANSFER' : null
  return named && transferClaim(named).key !== transferClaim(own).key ? 'OTHER_TRANSFER' : null
}

type ReadQr = QrRow & { version: number }

/** The collector's QR that the told transfer of a slip names; null where it names none. */
export async function collectedQrOf(sql: Sql, { id }: SlipRow): Promise<ReadQr | null> {
  const reference = (await toldTransfer(sql, id))?.reference ?? null
  const qr = reference === null ? null : await qrByReference(sql, reference)
  return qr?.collector === BANK ? null : qr
}

/**
 * Whether it is for a collector's word alone to credit it, which goes by a name of its own, so that no claim would keep the
 * two apart. A QR that the slip names is its owner's until it was credited with that sum; where it names none, any QR of the
 * member of that sum may be the one.
 */
export async function isCollected(
  sql: Sql,
  row: SlipRow,
  namedMinor: number | null,
  qr: QrRow | null,
): Promise<boolean> {
  const { paidMinor, paidCurrency: currency } = row
  const amountMinor = paidMinor ?? namedMinor
  if (qr === null) {
    return isMaybeCollected(row) && (await collectedQrs(sql, row)).some((made) => made.amountMinor === amountMinor)
  }
  if (qr.memberId !== row.memberId || amountMinor === null || currency === null) return true
  return (await creditedOf(sql, qr, { amountMinor, currency })) !== null
}

/** Whether another slip of the same picture, or of the same transfer of a wallet, was credited. */
async function pictureProblem(tx: Sql, row: SlipRow): Promise<ByHandProblem | null> {
  return !isNamedByBank(row) && (await isLikeCredited(tx, row.id)) ? 'PICTURE_CREDITED' : null
}

export const creditable: readonly SlipState[] = ['review', 'refused']
const undecided: readonly SlipState[] = ['open', 'review']

/** What it had waited for is kept: who looks at it again is bound by it as the first was. */
const byHand = ({ reviewReasons }: SlipRow, { clock }: CashierParts) => ({
  note: null,
  reviewReasons,
  depositId: null,
  told: null,
  now: clock.now(),
})
