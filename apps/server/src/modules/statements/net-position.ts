import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { AnswerOf, calls } from '@krapao/contract'
import type { Flow } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { bangkokClock, sinceBangkokMidnight } from '../../platform/bangkok-time.ts'
import { sumFlows } from './flows.rules.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { StatementsParts } from './statements.parts.ts'

type NetParts = Pick<StatementsParts, 'database' | 'ledger' | 'clock'>

/** Money of a span of days, in satang: what was brought, taken, and what games brought (negative: cost) as last read. */
export interface NetPosition {
  /** How many days of Bangkok, today's the last; null: as far back as the books are attached, all there were as a rule. */
  days: number | null
  depositsMinor: number
  withdrawalsMinor: number
  resultsMinor: number
}

/** The spans that a member is told (beyond 3.5). */
const NET_DAYS = [1, 7, 30, 365, null] as const
const BARS = { days: 7, months: 6 }

/** The first moment of the day in Bangkok that is so many days before the one of `now`. */
const dayBefore = (now: Date, days: number) => new Date(now.getTime() - sinceBangkokMidnight(now) - days * DAY_MS)

/** The first moment of the month in Bangkok that is so many months before the one of `now`. */
function monthBefore(now: Date, months: number): Date {
  const shown = new Date(bangkokClock(now))
  const first = new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() - months, 1))
  return new Date(first.getTime() - bangkokClock(new Date(0)))
}

function readSpan({ database, ledger }: NetParts, memberId: string, from: Date, until: Date): Promise<readonly Flow[]> {
  return ledger.flows(database, { under: `member/${memberId}/`, currency: 'BAHT', from, until })
}

function sumsOf(flows: readonly Flow[]): Omit<NetPosition, 'days'> {
  const { ggrMinor, ...sums } = sumFlows(flows)
  return { ...sums, resultsMinor: 0 - ggrMinor }
}

/** As answers carry it. */
const amountsOf = ({ depositsMinor, withdrawalsMinor, resultsMinor }: Omit<NetPosition, 'days'>) => ({
  deposits: toWireAmount(depositsMinor),
  withdrawals: toWireAmount(withdrawalsMinor),
  results: toWireAmount(resultsMinor),
})

/**
 * The net position of a member for each span, by the time of booking: what waits to be paid is not in it yet. Of months that
 * are detached nothing is in the longest one: what is kept of them are balances, which do not tell money brought from money won.
 */
export async function netPosition(
  parts: NetParts,
  memberId: string,
  spans: readonly (number | null)[] = NET_DAYS,
): Promise<NetPosition[]> {
  const now = parts.clock.now()
  const until = new Date(now.getTime() + 1)
  const first = (await parts.ledger.attachedFrom(parts.database)) ?? new Date(0)
  return Promise.all(
    spans.map(async (days) => {
      const from = days === null ? first : dayBefore(now, days - 1)
      return { days, ...sumsOf(await readSpan(parts, memberId, from, until)) }
    }),
  )
}

/** The clocks of two processes differ by less than this: what another one booked this moment is in. */
const CLOCKS_APART_MS = MINUTE_MS

/** What was booked for a member since a moment, in the caller's transaction. */
export async function sumsSince(
  { ledger, clock }: Pick<NetParts, 'ledger' | 'clock'>,
  sql: Sql,
  memberId: string,
  from: Date,
): Promise<Omit<NetPosition, 'days'>> {
  const until = new Date(clock.now().getTime() + CLOCKS_APART_MS)
  return sumsOf(await ledger.flows(sql, { under: `member/${memberId}/`, currency: 'BAHT', from, until }))
}

/** The net position with what its charts are drawn from: the last seven days and six months, the oldest first. */
export async function readNet(parts: NetParts, memberId: string): Promise<AnswerOf<typeof calls.statementNet>> {
  const now = parts.clock.now()
  const barsOf = (count: number, beginOf: (back: number) => Date) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const from = beginOf(count - 1 - index)
        const flows = await readSpan(parts, memberId, from, beginOf(count - 2 - index))
        const countOf = (code: string) => flows.reduce((sum, flow) => sum + (flow.code === code ? flow.count : 0), 0)
        return {
          from: from.toISOString(),
          ...amountsOf(sumsOf(flows)),
          depositCount: countOf('deposit'),
          withdrawalCount: countOf('withdrawal'),
        }
      }),
    )
  const [net, days, months] = await Promise.all([
    netPosition(parts, memberId),
    barsOf(BARS.days, (back) => dayBefore(now, back)),
    barsOf(BARS.months, (back) => monthBefore(now, back)),
  ])
  return {
    asOf: now.toISOString(),
    net: net.map((span) => ({ days: span.days, ...amountsOf(span) })),
    days,
    months,
  }
}
