import { type AnswerOf, DECISION_LATE_MS, type desk, TODAY_PAGE_SIZE, type TodayFigure } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { sinceBangkokMidnight } from '../../platform/bangkok-time.ts'
import type { PartyHealth } from '../../platform/parties/index.ts'
import { refuse } from '../../platform/errors.ts'
import type { DecisionKind } from '../deeds/index.ts'
import type { Cashier, HeldForDays } from '../cashier/index.ts'
import type { Content } from '../content/index.ts'
import type { Privacy } from '../privacy/index.ts'
import { codesOf, figureMinor, type FlowKind, type FlowSums, memberOf, sumFlows } from '../statements/index.ts'
import { readPlace, writePlace } from '../../platform/place.ts'
import type { Alert } from './alerts.store.ts'
import type { MemberParts } from './member.ts'
import { type Queue, readQueues } from './queues.ts'

type Answer = AnswerOf<typeof desk.deskToday>
type Day = 'now' | 'before'

/** What the page of the day is read from. */
export interface TodayParts extends Pick<MemberParts, 'database' | 'ledger' | 'clock' | 'members'> {
  decisionKinds: readonly Pick<DecisionKind, 'kind' | 'waiting'>[]
  parties: { health(): Promise<PartyHealth[]> }
  lastAudit(): Promise<{ endedAt: Date; problems: number } | null>
  cashier: Pick<Cashier, 'heldForDays'>
  privacy: Pick<Privacy, 'lateRequests'>
  content: Pick<Content, 'readWarnings'>
  /** The user names of those who own the installation and may log in. */
  ownerNames(): Promise<readonly string[]>
  memory: TodayMemory
  /** How the day goes, as it was a moment ago. */
  readToday(): Promise<Look>
}

/**
 * A day as far as this process has read it. The accounts of the house number their entries in the order of their times, so
 * that each look reads only those that came since the last one; a process that begins reads the day once.
 */
interface ReadDay {
  fromMs: number
  lastNumbers: Map<string, number>
  /** What each hour since midnight added up to. */
  hours: FlowSums[]
  members: Set<string>
}

interface TodayMemory {
  days: Map<Day, ReadDay>
}

type LookParts = Omit<TodayParts, 'readToday'>
/** The day without who has taken note of what, which is asked for each time. */
type Look = Omit<Answer, 'alerts'> & { alerts: Alert[] }
/** What there is to look at is read from. */
type AlertsRead = Omit<LookParts, 'memory'>

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
const nothing: FlowSums = { depositsMinor: 0, withdrawalsMinor: 0, ggrMinor: 0 }

function plus(one: FlowSums, other: FlowSums): FlowSums {
  return {
    depositsMinor: one.depositsMinor + other.depositsMinor,
    withdrawalsMinor: one.withdrawalsMinor + other.withdrawalsMinor,
    ggrMinor: one.ggrMinor + other.ggrMinor,
  }
}
/** With what it takes to read it, an answer is never five seconds old. */
export const LOOK_HOLDS_MS = 3_000
/** So long may something wait for a person. */

function boundsOf(now: Date, day: Day): { from: Date; until: Date } {
  const agoMs = day === 'now' ? 0 : WEEK_MS
  const until = new Date(now.getTime() - agoMs + 1)
  return { from: new Date(now.getTime() - agoMs - sinceBangkokMidnight(now)), until }
}

/** Reads what came since the last look; one look at a time. */
async function readDay({ database, ledger, memory }: LookParts, day: Day, now: Date): Promise<ReadDay> {
  const { from, until } = boundsOf(now, day)
  const known = memory.days.get(day)
  const read: ReadDay =
    known?.fromMs === from.getTime()
      ? known
      : { fromMs: from.getTime(), lastNumbers: new Map(), hours: [], members: new Set() }
  // What was committed late in an hour is found in it still when the next one has begun.
  for (let hour = Math.max(0, read.hours.length - 2); read.fromMs + hour * HOUR_MS < until.getTime(); hour += 1) {
    const begins = read.fromMs + hour * HOUR_MS
    const ends = new Date(Math.min(begins + HOUR_MS, until.getTime()))
    await readHour({ database, ledger }, read, hour, { from: new Date(begins), until: ends })
  }
  memory.days.set(day, read)
  return read
}

/** Adds what came in an hour since it was read last. */
async function readHour(
  { database, ledger }: Pick<LookParts, 'database' | 'ledger'>,
  read: ReadDay,
  hour: number,
  range: { from: Date; until: Date },
): Promise<void> {
  const flows = await ledger.flows(database, {
    ...{ under: 'house/', currency: 'BAHT' },
    ...range,
    after: read.lastNumbers,
  })
  for (const { account, lastNumber } of flows) {
    read.lastNumbers.set(account, Math.max(lastNumber, read.lastNumbers.get(account) ?? 0))
  }
  const counted = new Set(codesOf('deposits', 'withdrawals', 'results'))
  for (const flow of flows) {
    const member = counted.has(flow.code) ? memberOf(flow) : null
    if (member !== null) read.members.add(member)
  }
  read.hours[hour] = plus(read.hours[hour] ?? nothing, sumFlows(flows))
}

