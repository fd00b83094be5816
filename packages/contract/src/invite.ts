import * as v from 'valibot'
import { memberCall } from './call.ts'
import { INVITE_REFUSALS } from './money-refusals.ts'
import { amount, banners, inviteBonus, page, time, wallet } from './shapes.ts'

/** The bonus for inviting friends. */

export const inviteList = memberCall('inviteList', 'POST /api/invite', {
  summary: 'Invited friends, their names masked, and what they brought',
  body: page,
  answer: v.object({
    total: v.number(),
    invites: v.array(v.object({ from: v.object({ name: v.string() }), amount, createdAt: time })),
  }),
})

export const inviteShowBonus = memberCall('inviteShowBonus', 'GET /api/invite/bonus', {
  summary: 'The invite bonus to receive, and its success and fail percentages',
  answer: inviteBonus,
  codes: ['INVITE_INACTIVE'],
})

export const inviteReceive = memberCall('inviteReceive', 'POST /api/invite/receive', {
  summary: 'Receives the invite bonus into the wallet',
  answer: v.object({ message: v.literal('INVITE_BONUS_SUCCESS'), amount, wallet }),
  codes: INVITE_REFUSALS,
  idempotent: true,
})

export const inviteBanners = memberCall('inviteBanners', 'GET /api/invite/banners', {
  summary: 'Banners shown before the invite modal',
  answer: v.object({ banners }),
})
