import type { Outcome, Submission } from '@krapao/ledger'
import type { Sql } from '../../../platform/database/types.ts'
import { isProvenBy, proveByTransfer } from '../transfers/account-proof.ts'
import { accounts, type HouseAccount, openAccounts, receivingAccount } from '../books/accounts.ts'
import type { BankPayment } from '../providers/bank-words.ts'
import { BANK } from '../providers/connectors.ts'
import { openCase } from '../cases/cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { openContest } from '../cases/contests.ts'
import { creditDeposit, creditTogether, type Deposit } from '../books/credit.ts'
import { openDifference, paymentId } from '../cases/differences.ts'
import { claimPayment, knownPayment, paymentWrite, setOutcome } from '../transfers/payments.store.ts'
import { isListed } from './collectors.ts'
import { askPaidAt, creditFor } from './qr.rules.ts'
import { isCreditedAhead, lockCollected, markQrPaid, paidWrite, qrByReference, type QrRow } from './qr.store.ts'
import { currentRate } from '../books/rates.ts'
import { rateAt } from '../books/rates.store.ts'
import { transferClaim } from '../transfers/transfer-claim.ts'

/**
 * What became of a payment: `known` when it had been dealt with before, however often it is told; `reported` when nothing
 * of it is booked until somebody decides.
 */
export type Received = 'credited' | 'suspended' | 'known' | 'reported'

// The one place where money of the bank becomes money of members, for the callback and the poller alike.

/**
 * Credits a bank payment once, however and how often it is told, or puts it into suspense with a case (rulings 3.1).
 * `collector` is who tells of it: one that no QR is known of came to an account that he collects for.
 */
export async function receivePayment(parts: CashierParts, told: BankPayment, collector = BANK): Promise<Received> {
  const { oneName } = await parts.operator.bankNames()
  const payment = { ...told, sendingBank: oneName(told.sendingBank) }
  const [known, qr] = await Promise.all([
    knownPayment(parts.database, payment),
    qrByReference(parts.database, payment.reference),
  ])
  if (known !== null) return toldAgain(parts, payment)
  if (qr === null && (await parts.operator.restoredAt()) !== null) return report(parts, payment)
  const bank = await receivingBank(parts, qr, payment, collector)
  await openAccounts(parts, [bank, accounts.suspense(payment.currency)])
  const received = (await receiveTogether(parts, payment, qr, bank)) ?? (await receiveAlone(parts, payment, qr, bank))
  if (received === 'known') return toldAgain(parts, payment)
  parts.logger.info({ received, reference: payment.reference, transRef: payment.transRef }, 'a payment was received')
  return received
}

/**
 * What almost all payments are, money for a QR of ours and nothing beside it, is credited in one commit with others: the
 * bank's account, which all of them are from, is held by none of them while its commit is waited for. Null otherwise, and
 * nothing was done then.
 */
async function receiveTogether(
  parts: CashierParts,
  payment: BankPayment,
  qr: (QrRow & { version: number }) | null,
  bank: HouseAccount,
): Promise<'credited' | null> {
  // What kip are worth is read beside the payment's row.
  if (qr === null || payment.currency !== 'BAHT') return null
  if (qr.collector !== BANK && (await isCreditedAhead(parts.database, qr, payment))) return null
  const payee = await parts.members.payee(parts.database, qr.memberId)
  if (payee === null || (await isProvenBy(parts, parts.database, payee, payment))) return null
  const now = parts.clock.now()
  const rows = [paymentWrite(payment, now), paidWrite(qr, askPaidAt(qr, now, isListed(parts, qr.collector)))]
  const deposit = depositOf(payment, qr, bank, creditFor(qr, payment, 0))
  return (await creditTogether(parts, deposit, rows)) ? 'credited' : null
}

async function receiveAlone(
  parts: CashierParts,
  payment: BankPayment,
  qr: QrRow | null,
  bank: HouseAccount,
): Promise<Received> {
  const lakPerBaht = await currentRate(parts)
  return parts.database.transaction(async (tx): Promise<Received> => {
    if (!(await claimPayment(tx, payment, parts.clock.now()))) return 'known'
    if (qr !== null && qr.collector !== BANK) {
      await lockCollected(tx, qr)
      if (await isCreditedAhead(tx, qr, payment)) return hadBySlip(parts, tx, payment, qr)
    }
    const creditMinor = creditFor(qr, payment, (await rateAt(tx, payment.occurredAt)) ?? lakPerBaht)
    if (qr === null) return suspend(parts, tx, payment, bank, 'no QR of ours has this reference')
    // Who was erased has no account, and comes no more for what is in his wallet.
    const isErased = (await parts.members.payee(tx, qr.memberId)) === null
    if (isErased) return suspend(parts, tx, payment, bank, 'the member of its QR was erased')
    if (creditMinor === 0) return suspend(parts, tx, payment, bank, 'worth less than one satang')
    return credit(parts, tx, payment, qr, depositOf(payment, qr, bank, creditMinor))
  })
}

