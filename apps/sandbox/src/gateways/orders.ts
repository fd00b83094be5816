import type { GatewayName } from '../bank/collecting.ts'
import type { Clock } from '../clock.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'

/** What became of an order. A charge is made and paid; a payout is sent, and paid, failed, or paid and sent back. */
export type OrderState = 'made' | 'sent' | 'paid' | 'failed' | 'returned'

/** What a gateway was asked to collect or to pay out. */
export interface Order {
  readonly party: GatewayName
  readonly kind: 'charge' | 'payout'
  /** The gateway's own. */
  readonly id: string
  /** The asker's. */
  readonly reference: string
  readonly amountMinor: number
  readonly state: OrderState
  /** What else it was asked with, as the gateway keeps it. */
  readonly details: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly paidAt: number | null
  /** The transfer behind it, at the banks. */
  readonly transRef: string | null
}

export type NewOrder = Pick<Order, 'party' | 'kind' | 'id' | 'reference' | 'amountMinor' | 'details'>

/** Makes the books over the table `gateway_order`. */
export function createOrders(store: Store, clock: Clock) {
  const find = (party: GatewayName, id: string): Order | null => {
    const row = store.get('SELECT * FROM gateway_order WHERE party = ? AND id = ?', party, id)
    return row === undefined ? null : asOrder(row)
  }
  return {
    find,
    ofReference: (party: GatewayName, kind: Order['kind'], reference: string): Order[] =>
      store
        .all(
          'SELECT * FROM gateway_order WHERE party = ? AND kind = ? AND reference = ? ORDER BY sequence',
          party,
          kind,
          reference,
        )
        .map(asOrder),
    all: (party: GatewayName): Order[] =>
      store.all('SELECT * FROM gateway_order WHERE party = ? ORDER BY sequence DESC LIMIT 1000', party).map(asOrder),
    insert(order: NewOrder): Order {
      const state = order.kind === 'charge' ? 'made' : 'sent'
      store.run(
        `INSERT INTO gateway_order (party, kind, id, reference, amount_minor, state, details, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        order.party,
        order.kind,
        order.id,
        order.reference,
        order.amountMinor,
        state,
        JSON.stringify(order.details),
        clock.now().getTime(),
      )
      return { ...order, state, createdAt: clock.now().getTime(), paidAt: null, transRef: null }
    },
    /** Writes an order's new state, and once the time and the transfer of its payment. */
    end(order: Order, state: OrderState, paid: { at: number; transRef: string } | null): Order {
      store.run(
        `UPDATE gateway_order SET state = ?, paid_at = coalesce(paid_at, ?), trans_ref = coalesce(trans_ref, ?)
         WHERE party = ? AND id = ?`,
        state,
        paid?.at ?? null,
        paid?.transRef ?? null,
        order.party,
        order.id,
      )
      return find(order.party, order.id) ?? order
    },
  }
}

function asOrder(row: Row): Order {
  return {
    party: textOf(row, 'party') as GatewayName,
    kind: textOf(row, 'kind') as Order['kind'],
    id: textOf(row, 'id'),
    reference: textOf(row, 'reference'),
    amountMinor: integerOf(row, 'amount_minor'),
    state: textOf(row, 'state') as OrderState,
    details: JSON.parse(textOf(row, 'details')) as Record<string, string>,
    createdAt: integerOf(row, 'created_at'),
    paidAt: typeof row['paid_at'] === 'number' ? row['paid_at'] : null,
    transRef: typeof row['trans_ref'] === 'string' ? row['trans_ref'] : null,
  }
}
