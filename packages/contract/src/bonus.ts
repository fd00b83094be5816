import * as v from 'valibot'
import { memberCall } from './call.ts'
import { BONUS_ACTIVATE_REFUSALS, BONUS_CLEAR_REFUSALS } from './money-refusals.ts'
import { amount, banners, text, userBonus } from './shapes.ts'

/** Bonuses that a deposit is topped up with. */

const bonusKind = v.picklist(['limit', 'day', 'week'])

/** What an offer comes to, before it is taken; an answer of an older server has none. */
const bonusTerms = v.object({
  minDeposit: amount,
  /** Of the deposit and its bonus, over 100: from here on the bonus is won. */
  percentSuccess: v.number(),
  /** Told with one deposit: what it brings, and the totals from which the bonus is won and below which it is lost. */
  example: v.object({ deposit: amount, bonus: amount, passFrom: amount, failBelow: amount }),
})

const bonus = v.object({
  code: v.string(),
  name: v.string(),
  type: bonusKind,
  maxReceived: v.number(),
  percentFail: v.number(),
  banners,
  userBonus: v.nullable(userBonus),
  terms: v.optional(bonusTerms),
})

export const bonusList = memberCall('bonusList', 'GET /api/bonus', {
  summary: 'Bonuses on offer, each with what the member has of it',
  answer: v.object({ bonuses: v.array(bonus) }),
})

export const bonusActivate = memberCall('bonusActivate', 'GET /api/bonus/activate/:code', {
  summary: 'Arms a bonus: the next deposit is topped up',
  params: v.object({ code: text(64, 'NO_DATA') }),
  answer: v.object({ userBonus }),
  codes: BONUS_ACTIVATE_REFUSALS,
  idempotent: true,
})

export const bonusCheckActive = memberCall('bonusCheckActive', 'GET /api/bonus/check/active', {
  summary: 'The bonus that is held, and how far it is',
  answer: v.object({
    status: v.boolean(),
    type: v.nullable(v.picklist(['bonus', 'promotion', 'invite', 'refund'])),
    kind: v.nullable(bonusKind),
    name: v.nullable(v.string()),
    progress: v.nullable(
      v.object({
        state: v.picklist(['armed', 'granted', 'ending']),
        base: v.nullable(amount),
        current: v.nullable(amount),
        failBelow: v.nullable(amount),
        passFrom: v.nullable(amount),
        /** The least deposit that an armed one is granted with; told only while it is armed. */
        minDeposit: v.optional(amount),
      }),
    ),
  }),
})

export const bonusCheckMinimum = memberCall('bonusCheckMinimum', 'GET /api/bonus/check/minimum', {
  summary: 'Below what the held bonus counts as lost, and where it stands',
  answer: v.object({ minimum: v.nullable(amount), current: v.nullable(amount) }),
})

export const bonusClear = memberCall('bonusClear', 'GET /api/bonus/clear', {
  summary: 'Ends the held bonus and brings all game balances home',
  answer: v.object({ message: v.literal('BONUS_CLEAR'), status: v.optional(v.picklist(['SUCCESS', 'IN_PROGRESS'])) }),
  codes: BONUS_CLEAR_REFUSALS,
  idempotent: true,
})
