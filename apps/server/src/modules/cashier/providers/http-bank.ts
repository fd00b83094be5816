import { toWireAmount } from '@krapao/money'
import * as v from 'valibot'
import { callParty, judgeMoneyCall, type PartyCaller, type PartyReply } from '../../../platform/party-call.ts'
import { readBankPayment, readBankTransfer, readHolderNames } from './bank-words.ts'
import type { Bank } from './bank.ts'
import type { PaymentPage } from './collector.ts'
import type { PayoutAnswer, PayoutOrder } from './payout-sender.ts'
import type { AccountHolder, SlipAnswer } from './slip-verifier.ts'

/** Towards any outside party (rulings 1.3). */
const TIMEOUT_MS = 10_000

const pageShape = v.object({
  payments: v.array(v.unknown()),
  cursor: v.nullish(v.pipe(v.string(), v.maxLength(256)), null),
})

const payoutShape = v.object({
  reference: v.string(),
  state: v.picklist(['SENT', 'PAID', 'FAILED', 'RETURNED']),
  transRef: v.nullish(v.pipe(v.string(), v.maxLength(64)), null),
  amount: v.optional(v.number()),
  currency: v.optional(v.string()),
})

/** A page of the feed is the longest answer. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024

/** The bank at an address, spoken to under `/bank/api` with a bearer key. */
export function createHttpBank(terms: { url: string; key: string; timeoutMs?: number; send?: PartyCaller }): Bank {
  const { url, key, timeoutMs = TIMEOUT_MS, send = callParty } = terms

  const call = (method: 'GET' | 'POST', path: string, body?: object): Promise<PartyReply> =>
    send({
      method,
      url: `${url}/bank/api${path}`,
      timeoutMs,
      maxBytes: ANSWER_MAX_BYTES,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })

  async function page(query: string): Promise<PaymentPage> {
    const reply = await call('GET', `/payments?${query}`)
    if (reply.status !== 200) return null
    const read = v.safeParse(pageShape, reply.body)
    if (!read.success) return null
    const rows = read.output.payments.map((raw) => ({ raw, payment: readBankPayment(raw) }))
    return {
      payments: rows.flatMap(({ payment }) => payment ?? []),
      unreadable: rows.filter(({ payment }) => payment === null).map(({ raw }) => raw),
      cursor: read.output.cursor,
    }
  }

  return {
    async makeQr({ reference, amountMinor, currency, accountNo, expiresAt }) {
      const reply = await call('POST', '/qr', {
        reference,
        amount: toWireAmount(amountMinor),
        currency,
        ...(accountNo !== null && { accountNo }),
        expiresAt: expiresAt.toISOString(),
      })
      return reply.status === 200 ? { kind: 'ours', partyId: null } : null
    },
    paymentsOf: ({ reference }) => page(`reference=${encodeURIComponent(reference)}`),
    paymentsAfter: (cursor) => page(`after=${encodeURIComponent(cursor ?? '')}`),
    async payOut(order) {
      const { reference, currency, to } = order
      const amount = toWireAmount(order.amountMinor)
      const reply = await call('POST', '/payouts', { reference, amount, currency, to })
      return answerOf(reply, order, (status, body) => (status === 422 && says(body, 'REFUSED') ? 'refused' : null))
    },
    async payout(order) {
      const reply = await call('GET', `/payouts/${encodeURIComponent(order.reference)}`)
      // Only the bank's own word is one: whatever stands before it may answer 404 too.
      return answerOf(reply, order, (status, body) => (status === 404 && says(body, 'NOT_FOUND') ? 'not-found' : null))
    },
    async transferOf(sendingBank, transRef) {
      const reply = await call('GET', `/slips/${encodeURIComponent(sendingBank)}/${encodeURIComponent(transRef)}`)
      return readTransfer(reply, transRef)
    },
    async accountHolder({ bankCode, accountNo }) {
      return readHolder(await call('GET', `/accounts/${encodeURIComponent(bankCode)}/${encodeURIComponent(accountNo)}`))
    },
  }
}

function readHolder(reply: PartyReply): AccountHolder {
  // Many banks cannot be asked this at all.
  if ([404, 405, 501].includes(reply.status ?? 0)) return { kind: 'not-found' }
  const names = reply.status === 200 ? readHolderNames(reply.body) : null
  return names === null ? { kind: 'unknown' } : { kind: 'found', names }
}

function readTransfer(reply: PartyReply, asked: string): SlipAnswer {
  if (reply.status === null) return { kind: 'unknown', why: reply.why }
  if (reply.status === 404 && says(reply.body, 'NOT_FOUND')) return { kind: 'not-found' }
  const transfer = reply.status === 200 ? readBankTransfer(reply.body) : null
  if (transfer === null) return { kind: 'unknown', why: `answered ${reply.status}` }
  // How it names the sending bank is compared where the names of banks are known.
  return transfer.transRef.toUpperCase() === asked.toUpperCase()
    ? { kind: 'found', transfer }
    : { kind: 'unknown', why: 'answered about another transfer' }
}

type StateOfPayout = Extract<PayoutAnswer, { kind: 'state' }>

function answerOf(
  reply: PartyReply,
  order: PayoutOrder,
  no: (status: number, body: unknown) => 'refused' | 'not-found' | null,
): PayoutAnswer {
  const answer = judgeMoneyCall(reply, { yes: (status, body) => stateOf(status, body, order), no })
  if (answer.kind === 'yes') return answer.yes
  return answer.kind === 'no' ? { kind: answer.no } : answer
}

/** What the bank says of this very order; null when it speaks of another one, or not as agreed. */
function stateOf(status: number, body: unknown, order: PayoutOrder): StateOfPayout | null {
  const read = v.safeParse(payoutShape, body)
  if (status !== 200 || !read.success) return null
  const { reference, state, transRef, amount, currency } = read.output
  const isOurs =
    reference === order.reference &&
    (amount === undefined || amount === toWireAmount(order.amountMinor)) &&
    (currency === undefined || currency === order.currency)
  return isOurs ? { kind: 'state', state, transRef } : null
}

function says(body: unknown, error: string): boolean {
  return v.is(v.object({ error: v.literal(error) }), body)
}

/** Stands where no bank is connected: no QR is made, nothing is known, and payouts wait. */
export function createNoBank(): Bank {
  const unknown: PayoutAnswer = { kind: 'unknown', why: 'no bank is connected' }
  return {
    // It pays nothing, so that nobody waits for its word on an order that was never given to it.
    currencies: [],
    makeQr: () => Promise.resolve(null),
    paymentsOf: () => Promise.resolve(null),
    paymentsAfter: () => Promise.resolve(null),
    payOut: () => Promise.resolve(unknown),
    payout: () => Promise.resolve(unknown),
    transferOf: () => Promise.resolve({ kind: 'unknown', why: 'no bank is connected' }),
  }
}
