import type { FastifyInstance } from 'fastify'
import type { Banks } from '../bank/banks.ts'
import type { GatewayName } from '../bank/collecting.ts'
import { readPayer } from '../bank/requests.ts'
import { slipPayload } from '../bank/transfers.ts'
import type { Clock } from '../clock.ts'
import type { Door } from '../faults/door.ts'
import { readAmount, readInput, readOptionalTime, readText } from '../http/input.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Keys } from '../secret.ts'
import type { Gateways } from './gateways.ts'
import { addJeepayRoutes } from './jeepay.routes.ts'
import { gatewayTerms } from './keys.ts'
import { addOpnRoutes } from './opn.routes.ts'
import type { Order } from './orders.ts'
import { addScbRoutes } from './scb.routes.ts'
import { addXenditRoutes } from './xendit.routes.ts'

/** The gateways' doors, each in its published format, and those of the tests under `/api/gateways`. */
export function addGatewayRoutes(
  app: FastifyInstance,
  { gateways, banks, door, clock }: { gateways: Gateways; banks: Banks; door: Door; clock: Clock },
  { keys, urlOf }: { keys: Keys; urlOf: () => string },
): void {
  // The port is chosen later where none is given: what names our address is asked for when it is told.
  const terms = gatewayTerms(keys, banks.all, urlOf)
  const common = { gateways, door, clock }
  addScbRoutes(app, { ...common, terms: terms.scb })
  addOpnRoutes(app, { ...common, terms: terms.opn })
  addXenditRoutes(app, { ...common, terms: terms.xendit })
  addJeepayRoutes(app, { ...common, terms: terms.jeepay })

  app.get('/api/gateways', () => terms)

  app.get<{ Params: { party: string } }>('/api/gateways/:party', (request) => ({
    orders: gateways.orders.all(request.params.party as GatewayName),
  }))

  app.post<{ Params: { party: string } }>('/api/gateways/:party/pay', (request) => {
    const input = readInput(request.body)
    const order = find(gateways, request.params.party as GatewayName, 'charge', readText(input, 'reference', 64))
    const amountMinor = input['amount'] === undefined ? null : readAmount(input, 'amount')
    const paid = gateways.pay(order, readPayer(banks, input), { amountMinor, at: readOptionalTime(input, 'at') })
    const transfer = gateways.transferOf(paid)
    return {
      id: paid.id,
      transRef: paid.transRef,
      sendingBank: transfer?.sendingBank,
      slipPayload: transfer && slipPayload(transfer),
    }
  })

  app.post<{ Params: { party: string; reference: string } }>('/api/gateways/:party/payouts/:reference', (request) => {
    const state = readText(readInput(request.body), 'state')
    if (state !== 'paid' && state !== 'failed' && state !== 'returned')
      throw badRequest('state must be paid, failed or returned')
    const { party, reference } = request.params
    return gateways.end(find(gateways, party as GatewayName, 'payout', reference), state)
  })
}

/** An order by the asker's reference or the gateway's own id. */
function find(gateways: Gateways, party: GatewayName, kind: Order['kind'], named: string): Order {
  const order = gateways.orders.ofReference(party, kind, named).at(-1) ?? gateways.orders.find(party, named)
  if (order === null || order === undefined) throw notFound(`${party} has no such order`)
  return order
}
