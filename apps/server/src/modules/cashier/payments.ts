import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { accounts, type House, type HouseAccount } from './accounts.ts'
import type { BankPayment } from './bank-words.ts'
import { openCase } from './cases.store.ts'
import type { Credits } from './credit.ts'
import { claimPayment, knownPayment, setOutcome } from './payments.store.ts'
import { creditFor } from './qr.rules.ts'
import { markQrPaid, qrByReference, type QrRow } from './qr.store.ts'
import type { Rates } from './rates.ts'
import { transferClaim } from './transfer-claim.ts'

/** What became of a payment: `known` when it had been dealt with before, however often it is told. */
export type Received = 'credited' | 'suspended' | 'known'

export interface Payments {
  /** Credits a bank payment once, however and how often it is told, or puts it into suspense with a case (rulings 3.1). */
  receive(payment: BankPayment): Promise<Received>
}

export interface PaymentsDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  operator: OperatorDoor
  house: House
  rates: Rates
  credits: Credits
}

/** The one place where money of the bank becomes money of members, for the callback and the poller alike. */
export function createPayments(deps: PaymentsDeps): Payments {
  const { database, clock, logger, house } = deps

  async function receive(payment: BankPayment): Promise<Received> {
    const known = await knownPayment(database, payment.sendingBank, payment.transRef)
    if (known !== null) return told(payment)
    const lakPerBaht = await deps.rates.current()
    const qr = await qrByReference(database, payment.reference)
    const bank = await receivingBank(qr, payment)
    const { currency } = payment
    await house.ready([
      bank,
      accounts.suspense(currency),
      ...(currency === 'LAK' ? [accounts.exchange('LAK'), accounts.exchange('BAHT')] : []),
    ])
    const received = await database.transaction(async (tx): Promise<Received> => {
      if (!(await claimPayment(tx, payment, clock.now()))) return 'known'
      const creditMinor = creditFor(qr, payment, (await deps.rates.at(tx, payment.occurredAt)) ?? lakPerBaht)
      if (qr === null || creditMinor === 0) return suspend(tx, payment, bank, qr)
      return credit(tx, { payment, bank, qr, creditMinor })
    })
    if (received === 'known') return told(payment)
    logger.info({ received, reference: payment.reference, transRef: payment.transRef }, 'a payment was received')
    return received
  }

  /** The account it came into: the QR's bank, or for a stranger's money the operator's first account in that currency. */
  async function receivingBank(qr: QrRow | null, { currency }: BankPayment): Promise<HouseAccount> {
    if (qr !== null) return accounts.bank(qr.bankCode, currency)
    const { banks } = await deps.operator.depositAccounts()
    return accounts.bank(banks.find((bank) => bank.currency === currency)?.bankCode ?? 'UNKNOWN', currency)
  }

  async function credit(
    tx: Sql,
    given: { payment: BankPayment; bank: HouseAccount; qr: QrRow; creditMinor: number },
  ): Promise<Received> {
    const { payment, bank, qr, creditMinor } = given
    const outcome = await deps.credits.credit(tx, {
      id: depositId(payment),
      memberId: qr.memberId,
      kind: 'qr',
      house: bank,
      amountMinor: creditMinor,
      paidMinor: payment.amountMinor,
      reference: payment.reference,
      occurredAt: payment.occurredAt,
      claim: transferClaim(payment),
      columns: { qr_code_id: qr.id, sending_bank: payment.sendingBank, trans_ref: payment.transRef },
    })
    await markQrPaid(tx, qr.id)
    return finish(tx, payment, 'credited', outcome)
  }

  async function suspend(tx: Sql, payment: BankPayment, bank: HouseAccount, qr: QrRow | null): Promise<Received> {
    const id = depositId(payment)
    const outcome = await deps.ledger.post(tx, {
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
    })
    const received = await finish(tx, payment, 'suspended', outcome)
    if (received === 'suspended') {
      const detail = qr === null ? 'no QR of ours has this reference' : 'worth less than one satang'
      await openCase(tx, { kind: 'UNKNOWN_PAYMENT', ...aboutPayment(payment), detail }, id, clock.now())
    }
    return received
  }

  /** CLAIMED means that another door, such as a slip, has credited the same transfer: then this one credits nothing. */
  async function finish(
    tx: Sql,
    payment: BankPayment,
    wanted: 'credited' | 'suspended',
    outcome: Awaited<ReturnType<Ledger['post']>>,
  ): Promise<Received> {
    if (!outcome.ok && outcome.refusal !== 'CLAIMED') {
      throw new Error(`a bank payment was refused: ${outcome.refusal} ${outcome.detail}`)
    }
    await setOutcome(tx, payment, outcome.ok ? wanted : 'had')
    return outcome.ok ? wanted : 'known'
  }

  /** A transfer that is told again in other words is no second transfer, but somebody should know. */
  async function told(payment: BankPayment): Promise<'known'> {
    const first = await knownPayment(database, payment.sendingBank, payment.transRef)
    const isAlike =
      first === null ||
      (first.reference === payment.reference &&
        first.amountMinor === payment.amountMinor &&
        first.currency === payment.currency)
    if (!isAlike) {
      const detail = `first told as ${first.reference}, ${first.amountMinor} ${first.currency}`
      const subject = deriveId(depositId(payment), payment.reference, `${payment.amountMinor}`, payment.currency)
      const about = { kind: 'PAYMENT_DIFFERS', ...aboutPayment(payment), detail } as const
      const isNew = await openCase(database, about, subject, clock.now())
      if (isNew) logger.warn({ transRef: payment.transRef }, 'a payment was told again in other words')
    }
    return 'known'
  }

  return { receive }
}

/** One id for one transfer of one bank: the deposit's, and the ledger's. */
function depositId(payment: BankPayment): string {
  return deriveId('bank-payment', payment.sendingBank, payment.transRef)
}

function aboutPayment(payment: BankPayment) {
  const { sendingBank, transRef, reference, amountMinor, currency, occurredAt } = payment
  return { memberId: null, withdrawalId: null, sendingBank, transRef, reference, amountMinor, currency, occurredAt }
}
