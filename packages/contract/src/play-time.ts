import * as v from 'valibot'
import { memberCall } from './call.ts'
import { CHECK_MINUTES, TIME_LIMIT_MAX_MINUTES, TIME_LIMIT_MIN_MINUTES } from './limits.ts'
import { amount, time } from './shapes.ts'

/** How long a member uses the wallet: a limit of the day, and a check every so often. All his pages count as one. */

const wholeMinutes = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(TIME_LIMIT_MIN_MINUTES),
  v.maxValue(TIME_LIMIT_MAX_MINUTES),
)

const standing = v.object({
  usedMinutes: v.pipe(v.number(), v.description('Of the wallet, today in Bangkok; play elsewhere is not known')),
  limitMinutes: v.nullable(v.number()),
  next: v.pipe(
    v.nullable(v.object({ minutes: v.nullable(v.number()), from: time })),
    v.description('A higher limit, or none, and from when on it holds'),
  ),
  isUsedUp: v.boolean(),
  resetsAt: time,
  checkMinutes: v.pipe(
    v.nullable(v.number()),
    v.description('As he chose, or else as the operator has it; null: the operator has switched it off'),
  ),
  check: v.pipe(
    v.nullable(v.object({ minutes: v.number(), since: time, deposits: amount, withdrawals: amount, results: amount })),
    v.description('The check that is due, until it is answered on one page'),
  ),
})

export const protectionUse = memberCall('protectionUse', 'POST /api/protection/use', {
  summary: 'Says that a page is looked at, as it does twice a minute, and asks for the check that is due',
  answer: standing,
})

export const protectionContinue = memberCall('protectionContinue', 'POST /api/protection/use/continue', {
  summary: 'Goes on after a check, on all pages of the member',
  answer: standing,
})

export const protectionTime = memberCall('protectionTime', 'PUT /api/protection/time', {
  summary:
    'Sets the time of a day and how often a check comes; a lower limit holds at once, a higher one after 24 hours',
  body: v.object({
    limitMinutes: v.pipe(
      v.optional(v.nullable(wholeMinutes)),
      v.description('Without it the limit stays, and the higher one that waits'),
    ),
    checkMinutes: v.optional(
      v.pipe(v.number(), v.values(CHECK_MINUTES), v.description('Without it, how often a check comes stays as it is')),
    ),
  }),
  answer: standing,
})
