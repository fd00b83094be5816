import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import { toWireAmount } from '@krapao/money'
import * as v from 'valibot'
import { bangkokDay } from '../../../platform/bangkok-time.ts'
import type { Clock } from '../../../platform/clock.ts'
import { deriveId } from '../../../platform/ids.ts'
import { checkOf, type PartyCheck } from '../../../platform/parties/index.ts'
import type { PartyCaller, PartyReply } from '../../../platform/party-call.ts'
import type { BankPayment } from './bank-words.ts'
import type { AskedQr, Collector, MadeQr, PaymentPage, QrOrder } from './collector.ts'
import { type Delivery, type Heard, jsonOf } from './connectors.ts'
import { decimalText, readDecimal } from './decimal-amount.ts'
import { defineFamily } from './family.ts'
import { ANSWER_MAX_BYTES, address, CHECK_REFERENCE, PARTY_TIMEOUT_MS, timeout, word } from './party-terms.ts'
import type { SlipAnswer, SlipVerifier } from './slip-verifier.ts'
import { answerAbout, readSlipSide, slipSide, words } from './slip-words.ts'

// SCB Open API, bill payment by QR 30. To be confirmed with the bank: the codes above 1000 (all are unknown here), whether
// `transactionId` is the slip's reference, what marks a reversal (`reverseFlag` Y is taken for one), the production base.

const terms = v.strictObject({
  /** With `/partners`, and `/sandbox` for theirs. */
  url: address,
  key: word,
  secret: word,
  billerId: v.pipe(v.string(), v.regex(/^\d{15}$/)),
  /** By it and the biller the bank decides where its calls go. */
  ref3Prefix: v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,20}$/)),
  timeoutMs: timeout,
})
type Terms = v.InferOutput<typeof terms>

const BAHT = '764'
/** Its own number: of other banks' slips it knows nothing. */
const OWN_BANK = '014'
const SUCCESS = 1000
const PAYMENT_EVENT = '00300100'
/** A token is renewed so long before it ends. */
const TOKEN_MARGIN_MS = MINUTE_MS
/** Days that a QR is asked about, however late: of its making, and those after a midnight that its payments may come in. */
const FIRST_DAYS = 3
/** And those on which somebody has paid it who is heard of now, for it has no end. */
const LAST_DAYS = 2

const envelope = v.object({ status: v.object({ code: v.number() }), data: v.unknown() })
const tokenShape = v.object({ accessToken: word, expiresIn: v.pipe(v.number(), v.minValue(0)) })
const createdShape = v.object({ qrRawData: v.pipe(v.string(), v.regex(/^[\x20-\x7e]{20,512}$/)) })
const optionalText = v.nullish(v.pipe(v.string(), v.maxLength(256)), '')

const rowShape = v.object({
  transactionId: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,64}$/)),
  amount: v.pipe(
    v.unknown(),
    v.transform(readDecimal),
    v.check((amountMinor) => amountMinor !== null && amountMinor > 0),
    v.transform(Number),
  ),
  sendingBankCode: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,16}$/)),
  transactionDateandTime: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/),
    v.transform((time) => new Date(/(Z|[+-]\d{2}:\d{2})$/.test(time) ? time : `${time}+07:00`)),
    v.check((time) => !Number.isNaN(time.getTime())),
  ),
  payerAccountNumber: optionalText,
  payerName: optionalText,
})

/** What must hold of a row before it is one of this QR. */
const markShape = v.object({
  billPaymentRef1: v.string(),
  currencyCode: v.string(),
  payeeProxyId: v.nullish(v.string()),
  reverseFlag: v.nullish(v.string()),
})

const slipShape = v.object({
  transRef: v.string(),
  sendingBank: v.string(),
  receivingBank: words,
  transDate: v.pipe(v.string(), v.regex(/^\d{8}$/)),
  transTime: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}:\d{2}$/)),
  sender: slipSide,
  receiver: slipSide,
  amount: v.unknown(),
  paidLocalCurrency: words,
  ref1: words,
})

function dataOf(reply: PartyReply): { data: unknown } | null {
  if (reply.status === null || reply.status < 200 || reply.status > 299) return null
  const read = v.safeParse(envelope, reply.body)
  return read.success && read.output.status.code === SUCCESS ? { data: read.output.data } : null
}

