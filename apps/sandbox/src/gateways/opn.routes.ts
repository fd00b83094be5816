import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { generate } from 'promptparse'
import { correction, generate as drawQr } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import type { Clock } from '../clock.ts'
import { addGuarded, type Door } from '../faults/door.ts'
import { carriesBasic } from '../http/basic.ts'
import type { Gateways } from './gateways.ts'
import type { GatewayTerms } from './keys.ts'
import type { Order } from './orders.ts'

const leastMinor = 2_000
const mostMinor = 15_000_000

const error = (code: string, message: string) => ({
  object: 'error',
  location: 'https://www.omise.co/api-errors',
  code,
  message,
})
const states: Readonly<Record<Order['state'], string>> = {
  made: 'pending',
  sent: 'pending',
  paid: 'successful',
  failed: 'failed',
  returned: 'reversed',
}

/** Opn Payments (Omise) at `/opn`: PromptPay charges with a picture of the QR, and signed events. */
export function addOpnRoutes(
  app: FastifyInstance,
  { gateways, door, clock, terms }: { gateways: Gateways; door: Door; clock: Clock; terms: GatewayTerms['opn'] },
): void {
  function chargeOf(order: Order) {
    return {
      object: 'charge',
      id: order.id,
      livemode: false,
      status: states[order.state],
      amount: order.amountMinor,
      currency: 'thb',
      paid: order.state === 'paid',
      paid_at: order.paidAt === null ? null : new Date(order.paidAt).toISOString(),
      expires_at: order.details['expiresAt'],
      created_at: new Date(order.createdAt).toISOString(),
      source: {
        object: 'source',
        type: 'promptpay',
        flow: 'offline',
        scannable_code: {
          object: 'barcode',
          type: 'qr',
          image: { object: 'document', download_uri: `${terms.url}/charges/${order.id}/documents/qr.svg` },
        },
      },
      metadata: { reference: order.reference },
      failure_code: null,
      failure_message: null,
    }
  }

  const guard = {
    party: 'opn',
    door,
    refusalOf: (request: FastifyRequest) =>
      carriesBasic(request, terms.secretKey, '')
        ? null
        : { status: 401, body: error('authentication_failure', 'authentication failed') },
  }
  addGuarded(app, guard, (routes) => {
    routes.post<{ Body: Record<string, unknown> }>('/opn/charges', (request, reply) => {
      const { amount, currency, source, metadata, expires_at: expiresAt } = request.body
      const isPromptPay = (source as { type?: unknown } | undefined)?.type === 'promptpay'
      const reference = (metadata as { reference?: unknown } | undefined)?.reference
      if (!Number.isInteger(amount) || Number(amount) < leastMinor || Number(amount) > mostMinor)
        return reply.code(400).send(error('invalid_amount', 'amount must be between 20 and 150000 baht'))
      if (!isPromptPay || currency !== 'thb')
        return reply.code(400).send(error('invalid_charge', 'source is not supported'))
      const order = {
        party: 'opn',
        kind: 'charge',
        id: `chrg_test_${randomBytes(10).toString('hex').slice(0, 19)}`,
        reference: typeof reference === 'string' ? reference : '',
        amountMinor: Number(amount),
        details: { expiresAt: String(expiresAt) },
      } as const
      return door.moneyCall(
        request,
        reply,
        gateways.makes(order, {
          yes: (made) => ({ status: 200, body: chargeOf(made) }),
          no: { status: 400, body: error('invalid_charge', 'the charge was refused') },
        }),
      )
    })

    routes.get<{ Querystring: Record<string, string> }>('/opn/charges', (request) => {
      const { from = '1970-01-01T00:00:00Z', order = 'chronological' } = request.query
      const [limit, offset] = [Number(request.query['limit'] ?? 20), Number(request.query['offset'] ?? 0)]
      const since = gateways.orders.all('opn').filter(({ createdAt }) => createdAt >= Date.parse(from))
      const sorted = order === 'reverse_chronological' ? since : since.toReversed()
      const data = sorted.slice(offset, offset + limit).map(chargeOf)
      return { object: 'list', data, limit, offset, total: since.length, order, from }
    })

    routes.get<{ Params: { id: string } }>('/opn/charges/:id', (request, reply) => {
      const order = gateways.orders.find('opn', request.params.id)
      if (order === null) return reply.code(404).send(error('not_found', 'the charge was not found'))
      return chargeOf(order)
    })
  })

  app.get<{ Params: { id: string } }>('/opn/charges/:id/documents/qr.svg', async (request, reply) => {
    await door.pass('opn')
    const order = gateways.orders.find('opn', request.params.id)
    if (order === null) return reply.code(404).send(error('not_found', 'the document was not found'))
    const text = generate.billPayment({
      billerId: '010753600037508',
      amount: order.amountMinor / 100,
      ref1: order.id.slice(-19).toUpperCase(),
    })
    return reply
      .type('image/svg+xml')
      .send(toSvgSource(drawQr(text, { minCorrectionLevel: correction.M }), { off: 'white' }))
  })

  gateways.onChange('opn', (order) => {
    const data = chargeOf(order)
    const id = `evnt_test_${order.id.slice(-19)}`
    const body = JSON.stringify({
      object: 'event',
      id,
      key: 'charge.complete',
      created_at: clock.now().toISOString(),
      data,
    })
    const time = String(Math.floor(clock.now().getTime() / 1000))
    const secret = Buffer.from(terms.webhookSecret, 'base64')
    return {
      headers: {
        'content-type': 'application/json',
        'omise-signature-timestamp': time,
        'omise-signature': createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
      },
      body,
      isTaken: (status) => status === 200,
    }
  })
}
