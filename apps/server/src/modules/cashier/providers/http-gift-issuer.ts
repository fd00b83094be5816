import { readWireAmount } from '@krapao/money'
import * as v from 'valibot'
import { callParty, judgeMoneyCall, type PartyCaller, type PartyReply } from '../../../platform/party-call.ts'
import { aboveZero, fromZero } from '../../../platform/whole-numbers.ts'
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

const envelopeShape = v.object({
  status: v.object({ code: v.pipe(v.string(), v.maxLength(64)) }),
  data: v.nullish(v.looseObject({ my_ticket: v.nullish(v.unknown()) })),
})
const ticketShape = v.object({ amount_baht: v.pipe(amountMinor, v.minValue(1)) })
const voucherShape = v.object({
  amount_baht: amountMinor,
  member: aboveZero,
  status: v.picklist(['active', 'redeemed', 'expired']),
  available: v.optional(fromZero),
  link: v.nullish(v.string()),
})

/** The issuer at an address, as its public door is: no key, domain errors as HTTP 400 in the envelope of a yes. */
export function createHttpGiftIssuer(terms: { url: string; timeoutMs?: number; send?: PartyCaller }): GiftIssuer {
  const { url, timeoutMs = TIMEOUT_MS, send = callParty } = terms

  const call = (code: string, path: string, body?: object): Promise<PartyReply> =>
    send({
      method: body === undefined ? 'GET' : 'POST',
      url: `${url}/campaign/vouchers/${encodeURIComponent(code)}/${path}`,
      timeoutMs,
      maxBytes: ANSWER_MAX_BYTES,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })

  return {
    async verify(code, mobile) {
      const reply = await call(code, `verify?mobile=${encodeURIComponent(mobile)}`)
      const said = reply.status === null ? null : read(reply.status, reply.body)
      return said !== null && isYes(said) && said.shareMinor === null ? voucherAnswer(said, code) : judge(reply)
    },
    async redeem(code, mobile) {
      return judge(await call(code, 'redeem', { mobile, voucher_hash: code }))
    },
  }
}

/** What the issuer said in its envelope: its status, and our share where it tells of one. */
interface Said {
  http: 200 | 400
  status: string
  shareMinor: number | null
  data: unknown
}

/** Null for an answer that can not be understood. */
function read(http: number, body: unknown): Said | null {
  const envelope = v.safeParse(envelopeShape, body)
  if ((http !== 200 && http !== 400) || !envelope.success) return null
  const { status, data } = envelope.output
  const ticket = v.safeParse(ticketShape, data?.my_ticket)
  return { http, status: status.code, shareMinor: ticket.success ? ticket.output.amount_baht : null, data }
}

function isYes(said: Said): boolean {
  return said.http === 200 && said.status === 'SUCCESS'
}

function judge(reply: PartyReply): RedeemAnswer {
  const answer = judgeMoneyCall(reply, {
    yes: (http, body) => takenIn(read(http, body)),
    no: (http, body) => refusedIn(read(http, body)),
  })
  if (answer.kind === 'yes') return answer.yes
  if (answer.kind === 'no') return answer.no
  const said = reply.status === null ? null : read(reply.status, reply.body)
  return said === null ? answer : { kind: 'unknown', why: `said ${said.status}` }
}

function takenIn(said: Said | null): Extract<RedeemAnswer, { kind: 'taken' }> | null {
  if (said === null) return null
  const { status, shareMinor } = said
  return isYes(said) || shareMinor !== null || TAKEN_BY_US.includes(status) ? { kind: 'taken', shareMinor } : null
}

function refusedIn(said: Said | null): Extract<RedeemAnswer, { kind: 'refused' }> | null {
  const refusal = said !== null && Object.hasOwn(refusals, said.status) ? refusals[said.status] : undefined
  return said === null || refusal === undefined ? null : { kind: 'refused', refusal, status: said.status }
}

function voucherAnswer(said: Said, code: string): VerifyAnswer {
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