/**
 * While a restored copy is compared with the bank its QR may be one that was forgotten: somebody finds its member, and
 * nothing is booked before (beyond 7.12).
 */
async function report(parts: CashierParts, payment: BankPayment): Promise<Received> {
  const detail = 'no QR of this restored copy has this reference; nothing is booked yet'
  const about = { kind: 'PAYMENT_FORGOTTEN', ...aboutPayment(payment), detail } as const
  const isNew = await openCase(parts.database, about, paymentId(payment), parts.clock.now())
  if (isNew) parts.logger.warn({ transRef: payment.transRef }, 'a payment came for what a restored copy does not know')
  return 'reported'
}

/** The account it came into: the QR's bank, or for a stranger's money the operator's first of that collector and currency. */
async function receivingBank(
  parts: CashierParts,
  qr: QrRow | null,
  { currency }: BankPayment,
  collector: string,
): Promise<HouseAccount> {
  if (qr !== null) return accounts.bank(qr.bankCode, currency)
  return receivingAccount(parts, currency, collector === BANK ? undefined : collector)
}

async function credit(
  parts: CashierParts,
  tx: Sql,
  payment: BankPayment,
  qr: QrRow,
  deposit: Deposit,
): Promise<Received> {
  const outcome = await creditDeposit(parts, tx, deposit)
  await markQrPaid(tx, qr.id, askPaidAt(qr, parts.clock.now(), isListed(parts, qr.collector)))
  if (outcome.ok) await proveByTransfer(parts, tx, qr.memberId, payment)
  else await openContest(parts, tx, { transfer: payment, by: qr.memberId, as: `the payer of the QR ${qr.id}` })
  return finish(parts, tx, payment, 'credited', outcome)
}

/** What a collector tells of after two persons credited its slip: it has another name there, so no claim keeps them apart. */
async function hadBySlip(parts: CashierParts, tx: Sql, payment: BankPayment, qr: QrRow): Promise<'known'> {
  await markQrPaid(tx, qr.id, askPaidAt(qr, parts.clock.now(), isListed(parts, qr.collector)))
  await setOutcome(tx, payment, 'had')
  return 'known'
}

async function suspend(
  parts: CashierParts,
  tx: Sql,
  payment: BankPayment,
  bank: HouseAccount,
  why: string,
): Promise<Received> {
  const outcome = await parts.ledger.post(tx, suspensionOf(payment, bank))
  const received = await finish(parts, tx, payment, 'suspended', outcome)
  if (received === 'suspended') {
    const about = { kind: 'UNKNOWN_PAYMENT', ...aboutPayment(payment), detail: why } as const
    await openCase(tx, about, paymentId(payment), parts.clock.now())
  }
  return received
}

/** CLAIMED means that another door, such as a slip, has credited the same transfer: then this one credits nothing. */
async function finish(
  parts: CashierParts,
  tx: Sql,
  payment: BankPayment,
  wanted: 'credited' | 'suspended',
  outcome: Outcome,
): Promise<Received> {
  if (!outcome.ok && outcome.refusal !== 'CLAIMED') {
    throw new Error(`a bank payment was refused: ${outcome.refusal} ${outcome.detail}`)
  }
  await setOutcome(tx, payment, outcome.ok ? wanted : 'had')
  return outcome.ok ? wanted : 'known'
}

/** What is told again moves nothing, but somebody should know when it is told in other words than it was credited by. */
async function toldAgain(parts: CashierParts, payment: BankPayment): Promise<'known'> {
  await openDifference(parts, payment)
  return 'known'
}

function depositOf(payment: BankPayment, qr: QrRow, house: HouseAccount, amountMinor: number): Deposit {
  return {
    id: paymentId(payment),
    memberId: qr.memberId,
    kind: 'qr',
    house,
    amountMinor,
    paidMinor: payment.amountMinor,
    reference: payment.reference,
    occurredAt: payment.occurredAt,
    claim: transferClaim(payment),
    fields: { qrCodeId: qr.id, sendingBank: payment.sendingBank, transRef: payment.transRef },
  }
}

/** Money that is nobody's yet, out of the bank that got it; claimed, so that no other door credits it. */
function suspensionOf(payment: BankPayment, bank: HouseAccount): Submission {
  const id = paymentId(payment)
  return {
    movements: [
      {
        kind: 'post',
        id,
        from: bank.account,
        to: accounts.suspense(payment.currency).account,
        amountMinor: payment.amountMinor,
        code: 'suspense',
        reference: payment.reference,
        occurredAt: payment.occurredAt,
      },
    ],
    claims: [{ ...transferClaim(payment), owner: id }],
  }
}

function aboutPayment(payment: BankPayment) {
  const { sendingBank, transRef, reference, amountMinor, currency, occurredAt } = payment
  return { memberId: null, withdrawalId: null, sendingBank, transRef, reference, amountMinor, currency, occurredAt }
}
