import { DECISION_LATE_MS, TODAY_FIGURES, type TodayFigure } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { sinceBangkokMidnight } from '../../../platform/bangkok-time.ts'
import { HOUR_MS, WEEK_MS } from '../../../platform/durations.ts'
import { codesOf, type FlowSums, memberOf, sumFlows } from '../../statements/index.ts'
import type { BackofficeParts, Day, Look, ReadDay } from '../backoffice.parts.ts'
import type { Alert } from './alerts.store.ts'
import { readQueues } from './queues.ts'

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

/** A day so far, or the same time of it a week ago. */
export function boundsOf(now: Date, day: Day): { from: Date; until: Date } {
  const agoMs = day === 'now' ? 0 : WEEK_MS
  const until = new Date(now.getTime() - agoMs + 1)
  return { from: new Date(now.getTime() - agoMs - sinceBangkokMidnight(now)), until }
}

/** Reads what came since the last look; one look at a time. */
async function readDay(parts: BackofficeParts, day: Day, now: Date): Promise<ReadDay> {
  const { memory } = parts
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
    await readHour(parts, read, hour, { from: new Date(begins), until: ends })
  }
  memory.days.set(day, read)
  return read
}

/** Adds what came in an hour since it was read last. */
async function readHour(
  { database, ledger }: BackofficeParts,
  read: ReadDay,
  hour: number,
  range: { from: Date; until: Date },
): Promise<void> {
  const flows = await ledger.flows(database, {
    under: 'house/',
    currency: 'BAHT',
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

async function countsOf(parts: BackofficeParts, day: Day, now: Date): Promise<Counts> {
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

/** What players were to read and do not; and, an owner each, that others will have the money that players pay in. */
async function contentAlerts({ content, staff }: BackofficeParts): Promise<Alert[]> {
  const { accountsFrom, failed } = await content.readWarnings()
  const owners = accountsFrom === null ? [] : await staff.ownerNames()
  return [
    ...owners.map((what) => alertOf('deposit-accounts', what, 1, accountsFrom)),
    ...failed.map(({ part, at }) => alertOf('content-failed', part, 1, at)),
  ]
}

/** What waits, how parties do, and what somebody should look at now. */
async function lookAtNow(parts: BackofficeParts, now: Date) {
  const [queues, parties, audit, held, requests, content] = await Promise.all([
    readQueues(parts),
    parts.parties.health(),
    parts.lastAudit(),
    parts.cashier.heldForDays(parts.database, now),
    parts.privacy.lateRequests(parts.database, now),
    contentAlerts(parts),
  ])
  const lateBefore = now.getTime() - DECISION_LATE_MS
  const alerts = [
    ...parties
      .filter(({ state }) => state === 'down')
      .map(({ party, failures, lastAnswerAt }) => alertOf('party-down', party, failures, lastAnswerAt)),
    ...(audit === null ? [] : [alertOf('audit', null, audit.problems, audit.endedAt)]),
    alertOf('held', 'withdrawal', held.count, held.dayOverAt),
    alertOf('data-request', null, requests.count, requests.since),
    ...content,
    ...queues
      .filter(({ oldestAt }) => oldestAt !== null && oldestAt.getTime() < lateBefore)
      .map(({ kind, count, oldestAt }) => alertOf('queue-late', kind, count, oldestAt)),
  ]
  return { queues, parties, alerts: alerts.filter(({ count }) => count > 0) }
}

const alertOf = (alert: Alert['alert'], what: string | null, count: number, since: Date | null): Alert => ({
  alert,
  what,
  count,
  since: since?.toISOString() ?? null,
})

/** What somebody should look at now, without the figures of the day, whose reading costs more. */
export const readAlerts = async (parts: BackofficeParts): Promise<Alert[]> =>
  (await lookAtNow(parts, parts.clock.now())).alerts

/** How the day goes. */
export async function lookAtToday(parts: BackofficeParts, now: Date): Promise<Look> {
  const [today, before, { queues, parties, alerts }] = await Promise.all([
    countsOf(parts, 'now', now),
    countsOf(parts, 'before', now),
    lookAtNow(parts, now),
  ])
  const figure = (name: TodayFigure) =>
    [name, { now: today.figures[name], before: before.figures[name], list: `/api/desk/today/${name}` }] as const
  return {
    asOf: now.toISOString(),
    figures: Object.fromEntries(TODAY_FIGURES.map(figure)) as Look['figures'],
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
    alerts,
  }
}
