import * as v from 'valibot'
import { agentCall } from './call.ts'
import { figureRows } from './desk-shapes.ts'
import { DECISION_KINDS, TODAY_FIGURES } from './limits.ts'
import { ALERT_TAKERS, MEMBER_READERS, ROLES } from './roles.ts'
import { done, id, oneOf, optionalText, text, time } from './shapes.ts'

/** How the day goes, at a glance. */

/** Rows of a page of what a figure is made of. */
export const TODAY_PAGE_SIZE = 50

/** What waits for one of the staff. */
const QUEUE_KINDS = ['chat', ...DECISION_KINDS] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

/** What somebody should look at, and after how long it is told outside again as long as nobody took note. */
const ALERT_KINDS = [
  'queue-late',
  'held',
  'party-down',
  'audit',
  'data-request',
  'deposit-accounts',
  'content-failed',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
export const ALERT_AGAIN_MS = 30 * 60_000

const list = /* @__PURE__ */ v.pipe(v.string(), v.description('The call that answers what it counts'))

const figure = /* @__PURE__ */ v.object({
  now: v.number(),
  before: v.pipe(v.number(), v.description('The same weekday of last week, up to the same time of day')),
  list,
})

/** What came in and went out in one hour. */
const flow = /* @__PURE__ */ v.object({ deposits: v.number(), withdrawals: v.number() })

export const deskToday = agentCall('deskToday', 'GET /api/desk/today', {
  roles: ROLES,
  unattended: true,
  summary: 'Figures of the day against last week, what waits, how outside parties fare; at most five seconds old',
  answer: v.object({
    asOf: time,
    figures: v.object({
      deposits: figure,
      withdrawals: figure,
      net: figure,
      ggr: figure,
      active: figure,
      registered: figure,
    }),
    hours: v.pipe(
      v.array(v.object({ now: flow, before: flow })),
      v.description(
        'Each hour of the day so far, from midnight on, and the same one of last week; they add up to the figures',
      ),
    ),
    queues: v.array(v.object({ kind: v.picklist(QUEUE_KINDS), count: v.number(), oldestAt: v.nullable(time), list })),
    parties: v.array(
      v.object({
        party: v.string(),
        state: v.picklist(['up', 'slow', 'down', 'unknown']),
        failures: v.number(),
        calls: v.pipe(v.number(), v.description('Those of the last 15 minutes, as are `failures`')),
        answeredAt: v.nullable(time),
      }),
    ),
    alerts: v.array(
      v.object({
        /**
         * A decision that waits too long, withdrawals that a person has held for a day or more (`since`: when another day of one
         * was over), a party that does not answer, what the ledger's audit found, or
         * requests about data that nobody answered in twenty days (`since`: when another one came to that). Each owner is
         * told of accounts for deposits that two persons changed (`since`: from when they hold), everybody of what players
         * were to read from a time on and do not.
         */
        alert: v.picklist(ALERT_KINDS),
        /** Which kind, party or part of what players read; of accounts for deposits which owner is told, who alone sees it. */
        what: v.nullable(v.string()),
        count: v.number(),
        since: v.nullable(time),
        /** Null until it was written down, a few seconds after it came. */
        alertId: v.nullable(id),
        acknowledged: v.nullable(v.object({ at: time, name: v.string() })),
      }),
    ),
  }),
})

export const deskAcknowledgeAlert = agentCall('deskAcknowledgeAlert', 'POST /api/desk/alerts/:alertId/acknowledge', {
  roles: ALERT_TAKERS,
  idempotent: true,
  summary: 'Takes note of an alert: it is told outside no more until it is another matter',
  params: v.object({ alertId: text(32, 'NO_DATA') }),
  answer: done,
  codes: ['NO_DATA', 'MOVED_ON'],
})

export const deskTodayList = agentCall('deskTodayList', 'GET /api/desk/today/:figure', {
  roles: MEMBER_READERS,
  summary: 'What a figure of the day is made of, the newest first; `after` goes on behind a row',
  params: v.object({ figure: oneOf(TODAY_FIGURES) }),
  query: v.object({ day: v.optional(oneOf(['now', 'before']), 'now'), after: optionalText(200) }),
  answer: v.object(figureRows),
  codes: ['NO_DATA'],
})
