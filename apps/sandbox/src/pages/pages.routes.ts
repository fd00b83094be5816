import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Bank } from '../bank/bank.ts'
import { readQrPayload } from '../bank/qr-payload.ts'
import { readNewTransfer, readPayer } from '../bank/requests.ts'
import type { SlipPictures } from '../bank/slip-picture.ts'
import type { Account, Transfer } from '../bank/transfers.ts'
import type { Clock } from '../clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Input } from '../http/input.ts'
import { readAmount, readInput, readOptionalCount, readOptionalText, readText } from '../http/input.ts'
import { badRequest, notFound, Refusal } from '../http/refusal.ts'
import type { Phone } from '../phone/phone.ts'
import { addAssetRoutes } from './assets.routes.ts'
import { bankPage, typedAmount } from './bank-page.ts'
import { faultsPage } from './faults-page.ts'
import type { Html } from './html.ts'
import { indexPage } from './index-page.ts'
import { phonePage } from './phone-page.ts'

type Query = { Querystring: Readonly<Record<string, unknown>> }

const anybody: Account = { bankCode: 'SCB', accountNo: '1234567890', name: 'สมชาย ใจดี' }

/** The pages for people, all but the games': index, phone, bank with its slips, faults. */
export function addPages(
  app: FastifyInstance,
  parties: { phone: Phone; bank: Bank; faults: Faults; slips: SlipPictures; clock: Clock },
): void {
  addAssetRoutes(app)
  app.get('/', (_request, reply) => sendPage(reply, indexPage()))

  app.get<Query>('/phone', (request, reply) => {
    const to = readOptionalText(request.query, 'to', 30)
    const { phone } = parties
    return sendPage(reply, phonePage(to, to === null ? phone.inboxes() : phone.messages(to)))
  })

  app.get('/faults', (_request, reply) => sendPage(reply, faultsPage(parties.faults.all(), null)))
  app.post('/faults', (request, reply) => {
    const input = readInput(request.body)
    const problem = problemOf(() =>
      parties.faults.set(
        readText(input, 'party'),
        readText(input, 'mode'),
        readOptionalCount(typedCount(input, 'times'), 'times', 1_000_000),
        readOptionalCount(typedCount(input, 'ms'), 'ms', 86_400_000),
      ),
    )
    if (problem === null) return reply.redirect('/faults', 303)
    return sendPage(reply.code(problem.status), faultsPage(parties.faults.all(), problem.message || problem.code))
  })

  addBankPages(app, parties.bank, parties.clock)
  app.get<{ Params: { file: string } }>('/bank/slips/:file', async (request, reply) => {
    const [, transRef] = /^(\w{1,25})\.png$/.exec(request.params.file) ?? []
    const transfer = transRef === undefined ? null : parties.bank.transfers.find(transRef)
    if (transfer === null) throw notFound('there is no such e-slip')
    return reply.type('image/png').send(await parties.slips.png(transfer))
  })
}

function addBankPages(app: FastifyInstance, bank: Bank, clock: Clock): void {
  app.get<Query>('/bank', (request, reply) => {
    const { query } = request
    const typed = textsOf(query)
    const paid = typeof query['paid'] === 'string' ? bank.transfers.find(query['paid']) : null
    return sendPage(reply, bankPage(bank, { payer: paid?.from ?? anybody, typed, paid, problem: null }))
  })

  /** Does what a form asks; then shows the e-slip, or the form again with what was wrong. */
  const submit = (reply: FastifyReply, input: Input, work: () => Transfer): FastifyReply => {
    let paid: Transfer | null = null
    const problem = problemOf(() => {
      paid = work()
    })
    if (paid !== null) return reply.redirect(`/bank?paid=${(paid as Transfer).transRef}`, 303)
    const typed = textsOf(input)
    const payer = {
      bankCode: typed['fromBank'] ?? anybody.bankCode,
      accountNo: typed['fromAccount'] ?? anybody.accountNo,
      name: typed['fromName'] ?? anybody.name,
    }
    const words = problem === null ? null : problem.message || problem.code
    return sendPage(reply.code(problem?.status ?? 200), bankPage(bank, { payer, typed, paid: null, problem: words }))
  }

  app.post('/bank/pay', (request, reply) => {
    const input = readInput(request.body)
    return submit(reply, input, () => {
      const typed = readOptionalText(input, 'amount', 30)
      const amountMinor = typed === null ? null : readAmount({ amount: typedAmount(typed) }, 'amount')
      const qr = readQrPayload(readText(input, 'payload', 600))
      return bank.payments.pay(qr, readPayer(payerInput(input)), { amountMinor, occurredAt: null })
    })
  })

  app.post('/bank/transfer', (request, reply) => {
    const input = readInput(request.body)
    return submit(reply, input, () => {
      const to = { bankCode: input['toBank'], accountNo: input['toAccount'] }
      const amount = typedAmount(readText(input, 'amount', 30))
      return bank.transfers.record(readNewTransfer({ ...payerInput(input), to, amount }, clock.now().getTime()))
    })
  })

  app.post('/bank/payouts', (request, reply) => {
    const input = readInput(request.body)
    const state = readText(input, 'state')
    if (state !== 'PAID' && state !== 'FAILED' && state !== 'RETURNED') throw badRequest('no such state')
    bank.payouts.end(readText(input, 'reference'), state)
    return reply.redirect('/bank', 303)
  })
}

/** Sends a page: nothing in it may be loaded from elsewhere, and nothing of it is kept. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; form-action 'self'; base-uri 'none'",
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.markup)
}

/** Runs the work; a refusal is returned to be shown on the page. */
function problemOf(work: () => unknown): Refusal | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function payerInput(input: Input): Input {
  return { from: { bankCode: input['fromBank'], accountNo: input['fromAccount'], name: input['fromName'] } }
}

function typedCount(input: Input, name: string): Input {
  const text = readOptionalText(input, name, 20)
  return text === null ? {} : { [name]: Number(text) }
}

function textsOf(input: Input): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
