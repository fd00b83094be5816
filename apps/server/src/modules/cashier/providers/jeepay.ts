import * as v from 'valibot'
import type { PartyCheck } from '../../../platform/parties/index.ts'
import { type PartyReply } from '../../../platform/party-call.ts'
import { whole } from '../../../platform/whole-numbers.ts'
import type { PayoutState } from './bank-words.ts'
import type { Collector, MadeQr, PaymentPage, QrOrder } from './collector.ts'
import type { Connector, Delivery, Heard, Hint } from './connectors.ts'
import { defineFamily, type Surroundings } from './family.ts'
import { isJeepaySigned, type JeepayFields, jeepaySign } from './jeepay-sign.ts'
import {
  ANSWER_MAX_BYTES,
  address,
  bankTable,
  CHECK_REFERENCE,
  PARTY_TIMEOUT_MS,
  timeout,
  word,
} from './party-terms.ts'
import type { PayoutAnswer, PayoutOrder, PayoutSender } from './payout-sender.ts'
import { fetchQrImage } from './qr-image.ts'

// Gateways of the Jeepay kind: one adapter, with a table for those that name the fields otherwise. Amounts are hundredths.
// To be confirmed with each of them: its names, its ways of paying, which words of a refusal say that nothing was taken.

const terms = v.strictObject({
  url: address,
  mchNo: word,
  appId: word,
  key: word,
  /** Names of fields that it has in place of ours: {"mchNo": "merchantNo"}. */
  names: v.optional(v.record(v.string(), word), {}),
  /** How payers pay by QR; without it it collects nothing. */
  wayCode: v.optional(word),
  pictureHosts: v.optional(v.array(word), []),
  /** Through what it pays out, and its names of banks; without it it pays nothing out. */
  payout: v.optional(v.strictObject({ ifCode: word, banks: bankTable, refusals: v.optional(v.array(v.string()), []) })),
  timeoutMs: timeout,
})
type Terms = v.InferOutput<typeof terms>

const NOT_FOUND = '订单不存在'
/** Words about the signature. */
const UNSIGNED = /签/
const REFUSED = 9999
const BAHT = 'thb'
/** Of a refusal's words, as much as a person needs. */
const WORDS_MAX = 80
const PAYOUT_STATES: readonly (PayoutState | undefined)[] = ['SENT', 'SENT', 'PAID', 'FAILED', 'FAILED']
const PAID = 2
/** Made, under way, failed, cancelled, refunded, closed. */
const UNPAID = [0, 1, 3, 4, 5, 6]
const NO_SENDER = { bankCode: '', accountNo: '', name: '' }

const answerShape = v.object({
  code: v.number(),
  msg: v.nullish(v.string(), ''),
  data: v.nullish(v.record(v.string(), v.unknown()), null),
  sign: v.nullish(v.string(), null),
})

const id = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,64}$/))
const orderShape = v.object({ payOrderId: id, mchOrderNo: v.string(), payDataType: v.string(), payData: v.string() })
const paidShape = v.object({
  payOrderId: id,
  mchOrderNo: v.string(),
  amount: v.number(),
  currency: v.string(),
  state: v.number(),
  successTime: v.nullish(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{13}$/), v.transform(Number))]), null),
})
const transferShape = v.object({
  transferId: id,
  mchOrderNo: v.string(),
  amount: v.number(),
  currency: v.string(),
  accountNo: v.string(),
  state: whole(),
})

/** What it answered: signed data, its refusal in words, or nothing that counts. */
type Answer =
  | { kind: 'data'; data: JeepayFields }
  | { kind: 'refused'; words: string }
  | { kind: 'unknown'; why: string; isUnanswered?: boolean }

function createCaller(
  { url, mchNo, appId, key, names, timeoutMs = PARTY_TIMEOUT_MS }: Terms,
  { clock, send }: Surroundings,
) {
  return async (path: string, content: JeepayFields): Promise<Answer> => {
    const reqTime = String(clock.now().getTime())
    const fields = renamed({ mchNo, appId, version: '1.0', signType: 'MD5', reqTime, ...content }, names)
    const reply = await send({
      method: 'POST',
      url: `${url}${path}`,
      timeoutMs,
      maxBytes: ANSWER_MAX_BYTES,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, sign: jeepaySign(fields, key) }),
    })
    return readAnswer(reply, key, names)
  }
}

