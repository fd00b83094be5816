import * as v from 'valibot'
import { defineCall } from './call.ts'
import { REFUND_ADD_REFUSALS, REFUND_RECEIVE_REFUSALS } from './money-refusals.ts'
import { amount, banners, page, time, wallet } from './shapes.ts'

/** The refund of losses. */

export const refundList = defineCall({
  name: 'refundList',
  method: 'POST',
  path: '/api/refund',
  caller: 'member',
  summary: 'Refunds received',
  body: page,
  answer: v.object({ total: v.number(), refunds: v.array(v.object({ refundAmount: amount, createdAt: time })) }),
})

export const refundCheck = defineCall({
  name: 'refundCheck',
  method: 'GET',
  path: '/api/refund/check',
  caller: 'member',
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

export const refundReceive = defineCall({
  name: 'refundReceive',
  method: 'GET',
  path: '/api/refund/receive',
  caller: 'member',
  summary: 'Receives the refunds that are due',
  answer: v.object({ message: v.literal('REFUND_SUCCESS'), refundAmount: amount }),
  codes: REFUND_RECEIVE_REFUSALS,
  idempotent: true,
})

export const refundAddWallet = defineCall({
  name: 'refundAddWallet',
  method: 'GET',
  path: '/api/refund/addWallet',
  caller: 'member',
  summary: 'Moves received refunds into the wallet',
  answer: v.object({ message: v.literal('REFUND_SUCCESS'), wallet }),
  codes: REFUND_ADD_REFUSALS,
  idempotent: true,
})

export const refundBanners = defineCall({
  name: 'refundBanners',
  method: 'GET',
  path: '/api/refund/banners',
  caller: 'member',
  summary: 'Banners shown before the refund modal',
  answer: v.object({ banners }),
})