interface Counts {
  figures: Record<TodayFigure, number>
  hours: readonly FlowSums[]
}

async function countsOf(parts: LookParts, day: Day, now: Date): Promise<Counts> {
  const { from, until } = boundsOf(now, day)
  const { hours, members } = await readDay(parts, day, now)
  const { depositsMinor, withdrawalsMinor, ggrMinor } = hours.reduce(plus, nothing)
  const figures = {
    deposits: toWireAmount(depositsMinor),
    withdrawals: toWireAmount(withdrawalsMinor),
    net: toWireAmount(depositsMinor - withdrawalsMinor),
    ggr: toWireAmount(ggrMinor),
    active: members.size,
    registered: await parts.members.registeredCount(parts.database, from, until),
  }
  return { figures, hours }
}

const hourOnWire = ({ depositsMinor, withdrawalsMinor }: FlowSums) => ({
  deposits: toWireAmount(depositsMinor),
  withdrawals: toWireAmount(withdrawalsMinor),
})

function alertsOf(
  now: Date,
  queues: readonly Queue[],
  parties: readonly PartyHealth[],
  audit: { endedAt: Date; problems: number } | null,
  held: HeldForDays,
  requests: Awaited<ReturnType<Privacy['lateRequests']>>,
  content: readonly Alert[],
): Alert[] {
  const late = queues.filter(
    ({ oldestAt }) => oldestAt !== null && now.getTime() - oldestAt.getTime() > DECISION_LATE_MS,
  )
  return [
    ...parties.flatMap(({ party, state, failures, lastAnswerAt }) =>
      state === 'down'
        ? [{ alert: 'party-down' as const, what: party, count: failures, since: lastAnswerAt?.toISOString() ?? null }]
        : [],
    ),
    ...(audit !== null && audit.problems > 0
      ? [{ alert: 'audit' as const, what: null, count: audit.problems, since: audit.endedAt.toISOString() }]
      : []),
    ...(held.count > 0
      ? [
          {
            alert: 'held' as const,
            what: 'withdrawal',
            count: held.count,
            since: held.dayOverAt?.toISOString() ?? null,
          },
        ]
      : []),
    ...(requests.count > 0
      ? [
          {
            alert: 'data-request' as const,
            what: null,
            count: requests.count,
            since: requests.since?.toISOString() ?? null,
          },
        ]
      : []),
    ...content,
    ...late.map(({ kind, count, oldestAt }) => ({
      alert: 'queue-late' as const,
      what: kind,
      count,
      since: oldestAt?.toISOString() ?? null,
    })),
  ]
}

/** What players were to read and do not; and, an owner each, that others will have the money that players pay in. */
async function contentAlerts({ content, ownerNames }: AlertsRead): Promise<Alert[]> {
  const { accountsFrom, failed } = await content.readWarnings()
  const owners = accountsFrom === null ? [] : await ownerNames()
  return [
    ...owners.map((what) => ({
      alert: 'deposit-accounts' as const,
      what,
      count: 1,
      since: accountsFrom?.toISOString() ?? null,
    })),
    ...failed.map(({ part, at }) => ({
      alert: 'content-failed' as const,
      what: part,
      count: 1,
      since: at.toISOString(),
    })),
  ]
}

/** What somebody should look at now, without the figures of the day, whose reading costs more. */
export async function readAlerts(parts: AlertsRead): Promise<Alert[]> {
  const now = parts.clock.now()
  const [queues, parties, audit, held, requests, content] = await Promise.all([
    readQueues(parts),
    parts.parties.health(),
    parts.lastAudit(),
    parts.cashier.heldForDays(parts.database, now),
    parts.privacy.lateRequests(parts.database, now),
    contentAlerts(parts),
  ])
  return alertsOf(now, queues, parties, audit, held, requests, content)
}

