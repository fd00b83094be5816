import type { Currency } from '@krapao/money'
import { toWireAmount } from '@krapao/money'
import type { Agenda } from '../agenda.ts'
import type { Clock } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import { Refusal } from '../http/refusal.ts'
import type { Row, Store } from '../store/database.ts'
import { integerOf, textOf } from '../store/database.ts'
import type { Callbacks } from './callbacks.ts'
import type { QrPayload } from './qr-payload.ts'
import type { Account, Transfer, Transfers } from './transfers.ts'

/** A QR reference that the server registered. */
export interface Registration {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly accountNo: string | null
  /** Milliseconds since 1970, or null when it never ends. The bank takes payments later too. */
  readonly expiresAt: number | null
}

/** A page of the payments list. */
export interface PaymentsPage {
  readonly payments: unknown[]
  /** What to ask `after` next time. */
  readonly cursor: string
}

/** The payments of QR codes: registered references, what was paid, and the news of it. */
export interface Payments {
  /** Registers a reference; again with the same content it does nothing, with another it is 409 MISMATCH. */
  register(registration: Registration): void
  /** Pays a QR. The amount is the QR's unless another is given; one of both is needed (422 NO_AMOUNT). */
  pay(qr: QrPayload, from: Account, options: { amountMinor: number | null; occurredAt: number | null }): Transfer
  ofReference(reference: string): PaymentsPage
  after(cursor: number): PaymentsPage
}

const pageSize = 100
const party = 'bank'
const knownEvent = 'payment-known'

/** Who a QR pays when its registration does not say: the operator's account. */
function operatorAccount(currency: Currency, accountNo: string): Account {
  return { bankCode: currency === 'LAK' ? 'BCEL' : 'KBANK', accountNo, name: 'KRAPAO' }
}

/** Makes the payments over the tables `qr` and `payment`. */
export function createPayments(deps: {
  store: Store
  clock: Clock
  agenda: Agenda
  faults: Faults
  transfers: Transfers
  callbacks: Callbacks
}): Payments {
  const { store, transfers } = deps

  /** From now on the bank lists the payment and calls back. */
  function makeKnown(transfer: Transfer): void {
    store.run('INSERT INTO payment (trans_ref, reference) VALUES (?, ?)', transfer.transRef, transfer.reference)
    deps.callbacks.tell(transfer, null)
  }
  deps.agenda.on(knownEvent, (body) => {
    const transfer = transfers.find(String(body))
    if (transfer !== null) makeKnown(transfer)
  })

  function find(reference: string): Registration | null {
    const row = store.get('SELECT * FROM qr WHERE reference = ?', reference)
    return row === undefined ? null : asRegistration(row)
  }

  return {
    register(registration) {
      store.transaction(() => {
        const known = find(registration.reference)
        if (known === null) insertRegistration(store, deps.clock, registration)
        else if (known.amountMinor !== registration.amountMinor || known.currency !== registration.currency) {
          throw new Refusal(409, 'MISMATCH', 'this reference is registered with another amount')
        }
      })
    },
    pay(qr, from, options) {
      const amountMinor = options.amountMinor ?? qr.amountMinor
      if (amountMinor === null) throw new Refusal(422, 'NO_AMOUNT', 'this QR leaves the amount to the payer')
      return store.transaction(() => {
        const registration = qr.references.map(find).find((found) => found !== null) ?? null
        const transfer = transfers.record({
          reference: registration?.reference ?? qr.references[0] ?? qr.receiver,
          amountMinor,
          currency: qr.currency,
          occurredAt: options.occurredAt ?? deps.clock.now().getTime(),
          from,
          to: operatorAccount(qr.currency, registration?.accountNo ?? qr.receiver),
        })
        const lateMs = deps.faults.fireLatePayment(party)
        if (lateMs === null) makeKnown(transfer)
        else deps.agenda.add(knownEvent, transfer.transRef, lateMs)
        return transfer
      })
    },
    ofReference: (reference) =>
      page(store.all(`${selectPayments} WHERE p.reference = ? ORDER BY p.sequence`, reference), 0),
    after: (cursor) =>
      page(store.all(`${selectPayments} WHERE p.sequence > ? ORDER BY p.sequence LIMIT ?`, cursor, pageSize), cursor),
  }

  function page(rows: Row[], cursor: number): PaymentsPage {
    const last = rows.at(-1)
    return {
      payments: rows.flatMap((row) => {
        const transfer = transfers.find(textOf(row, 'trans_ref'))
        return transfer === null ? [] : [asPayment(transfer)]
      }),
      cursor: String(last === undefined ? cursor : integerOf(last, 'sequence')),
    }
  }
}

const selectPayments = 'SELECT p.sequence, p.trans_ref FROM payment p'

function insertRegistration(store: Store, clock: Clock, registration: Registration): void {
  store.run(
    'INSERT INTO qr (reference, amount_minor, currency, account_no, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    registration.reference,
    registration.amountMinor,
    registration.currency,
    registration.accountNo,
    registration.expiresAt,
    clock.now().getTime(),
  )
}

function asPayment(transfer: Transfer): unknown {
  return {
    transRef: transfer.transRef,
    sendingBank: transfer.sendingBank,
    reference: transfer.reference,
    amount: toWireAmount(transfer.amountMinor),
    currency: transfer.currency,
    occurredAt: new Date(transfer.occurredAt).toISOString(),
    from: transfer.from,
  }
}

function asRegistration(row: Row): Registration {
  return {
    reference: textOf(row, 'reference'),
    amountMinor: integerOf(row, 'amount_minor'),
    currency: textOf(row, 'currency') === 'LAK' ? 'LAK' : 'BAHT',
    accountNo: typeof row['account_no'] === 'string' ? row['account_no'] : null,
    expiresAt: typeof row['expires_at'] === 'number' ? row['expires_at'] : null,
  }
}
