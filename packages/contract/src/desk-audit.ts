import * as v from 'valibot'
import { agentCall } from './call.ts'
import { DEED_GROUPS } from './deeds.ts'
import { deskAuditRow, reason } from './desk-shapes.ts'
import { DEED_EXPORTERS, ROLES } from './roles.ts'
import { oneOf, optionalText, time } from './shapes.ts'

/** What was done, by staff and from the command line. */

const pageNumber = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/)), '1')

/** Of whom, what, about whom and when; what is not named narrows nothing. */
const deedsWanted = {
  actor: optionalText(80),
  deed: optionalText(60),
  of: v.nullish(oneOf(DEED_GROUPS)),
  memberId: optionalText(32),
  from: v.pipe(optionalText(10), v.description('The first day of Bangkok')),
  to: v.pipe(optionalText(10), v.description('The last one')),
}

export const deskAudit = agentCall('deskAudit', 'GET /api/desk/audit', {
  roles: ROLES,
  summary: 'What was done, newest first: all of it for owners and auditors, for others what they did themselves',
  query: v.object({
    page: pageNumber,
    after: v.pipe(
      v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}$/))),
      v.description('`next` of the page before, in place of a number'),
    ),
    roomId: optionalText(80),
    ...deedsWanted,
  }),
  answer: v.object({
    rows: v.array(deskAuditRow),
    count: v.pipe(
      v.optional(v.number()),
      v.description('How many there are; not told of a page that goes on behind another'),
    ),
    next: v.nullable(v.string()),
    checked: v.pipe(
      v.nullable(v.object({ at: time, isWhole: v.boolean() })),
      v.description('When all of the ledger and of the deeds was proven last; null before the first time'),
    ),
  }),
  codes: ['NO_DATA'],
})

export const deskAuditExport = agentCall('deskAuditExport', 'POST /api/desk/audit/export', {
  roles: DEED_EXPORTERS,
  fresh: 'export',
  summary:
    'What was done, as CSV for spreadsheets: UTF-8 with a mark, no cell a formula, at most 100,000 rows; it is a deed itself',
  body: v.object({
    ...deedsWanted,
    reason,
  }),
  answer: v.object({ name: v.string(), csv: v.string(), rows: v.number() }),
  codes: ['NO_DATA'],
})
