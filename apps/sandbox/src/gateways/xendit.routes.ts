import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addGuarded, type Door } from '../faults/door.ts'
import { carriesBasic } from '../http/basic.ts'
import type { Gateways } from './gateways.ts'
import type { GatewayTerms } from './keys.ts'
import type { Order } from './orders.ts'

const states: Readonly<Record<Order['state'], string>> = {
  made: 'ACCEPTED',
  sent: 'ACCEPTED',
  paid: 'SUCCEEDED',
  failed: 'FAILED',
  returned: 'REVERSED',
}
const events: Partial<Record<Order['state'], string>> = {
  paid: 'payout.succeeded',
  failed: 'payout.failed',
  returned: 'payout.reversed',
}

const refused = (code: string, message: string) => ({ error_code: code, message })

/** Xendit Payouts v2 at `/xendit`, and its calls with the fixed token. */
export function addXenditRoutes(
  app: FastifyInstance,
  { gateways, door, terms }: { gateways: Gateways; door: Door; terms: GatewayTerms['xendit'] },
): void {
  const guard = {
    party: 'xendit',
    door,
    refusalOf: (request: FastifyRequest) =>
      carriesBasic(request, terms.secretKey, '')
        ? null
        : { status: 401, body: refused('INVALID_API_KEY', 'The API key is not authorized') },
  }
  addGuarded(app, guard, (routes) => {
    routes.post<{ Body: Record<string, unknown> }>('/xendit/v2/payouts', (request, reply) => {
      const key = request.headers['idempotency-key']
      const order = readOrder(request.body)
      if (typeof key !== 'string' || order === null || !Object.values(terms.channels).includes(order.details.channel))
        return reply.code(400).send(refused('API_VALIDATION_ERROR', 'the request is not as documented'))
      const [known] = gateways.orders.ofReference('xendit', 'payout', order.reference)
      const isOther = known !== undefined && (known.amountMinor !== order.amountMinor || known.details['key'] !== key)
      if (isOther) return reply.code(409).send(refused('DUPLICATE_TRANSACTION_ERROR', 'this reference was used before'))
      return door.moneyCall(
        request,
        reply,
        gateways.makes(
          { ...order, details: { ...order.details, key } },
          {
            yes: (made) => ({ status: 200, body: payoutOf(made) }),
            no: { status: 400, body: refused('RECIPIENT_ACCOUNT_NUMBER_ERROR', 'the account cannot be paid') },
          },
        ),
      )
    })

    routes.get<{ Querystring: { reference_id?: string } }>('/xendit/v2/payouts', (request) => {
      const found = gateways.orders.ofReference('xendit', 'payout', request.query.reference_id ?? '')
      return { data: found.map(payoutOf), has_more: false, links: {} }
    })

    routes.get<{ Querystring: { currency?: string } }>('/xendit/payouts_channels', (request) => {
      if (request.query.currency !== 'THB') return []
      return Object.values(terms.channels).map((code) => ({
        channel_code: code,
        channel_category: 'BANK',
        currency: 'THB',
        channel_name: code,
        amount_limits: { minimum: 1, maximum: 2_000_000, minimum_increment: 0.01 },
      }))
    })
  })

  gateways.onChange('xendit', (order) => {
    const event = events[order.state]
    if (event === undefined) return null
    const body = JSON.stringify({
      event,
      business_id: 'sandbox',
      created: new Date(order.createdAt).toISOString(),
      data: payoutOf(order),
    })
    return {
      headers: { 'content-type': 'application/json', 'x-callback-token': terms.callbackToken },
      body,
      isTaken: (status) => status === 200,
    }
  })
}

function readOrder(body: Record<string, unknown>) {
  const { reference_id: reference, channel_code: channel, channel_properties: properties, amount, currency } = body
  const { account_holder_name: name, account_number: account } = (properties ?? {}) as Record<string, unknown>
  const texts = [reference, channel, name, account]
  if (!texts.every((text) => typeof text === 'string' && text !== '') || currency !== 'THB') return null
  if (typeof amount !== 'number' || amount <= 0 || Math.round(amount * 100) / 100 !== amount) return null
  return {
    party: 'xendit',
    kind: 'payout',
    id: `disb-${randomUUID()}`,
    reference: String(reference),
    amountMinor: Math.round(amount * 100),
    details: { channel: String(channel), name: String(name), account: String(account) },
  } as const
}

function payoutOf({ id, reference, amountMinor, state, details, createdAt }: Order) {
  return {
    id,
    reference_id: reference,
    channel_code: details['channel'],
    channel_properties: { account_holder_name: details['name'], account_number: details['account'] },
    amount: amountMinor / 100,
    currency: 'THB',
    status: states[state],
    created: new Date(createdAt).toISOString(),
    updated: new Date(createdAt).toISOString(),
    business_id: 'sandbox',
    ...(state === 'failed' && { failure_code: 'REJECTED_BY_CHANNEL' }),
  }
}
