import { readWireAmount } from '@krapao/money'
import * as v from 'valibot'
import { callParty, type PartyReply } from '../../../platform/party-call.ts'
import type { GiftIssuer, GiftRefusal, RedeemAnswer, VerifyAnswer } from './gift-issuer.ts'

/** Towards any outside party (rulings 1.3). */
const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 64 * 1024

/** What each documented no means to a member (domain facts, section 3); any other status says nothing definite. */
const refusals: Readonly<Record<string, GiftRefusal>> = {
  VOUCHER_NOT_FOUND: 'invalid',
  VOUCHER_EXPIRED: 'invalid',
  CANNOT_GET_OWN_VOUCHER: 'invalid',
  TARGET_USER_NOT_FOUND: 'invalid',
  BAD_PARAM: 'invalid',
  VOUCHER_OUT_OF_STOCK: 'duplicate',
}

/** A share is ours already; of a gift for many people some gateways say it in the second way. */
const TAKEN_BY_US = ['TARGET_USER_REDEEMED', 'CANNOT_GET_MORE_ONE']

const amountMinor = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,3}(,?\d{3})*(\.\d{1,2})?$/), v.transform(withoutCommas))]),
  v.transform((value) => readWireAmount(value)),
  v.check((read) => read.ok),
  v.transform((read) => (read.ok ? read.amountMinor : 0)),
)

function withoutCommas(text: string): number {
  return Number(text.replaceAll(',', ''))
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const envelopeShape = v.object({
  status: v.object({ code: v.pipe(v.string(), v.maxLength(64)) }),
  data: v.nullish(v.looseObject({ my_ticket: v.nullish(v.unknown()) })),
})
const ticketShape = v.object({ amount_baht: v.pipe(amountMinor, v.minValue(1)) })
const voucherShape = v.object({
  amount_baht: amountMinor,
  member: v.pipe(count, v.minValue(1)),
  status: v.picklist(['active', 'redeemed', 'expired']),
  available: v.optional(count),
  link: v.nullish(v.string()),
})

/** The issuer at an address, as its public door is: no key, domain errors as HTTP 400 in the envelope of a yes. */
export function createHttpGiftIssuer(terms: { url: string; timeoutMs?: number }): GiftIssuer {
  const { url, timeoutMs = TIMEOUT_MS } = terms

  const call = (code: string, path: string, body?: object): Promise<PartyReply> =>
    callParty({
      method: body === undefined ? 'GET' : 'POST',
      url: `${url}/campaign/vouchers/${encodeURIComponent(code)}/${path}`,
      timeoutMs,
      maxBytes: ANSWER_MAX_BYTES,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })

  return {
    async verify(code, mobile) {
      const said = read(await call(code, `verify?mobile=${encodeURIComponent(mobile)}`))
      return isYes(said) && said.shareMinor === null ? describe(said, code) : judge(said)
    },
    async redeem(code, mobile) {
      return judge(read(await call(code, 'redeem', { mobile, voucher_hash: code })))
    },
  }
}

/** What the issuer said in its envelope: its status, and our share where it tells of one. */
interface Said {
  kind: 'said'
  http: 200 | 400
  status: string
  shareMinor: number | null
  data: unknown
}

/** No answer, or none that can be understood. */
interface Silence {
  kind: 'silence'
  why: string
}

function read(reply: PartyReply): Said | Silence {
  if (reply.status === null) return { kind: 'silence', why: reply.why }
  const envelope = v.safeParse(envelopeShape, reply.body)
  const http = reply.status
  if ((http !== 200 && http !== 400) || !envelope.success) return { kind: 'silence', why: `answered ${http}` }
  const { status, data } = envelope.output
  const ticket = v.safeParse(ticketShape, data?.my_ticket)
  return {
    kind: 'said',
    http,
    status: status.code,
    shareMinor: ticket.success ? ticket.output.amount_baht : null,
    data,
  }
}

function isYes(said: Said | Silence): said is Said {
  return said.kind === 'said' && said.http === 200 && said.status === 'SUCCESS'
}

function judge(said: Said | Silence): RedeemAnswer {
  if (said.kind === 'silence') return { kind: 'unknown', why: said.why }
  const { status, shareMinor } = said
  if (isYes(said) || shareMinor !== null || TAKEN_BY_US.includes(status)) return { kind: 'taken', shareMinor }
  const refusal = Object.hasOwn(refusals, status) ? refusals[status] : undefined
  return refusal === undefined ? { kind: 'unknown', why: `said ${status}` } : { kind: 'refused', refusal, status }
}

function describe(said: Said, code: string): VerifyAnswer {
  const voucher = v.safeParse(v.object({ voucher: voucherShape }), said.data)
  if (!voucher.success) return { kind: 'unknown', why: 'described no gift' }
  const { amount_baht: valueMinor, member: people, status: state, available = people, link } = voucher.output.voucher
  const own = link !== null && link !== undefined && isGiftCode(link) ? link : code
  return { kind: 'voucher', voucher: { code: own, valueMinor, people, state, available } }
}

/** Whether a text can be a gift's code: letters and digits, 8 to 128 of them. */
export function isGiftCode(text: string): boolean {
  return /^[A-Za-z0-9]{8,128}$/.test(text)
}
