import type { FastifyInstance } from 'fastify'
import type { Door } from '../faults/door.ts'
import { readInput, readShaped, readText } from '../http/input.ts'
import { badRequest } from '../http/refusal.ts'
import { newSms, type Phone, smsEvent } from './phone.ts'

const party = 'sms'
const numberShape = /^\+?[\d -]{8,20}$/

/** The server's door `POST /sms/send {to, text}` and the tests' door `GET /api/phone/messages?to=NUMBER`. */
export function addPhoneRoutes(app: FastifyInstance, phone: Phone, door: Door, key: string): void {
  app.post('/sms/send', async (request, reply) => {
    await door.enter(request, party, key)
    const input = readInput(request.body)
    const sms = newSms(readShaped(input, 'to', numberShape), readText(input, 'text', 1000))
    return door.moneyCall(request, reply, {
      party,
      act: () => phone.deliver(sms),
      refuse: () => ({ status: 422, body: { error: 'REFUSED' } }),
      accept: (ms) => phone.accept(sms, ms),
      late: { kind: smsEvent, body: sms },
    })
  })

  app.get<{ Querystring: Record<string, unknown> }>('/api/phone/messages', (request) => {
    const to = request.query['to']
    if (to !== undefined && typeof to !== 'string') throw badRequest('to must be one number')
    return { messages: phone.messages(to ?? null) }
  })
}
