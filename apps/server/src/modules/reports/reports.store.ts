import type { ReadSql, Sql } from '../../platform/database/types.ts'
import { addRow } from '../../platform/database/put-row.ts'
import type { Sums } from './reports.rules.ts'

/** A day as a report shows it. */
export interface DayFigures {
  day: string
  isClosed: boolean
  sums: Sums
  active: number
  registered: number
  providers: { provider: string; ggrMinor: number; active: number }[]
}

/** Up to which of its entries each account of the house counts to a closed day and those before it. */
export interface ClosedMark {
  day: string
  marks: ReadonlyMap<string, number>
}

const markOf = ({ day, marks }: { day: string; marks: Record<string, number> }): ClosedMark => ({
  day,
  marks: new Map(Object.entries(marks)),
})

/** The last day that is closed; null while none is. */
export async function lastClosed(sql: ReadSql): Promise<ClosedMark | null> {
  const [row] = await sql.query<{ day: string; marks: Record<string, number> }>(
    'select day::text, marks from report_day order by report_day.day desc limit 1',
    [],
  )
  return row === undefined ? null : markOf(row)
}

/** What was noted of one closed day and the one before it; null of a day that is not closed. */
export async function closedMarks(
  sql: ReadSql,
  day: string,
): Promise<{ before: ReadonlyMap<string, number>; through: ReadonlyMap<string, number> } | null> {
  const rows = await sql.query<{ day: string; marks: Record<string, number> }>(
    'select day::text, marks from report_day where day <= $1::date order by report_day.day desc limit 2',
    [day],
  )
  const [through, before] = rows.map(markOf)
  if (through?.day !== day) return null
  return { before: before?.marks ?? new Map(), through: through.marks }
}

/** The closed ones of some days. */
export async function readClosed(sql: ReadSql, from: string, to: string): Promise<DayFigures[]> {
  const [days, providers] = await Promise.all([
    sql.query<Sums & { day: string; active: number; registered: number }>(
      `select day::text, deposits_minor as deposits, withdrawals_minor as withdrawals, ggr_minor as ggr,
        bonus_cost_minor as "bonusCost", refunds_minor as refunds, invites_minor as invites,
        adjustments_minor as adjustments, active, registered
      from report_day where day between $1::date and $2::date order by report_day.day`,
      [from, to],
    ),
    sql.query<{ day: string; provider: string; ggrMinor: number; active: number }>(
      `select day::text, provider, ggr_minor as "ggrMinor", active from report_provider_day
      where day between $1::date and $2::date order by report_provider_day.day, provider collate "C"`,
      [from, to],
    ),
  ])
  const ofDays = Map.groupBy(providers, ({ day }) => day)
  const providersOf = (day: string) =>
    (ofDays.get(day) ?? []).map(({ provider, ggrMinor, active }) => ({ provider, ggrMinor, active }))
  return days.map(({ day, active, registered, ...sums }) => ({
    day,
    isClosed: true,
    sums,
    active,
    registered,
    providers: providersOf(day),
  }))
}

/** Closes a day; false when another process was first. In a transaction. */
export async function addClosed(
  tx: Sql,
  { day, sums, active, registered, providers }: DayFigures,
  { at, marks }: { at: Date; marks: ReadonlyMap<string, number> },
): Promise<boolean> {
  const money = Object.fromEntries(Object.entries(sums).map(([name, minor]) => [`${name}Minor`, minor]))
  const row = { day, closedAt: at, marks: Object.fromEntries(marks), ...money, active, registered }
  if (!(await addRow(tx, 'report_day', row, '(day)'))) return false
  for (const provider of providers) await addRow(tx, 'report_provider_day', { day, ...provider })
  return true
}
