import type { Flow, FlowRange, Ledger } from '@krapao/ledger'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, ReadSql } from '../../platform/database/types.ts'
import type { Reads } from '../../platform/reads.ts'
import { createSharedLook } from '../../platform/shared-look.ts'
import type { Members } from '../members/index.ts'
import { beginOf, dayAfter, daysBetween } from '../../platform/bangkok-day.ts'
import { activeMember, addFlow, noSums, providerOf, type Sums } from './reports.rules.ts'
import { addClosed, type ClosedMark, closedMarks, type DayFigures, lastClosed } from './reports.store.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

export interface DaysParts {
  database: Database
  /** Where days are read that are shown. */
  reads: Reads
  ledger: Ledger
  clock: Clock
  members: Pick<Members, 'registeredCount'>
}

/** A day that is not closed, as far as it was read. */
interface ReadDay {
  sums: Sums
  members: Set<string>
  providers: Map<string, { ggrMinor: number; members: Set<string> }>
}

const HOUSE = { under: 'house/', currency: 'BAHT' } as const
const EPOCH = new Date(0)
const FAR = new Date('9999-01-01T00:00:00.000Z')

/** What was booked in a day: by the time of booking, but what came late behind a closed day is of the day after it. */
function rangeOf(day: string, before: ClosedMark | null, until = beginOf(dayAfter(day))): FlowRange {
  if (before === null) return { ...HOUSE, from: beginOf(day), until }
  const isNext = dayAfter(before.day) === day
  return { ...HOUSE, from: isNext ? EPOCH : beginOf(day), until, after: before.marks }
}

/** The entries of a day: of a closed one those that it was closed with. */
export async function entriesOf(sql: ReadSql, day: string, now: Date): Promise<FlowRange> {
  const closed = await closedMarks(sql, day)
  if (closed !== null) return { ...HOUSE, from: EPOCH, until: FAR, after: closed.before, through: closed.through }
  return rangeOf(day, await lastClosed(sql), untilOf(day, now))
}

/** The end of a day, or of what has passed of it. */
export function untilOf(day: string, now: Date): Date {
  return new Date(Math.min(beginOf(dayAfter(day)).getTime(), now.getTime() + 1))
}

function addTo(read: ReadDay, flows: readonly Flow[]): void {
  for (const flow of flows) {
    addFlow(read.sums, flow)
    const [member, provider] = [activeMember(flow), providerOf(flow)]
    if (member === null) continue
    read.members.add(member)
    if (provider === null) continue
    const own = read.providers.get(provider) ?? { ggrMinor: 0, members: new Set() }
    const sums = noSums()
    addFlow(sums, flow)
    read.providers.set(provider, { ggrMinor: own.ggrMinor + sums.ggr, members: own.members.add(member) })
  }
}

function noteNumbers(numbers: Map<string, number>, flows: readonly Flow[]): void {
  for (const { account, lastNumber } of flows) {
    numbers.set(account, Math.max(lastNumber, numbers.get(account) ?? 0))
  }
}

const emptyDay = (): ReadDay => ({ sums: noSums(), members: new Set(), providers: new Map() })

function figuresOf(day: string, { sums, members, providers }: ReadDay, registered: number): DayFigures {
  const byName = [...providers].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    day,
    isClosed: false,
    sums: { ...sums },
    active: members.size,
    registered,
    providers: byName.map(([provider, own]) => ({ provider, ggrMinor: own.ggrMinor, active: own.members.size })),
  }
}

/** So long after a day is over it is closed: what was booked as it ended has been written by then. */
const CLOSING_AFTER_MS = 5 * MINUTE_MS

/** Closes the next day that is over. @returns how many. */
async function closeDay({ database, ledger, clock, members }: DaysParts): Promise<number> {
  const now = clock.now()
  const before = await lastClosed(database)
  const first = before === null ? await ledger.firstBooking(database, HOUSE.under, HOUSE.currency) : null
  if (before === null && first === null) return 0
  const day = before === null ? bangkokDay(first ?? now) : dayAfter(before.day)
  const end = beginOf(dayAfter(day))
  if (now.getTime() < end.getTime() + CLOSING_AFTER_MS) return 0
  const read = emptyDay()
  const range = rangeOf(day, before)
  const flows = await ledger.flows(database, before === null ? { ...range, from: EPOCH } : range)
  addTo(read, flows)
  const marks = new Map(before?.marks)
  noteNumbers(marks, flows)
  const figures = figuresOf(day, read, await members.registeredCount(database, beginOf(day), end))
  await database.transaction((tx) => addClosed(tx, figures, { at: now, marks }))
  return 1
}

/** What a server that stood still for long closes in one turn. */
const CLOSED_AT_ONCE_MAX = 31

/** Closes the days that are over, in their order. @returns how many. */
export async function closeDays(parts: DaysParts, stopping: AbortSignal): Promise<number> {
  let closed = 0
  while (closed < CLOSED_AT_ONCE_MAX && !stopping.aborted && (await closeDay(parts)) > 0) closed += 1
  return closed
}

/** So long one look at the open days serves all who ask. */
const LOOK_HOLDS_MS = 3_000

/**
 * Reads the days that are not closed. An account of the house numbers its entries in the order of their times, so a process
 * reads only those that came since its last look; one that begins reads them once.
 */
export function createOpenDays({ reads, ledger, clock, members }: DaysParts): () => Promise<DayFigures[]> {
  let closedBefore: string | null | undefined
  let lastNumbers = new Map<string, number>()
  let days = new Map<string, ReadDay>()

  async function look(database: ReadSql, now: Date): Promise<DayFigures[]> {
    const before = await lastClosed(database)
    if (closedBefore !== (before?.day ?? null)) {
      closedBefore = before?.day ?? null
      lastNumbers = new Map(before?.marks)
      days = new Map()
    }
    const today = bangkokDay(now)
    const first = before === null ? await ledger.firstBooking(database, HOUSE.under, HOUSE.currency) : null
    const begin = before === null ? bangkokDay(first ?? now) : dayAfter(before.day)
    const known = [...days.keys()].toSorted().at(-1) ?? begin
    for (const day of daysBetween(known, today)) {
      const flows = await ledger.flows(database, { ...rangeOf(day, before, untilOf(day, now)), after: lastNumbers })
      const read = days.get(day) ?? emptyDay()
      addTo(read, flows)
      days.set(day, read)
      noteNumbers(lastNumbers, flows)
    }
    return Promise.all(
      [...days].map(async ([day, read]) =>
        figuresOf(day, read, await members.registeredCount(database, beginOf(day), untilOf(day, now))),
      ),
    )
  }
  return createSharedLook(clock, LOOK_HOLDS_MS, (now) => reads.ofAll((sql) => look(sql, now)), { inTurn: true })
}
