import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Door } from '../faults/door.ts'
import { readAmount, readInput, readOptionalTime, readText } from '../http/input.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Bank } from './bank.ts'
import { payoutEvent } from './payouts.ts'
import { statementOf } from './statement.ts'
import { readQrPayload } from './qr-payload.ts'
import { readNewTransfer, readPayer, readPayoutOrder, readRegistration } from './requests.ts'
import { proxyOf } from './collecting.ts'
import { slipAnswer, slipPath, slipPayload, type Transfer } from './transfers.ts'

const party = 'bank'

/** The server's doors under `/bank/api`: QR references, payments, payouts, slips. */
export function addBankRoutes(app: FastifyInstance, bank: Bank, door: Door, key: string): void {
  app.post('/bank/api/qr', async (request) => {
    await door.enter(request, party, key)
    const registration = readRegistration(readInput(request.body))
    bank.payments.register(registration)
    return { reference: registration.reference }
  })

  app.get<{ Querystring: Record<string, unknown> }>('/bank/api/payments', async (request) => {
    await door.enter(request, party, key)
    const { reference, after } = request.query
    if (typeof reference === 'string') return bank.payments.ofReference(reference)
    return bank.payments.after(readCursor(after))
  })

  app.post('/bank/api/payouts', async (request, reply) => {
    await door.enter(request, party, key)
    const order = readPayoutOrder(readInput(request.body))
    return door.moneyCall(request, reply, {
      party,
      act: () => bank.payouts.send(order),
      refuse: () => bank.payouts.refuse(order),
      accept: (ms) => bank.payouts.sendSlowly(order, ms),
      late: { kind: payoutEvent, body: order },
    })
  })

  app.get<{ Params: { reference: string } }>('/bank/api/payouts/:reference', async (request, reply) => {
    await door.enter(request, party, key)
    const answer = bank.payouts.state(request.params.reference)
    return reply.code(answer.status).send(answer.body)
  })

  app.get<{ Params: { sendingBank: string; transRef: string } }>(
    '/bank/api/slips/:sendingBank/:transRef',
    async (request) => {
      await door.enter(request, party, key)
      const transfer = bank.transfers.find(request.params.transRef)
      if (transfer === null || transfer.sendingBank !== request.params.sendingBank) throw notFound()
      return slipAnswer(transfer, proxyOf(transfer) === null)
    },
  )

  addHolderRoute(app, bank, door, key)
}

/** Whom the bank has as holder of an account: who paid from it once. */
function addHolderRoute(app: FastifyInstance, bank: Bank, door: Door, key: string): void {
  app.get<{ Params: { bankCode: string; accountNo: string } }>(
    '/bank/api/accounts/:bankCode/:accountNo',
    async (request) => {
      await door.enter(request, party, key)
      const { bankCode, accountNo } = request.params
      const name = bank.transfers.holder(bankCode, accountNo)
      if (name === null) throw notFound('nobody has paid from this account yet')
      return { bankCode, accountNo, name }
    },
  )
}

/** The tests' doors under `/api/bank`: pay, transfer, and the payouts. */
export function addBankTestRoutes(app: FastifyInstance, bank: Bank, clock: Clock): void {
  app.post('/api/bank/pay', (request) => {
    const input = readInput(request.body)
    const qr = readQrPayload(readText(input, 'payload', 600))
    const amountMinor = input['amount'] === undefined || input['amount'] === null ? null : readAmount(input, 'amount')
    const occurredAt = readOptionalTime(input, 'at')
    return receipt(bank.payments.pay(qr, readPayer(bank.banks, input), { amountMinor, occurredAt }))
  })

  app.post('/api/bank/transfer', (request) =>
    receipt(bank.transfers.record(readNewTransfer(bank.banks, readInput(request.body), clock.now().getTime()))),
  )

  app.get<{ Querystring: Record<string, unknown> }>('/api/bank/statement.csv', (request, reply) => {
    const code = readText(request.query, 'bank', 16)
    const day = readText(request.query, 'day', 10)
    reply.header('content-disposition', 'attachment; filename="statement.csv"').type('text/csv; charset=utf-8')
    return statementOf(bank.transfers.ofStatement(code), { bank: code, day })
  })

  app.get<{ Querystring: Record<string, unknown> }>('/api/bank/payouts', ({ query }) => ({
    payouts: bank.payouts.list(query['to'] === undefined ? null : readText(query, 'to', 32)),
  }))

  app.post<{ Params: { reference: string } }>('/api/bank/payouts/:reference', (request) => {
    const state = readText(readInput(request.body), 'state')
    if (state !== 'PAID' && state !== 'FAILED' && state !== 'RETURNED') {
      throw badRequest('state must be PAID, FAILED or RETURNED')
    }
    return bank.payouts.end(request.params.reference, state).body
  })
}

/** What a payer gets: the transfer's reference, the path of its e-slip, and the text of the mini-QR on it. */
function receipt(transfer: Transfer): unknown {
  return {
    transRef: transfer.transRef,
    slip: slipPath(transfer.transRef),
    sendingBank: transfer.sendingBank,
    slipPayload: slipPayload(transfer),
    reference: transfer.reference,
  }
}

function readCursor(after: unknown): number {
  if (after === undefined || after === '') return 0
  if (typeof after !== 'string' || !/^\d{1,15}$/.test(after))
    throw badRequest('after must be a cursor of an earlier page')
  return Number(after)
}