/** How the day goes. */
export async function lookAtToday(parts: LookParts, now: Date): Promise<Look> {
  const [today, before, queues, parties, audit, held, requests, content] = await Promise.all([
    countsOf(parts, 'now', now),
    countsOf(parts, 'before', now),
    readQueues(parts),
    parts.parties.health(),
    parts.lastAudit(),
    parts.cashier.heldForDays(parts.database, now),
    parts.privacy.lateRequests(parts.database, now),
    contentAlerts(parts),
  ])
  const figure = (name: TodayFigure) => ({
    ...{ now: today.figures[name], before: before.figures[name] },
    list: `/api/desk/today/${name}`,
  })
  return {
    asOf: now.toISOString(),
    figures: {
      deposits: figure('deposits'),
      withdrawals: figure('withdrawals'),
      net: figure('net'),
      ggr: figure('ggr'),
      active: figure('active'),
      registered: figure('registered'),
    },
    hours: today.hours.map((sums, hour) => ({
      now: hourOnWire(sums),
      before: hourOnWire(before.hours[hour] ?? nothing),
    })),
    queues: queues.map(({ kind, count, oldestAt }) => ({
      kind,
      count,
      oldestAt: oldestAt?.toISOString() ?? null,
      list: kind === 'chat' ? '/api/desk/inbox?box=waiting' : `/api/desk/decisions?kind=${kind}`,
    })),
    parties: parties.map(({ party, state, failures, calls, lastAnswerAt }) => ({
      party,
      state,
      failures,
      calls,
      answeredAt: lastAnswerAt?.toISOString() ?? null,
    })),
    alerts: alertsOf(now, queues, parties, audit, held, requests, content),
  }
}

type List = AnswerOf<typeof desk.deskTodayList>
interface Asked {
  figure: TodayFigure
  day: Day
  after?: string | null | undefined
}

const kindsOfFigure: Partial<Record<TodayFigure, readonly FlowKind[]>> = {
  deposits: ['deposits'],
  withdrawals: ['withdrawals'],
  net: ['deposits', 'withdrawals'],
  ggr: ['results'],
}

/** What a figure is made of: bookings, the newest first, or members. */
export async function listToday(parts: TodayParts, { figure, day, after }: Asked): Promise<List> {
  const kinds = kindsOfFigure[figure]
  if (kinds !== undefined) return listBookings(parts, { day, after, kinds, isNet: figure === 'net' })
  return figure === 'registered' ? listRegistered(parts, day, after) : listActive(parts, day, after)
}

async function listBookings(
  { database, ledger, clock, members }: TodayParts,
  { day, after, kinds, isNet }: { day: Day; after?: Asked['after']; kinds: readonly FlowKind[]; isNet: boolean },
): Promise<List> {
  const place = readPlace(after)
  const limit = TODAY_PAGE_SIZE + 1
  const found = await ledger.flowEntries(
    database,
    { under: 'house/', currency: 'BAHT', ...boundsOf(clock.now(), day) },
    { codes: codesOf(...kinds), behind: place && { at: place.at, transfer: place.id }, limit },
  )
  const shown = found.slice(0, TODAY_PAGE_SIZE)
  const cards = await members.cards(database, [...new Set(shown.flatMap((entry) => memberOf(entry) ?? []))])
  const last = shown.at(-1)
  return {
    rows: shown.flatMap((entry) => {
      const memberId = memberOf(entry)
      const card = cards.get(memberId ?? '')
      return memberId === null
        ? []
        : {
            at: entry.recordedAt.toISOString(),
            memberId,
            memberNo: card === undefined ? null : String(card.memberNumber),
            name: card?.name ?? null,
            amount: toWireAmount(figureMinor(entry, isNet)),
            code: entry.code,
            reference: entry.reference,
          }
    }),
    next: last !== undefined && found.length === limit ? writePlace({ at: last.recordedAt, id: last.transfer }) : null,
  }
}

async function listRegistered(
  { database, clock, members }: TodayParts,
  day: Day,
  after: Asked['after'],
): Promise<List> {
  const behind = readPlace(after)
  const limit = TODAY_PAGE_SIZE + 1
  const found = await members.registered(database, { ...boundsOf(clock.now(), day), behind, limit })
  const shown = found.slice(0, TODAY_PAGE_SIZE)
  const last = shown.at(-1)
  return {
    rows: shown.map((card) => rowOfMember(card, 'registered')),
    next: last !== undefined && found.length === limit ? writePlace({ at: last.createdAt, id: last.id }) : null,
  }
}

/** Members by their ids, as far as the last look has seen them. */
async function listActive(parts: TodayParts, day: Day, after: Asked['after']): Promise<List> {
  const { database, members, memory } = parts
  const place = readPlace(after)
  await parts.readToday()
  const all = [...(memory.days.get(day)?.members ?? [])].toSorted()
  const rest = place === null ? all : all.filter((id) => id > place.id)
  const ids = rest.slice(0, TODAY_PAGE_SIZE)
  const cards = await members.cards(database, ids)
  const last = cards.get(ids.at(-1) ?? '')
  return {
    rows: ids.map((id) => rowOfMember(cards.get(id) ?? refuse('NO_DATA', { status: 404 }), 'active')),
    next: last !== undefined && rest.length > ids.length ? writePlace({ at: last.createdAt, id: last.id }) : null,
  }
}

function rowOfMember(
  { id, memberNumber, name, createdAt }: { id: string; memberNumber: number; name: string; createdAt: Date },
  code: string,
): List['rows'][number] {
  const row = { at: createdAt.toISOString(), memberId: id, memberNo: String(memberNumber), name }
  return { ...row, amount: null, code, reference: null }
}