/** The payments of a list that are this QR's, and what cannot be read of them; null when it is no list. */
function paymentsIn(data: unknown, reference: string, billerId: string): NonNullable<PaymentPage> | null {
  if (!Array.isArray(data)) return null
  const page = { payments: [] as BankPayment[], unreadable: [] as unknown[], cursor: null }
  for (const raw of data as unknown[]) {
    const mark = v.safeParse(markShape, raw)
    if (!mark.success) return null
    const { billPaymentRef1, currencyCode, payeeProxyId, reverseFlag } = mark.output
    // Another's row is no word about ours, and one that was taken back is no payment.
    if (billPaymentRef1 !== reference || reverseFlag === 'Y') continue
    const isOurs = currencyCode === BAHT && (payeeProxyId ?? billerId) === billerId
    const row = v.safeParse(rowShape, raw)
    if (isOurs && row.success) page.payments.push(paymentOf(row.output, reference))
    else page.unreadable.push(raw)
  }
  return page
}

function paymentOf(row: v.InferOutput<typeof rowShape>, reference: string): BankPayment {
  return {
    sendingBank: row.sendingBankCode,
    transRef: row.transactionId,
    reference,
    amountMinor: row.amount,
    currency: 'BAHT',
    occurredAt: row.transactionDateandTime,
    sender: { bankCode: row.sendingBankCode, accountNo: row.payerAccountNumber, name: row.payerName },
  }
}

/** Calls SCB with a token that is got once and renewed; once more with a new one where it is not taken. */
function createCaller({ url, key, secret, timeoutMs = PARTY_TIMEOUT_MS }: Terms, clock: Clock, send: PartyCaller) {
  let token: Promise<{ value: string; untilMs: number } | null> | null = null

  const call = (method: 'GET' | 'POST', path: string, bearer: string | null, body?: object): Promise<PartyReply> =>
    send({
      method,
      url: `${url}${path}`,
      timeoutMs,
      maxBytes: ANSWER_MAX_BYTES,
      headers: {
        'content-type': 'application/json',
        'accept-language': 'EN',
        resourceownerid: key,
        requestuid: randomUUID(),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })

  const askToken = () => call('POST', '/v1/oauth/token', null, { applicationKey: key, applicationSecret: secret })

  async function fetchToken(): Promise<{ value: string; untilMs: number } | null> {
    const read = v.safeParse(tokenShape, dataOf(await askToken())?.data)
    if (!read.success) return null
    const { accessToken, expiresIn } = read.output
    return { value: accessToken, untilMs: clock.now().getTime() + expiresIn * 1000 - TOKEN_MARGIN_MS }
  }

  async function currentToken(refused: string | null = null): Promise<string | null> {
    const held = token
    const known = await held
    if (known && known.value !== refused && known.untilMs > clock.now().getTime()) return known.value
    // Of those who find so at once the first asks, and all take what it gets.
    if (token === held) token = fetchToken()
    return (await token)?.value ?? null
  }

  async function askOnce(method: 'GET' | 'POST', path: string, body?: object): Promise<PartyReply | null> {
    const bearer = await currentToken()
    if (bearer === null) return null
    const reply = await call(method, path, bearer, body)
    if (reply.status !== 401) return reply
    const renewed = await currentToken(bearer)
    return renewed === null ? null : call(method, path, renewed, body)
  }

  return {
    /** The data of its yes; null for everything else. */
    async ask(method: 'GET' | 'POST', path: string, body?: object): Promise<{ data: unknown } | null> {
      const reply = await askOnce(method, path, body)
      return reply && dataOf(reply)
    },
    /** What is said to a question, after a token was asked for anew. */
    async check(path: string, tell: (data: unknown) => string | null): Promise<PartyCheck> {
      const entered = checkOf(await askToken(), (body, status) =>
        v.is(tokenShape, dataOf({ status, body })?.data) ? 'it gives a token' : null,
      )
      if (entered.kind !== 'right') return entered
      const reply = await askOnce('GET', path)
      return checkOf(reply ?? { status: null, why: 'no token' }, (body, status) => {
        const answer = dataOf({ status, body })
        return answer && tell(answer.data)
      })
    },
  }
}

type Caller = ReturnType<typeof createCaller>

function inquiryOf(day: string, billerId: string, reference1: string): string {
  const query = new URLSearchParams({ eventCode: PAYMENT_EVENT, transactionDate: day, billerId, reference1 })
  return `/v1/payment/billpayment/inquiry?${query.toString()}`
}

function createScb({ billerId, ref3Prefix }: Terms, clock: Clock, { ask }: Caller): Collector {
  async function makeQr({ reference, amountMinor, currency }: QrOrder): Promise<MadeQr | null> {
    if (currency !== 'BAHT') return null
    const amount = decimalText(amountMinor)
    const order = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, amount, ref1: reference, ref3: ref3Prefix }
    const read = v.safeParse(createdShape, (await ask('POST', '/v1/payment/qrcode/create', order))?.data)
    if (!read.success) return null
    const payload = read.output.qrRawData
    // A QR of another reference or sum would be another's money.
    const tag = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`
    const isOurs = [tag('01', billerId), tag('02', reference), tag('54', amount)].every((part) =>
      payload.includes(part),
    )
    return isOurs ? { kind: 'text', partyId: null, payload } : null
  }

  async function paymentsOfDay(day: string, reference: string): Promise<PaymentPage> {
    const answer = await ask('GET', inquiryOf(day, billerId, reference))
    return answer && paymentsIn(answer.data, reference, billerId)
  }

  async function paymentsOf({ reference, createdAt }: AskedQr): Promise<PaymentPage> {
    const pages = await Promise.all(daysSince(createdAt, clock.now()).map((day) => paymentsOfDay(day, reference)))
    const answered = pages.filter((page) => page !== null)
    // A day that was not answered may hold a payment: only what was found is known then.
    if (answered.length < pages.length && answered.every(({ payments }) => payments.length === 0)) return null
    return {
      payments: answered.flatMap(({ payments }) => payments),
      unreadable: answered.flatMap(({ unreadable }) => unreadable),
      cursor: null,
    }
  }

  return { makeQr, paymentsOf, paymentsAfter: () => Promise.resolve(null) }
}

/**
 * Slips of payments from SCB itself. No word for one that it does not know is documented, so nothing that it says is a
 * no.
 */
function createSlips({ ask }: Caller): SlipVerifier {
  return {
    sendingBanks: [OWN_BANK],
    async transferOf(sendingBank, transRef): Promise<SlipAnswer> {
      if (sendingBank !== OWN_BANK) return { kind: 'unknown', why: 'it knows slips of its own bank alone' }
      const path = `/v1/payment/billpayment/transactions/${encodeURIComponent(transRef)}?sendingBank=${OWN_BANK}`
      const read = v.safeParse(slipShape, (await ask('GET', path))?.data)
      if (!read.success) return { kind: 'unknown', why: 'told no transfer' }
      const { transDate: date, transTime, sender, receiver, receivingBank, ...told } = read.output
      if (told.paidLocalCurrency !== '' && told.paidLocalCurrency !== BAHT)
        return { kind: 'unknown', why: 'told another currency' }
      const amountMinor = readDecimal(told.amount)
      if (amountMinor === null) return { kind: 'unknown', why: 'told no amount' }
      return answerAbout(
        { sendingBank, transRef },
        {
          transRef: told.transRef,
          sendingBank: told.sendingBank,
          amount: toWireAmount(amountMinor),
          time: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${transTime}+07:00`,
          reference: told.ref1 ?? null,
          sender: readSlipSide(told.sendingBank, sender),
          receiver: readSlipSide(receivingBank ?? '', receiver),
        },
      )
    },
  }
}

