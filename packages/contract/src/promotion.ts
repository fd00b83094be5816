import * as v from 'valibot'
import { memberCall } from './call.ts'
import { PROMOTION_REFUSALS } from './money-refusals.ts'
import { text, userBonus } from './shapes.ts'

/** Bonuses found by a promotion code. */

const promotion = v.object({ code: v.string(), percentFail: v.number(), description: v.string() })
const promotionCode = v.object({ code: text(64, 'NO_PROMOTION') })

export type Promotion = v.InferOutput<typeof promotion>

export const promotionCurrent = memberCall('promotionCurrent', 'GET /api/promotion/current', {
  summary: 'The promotion that is held',
  answer: v.object({ promotion: v.nullable(promotion) }),
})

export const promotionFind = memberCall('promotionFind', 'GET /api/promotion/find/:code', {
  summary: 'The promotion with this code',
  params: promotionCode,
  answer: v.object({ promotion }),
  codes: ['NO_PROMOTION', 'REQUEST_LIMIT'],
})

export const promotionActivate = memberCall('promotionActivate', 'GET /api/promotion/activate/:code', {
  summary: 'Arms the promotion: the next deposit is topped up',
  params: promotionCode,
  answer: v.object({ userBonus }),
  codes: PROMOTION_REFUSALS,
  idempotent: true,
})
