import { type AnswerOf, type desk, REPORT_DAYS_MAX } from '@krapao/contract'
import { sumMinor, toWireAmount } from '@krapao/money'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { refuse, refuseFields } from '../../platform/errors.ts'
import { beginOf, dayAfter, daysBetween, requireDays } from '../../platform/bangkok-day.ts'
import { untilOf } from './open-days.ts'
import type { ReportReader } from './reports.parts.ts'
import { figureOf, noSums, type Sums } from './reports.rules.ts'
import { type DayFigures, readClosed } from './reports.store.ts'

type Answer = AnswerOf<typeof desk.deskReportDays>
type Row = Answer['rows'][number]

export interface DaysAsked {
  from: string
  to: string
  by: 'day' | 'provider'
}

/** Refuses with NO_DATA (422) what is no span of days, or too long a one. */
function requireSpan({ from, to }: DaysAsked): void {
  requireDays({ from, to })
  if (from > to) refuseFields('to')
  if (dayAfter(from, REPORT_DAYS_MAX - 1) < to) {
    refuse('NO_DATA', { status: 422, details: { fields: ['from', 'to'], max: REPORT_DAYS_MAX } })
  }
}

const figuresOf = (sums: Sums) => ({
  deposits: toWireAmount(sums.deposits),
  withdrawals: toWireAmount(sums.withdrawals),
  ggr: toWireAmount(sums.ggr),
  bonusCost: toWireAmount(sums.bonusCost),
  refunds: toWireAmount(sums.refunds),
  invites: toWireAmount(sums.invites),
  adjustments: toWireAmount(sums.adjustments),
  ngr: toWireAmount(figureOf(sums, 'ngr')),
})

/** A day as one row, or split by providers: what is of none of them stands in a row without one. */
function rowsOf({ day, isClosed, sums, active, registered, providers }: DayFigures, by: DaysAsked['by']): Row[] {
  const whole = { day, provider: null, isClosed, active, registered }
  if (by === 'day') return [{ ...whole, ...figuresOf(sums) }]
  const ofNone = sums.ggr - sumMinor(providers.map(({ ggrMinor }) => ggrMinor))
  return [
    { ...whole, ...figuresOf({ ...sums, ggr: ofNone }) },
    ...providers.map(({ provider, ggrMinor, active: players }) => ({
      day,
      provider,
      isClosed,
      active: players,
      registered: 0,
      ...figuresOf({ ...noSums(), ggr: ggrMinor }),
    })),
  ]
}

/** The days of a span that have begun, the oldest first. */
async function readDays(parts: ReportReader, { from, to }: DaysAsked): Promise<DayFigures[]> {
  const now = parts.clock.now()
  const [closed, open] = await Promise.all([readClosed(parts.database, from, to), parts.openDays()])
  const known = new Map([...open, ...closed].map((one) => [one.day, one]))
  const last = bangkokDay(now)
  return Promise.all(
    daysBetween(from, to < last ? to : last).map(async (day) => known.get(day) ?? (await quietDay(parts, day, now))),
  )
}

/** A day before the first booking: members may have registered on it. */
async function quietDay({ database, members }: ReportReader, day: string, now: Date): Promise<DayFigures> {
  const registered = await members.registeredCount(database, beginOf(day), untilOf(day, now))
  return { day, isClosed: day < bangkokDay(now), sums: noSums(), active: 0, registered, providers: [] }
}

export async function readReport(parts: ReportReader, asked: DaysAsked): Promise<Answer> {
  requireSpan(asked)
  const days = await readDays(parts, asked)
  const total = noSums()
  for (const { sums } of days) {
    for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += sums[name]
  }
  const registered = days.reduce((sum, day) => sum + day.registered, 0)
  return {
    asOf: parts.clock.now().toISOString(),
    rows: days.toReversed().flatMap((day) => rowsOf(day, asked.by)),
    total: { ...figuresOf(total), active: null, registered },
  }
}
