import * as v from 'valibot'
import { memberCall } from './call.ts'
import { page, slip, text } from './shapes.ts'

/** Slips that a member sent. */

export const slipList = memberCall('slipList', 'POST /api/statement/slip', {
  summary: 'Slips of the member, newest first',
  body: page,
  answer: v.object({ total: v.number(), slips: v.array(slip) }),
})

export const slipImage = memberCall('slipImage', 'GET /api/statement/slip/reference/:reference', {
  summary: 'Address of the image of a slip, for 15 minutes',
  params: v.object({ reference: text(64, 'NO_DATA') }),
  answer: v.object({ url: v.string() }),
  codes: ['NO_DATA'],
})
