import type { Currency } from '@krapao/money'
import type { Agenda } from '../agenda.ts'
import type { Clock } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'
import type { Banks } from './banks.ts'
import type { Callbacks } from './callbacks.ts'
import type { QrPayload } from './qr-payload.ts'
import { type Account, toldOf, type Transfer, type Transfers } from './transfers.ts'

/** A QR reference that the server registered. */
export interface Registration {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly accountNo: string | null
  /** Milliseconds since 1970, or null when it never ends. The bank takes payments later too. */
  readonly expiresAt: number | null
}

/** A registered QR as the bank's page shows it. */
export interface RegisteredQr extends Registration {
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Somebody paid it, whether or not the bank told the server yet. */
  readonly isPaid: boolean
}

/** A page of the payments list. */
export interface PaymentsPage {
  readonly payments: unknown[]
  /** What to ask `after` next time. */
  readonly cursor: string
}

/** Takes the payment of a QR with one of these references; null when it is not its own. */
type Elsewhere = (
  references: readonly string[],
  from: Account,
  paid: { amountMinor: number; at: number | null },
) => Transfer | null

const pageSize = 100
const party = 'bank'
const knownEvent = 'payment-known'

/** Makes the payments over the tables `qr` and `payment`. */
export function createPayments(deps: {
  store: Store
  clock: Clock
  agenda: Agenda
  faults: Faults
  banks: Banks
  transfers: Transfers
  callbacks: Callbacks
}) {
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

  /** Whose QR it is when it is not the bank's own. */
  let collectElsewhere: Elsewhere = () => null

  function pay(
    qr: QrPayload,
    from: Account,
    options: { amountMinor: number | null; occurredAt: number | null },
  ): Transfer {
    const amountMinor = options.amountMinor ?? qr.amountMinor
    if (amountMinor === null) throw new Refusal(422, 'NO_AMOUNT', 'this QR leaves the amount to the payer')
    const elsewhere = collectElsewhere(qr.references, from, { amountMinor, at: options.occurredAt })
    if (elsewhere !== null) return elsewhere
    return store.transaction(() => {
      const registration = qr.references.map(find).find((found) => found !== null) ?? null
      const transfer = transfers.record({
        reference: registration?.reference ?? qr.references[0] ?? qr.receiver,
        amountMinor,
        currency: qr.currency,
        occurredAt: options.occurredAt ?? deps.clock.now().getTime(),
        from,
        to: deps.banks.operatorAccount(qr.currency, registration?.accountNo ?? qr.receiver),
      })
      const lateMs = deps.faults.fireLatePayment(party)
      if (lateMs === null) makeKnown(transfer)
      else deps.agenda.add(knownEvent, transfer.transRef, lateMs)
      return transfer
    })
  }

  return {
    /** Registers a reference; again with the same content it does nothing, with another it is 409 MISMATCH. */
    register(registration: Registration): void {
      store.transaction(() => {
        const known = find(registration.reference)
        if (known === null) insertRegistration(store, deps.clock, registration)
        else if (known.amountMinor !== registration.amountMinor || known.currency !== registration.currency) {
          throw new Refusal(409, 'MISMATCH', 'this reference is registered with another amount')
        }
      })
    },
    /** Says who takes payments of QRs that others collect. */
    divertTo: (elsewhere: Elsewhere): void => void (collectElsewhere = elsewhere),
    /** Pays a QR. The amount is the QR's unless another is given; one of both is needed (422 NO_AMOUNT). */
    pay,
    /** As `pay`, for a QR known by its registration alone; 404 when the reference is unknown. */
    payRegistered(reference: string, from: Account, amountMinor: number | null): Transfer {
      const known = find(reference)
      if (known === null) throw notFound(`there is no QR ${reference}`)
      return pay(qrOf(known), from, { amountMinor, occurredAt: null })
    },
    /** What was registered under a reference, or null. */
    registered(reference: string): RegisteredQr | null {
      const row = store.get(`${selectRegistered} WHERE q.reference = ?`, reference)
      return row === undefined ? null : asRegistered(row)
    },
    /** The QRs nobody has paid, newest first; ended ones too. */
    unpaid: (limit: number): RegisteredQr[] =>
      store.all(`${selectRegistered} WHERE is_paid = 0 ORDER BY q.rowid DESC LIMIT ?`, limit).map(asRegistered),
    ofReference: (reference: string): PaymentsPage =>
      page(store.all(`${selectPayments} WHERE p.reference = ? ORDER BY p.sequence`, reference), 0),
    after: (cursor: number): PaymentsPage =>
      page(store.all(`${selectPayments} WHERE p.sequence > ? ORDER BY p.sequence LIMIT ?`, cursor, pageSize), cursor),
  }

  function page(rows: Row[], cursor: number): PaymentsPage {
    const last = rows.at(-1)
    return {
      payments: rows.flatMap((row) => {
        const transfer = transfers.find(textOf(row, 'trans_ref'))
        return transfer === null ? [] : [toldOf(transfer)]
      }),
      cursor: String(last === undefined ? cursor : integerOf(last, 'sequence')),
    }
  }
}

const selectRegistered = `SELECT q.*,
  EXISTS (SELECT 1 FROM transfer t WHERE t.reference = q.reference) AS is_paid FROM qr q`
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

function asRegistration(row: Row): Registration {
  return {
    reference: textOf(row, 'reference'),
    amountMinor: integerOf(row, 'amount_minor'),
    currency: textOf(row, 'currency') === 'LAK' ? 'LAK' : 'BAHT',
    accountNo: typeof row['account_no'] === 'string' ? row['account_no'] : null,
    expiresAt: typeof row['expires_at'] === 'number' ? row['expires_at'] : null,
  }
}

function asRegistered(row: Row): RegisteredQr {
  return { ...asRegistration(row), createdAt: integerOf(row, 'created_at'), isPaid: integerOf(row, 'is_paid') === 1 }
}

/** What a payer's app would have read off the registered QR. */
function qrOf(known: Registration): QrPayload {
  return {
    kind: known.currency === 'LAK' ? 'lao' : 'bill',
    receiver: known.accountNo ?? known.reference,
    references: [known.reference],
    currency: known.currency,
    amountMinor: known.amountMinor,
  }
}