function readAnswer(reply: PartyReply, key: string, names: Terms['names']): Answer {
  if (reply.status === null) return { kind: 'unknown', why: reply.why, isUnanswered: true }
  const read = reply.status === 200 ? v.safeParse(answerShape, reply.body) : null
  if (!read?.success) return { kind: 'unknown', why: `answered ${reply.status}` }
  const { code, msg, data, sign } = read.output
  if (code === REFUSED) return { kind: 'refused', words: msg }
  if (code !== 0 || data === null) return { kind: 'unknown', why: `answered code ${code}` }
  if (!isJeepaySigned(data, sign, key)) return { kind: 'unknown', why: 'answered without its signature' }
  return { kind: 'data', data: named(data, names) }
}

/** Fields by the names that this gateway has for them, and back. */
function renamed(fields: JeepayFields, names: Terms['names']): JeepayFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]))
}
function named(fields: JeepayFields, names: Terms['names']): JeepayFields {
  const back = new Map(Object.entries(names).map(([ours, theirs]) => [theirs, ours]))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [back.get(name) ?? name, value]))
}

function createCollector(given: Terms, wayCode: string, surroundings: Surroundings): Collector {
  const { clock, name, hookUrl, send } = surroundings
  const ask = createCaller(given, surroundings)

  async function show(
    payDataType: string,
    payData: string,
  ): Promise<{ kind: 'text'; payload: string } | { kind: 'picture'; picture: string } | null> {
    if (payDataType === 'codeUrl')
      return /^[\x20-\x7e]{20,512}$/.test(payData) ? { kind: 'text', payload: payData } : null
    if (payDataType !== 'codeImgUrl') return null
    const { url: own, pictureHosts: hosts, timeoutMs } = given
    const picture = await fetchQrImage(send, payData, { own, hosts, headers: {}, timeoutMs })
    return picture === null ? null : { kind: 'picture', picture }
  }

  async function makeQr({ reference, amountMinor, currency, createdAt, expiresAt }: QrOrder): Promise<MadeQr | null> {
    if (currency !== 'BAHT') return null
    const answer = await ask('/api/pay/unifiedOrder', {
      mchOrderNo: reference,
      wayCode,
      amount: amountMinor,
      currency: BAHT,
      subject: 'deposit',
      body: 'deposit',
      notifyUrl: hookUrl,
      expiredTime: Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000),
    })
    const order = answer.kind === 'data' ? v.safeParse(orderShape, answer.data) : null
    if (!order?.success || order.output.mchOrderNo !== reference) return null
    const shown = await show(order.output.payDataType, order.output.payData)
    return shown && { ...shown, partyId: order.output.payOrderId }
  }

  return {
    makeQr,
    async paymentsOf(qr): Promise<PaymentPage> {
      const answer = await ask('/api/pay/query', { mchOrderNo: qr.reference })
      const read = answer.kind === 'data' ? v.safeParse(paidShape, answer.data) : null
      if (!read?.success) return null
      const { payOrderId, mchOrderNo, amount, currency, state, successTime } = read.output
      const isOurs =
        mchOrderNo === qr.reference &&
        amount === qr.amountMinor &&
        currency.toLowerCase() === BAHT &&
        (qr.partyId === null || payOrderId === qr.partyId)
      if (!isOurs) return null
      if (UNPAID.includes(state)) return { payments: [], unreadable: [], cursor: null }
      if (state !== PAID) return null
      const payment = {
        sendingBank: name,
        transRef: payOrderId,
        reference: qr.reference,
        amountMinor: amount,
        currency: 'BAHT' as const,
        occurredAt: successTime === null ? clock.now() : new Date(successTime),
        sender: NO_SENDER,
      }
      return { payments: [payment], unreadable: [], cursor: null }
    },
    paymentsAfter: () => Promise.resolve(null),
  }
}

