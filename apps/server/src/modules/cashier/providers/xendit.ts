import { createHash, timingSafeEqual } from 'node:crypto'
import { toWireAmount } from '@krapao/money'
import * as v from 'valibot'
import { checkOf, type PartyCheck } from '../../../platform/parties/index.ts'
import { judgeMoneyCall, type PartyReply } from '../../../platform/party-call.ts'
import type { PayoutState } from './bank-words.ts'
import { type Delivery, type Heard, jsonOf } from './connectors.ts'
import { defineFamily, type Surroundings } from './family.ts'
import { ANSWER_MAX_BYTES, address, bankTable, basicKey, PARTY_TIMEOUT_MS, timeout, word } from './party-terms.ts'
import type { PayoutAnswer, PayoutOrder, PayoutSender } from './payout-sender.ts'

// Xendit Payouts v2, baht. To be confirmed with the party: the `TH_` channel codes (a setting), how long an idempotency
// key lives (the question by our reference covers it), how late a fresh payout is found.

const terms = v.strictObject({
  url: v.optional(address, 'https://api.xendit.co'),
  secretKey: word,
  /** The fixed token of the dashboard that stands on its calls. */
  callbackToken: word,
  /** Their `channel_code` by our bank code. */
  channels: bankTable,
  timeoutMs: timeout,
})
type Terms = v.InferOutput<typeof terms>

const STATES: Readonly<Record<string, PayoutState>> = {
  ACCEPTED: 'SENT',
  REQUESTED: 'SENT',
  LOCKED: 'SENT',
  SUCCEEDED: 'PAID',
  FAILED: 'FAILED',
  CANCELLED: 'FAILED',
  REVERSED: 'RETURNED',
}

/** Refusals that say that nothing was taken. A duplicate is none of them: an earlier call arrived, so it is asked about. */
const REFUSALS = [
  'API_VALIDATION_ERROR',
  'INVALID_JSON_FORMAT',
  'CHANNEL_CODE_NOT_SUPPORTED_ERROR',
  'RECIPIENT_ACCOUNT_NUMBER_ERROR',
  'RECIPIENT_AMOUNT_ERROR',
  'MAXIMUM_TRANSFER_LIMIT_ERROR',
]

const payoutShape = v.object({
  id: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,64}$/)),
  reference_id: v.string(),
  channel_code: v.string(),
  channel_properties: v.object({ account_number: v.string() }),
  amount: v.number(),
  currency: v.string(),
  status: v.string(),
  failure_code: v.nullish(v.string(), null),
})
const listShape = v.object({ data: v.array(v.unknown()), has_more: v.nullish(v.boolean(), false) })
const refusalShape = v.object({ error_code: v.picklist(REFUSALS) })

/** What it pays through: the codes of the settings have to be among them. */
const channelsShape = v.array(v.object({ channel_code: v.string(), currency: v.string() }))

const CHANNELS_PATH = '/payouts_channels?currency=THB'

type StateOfPayout = Extract<PayoutAnswer, { kind: 'state' }>

type Caller = ReturnType<typeof createCaller>

function createCaller({ url, secretKey, timeoutMs = PARTY_TIMEOUT_MS }: Terms, { send }: Surroundings) {
  return (method: 'GET' | 'POST', path: string, more: { key?: string; body?: string } = {}): Promise<PartyReply> =>
    send({
      method,
      url: `${url}${path}`,
      timeoutMs,
      maxBytes: ANSWER_MAX_BYTES,
      headers: {
        authorization: basicKey(secretKey),
        'content-type': 'application/json',
        ...(more.key !== undefined && { 'idempotency-key': more.key }),
      },
      ...(more.body !== undefined && { body: more.body }),
    })
}

