import { formatAmount } from '@krapao/money'
import type { Sql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import { adjustedMinor } from '../books/adjustments.store.ts'
import type { BankPayment } from '../providers/bank-words.ts'
import { casesAbout, openCase } from './cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { creditedTo, firstCredit, lockTransfer } from './contests.ts'
import type { NamedTransfer } from '../transfers/named-transfer.ts'
import { knownPayment } from '../transfers/payments.store.ts'
import { isSameTransfer, transferClaim, transRefOf } from '../transfers/transfer-claim.ts'

// A transfer that the bank tells in two sums, by whichever of its words: callback, list, or its answer about a slip.

/** A transfer as it was told; without `reference` where whose QR it paid is not what was told. */
type Told = Pick<BankPayment, 'sendingBank' | 'transRef' | 'amountMinor' | 'currency' | 'occurredAt'> & {
  reference: string | null
}

/** Has a person look when the transfer was told, or credited, otherwise before; whoever has the money waits for that. */
export async function openDifference(parts: CashierParts, told: Told): Promise<void> {
  // Most is told again in the very same words, and waits for nobody.
  if ((await differenceOf(parts.database, told)) === null) return
  await parts.database.transaction(async (tx) => {
    await lockTransfer(tx, told)
    await openDifferenceAlone(parts, tx, told)
  })
}

/** The same in the caller's transaction, which has the transfer for itself (`lockTransfer`). */
export async function openDifferenceAlone({ clock, logger }: CashierParts, tx: Sql, told: Told): Promise<void> {
  const difference = await differenceOf(tx, told)
  if (difference === null) return
  const { sendingBank, transRef, amountMinor, currency, occurredAt } = told
  const about = {
    kind: 'PAYMENT_DIFFERS',
    memberId: (await creditedTo(tx, told))?.memberId ?? null,
    withdrawalId: null,
    sendingBank,
    transRef,
    reference: told.reference ?? transferClaim(told).key,
    amountMinor,
    currency,
    occurredAt,
    detail: difference.detail,
  } as const
  const subject = deriveId(paymentId(told), difference.reference, `${amountMinor}`, currency)
  const isNew = await openCase(tx, about, subject, clock.now())
  if (isNew) logger.warn({ transRef }, 'a transfer was told again in other words')
}

/** What its deposit was corrected by since it was credited to the member: it belongs to whoever gets the deposit. */
export async function correctedSince(tx: Sql, transfer: NamedTransfer & { memberId: string }): Promise<number> {
  const cases = await casesAbout(tx, 'PAYMENT_DIFFERS', transRefOf(transfer.transRef))
  const abouts = cases.filter((row) => isSameTransfer(row, transfer)).map(({ id }) => correctionOf(id))
  return adjustedMinor(tx, transfer.memberId, abouts)
}

/** What a correction by a case is called in the books of what was set right. */
export function correctionOf(caseId: string): string {
  return `${caseId} corrected`
}

/** One id for one transfer of one bank. */
export function paymentId({ sendingBank, transRef }: Pick<Told, 'sendingBank' | 'transRef'>): string {
  return deriveId('bank-payment', sendingBank, transRefOf(transRef))
}

/**
 * What it was first told or credited as, and the reference where that is what differs; null when both agree. Baht that an
 * operator gave for kip by his own word are what he says they are worth.
 */
async function differenceOf(sql: Sql, told: Told): Promise<{ detail: string; reference: string } | null> {
  const first = await knownPayment(sql, told)
  if (first !== null && told.reference !== null && first.reference !== told.reference) {
    return { detail: `first told as ${first.reference}, ${inWords(first)}`, reference: told.reference }
  }
  const credited = await firstCredit(sql, told)
  if (credited?.kind === 'notice' && credited.currency !== told.currency) return null
  const before = credited ?? first
  if (before === null || (before.amountMinor === told.amountMinor && before.currency === told.currency)) return null
  const detail =
    credited === null ? `first told as ${inWords(before)}` : `credited by ${credited.kind} as ${inWords(before)}`
  return { detail, reference: '' }
}

function inWords({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  return `${formatAmount(amountMinor)} ${currency}`
}
