import type { Agenda } from '../agenda.ts'
import { collectingAccounts, type GatewayName } from '../bank/collecting.ts'
import type { Account, Transfers } from '../bank/transfers.ts'
import type { Clock } from '../clock.ts'
import type { Answer, MoneyCall } from '../faults/door.ts'
import type { Faults } from '../faults/faults.ts'
import { Refusal } from '../http/refusal.ts'
import type { Store } from '../store/database.ts'
import { createOrders, type NewOrder, type Order, type OrderState } from './orders.ts'

/** A call to the server: its body and what stands on it. */
interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the answer says that it was taken. */
  isTaken(status: number, text: string): boolean
}

/** What a gateway tells of an order that changed; null when it tells nothing of that. */
type Teller = (order: Order) => Posting | null

const settlesAfterMs = 250
const callEvent = 'gateway-call'
const lateEvent = 'gateway-late'
const settleEvent = 'gateway-settles'
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000]
const callTimeoutMs = 10_000

/** All gateways at once: their orders, and their calls to the server. */
export type Gateways = ReturnType<typeof createGateways>

/** Puts them together; they call `<hookUrl>/api/hooks/<name>`. */
export function createGateways(deps: {
  store: Store
  clock: Clock
  agenda: Agenda
  faults: Faults
  transfers: Transfers
  hookUrl: string
  report: (error: unknown) => void
}) {
  const { store, agenda, transfers } = deps
  const orders = createOrders(store, deps.clock)
  const tellers = new Map<GatewayName, Teller>()

  /** One attempt, made anew each time; what is not taken is told again, a few times. */
  async function call(order: Order, attempt: number): Promise<void> {
    const posting = tellers.get(order.party)?.(order) ?? null
    if (posting === null || (await isTaken(`${deps.hookUrl}/api/hooks/${order.party}`, posting))) return
    const pauseMs = pausesMs[attempt]
    const next = { party: order.party, id: order.id, attempt: attempt + 1 }
    if (pauseMs !== undefined) store.transaction(() => agenda.add(callEvent, next, pauseMs))
  }

  /** Tells the server of an order as the gateway's switch says. */
  function tell({ party, id }: Order): void {
    const event = { party, id, attempt: 0 }
    const fault = deps.faults.fireCallback(party)
    if (fault?.mode === 'drop-callback') return
    agenda.add(callEvent, event, fault?.mode === 'out-of-order' ? fault.ms : 0)
    if (fault?.mode === 'duplicate-callback') agenda.add(callEvent, event, 0)
  }

  function end(order: Order, state: OrderState, paid: { at: number; transRef: string } | null): Order {
    const ended = orders.end(order, state, paid)
    tell(ended)
    return ended
  }

  function insertOnce(order: NewOrder): Order {
    const known = order.kind === 'payout' ? orders.ofReference(order.party, 'payout', order.reference)[0] : undefined
    return known ?? orders.insert(order)
  }

  agenda.on(callEvent, (body) => {
    const { party, id, attempt } = body as { party: GatewayName; id: string; attempt: number }
    const order = orders.find(party, id)
    if (order !== null) call(order, attempt).catch(deps.report)
  })
  agenda.on(settleEvent, (body) => {
    const { party, id } = body as { party: GatewayName; id: string }
    const order = orders.find(party, id)
    if (order?.state === 'sent') end(order, 'paid', { at: deps.clock.now().getTime(), transRef: order.id })
  })
  agenda.on(lateEvent, (body) => void take(body as NewOrder, settlesAfterMs))

  function take(order: NewOrder, settlesMs: number): Order {
    const taken = insertOnce(order)
    if (taken.kind === 'payout' && taken.id === order.id)
      agenda.add(settleEvent, { party: taken.party, id: taken.id }, settlesMs)
    return taken
  }

  return {
    orders,
    /** Says what a gateway tells the server of its orders. */
    onChange: (party: GatewayName, teller: Teller): void => void tellers.set(party, teller),
    /** A call that makes an order, in the ways in which it can go. */
    makes(order: NewOrder, words: { yes(order: Order): Answer; no: Answer }): MoneyCall {
      return {
        party: order.party,
        act: () => words.yes(take(order, settlesAfterMs)),
        refuse: () => words.no,
        accept: (ms) => words.yes(take(order, ms)),
        late: { kind: lateEvent, body: order },
      }
    },
    /** Somebody pays a charge at his bank; 409 when it is paid, unless the gateway takes money again. */
    pay(order: Order, from: Account, { amountMinor, at }: { amountMinor: number | null; at: number | null }): Order {
      if (order.kind !== 'charge' || order.state !== 'made') throw new Refusal(409, 'NOT_OPEN')
      return store.transaction(() => {
        const transfer = transfers.record({
          reference: order.party === 'scb' ? order.reference : '',
          amountMinor: amountMinor ?? order.amountMinor,
          currency: 'BAHT',
          occurredAt: at ?? deps.clock.now().getTime(),
          from,
          to: collectingAccounts[order.party].account,
        })
        return end(order, 'paid', { at: transfer.occurredAt, transRef: transfer.transRef })
      })
    },
    /** The open charge whose QR carries one of these references, by ours or by the gateway's own. */
    openCharge(references: readonly string[]): Order | null {
      for (const reference of references) {
        for (const party of ['scb', 'jeepay'] as const) {
          const found = orders.ofReference(party, 'charge', reference).at(-1) ?? orders.find(party, reference)
          if (found?.state === 'made') return found
        }
      }
      return null
    },
    /** Gives a payout another end, as on a bad day. */
    end: (order: Order, state: OrderState): Order =>
      store.transaction(() => end(order, state, { at: deps.clock.now().getTime(), transRef: order.id })),
    transferOf: (order: Order) => (order.transRef === null ? null : transfers.find(order.transRef)),
  }
}

async function isTaken(url: string, { headers, body, isTaken: takes }: Posting): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(callTimeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
    return takes(response.status, await response.text())
  } catch {
    return false
  }
}
