import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { checkOf } from '../../../platform/parties/index.ts'
import type { PartyCaller, PartyReply } from '../../../platform/party-call.ts'
import { whole } from '../../../platform/whole-numbers.ts'
import type { BankPayment } from './bank-words.ts'
import { isReference } from './payment-reference.rules.ts'
import type { AskedQr, Collector, MadeQr, PaymentPage, QrOrder } from './collector.ts'
import { type Delivery, type Heard, jsonOf } from './connectors.ts'
import { defineFamily } from './family.ts'
import { ANSWER_MAX_BYTES, address, basicKey, PARTY_TIMEOUT_MS, timeout, word } from './party-terms.ts'
import { fetchQrImage } from './qr-image.ts'

// Opn Payments (Omise), PromptPay charges. Amounts are satang. To be confirmed with the party: whether the address of
// the picture redirects (it is not followed), and the signature of events, which is tried first with its test event.

const terms = v.strictObject({
  url: v.optional(address, 'https://api.omise.co'),
  secretKey: v.pipe(word, v.startsWith('skey_')),
  /** Of the dashboard, base64 as it stands there. */
  webhookSecret: v.pipe(word, v.base64()),
  /** Other hosts that pictures of QRs may lie at. */
  pictureHosts: v.optional(v.array(word), []),
  timeoutMs: timeout,
})
type Terms = v.InferOutput<typeof terms>

/** What stands in place of the sending bank, which is not told: the charge is the claim. */
const SENDING_BANK = 'OMISE'
const SIGNATURE_WINDOW_S = 300
const NO_SENDER = { bankCode: '', accountNo: '', name: '' }
/** Charges of one page of a list, and of all pages: more than that are not gone through at once. */
const LIST_LIMIT = 50
const LISTED_MAX = 20_000
/** Charges that are not paid, or not any more. */
const UNPAID = ['pending', 'failed', 'expired', 'reversed']

const chargeShape = v.object({
  object: v.literal('charge'),
  id: v.pipe(v.string(), v.regex(/^chrg_[a-z0-9_]{1,58}$/)),
  livemode: v.boolean(),
  status: v.string(),
  amount: whole(),
  currency: v.literal('thb'),
  paid: v.boolean(),
  paid_at: v.nullish(v.string(), null),
  metadata: v.object({ reference: v.string() }),
  source: v.nullish(
    v.object({
      scannable_code: v.nullish(v.object({ image: v.object({ download_uri: v.string() }) }), null),
    }),
    null,
  ),
})
type Charge = v.InferOutput<typeof chargeShape>

const listShape = v.object({ object: v.literal('list'), data: v.array(v.unknown()) })

/** The charge of this very QR; null when the answer is about another one, or none at all. */
function chargeOf(reply: PartyReply, qr: { reference: string; amountMinor: number }, isLive: boolean): Charge | null {
  const read = reply.status === 200 ? v.safeParse(chargeShape, reply.body) : null
  if (!read?.success) return null
  const charge = read.output
  const isOurs =
    charge.metadata.reference === qr.reference && charge.amount === qr.amountMinor && charge.livemode === isLive
  return isOurs ? charge : null
}

function paymentOf(charge: Charge): BankPayment | null {
  const occurredAt = new Date(charge.paid_at ?? Number.NaN)
  if (Number.isNaN(occurredAt.getTime())) return null
  return {
    sendingBank: SENDING_BANK,
    transRef: charge.id,
    reference: charge.metadata.reference,
    amountMinor: charge.amount,
    currency: 'BAHT',
    occurredAt,
    sender: NO_SENDER,
  }
}

const madeHere = v.object({ metadata: v.object({ reference: v.pipe(v.string(), v.check(isReference)) }) })

/** The payment of a listed charge; null for one that is not paid, or that was not made here, as another shop's of the account. */
function paymentListed(raw: unknown, isLive: boolean): BankPayment | 'unreadable' | null {
  if (!v.is(madeHere, raw)) return null
  const read = v.safeParse(chargeShape, raw)
  if (!read.success) return 'unreadable'
  const charge = read.output
  if (charge.livemode !== isLive || charge.status !== 'successful' || !charge.paid) return null
  return paymentOf(charge) ?? 'unreadable'
}

type Caller = ReturnType<typeof createCaller>

