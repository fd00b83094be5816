import * as v from 'valibot'
import { memberCall } from './call.ts'
import { REFUND_ADD_REFUSALS, REFUND_RECEIVE_REFUSALS } from './money-refusals.ts'
import { amount, banners, page, time, wallet } from './shapes.ts'

/** The refund of losses. */

export const refundList = memberCall('refundList', 'POST /api/refund', {
  summary: 'Refunds received',
  body: page,
  answer: v.object({ total: v.number(), refunds: v.array(v.object({ refundAmount: amount, createdAt: time })) }),
})

export const refundCheck = memberCall('refundCheck', 'GET /api/refund/check', {
  summary: 'Whether a refund can be received now, whether a bonus is held, and what was received already',
  answer: v.object({
    result: v.boolean(),
    bonus: v.boolean(),
    info: v.string(),
    refundAmount: amount,
    refundSuccess: v.number(),
    refundFail: v.number(),
  }),
})

export const refundReceive = memberCall('refundReceive', 'GET /api/refund/receive', {
  summary: 'Receives the refunds that are due',
  answer: v.object({ message: v.literal('REFUND_SUCCESS'), refundAmount: amount }),
  codes: REFUND_RECEIVE_REFUSALS,
  idempotent: true,
})

export const refundAddWallet = memberCall('refundAddWallet', 'GET /api/refund/addWallet', {
  summary: 'Moves received refunds into the wallet',
  answer: v.object({ message: v.literal('REFUND_SUCCESS'), wallet }),
  codes: REFUND_ADD_REFUSALS,
  idempotent: true,
})

export const refundBanners = memberCall('refundBanners', 'GET /api/refund/banners', {
  summary: 'Banners shown before the refund modal',
  answer: v.object({ banners }),
})