function createXendit({ channels }: Terms, { logger, name }: Surroundings, call: Caller): PayoutSender {
  /** Null when it speaks of another payout, or not as agreed. */
  function stateOf(given: unknown, order: PayoutOrder): StateOfPayout | null {
    const read = v.safeParse(payoutShape, given)
    if (!read.success) return null
    const { id, status, failure_code: failure, ...said } = read.output
    const isOurs =
      said.reference_id === order.reference &&
      said.amount === toWireAmount(order.amountMinor) &&
      said.currency === 'THB' &&
      said.channel_code === channels[order.to.bankCode] &&
      said.channel_properties.account_number === accountNumber(order)
    const state = STATES[status]
    if (!isOurs || state === undefined) return null
    if (failure === 'INSUFFICIENT_BALANCE') logger.error({ party: name }, 'a party has not enough money to pay out')
    return { kind: 'state', state, transRef: id }
  }

  return {
    currencies: ['BAHT'],
    async payOut(order) {
      const channel = channels[order.to.bankCode]
      // Nothing left this house: it is a no as definite as any.
      if (channel === undefined || order.currency !== 'BAHT') return { kind: 'refused' }
      const body = JSON.stringify({
        reference_id: order.reference,
        channel_code: channel,
        channel_properties: { account_holder_name: order.to.name, account_number: accountNumber(order) },
        amount: toWireAmount(order.amountMinor),
        currency: 'THB',
        description: 'payout',
      })
      const answer = judgeMoneyCall(await call('POST', '/v2/payouts', { key: order.reference, body }), {
        yes: (status, said) => (status >= 200 && status <= 299 ? stateOf(said, order) : null),
        no: (status, said) => (status >= 400 && status <= 499 && status !== 429 ? refusalIn(said) : null),
      })
      if (answer.kind === 'yes') return answer.yes
      return answer.kind === 'no' ? { kind: 'refused' } : answer
    },
    async payout(order) {
      const reply = await call('GET', `/v2/payouts?reference_id=${encodeURIComponent(order.reference)}`)
      if (reply.status === null) return { kind: 'unknown', why: reply.why }
      const list = reply.status === 200 ? v.safeParse(listShape, reply.body) : null
      if (!list?.success || list.output.has_more) return { kind: 'unknown', why: `answered ${reply.status}` }
      const [first, ...more] = list.output.data
      if (first === undefined) return { kind: 'not-found' }
      if (more.length > 0) return { kind: 'unknown', why: 'several payouts of one reference' }
      return stateOf(first, order) ?? { kind: 'unknown', why: 'answered about another payout' }
    },
    async banksWithout(bankCodes) {
      const reply = await call('GET', CHANNELS_PATH)
      const listed = reply.status === 200 ? listedChannels(reply.body) : null
      return listed && bankCodes.filter((code) => !listed.includes(channels[code] ?? ''))
    },
  }
}

function refusalIn(body: unknown): true | null {
  return v.is(refusalShape, body) ? true : null
}

function accountNumber({ to }: PayoutOrder): string {
  return to.accountNo.replace(/\D/g, '')
}

const eventShape = v.object({ data: v.object({ reference_id: v.pipe(v.string(), v.maxLength(64)) }) })

/** The token proves little, being always the same: what it stands on is a hint. */
function hear({ headers, body }: Delivery, callbackToken: string): Heard | null {
  const token = headers['x-callback-token']
  if (typeof token !== 'string' || !isSame(token, callbackToken)) return null
  const event = v.safeParse(eventShape, jsonOf(body))
  const answer = { mediaType: 'application/json', text: '{}' } as const
  return { hints: event.success ? [{ about: 'payout', reference: event.output.data.reference_id }] : [], answer }
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

/** The codes that it pays through in baht; null when it did not list them as agreed. */
function listedChannels(body: unknown): readonly string[] | null {
  const read = v.safeParse(channelsShape, body)
  if (!read.success) return null
  return read.output.filter(({ currency }) => currency === 'THB').map(({ channel_code: code }) => code)
}

/** Of the channels that it lists: which codes of the settings it has not. */
function judgeChannels(body: unknown, channels: Terms['channels']): string | PartyCheck | null {
  const listed = listedChannels(body)
  if (listed === null) return null
  const missing = Object.values(channels).filter((code) => !listed.includes(code))
  if (missing.length > 0) return { kind: 'unfit', why: `no channel ${missing.join(', ')}` }
  return `it pays through all ${Object.keys(channels).length} channels of the settings`
}

export const xendit = defineFamily(terms, (given: Terms, surroundings) => {
  const call = createCaller(given, surroundings)
  return {
    payoutSender: createXendit(given, surroundings, call),
    hear: (delivery) => hear(delivery, given.callbackToken),
    async check() {
      return checkOf(await call('GET', CHANNELS_PATH), (body, status) =>
        status === 200 ? judgeChannels(body, given.channels) : null,
      )
    },
  }
})
