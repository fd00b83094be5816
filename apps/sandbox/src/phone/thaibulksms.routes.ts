import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addGuarded, type Answer, type Door } from '../faults/door.ts'
import { carriesBasic } from '../http/basic.ts'
import { readInput, readOptionalText } from '../http/input.ts'
import { randomCode } from '../random.ts'
import { type Phone, type Sms, smsEvent } from './phone.ts'

const party = 'thaibulksms'
const credits = 156_758

const numbers = /^(?:\+66|66|0)([689]\d{8})$/

/**
 * The doors of ThaiBulkSMS, API v2, under `/thaibulksms`: forms or JSON under HTTP Basic. Each number is told of in one of
 * two lists; a whole call that is refused is a 4xx with an `error`.
 */
export function addThaiBulkSmsRoutes(app: FastifyInstance, phone: Phone, door: Door): void {
  const guard = {
    party,
    door,
    refusalOf: (request: FastifyRequest) =>
      carriesBasic(request, 'sandbox', 'sandbox')
        ? null
        : { status: 401, body: errorOf(102, 'ERROR_AUTHENTICATION', 'Unauthorized.') },
  }
  addGuarded(app, guard, (routes) => {
    routes.post('/thaibulksms/sms', (request, reply) => {
      const input = readInput(request.body)
      const [msisdn, text] = [readOptionalText(input, 'msisdn'), readOptionalText(input, 'message', 2000)]
      if (msisdn === null || text === null || readOptionalText(input, 'sender') === null) {
        return reply.code(400).send(errorOf(400, 'ERROR_BAD_REQUEST', 'A field is missing.'))
      }
      const [, national] = numbers.exec(msisdn) ?? []
      if (national === undefined)
        return reply.send(taken([], [{ number: msisdn, message: 'Phone number is invalid.' }]))
      const sms: Sms = { messageId: randomCode(20), to: `0${national}`, text }
      const answer = taken([{ number: `66${national}`, message_id: sms.messageId, used_credit: 1 }], [])
      const said = (status: number, body: unknown): Answer => ({ status, body })
      return door.moneyCall(request, reply, {
        party,
        act: () => (phone.deliver(sms), said(201, answer)),
        refuse: () => said(400, errorOf(107, 'ERROR_INSUFFICIENT_CREDIT', 'Insufficient credit.')),
        accept: (ms) => (phone.accept(sms, ms), said(201, answer)),
        late: { kind: smsEvent, body: sms },
      })
    })

    routes.get('/thaibulksms/credit', () => ({ remaining_credit: credits }))
  })
}

function taken(good: readonly object[], bad: readonly object[]): object {
  const used = good.length
  return {
    remaining_credit: credits,
    total_use_credit: used,
    credit_type: 'corporate',
    phone_number_list: good,
    bad_phone_number_list: bad,
  }
}

function errorOf(code: number, name: string, description: string): object {
  return { error: { code, name, description } }
}