/** The days of Bangkok from a time to another one, the first few and the last few of them. */
function daysSince(from: Date, to: Date): string[] {
  // The first one always: clocks of two machines may disagree at midnight.
  const days = new Set([bangkokDay(from)])
  for (let time = from.getTime(); time < to.getTime(); time += DAY_MS) days.add(bangkokDay(new Date(time)))
  const all = [...days.add(bangkokDay(to))]
  return [...new Set([...all.slice(0, FIRST_DAYS), ...all.slice(-LAST_DAYS)])]
}

const noticeShape = v.object({
  transactionId: v.pipe(v.string(), v.maxLength(64)),
  billPaymentRef1: v.pipe(v.string(), v.maxLength(64)),
})

/** Not signed: whoever writes it makes us ask, and nothing more. */
function hear({ body }: Delivery): Heard | null {
  const read = v.safeParse(noticeShape, jsonOf(body))
  if (!read.success) return null
  const { transactionId, billPaymentRef1: reference } = read.output
  const confirmId = deriveId('scb-confirmation', transactionId)
  const text = JSON.stringify({ resCode: '00', resDesc: 'success', transactionId, confirmId })
  return { hints: [{ about: 'qr', reference }], answer: { mediaType: 'application/json', text } }
}

export const scb = defineFamily(terms, (given, { clock, send }) => {
  const caller = createCaller(given, clock, send)
  return {
    collector: createScb(given, clock, caller),
    slipVerifier: createSlips(caller),
    hear,
    check: () =>
      caller.check(inquiryOf(bangkokDay(clock.now()), given.billerId, CHECK_REFERENCE), (data) =>
        Array.isArray(data) ? 'it gives a token and answers about payments of this biller' : null,
      ),
  }
})
