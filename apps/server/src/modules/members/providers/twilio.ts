import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { checkOf } from '../../../platform/parties/index.ts'
import { callParty, type PartyCaller } from '../../../platform/party-call.ts'
import { SMS_ANSWER_MAX_BYTES, SMS_TIMEOUT_MS, type SmsOutcome, type SmsSender } from './sms.ts'

// Twilio Messages. To be confirmed with the party: its public list of codes (every 4xx with one is a no), that the country is
// switched on, that the name is allowed there.

const PUBLISHED_URL = 'https://api.twilio.com'

/** What the settings say of an account at Twilio. */
export const twilioTerms = v.strictObject({
  url: v.optional(v.pipe(v.string(), v.url()), PUBLISHED_URL),
  account: v.pipe(v.string(), v.regex(/^AC[0-9a-f]{32}$/)),
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** A number, a name of letters, or the id of a messaging service (MG…). */
  from: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
})

/** How long it may try to deliver a code: as long as the code is good. */
const VALIDITY_S = 300

const LOST = ['failed', 'undelivered', 'canceled']

const messageShape = v.object({
  sid: v.pipe(v.string(), v.regex(/^(SM|MM)[0-9a-f]{32}$/)),
  status: v.string(),
  to: v.string(),
})
const refusedShape = v.object({ code: v.number() })
const accountShape = v.object({ status: v.string() })

/** Twilio's Messages: an answer is about one number; a message cannot be repeated under an id of ours. */
export function createTwilio(
  terms: v.InferOutput<typeof twilioTerms>,
  given: { name: string; hookUrl: string; send?: PartyCaller; timeoutMs?: number },
): SmsSender {
  const { name, hookUrl, send = callParty, timeoutMs = SMS_TIMEOUT_MS } = given
  const { account, token, from } = terms
  const headers = { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` }
  const base = { timeoutMs, maxBytes: SMS_ANSWER_MAX_BYTES }
  const place = `${terms.url}/2010-04-01/Accounts/${account}`
  // It refuses messages with an address to call that it cannot reach.
  const isReachable = hookUrl.startsWith('https:') || terms.url !== PUBLISHED_URL

  return {
    name,
    async send({ international }, text) {
      if (international === null) return { outcome: 'failed', messageId: null }
      const form = {
        To: international,
        Body: text,
        ValidityPeriod: String(VALIDITY_S),
        ...(/^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }),
        ...(isReachable && { StatusCallback: hookUrl }),
      }
      const reply = await send({
        ...base,
        method: 'POST',
        url: `${place}/Messages.json`,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      })
      if (reply.status === null) return { outcome: reply.isUnsent === true ? 'failed' : 'unknown', messageId: null }
      return outcomeOf(reply.status, reply.body, international)
    },
    async check() {
      const reply = await send({ ...base, method: 'GET', url: `${place}.json`, headers })
      return checkOf(reply, (body) => {
        const read = v.safeParse(accountShape, body)
        return read.success ? `the account is ${read.output.status}` : null
      })
    },
    hear({ signature, form }) {
      if (!isSignedByTwilio({ signature, form, token, url: hookUrl })) return null
      const fields = new URLSearchParams(form)
      return { messageId: fields.get('MessageSid') ?? '', isLost: LOST.includes(fields.get('MessageStatus') ?? '') }
    },
  }
}

function outcomeOf(status: number, body: unknown, to: string): { outcome: SmsOutcome; messageId: string | null } {
  if (status >= 400 && status < 500)
    return { outcome: v.is(refusedShape, body) ? 'failed' : 'unknown', messageId: null }
  const read = v.safeParse(messageShape, body)
  if (status !== 201 || !read.success || read.output.to !== to) return { outcome: 'unknown', messageId: null }
  return { outcome: LOST.includes(read.output.status) ? 'failed' : 'sent', messageId: read.output.sid }
}

/**
 * Whether a form was signed by who knows the account's token, for this address: HMAC-SHA-1 over the address as it was
 * called and each field's name and value, in the order of names. Twilio may have called it with the port or without.
 */
export function isSignedByTwilio(given: {
  signature: string | undefined
  form: string
  token: string
  url: string
}): boolean {
  const fields = [...new URLSearchParams(given.form)]
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([field, value]) => field + value)
    .join('')
  const shown = Buffer.from(given.signature ?? '', 'base64')
  return addressesOf(given.url).some((url) => {
    const right = createHmac('sha1', given.token)
      .update(url + fields)
      .digest()
    return shown.length === right.length && timingSafeEqual(shown, right)
  })
}

function addressesOf(url: string): string[] {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const rest = `${pathname}${search}`
  const usual = protocol === 'https:' ? '443' : '80'
  return [url, `${protocol}//${hostname}${rest}`, `${protocol}//${hostname}:${port === '' ? usual : port}${rest}`]
}
