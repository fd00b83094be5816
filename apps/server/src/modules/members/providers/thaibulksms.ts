import * as v from 'valibot'
import { checkOf } from '../../../platform/parties/index.ts'
import { callParty, type PartyCaller } from '../../../platform/party-call.ts'
import { SMS_ANSWER_MAX_BYTES, SMS_TIMEOUT_MS, type SmsOutcome, type SmsSender } from './sms.ts'

// ThaiBulkSMS, API v2. To be confirmed with the party: its list of error codes (each documented shape of a no is one), limits,
// which credit pays for codes, under which 2xx it says yes (any is taken).

const text = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength))

/** What the settings say of an account at ThaiBulkSMS. */
export const thaiBulkSmsTerms = v.strictObject({
  url: v.optional(v.pipe(v.string(), v.url()), 'https://api-v2.thaibulksms.com'),
  key: text(200),
  secret: text(200),
  /** The registered name that messages come from. */
  sender: text(20),
  /** Which credit pays; unless told, whichever the account takes by itself. */
  force: v.optional(v.picklist(['standard', 'corporate'])),
})

const sentShape = v.object({
  phone_number_list: v.optional(v.array(v.object({ number: v.string(), message_id: text(200) })), []),
  bad_phone_number_list: v.optional(v.array(v.object({ number: v.string() })), []),
})
const refusedShape = v.object({ error: v.object({ code: v.union([v.number(), v.string()]) }) })
const creditShape = v.object({ remaining_credit: v.union([v.number(), v.string()]) })

/** Numbers of Thai mobiles; its own client takes no others. */
const THAI_MOBILE = /^\+66[689]\d{8}$/

/** ThaiBulkSMS, API v2. A message can be neither repeated nor asked about. */
export function createThaiBulkSms(
  terms: v.InferOutput<typeof thaiBulkSmsTerms>,
  { name, send = callParty, timeoutMs = SMS_TIMEOUT_MS }: { name: string; send?: PartyCaller; timeoutMs?: number },
): SmsSender {
  const headers = { authorization: `Basic ${Buffer.from(`${terms.key}:${terms.secret}`).toString('base64')}` }
  const base = { timeoutMs, maxBytes: SMS_ANSWER_MAX_BYTES }
  const { force, sender } = terms

  return {
    name,
    async send({ international }, message) {
      if (international === null || !THAI_MOBILE.test(international)) return { outcome: 'failed', messageId: null }
      const form = { msisdn: `0${international.slice(3)}`, message, sender, ...(force && { force }) }
      const reply = await send({
        ...base,
        method: 'POST',
        url: `${terms.url}/sms`,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      })
      if (reply.status === null) return { outcome: reply.isUnsent === true ? 'failed' : 'unknown', messageId: null }
      return outcomeOf(reply.status, reply.body, international)
    },
    async check() {
      const reply = await send({ ...base, method: 'GET', url: `${terms.url}/credit`, headers })
      return checkOf(reply, (body) => {
        const read = v.safeParse(creditShape, body)
        return read.success ? `${read.output.remaining_credit} credits are left` : null
      })
    },
  }
}

function outcomeOf(status: number, body: unknown, to: string): { outcome: SmsOutcome; messageId: string | null } {
  const said = (outcome: SmsOutcome, messageId: string | null = null) => ({ outcome, messageId })
  if (status >= 400 && status < 500) return said(v.is(refusedShape, body) ? 'failed' : 'unknown')
  const read = v.safeParse(sentShape, body)
  if (status < 200 || status >= 300 || !read.success) return said('unknown')
  const { phone_number_list: taken, bad_phone_number_list: bad } = read.output
  const ours = taken.find(({ number }) => isSameNumber(number, to))
  if (ours) return said('sent', ours.message_id)
  return said(bad.some(({ number }) => isSameNumber(number, to)) ? 'failed' : 'unknown')
}

/** It writes numbers with 66, with +66 or as they are dialled at home. */
function isSameNumber(told: string, international: string): boolean {
  return told.replace(/\D/g, '').replace(/^0/, '66') === international.slice(1)
}
