import { type AnswerOf, type desk, REPORT_PAGE_SIZE, type ReportFigure } from '@krapao/contract'
import type { FlowRange } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { refuseFields } from '../../platform/errors.ts'
import { readPlace, writePlace } from '../../platform/place.ts'
import { activeRows, bookingRows, type FigurePage, type FigureRows, registeredRows } from '../statements/index.ts'
import { beginOf, requireDays } from '../../platform/bangkok-day.ts'
import { entriesOf, untilOf } from './open-days.ts'
import type { ReportReader } from './reports.parts.ts'
import { activeMember, addedMinor, isMoney, placesOf, providerAccount } from './reports.rules.ts'

type Answer = AnswerOf<typeof desk.deskReportFigure>

export interface FigureAsked {
  day: string
  figure: ReportFigure
  /** Of GGR and active members alone. */
  provider: string | null
}

function requireFigure({ day, figure, provider }: FigureAsked): void {
  requireDays({ day })
  const isSplit = figure === 'ggr' || figure === 'ngr' || figure === 'active'
  if (provider !== null && !isSplit) refuseFields('provider')
}

async function rangeOf({ database, clock }: ReportReader, { day, provider }: FigureAsked): Promise<FlowRange> {
  const range = await entriesOf(database, day, clock.now())
  return provider === null ? range : { ...range, under: providerAccount(provider) }
}

/** A page of what a figure of a day is made of: bookings or members. */
export async function pageBehind(parts: ReportReader, asked: FigureAsked, page: FigurePage): Promise<FigureRows> {
  requireFigure(asked)
  const { day, figure } = asked
  if (isMoney(figure)) {
    const range = await rangeOf(parts, asked)
    return bookingRows(parts, page, {
      ...range,
      ...placesOf(figure),
      addedMinor: (entry) => addedMinor(entry, figure),
    })
  }
  return figure === 'registered'
    ? registeredRows(parts, page, { from: beginOf(day), until: untilOf(day, parts.clock.now()) })
    : activeRows(parts, page, await activeMembers(parts, asked))
}

async function activeMembers(parts: ReportReader, asked: FigureAsked): Promise<Set<string>> {
  const flows = await parts.ledger.flows(parts.database, await rangeOf(parts, asked))
  return new Set(flows.flatMap((flow) => activeMember(flow) ?? []))
}

/** What all that is behind a figure adds up to, read anew from the entries, and how many rows that is. */
async function tally(parts: ReportReader, asked: FigureAsked): Promise<{ sum: number; count: number }> {
  const { figure, day } = asked
  if (figure === 'registered') {
    const count = await parts.members.registeredCount(parts.database, beginOf(day), untilOf(day, parts.clock.now()))
    return { sum: count, count }
  }
  if (!isMoney(figure)) {
    const { size } = await activeMembers(parts, asked)
    return { sum: size, count: size }
  }
  const flows = await parts.ledger.flows(parts.database, await rangeOf(parts, asked))
  // An entry is never of nothing, but entries of both signs may make a flow of nothing.
  const counted = flows.filter((flow) => addedMinor({ ...flow, amountMinor: 1 }, figure) !== 0)
  return {
    sum: toWireAmount(counted.reduce((sum, flow) => sum + addedMinor(flow, figure), 0)),
    count: counted.reduce((sum, flow) => sum + flow.count, 0),
  }
}

/** What is behind a figure of a day; the first page tells what all of it adds up to. */
export async function readFigure(
  parts: ReportReader,
  { after, ...asked }: FigureAsked & { after: string | null },
): Promise<Answer> {
  const behind = readPlace(after)
  requireFigure(asked)
  if (asked.day > bangkokDay(parts.clock.now())) return { sum: 0, count: 0, rows: [], next: null }
  const [found, all] = await Promise.all([
    pageBehind(parts, asked, { behind, limit: REPORT_PAGE_SIZE }),
    behind === null ? tally(parts, asked) : { sum: null, count: null },
  ])
  return { ...all, rows: found.rows, next: found.next && writePlace(found.next) }
}
