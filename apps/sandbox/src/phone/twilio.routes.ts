import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Agenda } from '../agenda.ts'
import { addGuarded, type Answer, type Door } from '../faults/door.ts'
import { carriesBasic } from '../http/basic.ts'
import { readInput, readOptionalText } from '../http/input.ts'
import { randomHex } from '../random.ts'
import { type Phone, type Sms, smsEvent } from './phone.ts'

const party = 'twilio'
/** The account that the sandbox knows, and its token. */
const twilioAccount = `AC${'0'.repeat(31)}1`
const token = 'sandbox'
/** A number that ends so is never reached, which is told later. */
const lostEnding = '404'
const statusEvent = 'twilio-status'
const toldAfterMs = 50
const callTimeoutMs = 10_000

interface StatusCall {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * The doors of Twilio's Messages under `/twilio`: forms under HTTP Basic, 201 with the message, 4xx with a number as `code`.
 * What became of a message is told to its `StatusCallback`, signed; the call goes to the server that callbacks go to.
 */
export function addTwilioRoutes(
  app: FastifyInstance,
  phone: Phone,
  { door, agenda, hookUrl }: { door: Door; agenda: Agenda; hookUrl: string },
): void {
  agenda.on(statusEvent, (body) => void tellStatus(body as StatusCall, hookUrl))

  const guard = {
    party,
    door,
    refusalOf: (request: FastifyRequest) =>
      carriesBasic(request, twilioAccount, token) && (request.params as { account: string }).account === twilioAccount
        ? null
        : { status: 401, body: errorOf(401, 20003, 'Authenticate') },
  }
  addGuarded(app, guard, (routes) => {
    routes.post('/twilio/2010-04-01/Accounts/:account/Messages.json', (request, reply) => {
      const input = readInput(request.body)
      const [to, text, callback] = [
        readOptionalText(input, 'To'),
        readOptionalText(input, 'Body', 1600),
        readOptionalText(input, 'StatusCallback', 500),
      ]
      if (text === null) return refuse(reply, 400, 21602, 'Message body is required')
      const hasSender = ['From', 'MessagingServiceSid'].some((name) => readOptionalText(input, name) !== null)
      if (!hasSender) return refuse(reply, 400, 21603, 'A "From" phone number is required')
      if (to === null || !/^\+[1-9]\d{7,14}$/.test(to) || to === '+15005550001') {
        return refuse(reply, 400, 21211, "The 'To' number is not a valid phone number")
      }
      const sms: Sms = { messageId: `SM${randomHex(32)}`, to, text }
      const isLost = to.endsWith(lostEnding)
      const tell = (): void => {
        if (callback === null) return
        const fields = { AccountSid: twilioAccount, MessageSid: sms.messageId, To: to }
        const status = isLost ? { MessageStatus: 'undelivered', ErrorCode: '30003' } : { MessageStatus: 'delivered' }
        agenda.add(statusEvent, { url: callback, fields: { ...fields, ...status } } satisfies StatusCall, toldAfterMs)
      }
      const answer: Answer = { status: 201, body: messageOf(sms) }
      return door.moneyCall(request, reply, {
        party,
        act: () => (isLost ? null : phone.deliver(sms), tell(), answer),
        refuse: () => ({ status: 400, body: errorOf(400, 21610, 'Attempt to send to unsubscribed recipient') }),
        accept: (ms) => (phone.accept(sms, ms), answer),
        late: { kind: smsEvent, body: sms },
      })
    })

    routes.get('/twilio/2010-04-01/Accounts/:account.json', () => ({
      sid: twilioAccount,
      friendly_name: 'Sandbox',
      status: 'active',
      type: 'Trial',
    }))
  })
}

function messageOf({ messageId, to, text }: Sms): object {
  return {
    sid: messageId,
    account_sid: twilioAccount,
    status: 'queued',
    to,
    body: text,
    num_segments: '1',
    error_code: null,
    error_message: null,
  }
}

function errorOf(status: number, code: number, message: string): object {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
}

function refuse(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.code(status).send(errorOf(status, code, message))
}

/** One call, as Twilio makes it: a form, signed over the address that was given and its fields by name. */
async function tellStatus({ url, fields }: StatusCall, hookUrl: string): Promise<void> {
  let signed = url
  for (const name of Object.keys(fields).toSorted()) signed += `${name}${fields[name]}`
  const target = new URL(url)
  await fetch(`${hookUrl}${target.pathname}${target.search}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
    signal: AbortSignal.timeout(callTimeoutMs),
  }).catch(() => undefined)
}
