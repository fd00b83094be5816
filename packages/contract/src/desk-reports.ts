import * as v from 'valibot'
import { agentCall } from './call.ts'
import { figureRows, reason } from './desk-shapes.ts'
import { REPORT_FIGURES } from './limits.ts'
import { REPORT_EXPORTERS, REPORT_READERS } from './roles.ts'
import { amount, day, oneOf, optionalText, time } from './shapes.ts'

/** Reports of days of Bangkok, what is behind their figures, and their files. */

/** Rows of a page of what is behind a figure. */
export const REPORT_PAGE_SIZE = 50

const by = /* @__PURE__ */ oneOf(['day', 'provider'])

const figures = {
  deposits: amount,
  withdrawals: amount,
  ggr: v.pipe(amount, v.description('Results of games with the opposite sign: what the house won')),
  bonusCost: v.pipe(amount, v.description('What bonuses cost, less what was taken back as they ended')),
  refunds: amount,
  invites: amount,
  adjustments: v.pipe(amount, v.description('What staff gave members, less what they took')),
  ngr: v.pipe(amount, v.description('GGR less bonus cost, refunds, invites and adjustments')),
}

export const deskReportDays = /* @__PURE__ */ agentCall('deskReportDays', 'GET /api/desk/reports/days', {
  roles: REPORT_READERS,
  unattended: true,
  summary:
    'Figures of up to 92 days, the newest first; `by=provider` splits GGR and players by provider, what is of none in a row without one',
  query: v.object({ from: day, to: day, by: v.optional(by, 'day') }),
  answer: v.object({
    asOf: time,
    rows: v.array(
      v.object({
        day: v.string(),
        provider: v.nullable(v.string()),
        isClosed: v.pipe(v.boolean(), v.description('Whatever is booked later is of a later day')),
        ...figures,
        active: v.pipe(
          v.number(),
          v.description('Members who brought, took, won or lost; of a provider, who won or lost there'),
        ),
        registered: v.number(),
      }),
    ),
    total: v.object({
      ...figures,
      active: v.pipe(v.null(), v.description('Who was active on two days is one player: there is no sum')),
      registered: v.number(),
    }),
  }),
})

export const deskReportFigure = /* @__PURE__ */ agentCall(
  'deskReportFigure',
  'GET /api/desk/reports/days/:day/:figure',
  {
    roles: REPORT_READERS,
    summary: 'What is behind a figure of a day, the newest first; `after` goes on behind a row',
    params: v.object({ day, figure: oneOf(REPORT_FIGURES) }),
    query: v.object({ provider: optionalText(32), after: optionalText(200) }),
    answer: v.object({
      sum: v.pipe(v.nullable(v.number()), v.description('Of all rows, added up anew; told with the first page alone')),
      count: v.nullable(v.number()),
      ...figureRows,
    }),
    codes: ['NO_DATA'],
  },
)

export const deskReportExport = /* @__PURE__ */ agentCall('deskReportExport', 'POST /api/desk/reports/export', {
  roles: REPORT_EXPORTERS,
  fresh: 'export',
  summary:
    'The days, or what is behind one figure of one day, as CSV for spreadsheets: UTF-8 with a mark, no cell a formula; a deed',
  body: v.object({
    from: day,
    to: day,
    by: v.optional(by, 'day'),
    figure: v.nullish(oneOf(REPORT_FIGURES)),
    provider: optionalText(32),
    reason,
  }),
  answer: v.object({ name: v.string(), csv: v.string(), rows: v.number() }),
  codes: ['NO_DATA'],
})
