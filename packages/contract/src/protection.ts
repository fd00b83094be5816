import * as v from 'valibot'
import { memberCall } from './call.ts'
import {
  COOL_OFF_HOURS,
  EXCLUSION_MONTHS,
  LIMIT_KINDS,
  LIMIT_MAX_MINOR,
  LIMIT_MIN_MINOR,
  LIMIT_PERIODS,
} from './limits.ts'
import { amount, netDays, oneOf, text, time } from './shapes.ts'
import { readWireAmount, toWireAmount } from '@krapao/money'

/** What protects a player from himself: limits, cool-off and self-exclusion, and what he brought, took and won. */

const limitKind = /* @__PURE__ */ oneOf(LIMIT_KINDS)
const limitPeriod = /* @__PURE__ */ oneOf(LIMIT_PERIODS)

/** Of one kind and period; of several that are there the least remainder holds. */
const limit = v.object({
  kind: v.picklist(LIMIT_KINDS),
  period: v.picklist(LIMIT_PERIODS),
  amount,
  used: v.pipe(amount, v.description('Credited deposits, or what results have cost, of the period; never below zero')),
  reserved: v.pipe(amount, v.description('Of deposits that are on their way: a live QR, a gift')),
  remaining: amount,
  resetsAt: time,
  /** A higher limit, or none (`amount` null), that was asked for: it can be confirmed between two times. */
  pending: v.nullable(v.object({ amount: v.nullable(amount), from: time, until: time })),
  setBy: v.picklist(['member', 'operator']),
  /** `near` from 80 % on, `reached` when nothing remains. */
  level: v.picklist(['open', 'near', 'reached']),
})

const exclusion = v.object({
  kind: v.picklist(['cool-off', 'self-exclusion']),
  since: time,
  until: v.pipe(
    v.nullable(time),
    v.description('Null: for good. A self-exclusion goes on after it until it was ended'),
  ),
  /** How a self-exclusion is ended: asked for from then on, confirmed between two times. A cool-off ends by itself. */
  ending: v.nullable(
    v.object({
      askFrom: time,
      askedAt: v.nullable(time),
      confirmFrom: v.nullable(time),
      confirmUntil: v.nullable(time),
    }),
  ),
})

/** What each call of a player's protection answers: how it stands now. */
const standing = v.object({
  limits: v.array(limit),
  exclusion: v.nullable(exclusion),
  locked: v.pipe(amount, v.description('In the wallet above a deposit limit: it enters no game, and can be withdrawn')),
  realityCheckMinutes: v.pipe(
    v.nullable(v.number()),
    v.description('How often a check comes, as he chose or the operator has it; null: never'),
  ),
  help: v.pipe(v.string(), v.description('Who helps, as the operator says it, in HTML; empty until he does')),
  net: v.array(v.object({ days: netDays, deposits: amount, withdrawals: amount, results: amount })),
})

/** Whole hours or months out of a few. */
/* @__NO_SIDE_EFFECTS__ */
function oneOfNumbers<const Numbers extends readonly number[]>(numbers: Numbers): v.GenericSchema<Numbers[number]> {
  return v.pipe(v.number(), v.values(numbers)) as unknown as v.GenericSchema<Numbers[number]>
}

export const coolOffTerm = /* @__PURE__ */ oneOfNumbers(COOL_OFF_HOURS)
export const exclusionTerm = /* @__PURE__ */ v.nullable(oneOfNumbers(EXCLUSION_MONTHS))

/** A limit as it is set: so much in each period, or none (null). */
export const limitSetting = /* @__PURE__ */ v.object({
  kind: limitKind,
  period: limitPeriod,
  amount: v.nullable(
    v.pipe(
      v.number(),
      v.minValue(toWireAmount(LIMIT_MIN_MINOR)),
      v.maxValue(toWireAmount(LIMIT_MAX_MINOR)),
      v.check((baht) => readWireAmount(baht).ok),
      v.description('Baht, at most two decimals'),
    ),
  ),
})

export const protection = memberCall('protection', 'GET /api/protection', {
  summary: 'Limits, exclusion, and what the member brought, took and won',
  answer: standing,
})

export const protectionLimit = memberCall('protectionLimit', 'PUT /api/protection/limits', {
  summary: 'Sets a limit: a lower one holds at once, a higher one or none waits 24 hours and is confirmed then',
  body: limitSetting,
  answer: standing,
})

export const protectionConfirmLimit = memberCall('protectionConfirmLimit', 'POST /api/protection/limits/confirm', {
  summary: 'Confirms a higher limit, or none, 24 hours after it was asked for and within seven days',
  body: v.object({ kind: limitKind, period: limitPeriod }),
  answer: standing,
  codes: ['NO_DATA', 'TOO_EARLY'],
})

export const protectionCoolOff = memberCall('protectionCoolOff', 'POST /api/protection/cool-off', {
  summary: 'Takes a break: no money in and no play for so many hours; the way out stays open',
  body: v.object({ hours: coolOffTerm }),
  answer: standing,
})

export const protectionExclude = memberCall('protectionExclude', 'POST /api/protection/self-exclusion', {
  summary: 'Excludes oneself for so many months, or for good (null)',
  body: v.object({
    months: exclusionTerm,
    password: text(1024, 'WRONG_PASSWORD'),
    understood: v.pipe(
      v.boolean(),
      v.check((isTicked) => isTicked),
    ),
  }),
  answer: standing,
  codes: ['WRONG_PASSWORD', 'REQUEST_LIMIT'],
})

export const protectionAskReturn = memberCall('protectionAskReturn', 'POST /api/protection/return', {
  summary: 'Asks to come back after a self-exclusion: after its term, or after twelve months of one for good',
  answer: standing,
  codes: ['NO_DATA', 'TOO_EARLY'],
})

export const protectionConfirmReturn = memberCall('protectionConfirmReturn', 'POST /api/protection/return/confirm', {
  summary: 'Comes back: 24 hours after it was asked for, or between day 7 and day 30 of an exclusion for good',
  answer: standing,
  codes: ['NO_DATA', 'TOO_EARLY'],
})
