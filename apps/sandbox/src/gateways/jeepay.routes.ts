import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { generate } from 'promptparse'
import type { Clock } from '../clock.ts'
import { addGuarded, type Door } from '../faults/door.ts'
import { randomCode } from '../random.ts'
import type { Gateways } from './gateways.ts'
import type { GatewayTerms } from './keys.ts'
import type { Order } from './orders.ts'

type Fields = Record<string, string | number>

/** `state` by what became of the order; of a payout that came back there is no word here. */
const states: Readonly<Record<Order['state'], number>> = { made: 0, sent: 1, paid: 2, failed: 3, returned: 4 }

/** MD5 over `name=value&` of what is not empty, in the order of letters whatever their case, and the key. */
function sign(fields: Fields, key: string): string {
  const lines = Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== '')
    .map((name) => `${name}=${fields[name]}&`)
  const text = lines.toSorted((one, other) => (one.toUpperCase() < other.toUpperCase() ? -1 : 1)).join('')
  return createHash('md5').update(`${text}key=${key}`, 'utf8').digest('hex').toUpperCase()
}

const refused = (msg: string) => ({ code: 9999, msg })

/** A gateway of the Jeepay kind at `/jeepay`: it collects and pays out, and its notices are forms. */
export function addJeepayRoutes(
  app: FastifyInstance,
  { gateways, door, clock, terms }: { gateways: Gateways; door: Door; clock: Clock; terms: GatewayTerms['jeepay'] },
): void {
  const answer = (data: Fields) => ({ code: 0, msg: 'SUCCESS', data, sign: sign(data, terms.key) })

  const toldOf = (order: Order): Fields => (order.kind === 'charge' ? chargeOf(order, terms) : transferOf(order, terms))

  const guard = {
    party: 'jeepay',
    door,
    refusalOf({ body }: FastifyRequest) {
      const { sign: given, ...fields } = (body ?? {}) as Fields
      const isOurs = fields['mchNo'] === terms.mchNo && fields['appId'] === terms.appId && fields['version'] === '1.0'
      return isOurs && given === sign(fields, terms.key) ? null : { status: 200, body: refused('验签失败') }
    },
  }
  addGuarded(app, guard, (routes) => {
    routes.post('/jeepay/api/pay/unifiedOrder', (request, reply) => {
      const fields = request.body as Fields
      const reference = String(fields['mchOrderNo'])
      if (!Number.isInteger(fields['amount']) || fields['currency'] !== 'thb' || fields['wayCode'] !== terms.wayCode)
        return refused('参数有误')
      if (gateways.orders.ofReference('jeepay', 'charge', reference).length > 0)
        return refused(`商户订单[${reference}]已存在`)
      const amountMinor = Number(fields['amount'])
      const id = `P${randomCode(19)}`
      const payData = generate.billPayment({
        billerId: '099400099999900',
        amount: amountMinor / 100,
        ref1: id,
      })
      return door.moneyCall(
        request,
        reply,
        gateways.makes(
          { party: 'jeepay', kind: 'charge', id, reference, amountMinor, details: {} },
          {
            yes: () => ({
              status: 200,
              body: answer({ payOrderId: id, mchOrderNo: reference, orderState: 1, payDataType: 'codeUrl', payData }),
            }),
            no: { status: 200, body: refused('refused by the channel') },
          },
        ),
      )
    })

    routes.post('/jeepay/api/transferOrder', (request, reply) => {
      const fields = request.body as Fields
      const reference = String(fields['mchOrderNo'])
      const isWhole = ['accountNo', 'accountName', 'bankName', 'transferDesc', 'ifCode'].every((name) => fields[name])
      if (!isWhole || !Number.isInteger(fields['amount']) || fields['entryType'] !== 'BANK_CARD')
        return refused('参数有误')
      if (gateways.orders.ofReference('jeepay', 'payout', reference).length > 0)
        return refused(`商户订单[${reference}]已存在`)
      const details = {
        accountNo: String(fields['accountNo']),
        accountName: String(fields['accountName']),
        bankName: String(fields['bankName']),
      }
      const amountMinor = Number(fields['amount'])
      return door.moneyCall(
        request,
        reply,
        gateways.makes(
          { party: 'jeepay', kind: 'payout', id: `T${randomCode(19)}`, reference, amountMinor, details },
          {
            yes: (made) => ({ status: 200, body: answer(transferOf(made, terms)) }),
            no: { status: 200, body: refused('refused by the bank') },
          },
        ),
      )
    })

    for (const kind of ['charge', 'payout'] as const) {
      routes.post(`/jeepay/api/${kind === 'charge' ? 'pay' : 'transfer'}/query`, (request) => {
        const { mchOrderNo } = request.body as Fields
        const [order] = gateways.orders.ofReference('jeepay', kind, String(mchOrderNo))
        return order === undefined ? refused('订单不存在') : answer(toldOf(order))
      })
    }
  })

  gateways.onChange('jeepay', (order) => {
    const fields = { ...toldOf(order), reqTime: String(clock.now().getTime()) }
    const body = new URLSearchParams(
      Object.entries({ ...fields, sign: sign(fields, terms.key) }).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    )
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
      isTaken: (status, text) => status === 200 && text === 'success',
    }
  })
}

function chargeOf(order: Order, { mchNo, appId }: GatewayTerms['jeepay']): Fields {
  return {
    mchNo,
    appId,
    payOrderId: order.id,
    mchOrderNo: order.reference,
    amount: order.amountMinor,
    currency: 'thb',
    state: states[order.state],
    ...(order.paidAt !== null && { successTime: order.paidAt }),
  }
}

function transferOf(order: Order, { mchNo, appId }: GatewayTerms['jeepay']): Fields {
  return {
    mchNo,
    appId,
    transferId: order.id,
    mchOrderNo: order.reference,
    amount: order.amountMinor,
    currency: 'thb',
    accountNo: order.details['accountNo'] ?? '',
    state: states[order.state],
  }
}
