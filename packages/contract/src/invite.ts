import * as v from 'valibot'
import { defineCall } from './call.ts'
import { INVITE_REFUSALS } from './money-refusals.ts'
import { amount, banners, inviteBonus, page, time, wallet } from './shapes.ts'

/** The bonus for inviting friends. */

export const inviteList = defineCall({
  name: 'inviteList',
  method: 'POST',
  path: '/api/invite',
  caller: 'member',
  summary: 'Invited friends, their names masked, and what they brought',
  body: page,
  answer: v.object({
    total: v.number(),
    invites: v.array(v.object({ from: v.object({ name: v.string() }), amount, createdAt: time })),
  }),
})

export const inviteShowBonus = defineCall({
  name: 'inviteShowBonus',
  method: 'GET',
  path: '/api/invite/bonus',
  caller: 'member',
  summary: 'The invite bonus to receive, and its success and fail percentages',
  answer: inviteBonus,
  codes: ['INVITE_INACTIVE'],
})

export const inviteReceive = defineCall({
  name: 'inviteReceive',
  method: 'POST',
  path: '/api/invite/receive',
  caller: 'member',
  summary: 'Receives the invite bonus into the wallet',
  answer: v.object({ message: v.literal('INVITE_BONUS_SUCCESS'), amount, wallet }),
  codes: INVITE_REFUSALS,
  idempotent: true,
})

export const inviteBanners = defineCall({
  name: 'inviteBanners',
  method: 'GET',
  path: '/api/invite/banners',
  caller: 'member',
  summary: 'Banners shown before the invite modal',
  answer: v.object({ banners }),
})
