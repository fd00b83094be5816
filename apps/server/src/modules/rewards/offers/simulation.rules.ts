import { type Thresholds, thresholds } from '@krapao/contract'
import { mulDiv } from '@krapao/money'
import { bangkokMonth } from '../../../platform/bangkok-time.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { RuleRow } from '../terms/rule-versions.store.ts'
import { type BonusTerms, bonusFor, countReceived, isCovered, type Outcome, outcomeOf } from '../terms/terms.rules.ts'

/** What of a rule decides who gets how much. */
export type SimulatedRule = BonusTerms & Pick<RuleRow, 'maxReceived' | 'seats' | 'monthlyBudgetMinor'>

/** What came of a bonus that a member really received of the code, under the same terms. */
export interface RealGrant {
  armedAt: Date
  grantedAt: Date
  /** Of the deposit that it topped up. */
  depositMinor: number
  endedAt: Date | null
  outcome: Outcome | null
}

/** What was there when the time began that is gone over. */
export interface SimulatedHistory {
  /** When members had received the code before, as far as it counts still. */
  receipts: ReadonlyMap<string, readonly Date[]>
  seatsTaken: number
  /** While each member held something else, and could take nothing: the oldest first. */
  busy: ReadonlyMap<string, readonly { from: Date; until: Date | null }[]>
  /** What members really received of the code under the same terms, the oldest first. */
  real: ReadonlyMap<string, readonly RealGrant[]>
}

export interface Simulated {
  deposits: number
  takers: number
  grants: number
  grantedMinor: number
  won: number
  lost: number
  open: number
  cost: { lowMinor: number; middleMinor: number; highMinor: number }
  skipped: { seats: number; budget: number }
}

interface Held {
  bonusMinor: number
  currentMinor: number
  lines: Thresholds
  outcome: Outcome | null
  /** When he was free again; null while he holds it. */
  endedAt: Date | null
  /** It was really received: its end is known, and no result changes it. */
  isReal: boolean
}

interface Player {
  receipts: Date[]
  held: Held | null
  real: RealGrant[]
}

/** A grant is booked with its deposit, which is written down a moment after it was decided. */
const BOOKED_WITHIN_MS = MINUTE_MS

/**
 * Goes over deposits and results of games in the order of their times, and lets a rule top up every deposit that it could
 * have: each member takes it whenever he may, and ends it when what he really played carries it over a line. Where a member
 * really received it under these terms its end is his own. Pure: it keeps its counts, and touches nothing else.
 */
export function createSimulation(rule: SimulatedRule, history: SimulatedHistory) {
  const players = new Map<string, Player>()
  const grants: Held[] = []
  const takers = new Set<string>()
  const spentMinor = new Map<number, number>()
  const skipped = { seats: 0, budget: 0 }
  let deposits = 0
  let grantedMinor = 0
  let { seatsTaken } = history

  function playerOf(memberId: string): Player {
    const known = players.get(memberId)
    if (known !== undefined) return known
    const receipts = [...(history.receipts.get(memberId) ?? [])]
    const player = { receipts, held: null, real: [...(history.real.get(memberId) ?? [])] }
    players.set(memberId, player)
    return player
  }

  function deposit(memberId: string, amountMinor: number, at: Date): void {
    deposits += 1
    const bonusMinor = bonusFor(rule, amountMinor)
    const player = playerOf(memberId)
    if (bonusMinor === 0) return
    const real = takeReal(player, amountMinor, at)
    const isFree = player.held === null || (player.held.endedAt !== null && player.held.endedAt <= at)
    if (!isFree || isBusy(history.busy.get(memberId), at)) return
    const armedAt = real?.armedAt ?? at
    if (countReceived(rule.kind, player.receipts, armedAt) >= rule.maxReceived) return
    if (rule.seats !== null && seatsTaken >= rule.seats) {
      skipped.seats += 1
      return
    }
    const month = bangkokMonth(armedAt).getTime()
    const spent = spentMinor.get(month) ?? 0
    const { monthlyBudgetMinor: budgetMinor } = rule
    if (budgetMinor !== null && !isCovered(rule, { budgetMinor, spentMinor: spent })) {
      skipped.budget += 1
      return
    }
    seatsTaken += 1
    spentMinor.set(month, spent + bonusMinor)
    grantedMinor += bonusMinor
    takers.add(memberId)
    player.receipts.push(armedAt)
    const baseMinor = amountMinor + bonusMinor
    player.held = {
      bonusMinor,
      currentMinor: baseMinor,
      lines: thresholds(baseMinor, rule),
      outcome: real?.outcome ?? null,
      endedAt: real?.endedAt ?? null,
      isReal: real !== undefined,
    }
    grants.push(player.held)
  }

  function result(memberId: string, amountMinor: number, at: Date): void {
    const held = players.get(memberId)?.held ?? null
    if (held === null || held.isReal || held.outcome !== null) return
    held.currentMinor += amountMinor
    held.outcome = outcomeOf(held.currentMinor, held.lines)
    if (held.outcome !== null) held.endedAt = at
  }

  function end(): Simulated {
    const of = (outcome: Outcome | null) => grants.filter((held) => held.outcome === outcome)
    const [won, lost, open] = [of('passed'), of('failed'), of(null)]
    const lowMinor = sumOf(won)
    const openMinor = sumOf(open)
    // One more that is won and one more that ended: where nothing has ended yet, all that is open is reckoned as won.
    const likelyMinor = mulDiv(openMinor, won.length + 1, won.length + lost.length + 1, 'ceil')
    return {
      deposits,
      takers: takers.size,
      grants: grants.length,
      grantedMinor,
      skipped,
      won: won.length,
      lost: lost.length,
      open: open.length,
      cost: { lowMinor, middleMinor: lowMinor + likelyMinor, highMinor: lowMinor + openMinor },
    }
  }

  return { deposit, result, end }
}

/** Two of the same amount within a moment are told apart by their order. */
function takeReal({ real }: Player, amountMinor: number, at: Date): RealGrant | undefined {
  const index = real.findIndex(({ grantedAt, depositMinor }) => {
    const lateMs = at.getTime() - grantedAt.getTime()
    return depositMinor === amountMinor && lateMs >= 0 && lateMs <= BOOKED_WITHIN_MS
  })
  return index === -1 ? undefined : real.splice(index, 1)[0]
}

function isBusy(times: readonly { from: Date; until: Date | null }[] | undefined, at: Date): boolean {
  return times?.some(({ from, until }) => from <= at && (until === null || at < until)) ?? false
}

function sumOf(grants: readonly Held[]): number {
  return grants.reduce((sumMinor, { bonusMinor }) => sumMinor + bonusMinor, 0)
}
