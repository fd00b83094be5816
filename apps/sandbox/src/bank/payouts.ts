import { type Currency, toWireAmount } from '@krapao/money'
import type { Agenda } from '../agenda.ts'
import type { Clock } from '../clock.ts'
import type { Answer } from '../faults/door.ts'
import { notFound } from '../http/refusal.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'
import type { PayoutEnd } from './callback-post.ts'
import type { Banks } from './banks.ts'
import type { Callbacks } from './callbacks.ts'
import type { Account, Transfers } from './transfers.ts'

/** What the server asks the bank to pay. */
export interface PayoutOrder {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly to: Account
}

/** A payout as the tests' door and the page show it. */
export interface PayoutView {
  readonly reference: string
  readonly amount: number
  readonly currency: Currency
  readonly to: Account
  readonly state: string
}

/** The event of a payout that arrives later. */
export const payoutEvent = 'payout'
const settleEvent = 'payout-settles'
const settlesAfterMs = 250
const shownPayouts = 1000

/** Makes the payouts over the table `payout`. */
export function createPayouts(deps: {
  store: Store
  clock: Clock
  agenda: Agenda
  banks: Banks
  transfers: Transfers
  callbacks: Callbacks
}) {
  const { store, agenda, transfers } = deps

  function find(reference: string): Row | undefined {
    return store.get('SELECT * FROM payout WHERE reference = ?', reference)
  }

  function insert(order: PayoutOrder, state: string, transRef: string): void {
    store.run(
      `INSERT INTO payout (reference, trans_ref, amount_minor, currency, to_bank, to_account, to_name, state, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      order.reference,
      transRef,
      order.amountMinor,
      order.currency,
      order.to.bankCode,
      order.to.accountNo,
      order.to.name,
      state,
      deps.clock.now().getTime(),
    )
  }

  function sendSlowly(order: PayoutOrder, ms: number): Answer {
    const known = find(order.reference)
    if (known !== undefined) return answerKnown(known, order)
    const transfer = transfers.record({
      reference: order.reference,
      amountMinor: order.amountMinor,
      currency: order.currency,
      occurredAt: deps.clock.now().getTime(),
      from: deps.banks.operatorAccount(order.currency, '0000000001'),
      to: order.to,
    })
    insert(order, 'SENT', transfer.transRef)
    agenda.add(settleEvent, order.reference, ms)
    return { status: 200, body: { reference: order.reference, state: 'SENT', transRef: transfer.transRef } }
  }

  function end(row: Row, state: PayoutEnd): void {
    store.run('UPDATE payout SET state = ? WHERE reference = ?', state, textOf(row, 'reference'))
    const transfer = transfers.find(textOf(row, 'trans_ref'))
    // The end happens now, whenever the transfer was ordered: of two ends the later one is known by its time.
    if (transfer !== null) deps.callbacks.tell({ ...transfer, occurredAt: deps.clock.now().getTime() }, state)
  }

  agenda.on(payoutEvent, (body) => void sendSlowly(body as PayoutOrder, settlesAfterMs))
  agenda.on(settleEvent, (body) => {
    const row = find(String(body))
    if (row !== undefined && textOf(row, 'state') === 'SENT') end(row, 'PAID')
  })

  return {
    /** Sends the money; it is PAID shortly after. A known reference answers its present state. */
    send: (order: PayoutOrder): Answer => sendSlowly(order, settlesAfterMs),
    /** As `send`, but it is PAID only after `ms`. */
    sendSlowly,
    /** Refuses the payout for good: 422 REFUSED, its state is FAILED. A known reference answers its present state. */
    refuse(order: PayoutOrder): Answer {
      const known = find(order.reference)
      if (known !== undefined) return answerKnown(known, order)
      insert(order, 'FAILED', '')
      return { status: 422, body: { error: 'REFUSED' } }
    },
    /** The state of a payout; 404 when the reference is unknown. */
    state(reference: string): Answer {
      const row = find(reference)
      return row === undefined ? { status: 404, body: { error: 'NOT_FOUND' } } : { status: 200, body: stateOf(row) }
    },
    /** Gives a payout another end and calls back: what a bank does on a bad day. 404 when the reference is unknown. */
    end: (reference: string, state: PayoutEnd): Answer =>
      store.transaction(() => {
        const row = find(reference)
        if (row === undefined) throw notFound(`there is no payout ${reference}`)
        end(row, state)
        return { status: 200, body: { ...stateOf(row), state } }
      }),
    /** The newest payouts first, of one account or of all. */
    list: (accountNo: string | null = null): PayoutView[] =>
      store
        .all(
          'SELECT * FROM payout WHERE ?1 IS NULL OR to_account = ?1 ORDER BY sequence DESC LIMIT ?2',
          accountNo,
          shownPayouts,
        )
        .map(asView),
  }
}

/** A reference that came before: its present state, or 409 MISMATCH when it came with another content. */
function answerKnown(row: Row, order: PayoutOrder): Answer {
  const isSame =
    integerOf(row, 'amount_minor') === order.amountMinor &&
    textOf(row, 'currency') === order.currency &&
    textOf(row, 'to_bank') === order.to.bankCode &&
    textOf(row, 'to_account') === order.to.accountNo
  if (!isSame) return { status: 409, body: { error: 'MISMATCH' } }
  if (textOf(row, 'trans_ref') === '') return { status: 422, body: { error: 'REFUSED' } }
  const { reference, state, transRef } = stateOf(row)
  return { status: 200, body: { reference, state, transRef } }
}

function stateOf(row: Row): {
  reference: string
  state: string
  transRef: string | null
  amount: number
  currency: string
} {
  return {
    reference: textOf(row, 'reference'),
    state: textOf(row, 'state'),
    transRef: textOf(row, 'trans_ref') || null,
    amount: toWireAmount(integerOf(row, 'amount_minor')),
    currency: textOf(row, 'currency'),
  }
}

function asView(row: Row): PayoutView {
  return {
    reference: textOf(row, 'reference'),
    amount: toWireAmount(integerOf(row, 'amount_minor')),
    currency: textOf(row, 'currency') === 'LAK' ? 'LAK' : 'BAHT',
    to: { bankCode: textOf(row, 'to_bank'), accountNo: textOf(row, 'to_account'), name: textOf(row, 'to_name') },
    state: textOf(row, 'state'),
  }
}
