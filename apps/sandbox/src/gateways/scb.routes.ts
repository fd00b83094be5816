import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { generate } from 'promptparse'
import { BANGKOK_MS } from '../bangkok-time.ts'
import { proxyOf, slipReceiver, slipSide } from '../bank/collecting.ts'
import type { Transfer } from '../bank/transfers.ts'
import type { Clock } from '../clock.ts'
import { addGuarded, type Door } from '../faults/door.ts'
import type { Gateways } from './gateways.ts'
import type { GatewayTerms } from './keys.ts'
import type { Order } from './orders.ts'

const tokenS = 1800
/** Of slips it knows its own. */
const ownBank = '014'

/** `{status: {code, description}, data}`, as everything is answered. */
const said = (code: number, description: string, data: unknown = null) => ({ status: { code, description }, data })

/** SCB Open API at `/scb`: tokens, QR 30, the inquiry, and its confirmation of payments, which nobody signs. */
export function addScbRoutes(
  app: FastifyInstance,
  { gateways, door, clock, terms }: { gateways: Gateways; door: Door; clock: Clock; terms: GatewayTerms['scb'] },
): void {
  const tokens = new Map<string, number>()

  const unknown = { status: 401, body: said(9500, 'Invalid authorization credentials') }
  const guard = {
    party: 'scb',
    door,
    refusalOf({ headers }: FastifyRequest) {
      const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
      const isKnown = (tokens.get(token) ?? 0) > clock.now().getTime()
      return isKnown && headers['resourceownerid'] === terms.key && headers['requestuid'] !== undefined ? null : unknown
    },
  }

  app.post<{ Body: Record<string, unknown> }>('/scb/v1/oauth/token', async (request, reply) => {
    await door.pass('scb')
    const { applicationKey, applicationSecret } = request.body
    if (applicationKey !== terms.key || applicationSecret !== terms.secret) return reply.code(401).send(unknown.body)
    const accessToken = randomUUID()
    tokens.set(accessToken, clock.now().getTime() + tokenS * 1000)
    return said(1000, 'Success', { accessToken, tokenType: 'Bearer', expiresIn: tokenS })
  })

  addGuarded(app, guard, (routes) => {
    routes.post<{ Body: Record<string, unknown> }>('/scb/v1/payment/qrcode/create', (request, reply) => {
      const { qrType, ppType, ppId, amount, ref1, ref3 } = request.body
      const baht = typeof amount === 'string' && /^\d{1,10}\.\d\d$/.test(amount) ? amount : null
      const isWhole = [ref1, ref3].every((text) => typeof text === 'string' && /^[A-Z0-9]{1,20}$/.test(text))
      const isOurs = qrType === 'PP' && ppType === 'BILLERID' && ppId === terms.billerId
      if (baht === null || !isWhole || !isOurs || !String(ref3).startsWith(terms.ref3Prefix))
        return reply.code(400).send(said(1101, 'Missing or invalid parameters'))
      const amountMinor = Math.round(Number(baht) * 100)
      const order = {
        party: 'scb',
        kind: 'charge',
        id: randomBytes(12).toString('hex'),
        reference: String(ref1),
        amountMinor,
        details: { ref3: String(ref3) },
      } as const
      const qrRawData = generate.billPayment({
        billerId: terms.billerId,
        amount: amountMinor / 100,
        ref1: order.reference,
        ref3: String(ref3),
      })
      return door.moneyCall(
        request,
        reply,
        gateways.makes(order, {
          yes: () => ({ status: 200, body: said(1000, 'Success', { qrRawData, qrImage: '' }) }),
          no: { status: 400, body: said(1102, 'The biller cannot take this payment') },
        }),
      )
    })

    routes.get<{ Querystring: Record<string, string> }>('/scb/v1/payment/billpayment/inquiry', (request, reply) => {
      const { eventCode, transactionDate, billerId, reference1 = '' } = request.query
      if (eventCode !== '00300100' || billerId !== terms.billerId || transactionDate === undefined)
        return reply.code(400).send(said(1101, 'Missing or invalid parameters'))
      const rows = gateways.orders
        .ofReference('scb', 'charge', reference1)
        .filter((order) => order.state === 'paid' || order.state === 'returned')
        .filter(({ paidAt }) => bangkokTime(paidAt ?? 0).startsWith(transactionDate))
        .map((order) => ({
          eventCode,
          ...paymentOf(gateways, terms, order),
          ...(order.state === 'returned' && { reverseFlag: 'Y' }),
        }))
      return said(1000, 'Success', rows)
    })

    routes.get<{ Params: { transRef: string }; Querystring: { sendingBank?: string } }>(
      '/scb/v1/payment/billpayment/transactions/:transRef',
      (request, reply) => {
        const order = gateways.orders.all('scb').find(({ transRef }) => transRef === request.params.transRef)
        const transfer = order && gateways.transferOf(order)
        if (!transfer || request.query.sendingBank !== ownBank || transfer.sendingBank !== ownBank)
          return reply.code(404).send(said(1106, 'No transaction was found'))
        return said(1000, 'Success', slipOf(transfer))
      },
    )
  })

  gateways.onChange('scb', (order) =>
    order.state !== 'paid'
      ? null
      : {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(paymentOf(gateways, terms, order)),
          isTaken: (status, text) => status === 200 && /"resCode":"00"/.test(text),
        },
  )
}

/** Its fields of a payment. */
function paymentOf(gateways: Gateways, terms: GatewayTerms['scb'], order: Order) {
  const transfer = gateways.transferOf(order)
  return {
    // Whether it is the number on the payer's slip has to be confirmed with SCB: here it is, where the payer's bank is its own.
    transactionId: transfer?.sendingBank === ownBank ? transfer.transRef : order.id,
    amount: ((transfer?.amountMinor ?? order.amountMinor) / 100).toFixed(2),
    transactionDateandTime: `${bangkokTime(order.paidAt ?? 0)}+07:00`,
    currencyCode: '764',
    transactionType: 'Domestic Transfers',
    sendingBankCode: transfer?.sendingBank ?? '',
    receivingBankCode: '014',
    payeeProxyId: terms.billerId,
    payeeProxyType: 'BILLERID',
    payeeAccountNumber: '9990001111',
    payeeName: 'SCB BILLER',
    payerProxyId: '',
    payerProxyType: '',
    payerAccountNumber: transfer === null ? '' : `xxxxxx${transfer.from.accountNo.slice(-4)}`,
    payerName: transfer?.from.name ?? '',
    billPaymentRef1: order.reference,
    billPaymentRef2: '',
    billPaymentRef3: order.details['ref3'] ?? '',
    channelCode: 'PMH',
  }
}

/** Its fields of a slip. */
function slipOf(transfer: Transfer) {
  const at = bangkokTime(transfer.occurredAt)
  return {
    transRef: transfer.transRef,
    sendingBank: transfer.sendingBank,
    receivingBank: proxyOf(transfer) === null ? transfer.receivingBank : '',
    transDate: at.slice(0, 10).replaceAll('-', ''),
    transTime: at.slice(11, 19),
    sender: slipSide(transfer.from.name, transfer.from.accountNo),
    receiver: slipReceiver(transfer),
    amount: transfer.amountMinor / 100,
    paidLocalAmount: transfer.amountMinor / 100,
    paidLocalCurrency: '764',
    countryCode: 'TH',
    ref1: transfer.reference,
    ref2: '',
    ref3: '',
  }
}

/** `2026-11-21T16:30:00.000`, as the clocks of Bangkok show it. */
function bangkokTime(atMs: number): string {
  return new Date(atMs + BANGKOK_MS).toISOString().slice(0, -1)
}
