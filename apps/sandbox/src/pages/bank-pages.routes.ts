import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bank } from '../bank/bank.ts'
import { readQrPayload } from '../bank/qr-payload.ts'
import { readNewTransfer, readPayer } from '../bank/requests.ts'
import type { SlipPictures } from '../bank/slip-picture.ts'
import type { Account, Transfer } from '../bank/transfers.ts'
import type { Clock } from '../clock.ts'
import { type Input, readAmount, readInput, readOptionalText, readText } from '../http/input.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import { activityPage, payoutsPage, slipPage, transferPage } from './bank-books-page.ts'
import { typedAmount } from './bank-parts.ts'
import { payerPage, payPage, reviewPage, type ReviewView } from './bank-pay-page.ts'
import type { Frame } from './frame.ts'
import { attempt, textsOf, wordsOf } from './forms.ts'
import { createPayers, type Payers, type PayersNow } from './payers.ts'

type Query = { Querystring: Readonly<Record<string, unknown>> }

const shownQrs = 30
const shownAccounts = 8

/** What the bank's pages need. */
interface BankPageParts {
  readonly bank: Bank
  readonly payers: Payers
  readonly clock: Clock
  readonly slips: SlipPictures
  readonly frame: Frame
}

/** The bank's pages: pay a QR, transfer, choose the payer, the books, the e-slips. */
export function addBankPages(app: FastifyInstance, given: Omit<BankPageParts, 'payers'>): void {
  const parts = { ...given, payers: createPayers(given.bank.banks.all) }
  addPayPages(app, parts)
  addPayerPages(app, parts)
  addTransferPages(app, parts)
  addBooks(app, parts)
}

function addPayPages(app: FastifyInstance, { bank, payers, clock, frame }: BankPageParts): void {
  const start = (request: FastifyRequest, payload: string, problem: string | null) => {
    const unpaid = bank.payments.unpaid(shownQrs)
    return payPage({ payer: payersOf(payers, request).current, unpaid, now: clock.now(), payload, problem })
  }

  app.get<Query>('/bank', (request, reply) => {
    const { paid } = request.query
    const transfer = typeof paid === 'string' ? bank.transfers.find(paid) : null
    return frame.send(
      reply,
      transfer === null ? start(request, '', null) : slipPage(transfer, bank.banks.nameOf(transfer.to.bankCode)),
    )
  })

  app.get<Query>('/bank/pay', (request, reply) => {
    const read = attempt(() => readReview(bank, clock, payersOf(payers, request), request.query))
    if (read.done) return frame.send(reply, reviewPage(read.value))
    const payload = textsOf(request.query)['payload'] ?? ''
    return frame.send(reply.code(read.refusal.status), start(request, payload, wordsOf(read.refusal)))
  })

  app.post('/bank/pay', (request, reply) => {
    const input = readInput(request.body)
    const now = payersOf(payers, request)
    const paid = attempt(() => pay(bank, now, input))
    if (paid.done) return goToSlip(reply, payers.remember(now, paid.value.from), paid.value)
    reply.code(paid.refusal.status)
    const words = wordsOf(paid.refusal)
    const read = attempt(() => readReview(bank, clock, now, input))
    if (read.done) return frame.send(reply, reviewPage({ ...read.value, problem: words }))
    return frame.send(reply, start(request, textsOf(input)['payload'] ?? '', words))
  })
}

/** A QR by its reference in the list or by its text, with who would pay it. Throws a Refusal when there is none. */
function readReview(bank: Bank, clock: Clock, payers: PayersNow, input: Input): ReviewView {
  const payload = readOptionalText(input, 'payload', 600)
  const qr = payload === null ? null : readQrPayload(payload)
  const references = qr?.references ?? [readText(input, 'reference', 25)]
  const known = references.map(bank.payments.registered).find((found) => found !== null) ?? null
  const currency = qr?.currency ?? known?.currency
  const reference = known?.reference ?? references[0] ?? qr?.receiver
  if (currency === undefined || reference === undefined) throw notFound('No such QR waits at the bank.')
  return {
    payer: payers[currency],
    receiver: bank.banks.operatorAccount(currency, known?.accountNo ?? qr?.receiver ?? ''),
    currency,
    amountMinor: qr === null ? (known?.amountMinor ?? null) : qr.amountMinor,
    reference,
    payload,
    expiresAt: known?.expiresAt ?? null,
    isPaid: known?.isPaid ?? false,
    now: clock.now(),
    problem: null,
  }
}

