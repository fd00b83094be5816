import { MINUTE_MS } from '../../../platform/durations.ts'
import * as v from 'valibot'
import type { PartyReply } from '../../../platform/party-call.ts'
import { checkOf } from '../../../platform/parties/index.ts'
import { defineFamily, type Surroundings } from './family.ts'
import { address, ANSWER_MAX_BYTES, PARTY_TIMEOUT_MS, timeout, word } from './party-terms.ts'
import type { SlipAnswer } from './slip-verifier.ts'
import { answerAbout, readSlipSide, slipSide, slipTextOf, words } from './slip-words.ts'

// SlipOK. To be confirmed with the party: under which HTTP status it says no (the body alone is judged), what 1015 means
// (unknown, and an alarm), its rates.

const terms = v.strictObject({
  url: v.optional(address, 'https://api.slipok.com'),
  /** The id of the branch: digits. */
  branch: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
  key: word,
  timeoutMs: timeout,
})

const dataShape = v.object({
  transRef: v.string(),
  sendingBank: v.string(),
  receivingBank: words,
  transTimestamp: v.string(),
  sender: slipSide,
  receiver: slipSide,
  amount: v.number(),
  paidLocalCurrency: words,
  ref1: words,
})

const yesShape = v.object({ success: v.literal(true), data: dataShape })
const noShape = v.object({
  success: v.literal(false),
  code: v.pipe(
    v.union([v.number(), v.string()]),
    v.transform((code) => Number(code)),
  ),
  data: v.optional(v.unknown()),
})
const quotaShape = v.object({ success: v.literal(true), data: v.object({ quota: v.number() }) })
const delayShape = v.object({ delay: v.pipe(v.number(), v.minValue(0), v.maxValue(1_440)) })

const BOUNDARY = 'krapao-slip'
const BAHT = '764'

/** The slip was asked about before, or its amount or receiver is none of a list of theirs: the transfer exists. */
const FOUND = [1012, 1013, 1014]
/** No such transfer; and no slip's code, where the text is made by us: also a warning. */
const NOT_FOUND = [1011, 1008, 1007]
const NO_CODE = [1008, 1007]
/** The bank behind it is slow, or out of order. */
const BANK_SLOW = 1010
const BANK_OUT = 1009
/** Our request is wrong; branch, key, package or quota is. */
const ALARMS = [1000, 1005, 1006, 1001, 1002, 1003, 1004, 1015]

/** No such branch, another key, a package that has run out. */
const NOT_LET_IN = [1001, 1002, 1003]

/** SlipOK: asked by the text of a slip's code, answered by codes of its own. It stores nothing of what we ask. */
export const slipok = defineFamily(terms, (given, { name, send, logger }: Surroundings) => {
  const { url, branch, key, timeoutMs = PARTY_TIMEOUT_MS } = given
  const place = `${url}/api/line/apikey/${branch}`
  const headers = { 'x-authorization': key }
  const base = { timeoutMs, maxBytes: ANSWER_MAX_BYTES }

  function judge(asked: { sendingBank: string; transRef: string }, reply: PartyReply): SlipAnswer {
    if (reply.status === null) return { kind: 'unknown', why: reply.why }
    const yes = v.safeParse(yesShape, reply.body)
    if (yes.success && reply.status === 200) return readData(asked, yes.output.data)
    const no = v.safeParse(noShape, reply.body)
    if (!no.success) return { kind: 'unknown', why: `answered ${reply.status}` }
    const { code, data } = no.output
    if (FOUND.includes(code)) return readData(asked, data)
    if ([...ALARMS, ...NO_CODE].includes(code)) {
      logger.error({ party: name, code }, 'a verifier of slips refuses what it is asked by these settings')
    }
    if (NOT_FOUND.includes(code)) return { kind: 'not-found' }
    return { kind: 'unknown', why: `said ${code}`, ...againOf(code, data) }
  }

  return {
    slipVerifier: {
      async transferOf(sendingBank, transRef) {
        const text = slipTextOf(sendingBank, transRef)
        if (text === null) return { kind: 'unknown', why: 'the slip of such a transfer has no code' }
        const reply = await send({
          ...base,
          method: 'POST',
          url: place,
          headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
          // With `log` a second question about a slip would be answered by its list of slips.
          body: formOf({ data: text, log: 'false' }),
        })
        return judge({ sendingBank, transRef }, reply)
      },
    },
    async check() {
      return checkOf(await send({ ...base, method: 'GET', url: `${place}/quota`, headers }), (body) => {
        const no = v.safeParse(noShape, body)
        if (no.success && NOT_LET_IN.includes(no.output.code)) return { kind: 'refused', why: `said ${no.output.code}` }
        const read = v.safeParse(quotaShape, body)
        return read.success ? `${read.output.data.quota} questions are left` : null
      })
    },
  }
})

function readData(asked: { sendingBank: string; transRef: string }, data: unknown): SlipAnswer {
  const read = v.safeParse(dataShape, data)
  if (!read.success) return { kind: 'unknown', why: 'told no transfer' }
  const { transRef, sendingBank, receivingBank, transTimestamp, sender, receiver, amount, ref1 } = read.output
  const { paidLocalCurrency: currency } = read.output
  if (currency !== '' && currency !== BAHT) return { kind: 'unknown', why: 'told another currency' }
  return answerAbout(asked, {
    transRef,
    sendingBank,
    amount,
    time: transTimestamp,
    reference: ref1 ?? null,
    sender: readSlipSide(sendingBank, sender),
    receiver: readSlipSide(receivingBank ?? '', receiver),
  })
}

function againOf(code: number, data: unknown): { againAfterMs?: number } {
  if (code === BANK_OUT) return { againAfterMs: 15 * MINUTE_MS }
  const read = v.safeParse(delayShape, data)
  return code === BANK_SLOW && read.success ? { againAfterMs: read.output.delay * MINUTE_MS } : {}
}

function formOf(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}
