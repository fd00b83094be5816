import * as v from 'valibot'
import { defineCall } from './call.ts'
import { oneOf, optionalText, plainObject, sentAmount, text } from './shapes.ts'

/** What outside parties call. */

export const hookBank = defineCall({
  name: 'hookBank',
  method: 'POST',
  path: '/api/hooks/bank',
  caller: 'machine',
  summary: 'The bank tells of a payment or a payout; signed, and safe to deliver any number of times',
  body: v.object({
    eventId: text(128),
    type: oneOf(['payment', 'payout']),
    transRef: text(64),
    sendingBank: text(32),
    reference: text(128),
    amount: sentAmount(),
    currency: oneOf(['BAHT', 'LAK']),
    occurredAt: v.pipe(v.string(), v.maxLength(40), v.isoTimestamp()),
    from: v.nullish(plainObject({ bankCode: optionalText(32), accountNo: optionalText(64), name: optionalText(200) })),
    state: v.nullish(oneOf(['PAID', 'FAILED', 'RETURNED'])),
  }),
  answer: v.object({ code: v.literal('OK') }),
  codes: ['UNAUTHORIZED'],
})

export const hookParty = defineCall({
  name: 'hookParty',
  method: 'POST',
  path: '/api/hooks/:party',
  caller: 'machine',
  summary:
    'A party of the settings tells of a payment or a payout in its own words; it is asked before anything is booked',
  params: v.object({ party: v.string() }),
  takesForms: true,
  answer: v.unknown(),
  answerType: 'text/plain',
  codes: ['UNAUTHORIZED'],
})

export const hookTwilio = defineCall({
  name: 'hookTwilio',
  method: 'POST',
  path: '/api/hooks/twilio',
  caller: 'machine',
  summary: 'Twilio tells what became of a message; signed',
  takesForms: true,
  answer: v.object({ code: v.literal('OK') }),
  codes: ['UNAUTHORIZED'],
})

export const hookGameSession = defineCall({
  name: 'hookGameSession',
  method: 'POST',
  path: '/api/hooks/games/:code/VerifySession',
  caller: 'machine',
  summary: 'PG Soft asks who plays in a session that a launch link named; whatever is wrong with it is its error 1034',
  params: v.object({ code: v.string() }),
  takesForms: true,
  answer: v.object({
    data: v.nullable(v.object({ player_name: v.string(), nickname: v.string(), currency: v.string() })),
    error: v.nullable(v.object({ code: v.string(), message: v.string() })),
  }),
})