function createCaller({ url, secretKey, timeoutMs = PARTY_TIMEOUT_MS }: Terms, send: PartyCaller) {
  const headers = { authorization: basicKey(secretKey), 'omise-version': '2019-05-29' }
  return {
    headers,
    isLive: !secretKey.startsWith('skey_test_'),
    call: (method: 'GET' | 'POST', path: string, body?: object): Promise<PartyReply> =>
      send({
        method,
        url: `${url}${path}`,
        timeoutMs,
        maxBytes: ANSWER_MAX_BYTES,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}

function createOpn(
  { url, pictureHosts, timeoutMs }: Terms,
  { send, hookUrl }: { send: PartyCaller; hookUrl: string },
  { call, headers, isLive }: Caller,
): Collector {
  async function makeQr({ reference, amountMinor, currency, expiresAt }: QrOrder): Promise<MadeQr | null> {
    if (currency !== 'BAHT') return null
    const reply = await call('POST', '/charges', {
      amount: amountMinor,
      currency: 'thb',
      source: { type: 'promptpay' },
      expires_at: expiresAt.toISOString(),
      metadata: { reference },
      // Addresses without TLS are refused.
      ...(hookUrl.startsWith('https://') && { webhook_endpoints: [hookUrl] }),
    })
    const charge = chargeOf(reply, { reference, amountMinor }, isLive)
    if (charge === null || charge.status !== 'pending') return null
    const image = charge.source?.scannable_code?.image.download_uri
    const picture = await fetchQrImage(send, image, { own: url, hosts: pictureHosts, headers, timeoutMs })
    return picture === null ? null : { kind: 'picture', partyId: charge.id, picture }
  }

  async function paymentsOf(qr: AskedQr): Promise<PaymentPage> {
    if (qr.partyId === null) return null
    const charge = chargeOf(await call('GET', `/charges/${encodeURIComponent(qr.partyId)}`), qr, isLive)
    if (charge === null || charge.id !== qr.partyId) return null
    if (UNPAID.includes(charge.status)) return { payments: [], unreadable: [], cursor: null }
    if (charge.status !== 'successful' || !charge.paid) return null
    const payment = paymentOf(charge)
    if (payment === null) return { payments: [], unreadable: [charge], cursor: null }
    return { payments: [payment], unreadable: [], cursor: null }
  }

  async function pageSince(since: Date, offset: number): Promise<readonly unknown[] | null> {
    const order = { order: 'reverse_chronological', limit: String(LIST_LIMIT), offset: String(offset) }
    const query = new URLSearchParams({ from: since.toISOString(), ...order })
    const reply = await call('GET', `/charges?${query.toString()}`)
    const read = reply.status === 200 ? v.safeParse(listShape, reply.body) : null
    return read?.success ? read.output.data : null
  }

  async function paymentsSince(since: Date): Promise<PaymentPage> {
    const page = { payments: [] as BankPayment[], unreadable: [] as unknown[], cursor: null }
    for (let offset = 0; offset < LISTED_MAX; offset += LIST_LIMIT) {
      const rows = await pageSince(since, offset)
      if (rows === null) return null
      for (const raw of rows) {
        const found = paymentListed(raw, isLive)
        if (found === 'unreadable') page.unreadable.push(raw)
        else if (found !== null) page.payments.push(found)
      }
      if (rows.length < LIST_LIMIT) return page
    }
    return null
  }

  return { makeQr, paymentsOf, paymentsAfter: () => Promise.resolve(null), paymentsSince }
}

/**
 * Whether these bytes are signed as Omise signs events: `Omise-Signature` is the hexadecimal HMAC-SHA-256 over
 * `TIMESTAMP.BODY` by the secret decoded from base64; two by a comma while the secret is being changed.
 */
export function isSignedByOpn({ headers, body, now }: Delivery, webhookSecret: string): boolean {
  const time = headers['omise-signature-timestamp']
  const signatures = headers['omise-signature']
  if (typeof time !== 'string' || typeof signatures !== 'string' || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(time)) > SIGNATURE_WINDOW_S) return false
  const key = Buffer.from(webhookSecret, 'base64')
  const expected = createHmac('sha256', key).update(`${time}.`).update(body).digest()
  return signatures.split(',').some((signature) => {
    const given = signature.trim()
    return /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(expected, Buffer.from(given, 'hex'))
  })
}

const eventShape = v.object({
  object: v.literal('event'),
  key: v.string(),
  data: v.object({ object: v.literal('charge'), id: v.pipe(v.string(), v.maxLength(64)) }),
})

function hear(delivery: Delivery, webhookSecret: string): Heard | null {
  if (!isSignedByOpn(delivery, webhookSecret)) return null
  const event = v.safeParse(eventShape, jsonOf(delivery.body))
  const answer = { mediaType: 'application/json', text: '{}' } as const
  return { hints: event.success ? [{ about: 'qr', partyId: event.output.data.id }] : [], answer }
}

export const opn = defineFamily(terms, (given: Terms, surroundings) => {
  const caller = createCaller(given, surroundings.send)
  return {
    collector: createOpn(given, surroundings, caller),
    hear: (delivery) => hear(delivery, given.webhookSecret),
    async check() {
      return checkOf(await caller.call('GET', '/charges?limit=1'), (body, status) =>
        status === 200 && v.is(listShape, body)
          ? `it lists charges of its ${caller.isLive ? 'live' : 'test'} account`
          : null,
      )
    },
  }
})
