import { type AnswerOf, type desk, REPORT_PAGE_SIZE, type ReportFigure } from '@krapao/contract'
import type { FlowEntry, FlowRange } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { refuseFields } from '../../platform/errors.ts'
import { type Place, readPlace, writePlace } from '../../platform/place.ts'
import { memberOf } from '../statements/index.ts'
import { beginOf, isDay } from '../../platform/bangkok-day.ts'
import { entriesOf, untilOf } from './open-days.ts'
import type { ReportReader } from './reports.parts.ts'
import { activeMember, addedMinor, isMoney, type MoneyFigure, placesOf, providerAccount } from './reports.rules.ts'

type Answer = AnswerOf<typeof desk.deskReportFigure>
type Behind = Answer['rows'][number]

export interface FigureAsked {
  day: string
  figure: ReportFigure
  /** Of GGR and active members alone. */
  provider: string | null
}

interface Page {
  behind: Place | null
  limit: number
}
type Found = { rows: Behind[]; next: Place | null }

function requireFigure({ day, figure, provider }: FigureAsked): void {
  if (!isDay(day)) refuseFields('day')
  const isSplit = figure === 'ggr' || figure === 'ngr' || figure === 'active'
  if (provider !== null && !isSplit) refuseFields('provider')
}

async function rangeOf({ database, clock }: ReportReader, { day, provider }: FigureAsked): Promise<FlowRange> {
  const range = await entriesOf(database, day, clock.now())
  return provider === null ? range : { ...range, under: providerAccount(provider) }
}

/** A page of what a figure of a day is made of: bookings or members. */
export async function pageBehind(parts: ReportReader, asked: FigureAsked, page: Page): Promise<Found> {
  requireFigure(asked)
  if (isMoney(asked.figure)) return bookingsBehind(parts, asked, asked.figure, page)
  return asked.figure === 'registered' ? registeredBehind(parts, asked, page) : activeBehind(parts, asked, page)
}

async function bookingsBehind(
  parts: ReportReader,
  asked: FigureAsked,
  figure: MoneyFigure,
  { behind, limit }: Page,
): Promise<Found> {
  const found: readonly FlowEntry[] = await parts.ledger.flowEntries(parts.database, await rangeOf(parts, asked), {
    ...placesOf(figure),
    behind: behind && { at: behind.at, transfer: behind.id },
    limit: limit + 1,
  })
  const shown = found.slice(0, limit)
  const cards = await parts.members.cards(parts.database, [...new Set(shown.flatMap((entry) => memberOf(entry) ?? []))])
  const last = shown.at(-1)
  const rows = shown.flatMap((entry) => {
    const minor = addedMinor(entry, figure)
    const memberId = memberOf(entry)
    const card = cards.get(memberId ?? '')
    if (minor === 0) return []
    return {
      at: entry.recordedAt.toISOString(),
      memberId,
      memberNo: card === undefined ? null : String(card.memberNumber),
      name: card?.name ?? null,
      amount: toWireAmount(minor),
      code: entry.code,
      reference: entry.reference,
    }
  })
  return { rows, next: last !== undefined && found.length > limit ? { at: last.recordedAt, id: last.transfer } : null }
}

type Card = { id: string; memberNumber: number; name: string; createdAt: Date }

const rowOf = ({ id, memberNumber, name, createdAt }: Card, code: string): Behind => ({
  ...{ at: createdAt.toISOString(), memberId: id, memberNo: String(memberNumber), name },
  ...{ amount: null, code, reference: null },
})

async function registeredBehind(
  { database, clock, members }: ReportReader,
  { day }: FigureAsked,
  { behind, limit }: Page,
): Promise<Found> {
  const span = { from: beginOf(day), until: untilOf(day, clock.now()) }
  const found = await members.registered(database, { ...span, behind, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map((card) => rowOf(card, 'registered')),
    next: last !== undefined && found.length > limit ? { at: last.createdAt, id: last.id } : null,
  }
}

async function activeMembers(parts: ReportReader, asked: FigureAsked): Promise<string[]> {
  const flows = await parts.ledger.flows(parts.database, await rangeOf(parts, asked))
  return [...new Set(flows.flatMap((flow) => activeMember(flow) ?? []))].toSorted()
}

/** Members by their ids. */
async function activeBehind(parts: ReportReader, asked: FigureAsked, { behind, limit }: Page): Promise<Found> {
  const all = await activeMembers(parts, asked)
  const rest = behind === null ? all : all.filter((id) => id > behind.id)
  const cards = await parts.members.cards(parts.database, rest.slice(0, limit))
  const shown = rest.slice(0, limit).flatMap((id) => cards.get(id) ?? [])
  const last = shown.at(-1)
  return {
    rows: shown.map((card) => rowOf(card, 'active')),
    next: last !== undefined && rest.length > limit ? { at: last.createdAt, id: last.id } : null,
  }
}

/** What all that is behind a figure adds up to, read anew from the entries, and how many rows that is. */
async function tally(parts: ReportReader, asked: FigureAsked): Promise<{ sum: number; count: number }> {
  const { figure, day } = asked
  if (figure === 'registered') {
    const count = await parts.members.registeredCount(parts.database, beginOf(day), untilOf(day, parts.clock.now()))
    return { sum: count, count }
  }
  if (!isMoney(figure)) {
    const { length } = await activeMembers(parts, asked)
    return { sum: length, count: length }
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