function createSender(
  given: Terms,
  { ifCode, banks, refusals }: NonNullable<Terms['payout']>,
  surroundings: Surroundings,
): PayoutSender {
  const ask = createCaller(given, surroundings)

  /** Of an answer with data: the state of this very payout. */
  function stateOf(data: JeepayFields, order: PayoutOrder): PayoutAnswer {
    const read = v.safeParse(transferShape, data)
    if (!read.success) return { kind: 'unknown', why: 'answered otherwise than agreed' }
    const { transferId, state: number, ...said } = read.output
    const isOurs =
      said.mchOrderNo === order.reference &&
      said.amount === order.amountMinor &&
      said.currency.toLowerCase() === BAHT &&
      said.accountNo === order.to.accountNo
    const state = PAYOUT_STATES[number]
    if (!isOurs || state === undefined) return { kind: 'unknown', why: 'answered about another payout' }
    return { kind: 'state', state, transRef: transferId }
  }

  return {
    currencies: ['BAHT'],
    // It lists none of its banks: what the settings name is all that is known.
    banksWithout: (bankCodes) => Promise.resolve(bankCodes.filter((code) => banks[code] === undefined)),
    async payOut(order) {
      const bankName = banks[order.to.bankCode]
      // Nothing left this house: it is a no as definite as any.
      if (bankName === undefined || order.currency !== 'BAHT') return { kind: 'refused' }
      const answer = await ask('/api/transferOrder', {
        mchOrderNo: order.reference,
        ifCode,
        entryType: 'BANK_CARD',
        amount: order.amountMinor,
        currency: BAHT,
        accountNo: order.to.accountNo,
        accountName: order.to.name,
        bankName,
        transferDesc: 'payout',
        notifyUrl: surroundings.hookUrl,
      })
      if (answer.kind === 'data') return stateOf(answer.data, order)
      if (answer.kind === 'unknown') return answer
      // Words that the operator does not have say nothing; "exists already" says that an earlier call arrived.
      return refusals.includes(answer.words) ? { kind: 'refused' } : { kind: 'unknown', why: 'refused in other words' }
    },
    async payout(order) {
      const answer = await ask('/api/transfer/query', { mchOrderNo: order.reference })
      if (answer.kind === 'data') return stateOf(answer.data, order)
      if (answer.kind === 'unknown') return answer
      return answer.words.includes(NOT_FOUND) ? { kind: 'not-found' } : { kind: 'unknown', why: 'refused to tell' }
    },
  }
}

const noticeShape = v.object({ mchNo: v.string(), appId: v.string(), mchOrderNo: v.pipe(v.string(), v.maxLength(64)) })

/** MD5 with a secret behind it is weak: what it signs is a hint. */
function hear({ body }: Delivery, { mchNo, appId, key, names }: Terms): Heard | null {
  const { sign, ...fields } = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')))
  const said = named(fields, names)
  const notice = v.safeParse(noticeShape, said)
  if (!notice.success || !isJeepaySigned(fields, sign, key)) return null
  if (notice.output.mchNo !== mchNo || notice.output.appId !== appId) return null
  const { mchOrderNo: reference } = notice.output
  const hint: Hint = 'transferId' in said ? { about: 'payout', reference } : { about: 'qr', reference }
  return {
    hints: [hint],
    answer: { mediaType: 'text/plain', text: 'success' },
  }
}

/** Asks about an order that there is not: who says so has read what we signed. */
async function check(given: Terms, surroundings: Surroundings): Promise<PartyCheck> {
  const ask = createCaller(given, surroundings)
  const paths = [...(given.wayCode === undefined ? [] : ['pay']), ...(given.payout === undefined ? [] : ['transfer'])]
  for (const path of paths) {
    const found = judgeCheck(await ask(`/api/${path}/query`, { mchOrderNo: CHECK_REFERENCE }))
    if (found !== null) return found
  }
  return { kind: 'right', told: `it answers about orders (${paths.join(', ')})` }
}

/** Null when it says that there is no such order, as it should. */
function judgeCheck(answer: Answer): PartyCheck | null {
  switch (answer.kind) {
    case 'data':
      return { kind: 'unclear', why: 'told of an order that there is not' }
    case 'unknown':
      return { kind: answer.isUnanswered === true ? 'unreached' : 'unclear', why: answer.why }
    case 'refused':
      if (answer.words.includes(NOT_FOUND)) return null
      return { kind: UNSIGNED.test(answer.words) ? 'refused' : 'unclear', why: answer.words.slice(0, WORDS_MAX) }
  }
}

export const jeepay = defineFamily(terms, (given: Terms, surroundings): Connector => ({
  ...(given.wayCode !== undefined && { collector: createCollector(given, given.wayCode, surroundings) }),
  ...(given.payout !== undefined && { payoutSender: createSender(given, given.payout, surroundings) }),
  hear: (delivery) => hear(delivery, given),
  check: () => check(given, surroundings),
}))
