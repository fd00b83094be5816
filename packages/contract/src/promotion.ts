import * as v from 'valibot'
import { defineCall } from './call.ts'
import { PROMOTION_REFUSALS } from './money-refusals.ts'
import { text, userBonus } from './shapes.ts'

/** Bonuses found by a promotion code. */

const promotion = v.object({ code: v.string(), percentFail: v.number(), description: v.string() })
const promotionCode = v.object({ code: text(64, 'NO_PROMOTION') })

export type Promotion = v.InferOutput<typeof promotion>

export const promotionCurrent = defineCall({
  name: 'promotionCurrent',
  method: 'GET',
  path: '/api/promotion/current',
  caller: 'member',
  summary: 'The promotion that is held',
  answer: v.object({ promotion: v.nullable(promotion) }),
})

export const promotionFind = defineCall({
  name: 'promotionFind',
  method: 'GET',
  path: '/api/promotion/find/:code',
  caller: 'member',
  summary: 'The promotion with this code',
  params: promotionCode,
  answer: v.object({ promotion }),
  codes: ['NO_PROMOTION', 'REQUEST_LIMIT'],
})

export const promotionActivate = defineCall({
  name: 'promotionActivate',
  method: 'GET',
  path: '/api/promotion/activate/:code',
  caller: 'member',
  summary: 'Arms the promotion: the next deposit is topped up',
  params: promotionCode,
  answer: v.object({ userBonus }),
  codes: PROMOTION_REFUSALS,
  idempotent: true,
})
