import { MINUTE_MS } from '../../../platform/durations.ts'
import * as v from 'valibot'
import type { PartyReply } from '../../../platform/party-call.ts'
import { checkOf } from '../../../platform/parties/index.ts'
import type { BankParty } from './bank-words.ts'
import { defineFamily, type Surroundings } from './family.ts'
import { address, ANSWER_MAX_BYTES, PARTY_TIMEOUT_MS, timeout, word } from './party-terms.ts'
import type { SlipAnswer } from './slip-verifier.ts'
import { answerAbout, partyOf, slipTextOf, words } from './slip-words.ts'

// EasySlip, v2. To be confirmed with the party: the inside of `rawSlip`, which v1 documents whole and v2 names; `SLIP_PENDING`
// and its status (unknown, asked again in a minute); what `/v2/info` tells.

const terms = v.strictObject({
  url: v.optional(address, 'https://api.easyslip.com'),
  key: word,
  timeoutMs: timeout,
})

const partyShape = v.object({
  bank: v.nullish(v.object({ id: words })),
  account: v.nullish(
    v.object({
      name: v.nullish(v.object({ th: words, en: words })),
      bank: v.nullish(v.object({ type: words, account: words })),
    }),
  ),
})

const yesShape = v.object({
  success: v.literal(true),
  data: v.object({
    rawSlip: v.object({
      transRef: v.string(),
      date: v.string(),
      countryCode: words,
      amount: v.object({ amount: v.number() }),
      ref1: words,
      sender: partyShape,
      receiver: partyShape,
    }),
  }),
})
const noShape = v.object({ success: v.literal(false), error: v.object({ code: v.pipe(v.string(), v.maxLength(64)) }) })

/** The bank has not got to it yet. */
const PENDING = 'SLIP_PENDING'
/** Our request, key, branch, address or quota is wrong. */
const ALARMS =
  /^(NOT_FOUND|VALIDATION_ERROR|IMAGE_\w+|URL_\w+|MISSING_API_KEY|INVALID_API_KEY|QUOTA_EXCEEDED|IP_NOT_ALLOWED|BRANCH_INACTIVE|SERVICE_\w+)$/

/** EasySlip, v2: asked by the text of a slip's code. */
export const easyslip = defineFamily(terms, (given, { name, send, logger }: Surroundings) => {
  const { url, key, timeoutMs = PARTY_TIMEOUT_MS } = given
  const headers = { authorization: `Bearer ${key}` }
  const base = { timeoutMs, maxBytes: ANSWER_MAX_BYTES }

  function judge(asked: { sendingBank: string; transRef: string }, reply: PartyReply): SlipAnswer {
    if (reply.status === null) return { kind: 'unknown', why: reply.why }
    const yes = v.safeParse(yesShape, reply.body)
    if (yes.success && reply.status === 200) return readSlip(asked, yes.output.data.rawSlip)
    const no = v.safeParse(noShape, reply.body)
    if (!no.success) return { kind: 'unknown', why: `answered ${reply.status}` }
    const { code } = no.output.error
    if (reply.status === 404 && code === 'SLIP_NOT_FOUND') return { kind: 'not-found' }
    if (ALARMS.test(code)) {
      logger.error({ party: name, code }, 'a verifier of slips refuses what it is asked by these settings')
    }
    return { kind: 'unknown', why: `said ${code}`, ...(code === PENDING && { againAfterMs: MINUTE_MS }) }
  }

  return {
    slipVerifier: {
      async transferOf(sendingBank, transRef) {
        const payload = slipTextOf(sendingBank, transRef)
        if (payload === null) return { kind: 'unknown', why: 'the slip of such a transfer has no code' }
        const reply = await send({
          ...base,
          method: 'POST',
          url: `${url}/v2/verify/bank`,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ payload, checkDuplicate: false }),
        })
        return judge({ sendingBank, transRef }, reply)
      },
    },
    async check() {
      return checkOf(await send({ ...base, method: 'GET', url: `${url}/v2/info`, headers }), (body) =>
        v.is(v.object({ success: v.literal(true) }), body) ? 'it knows the key' : null,
      )
    },
  }
})

type RawSlip = v.InferOutput<typeof yesShape>['data']['rawSlip']

function readSlip(asked: { sendingBank: string; transRef: string }, slip: RawSlip): SlipAnswer {
  if (slip.countryCode !== '' && slip.countryCode !== 'TH') return { kind: 'unknown', why: 'told another country' }
  return answerAbout(asked, {
    transRef: slip.transRef,
    sendingBank: slip.sender.bank?.id ?? '',
    amount: slip.amount.amount,
    time: slip.date,
    reference: slip.ref1 ?? null,
    sender: sideOf(slip.sender),
    receiver: sideOf(slip.receiver),
  })
}

/** A number of a kind that is no bank account would be compared with one: it tells nothing. */
function sideOf({ bank, account }: v.InferOutput<typeof partyShape>): BankParty {
  const isAccount = ['BANKAC', ''].includes(account?.bank?.type ?? '')
  const accountNo = isAccount ? (account?.bank?.account ?? '') : ''
  return partyOf(bank?.id ?? '', accountNo, [account?.name?.th ?? '', account?.name?.en ?? ''])
}
