import * as v from 'valibot'
import { defineCall } from './call.ts'
import { amount, id, page, time } from './shapes.ts'

/** The money history of a member. */

const descriptor = v.optional(v.object({ description: v.string() }))

const statementRow = v.object({
  _id: id,
  statementType: v.picklist(['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer']),
  from: v.pipe(v.string(), v.description('WALLET, a slot code, BANK, GIFT or HOUSE')),
  to: v.pipe(v.string(), v.description('WALLET, a slot code, BANK, GIFT or HOUSE')),
  status: v.picklist(['SUCCESS', 'FAILED', 'IN_PROGRESS']),
  amount,
  createdAt: time,
  bonus: descriptor,
  promotion: descriptor,
  invite: descriptor,
  refund: descriptor,
})

export type StatementRow = v.InferOutput<typeof statementRow>

export const statementList = defineCall({
  name: 'statementList',
  method: 'POST',
  path: '/api/statement',
  caller: 'member',
  summary: 'Movements of money, newest first',
  body: page,
  answer: v.object({ total: v.number(), statements: v.array(statementRow) }),
})