function pay(bank: Bank, payers: PayersNow, input: Input): Transfer {
  const typed = readOptionalText(input, 'amount', 30)
  const amountMinor = typed === null ? null : readAmount({ amount: typedAmount(typed) }, 'amount')
  const payload = readOptionalText(input, 'payload', 600)
  if (payload !== null) {
    const qr = readQrPayload(payload)
    return bank.payments.pay(qr, payerOf(bank, input, payers[qr.currency]), { amountMinor, occurredAt: null })
  }
  const reference = readText(input, 'reference', 25)
  const currency = bank.payments.registered(reference)?.currency ?? 'BAHT'
  return bank.payments.payRegistered(reference, payerOf(bank, input, payers[currency]), amountMinor)
}

function addPayerPages(app: FastifyInstance, { bank, payers, frame }: BankPageParts): void {
  const choice = (request: FastifyRequest, back: unknown, problem: string | null) => {
    const known = payers.known(bank.transfers.payers(shownAccounts))
    return payerPage({
      banks: bank.banks.all,
      payer: payersOf(payers, request).current,
      known,
      back: pathWithin(back),
      problem,
    })
  }

  app.get<Query>('/bank/payer', (request, reply) => frame.send(reply, choice(request, request.query['back'], null)))

  app.post('/bank/payer', (request, reply) => {
    const input = readInput(request.body)
    const read = attempt(() => readPayer(bank.banks, payerInput(input)))
    if (!read.done) {
      return frame.send(reply.code(read.refusal.status), choice(request, input['back'], wordsOf(read.refusal)))
    }
    return reply
      .header('set-cookie', payers.remember(payersOf(payers, request), read.value))
      .redirect(pathWithin(input['back']), 303)
  })
}

function addTransferPages(app: FastifyInstance, { bank, payers, clock, frame }: BankPageParts): void {
  const form = (request: FastifyRequest, typed: Readonly<Record<string, string>>, problem: string | null) => {
    const receivers = bank.transfers.receivers(shownAccounts)
    return transferPage({ banks: bank.banks.all, payer: payersOf(payers, request).current, receivers, typed, problem })
  }

  app.get<Query>('/bank/transfer', (request, reply) => frame.send(reply, form(request, textsOf(request.query), null)))

  app.post('/bank/transfer', (request, reply) => {
    const input = readInput(request.body)
    const now = payersOf(payers, request)
    const made = attempt(() => {
      const to = { bankCode: input['toBank'], accountNo: input['toAccount'] }
      const amount = typedAmount(readText(input, 'amount', 30))
      const from = { ...payerOf(bank, input, now.current), told: input['told'] ?? null }
      return bank.transfers.record(readNewTransfer(bank.banks, { from, to, amount }, clock.now().getTime()))
    })
    if (made.done) return goToSlip(reply, payers.remember(now, made.value.from), made.value)
    return frame.send(reply.code(made.refusal.status), form(request, textsOf(input), wordsOf(made.refusal)))
  })
}

function addBooks(app: FastifyInstance, { bank, clock, slips, frame }: BankPageParts): void {
  app.get('/bank/payouts', (_request, reply) => frame.send(reply, payoutsPage(bank.payouts.list())))
  app.get('/bank/activity', (_request, reply) => frame.send(reply, activityPage(bank, clock.now())))

  app.post('/bank/payouts', (request, reply) => {
    const input = readInput(request.body)
    const state = readText(input, 'state')
    if (state !== 'PAID' && state !== 'FAILED' && state !== 'RETURNED') throw badRequest('no such state')
    bank.payouts.end(readText(input, 'reference'), state)
    return reply.redirect('/bank/payouts', 303)
  })

  app.get<{ Params: { file: string } }>('/bank/slips/:file', async (request, reply) => {
    const [, transRef] = /^(\w{1,25})\.png$/.exec(request.params.file) ?? []
    const transfer = transRef === undefined ? null : bank.transfers.find(transRef)
    if (transfer === null) throw notFound('there is no such e-slip')
    return reply.type('image/png').send(await slips.png(transfer))
  })
}

/** Shows the e-slip; the cookie remembers who paid. */
function goToSlip(reply: FastifyReply, cookie: string, paid: Transfer): FastifyReply {
  return reply.header('set-cookie', cookie).redirect(`/bank?paid=${paid.transRef}`, 303)
}

const payersOf = (payers: Payers, request: FastifyRequest): PayersNow => payers.read(request.headers.cookie)

/** The payer in a form, or the remembered one when the form has none. */
function payerOf({ banks }: Bank, input: Input, remembered: Account): Account {
  return input['fromBank'] === undefined ? remembered : readPayer(banks, payerInput(input))
}

function payerInput(input: Input): Input {
  return { from: { bankCode: input['fromBank'], accountNo: input['fromAccount'], name: input['fromName'] } }
}

/** A way back within the bank's pages; anything else leads to the first of them. */
function pathWithin(back: unknown): string {
  return typeof back === 'string' && /^\/bank(?:[/?][\x21-\x7e]*)?$/.test(back) && !back.includes('//') ? back : '/bank'
}
