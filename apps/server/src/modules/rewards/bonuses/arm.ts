import type { RowWrite } from '@krapao/ledger'
import { bangkokMonth } from '../../../platform/bangkok-time.ts'
import { insertOf } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import { houseBonus } from '../../../platform/house-accounts.ts'
import { type Standing, standingUpdate, walletNews } from '../../members/index.ts'
import { type RewardsParts, TRIES_MAX } from '../rewards.parts.ts'
import { lockRule, type RuleRow, type RuleSource, ruleAt } from '../terms/rule-versions.store.ts'
import { countReceived, mostOf } from '../terms/terms.rules.ts'
import { bonusUpdate } from './bonus-rows.ts'
import { giveSeatBack, takeSeat } from './seats.store.ts'
import { budgetCovers, receiptsOf, userBonusById, type UserBonusRow } from './user-bonuses.store.ts'

/** Something moved between what was read and what was to be written: it is read again. */
class Moved extends Error {}

/** Opens the house's account, which the first bonus ever needs. */
export function openHouseBonus({ ledger, database }: Pick<RewardsParts, 'ledger' | 'database'>): Promise<void> {
  return ledger.open(database, [{ account: houseBonus, currency: 'BAHT', floorMinor: null }])
}

/** A wish for a bonus. `operationId` becomes its id. */
export interface ArmRequest {
  memberId: string
  operationId: string
  source: RuleSource
  code: string
}

const unknown = { bonus: 'NO_DATA', promotion: 'NO_PROMOTION' } as const
const hadEnough = { bonus: 'BONUS_MAX_CLAIMED', promotion: 'PROMOTION_RECEIVED' } as const

/**
 * Arms a bonus or a promotion: the next deposit is topped up under the rule as it is now (rulings 4.1). It takes one
 * receipt and, of a promotion, one seat. Refuses with NO_DATA or NO_PROMOTION (404), BONUS_ALREADY_ACTIVE,
 * BONUS_MAX_CLAIMED or PROMOTION_RECEIVED, and BONUS_FULL (no seat is left, or the month's budget is spent), in this order.
 */
export async function arm(parts: RewardsParts, request: ArmRequest): Promise<UserBonusRow> {
  const { memberId, operationId, source, code } = request
  await openHouseBonus(parts)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const made = await userBonusById(parts.database, operationId)
    if (made !== null && made.memberId === memberId) return made
    const now = parts.clock.now()
    const rule = (await ruleAt(parts.database, source, code, now)) ?? refuse(unknown[source])
    // Read before the receipts: whatever changes them raises the member's version.
    const standing = await parts.members.standing(parts.database, memberId)
    await parts.members.gate(parts.database, { memberId, action: 'arm-bonus', standing, amountMinor: 0 })
    if (standing.bonusState !== null) refuse('BONUS_ALREADY_ACTIVE')
    const receipts = await receiptsOf(parts.database, memberId, source, code)
    const count = countReceived(
      rule.kind,
      receipts.map(({ armedAt }) => armedAt),
      now,
    )
    if (count >= rule.maxReceived) {
      const present = await parts.members.standing(parts.database, memberId)
      if (present.version === standing.version) refuse(hadEnough[source])
      continue
    }
    await armOnce(parts, request, rule, standing, now)
  }
  return refuse('REQUEST_IN_PROGRESS', { retryAfterS: 1 })
}

/**
 * Seat, budget, bonus and standing in one transaction. Everybody locks the rule first, then the seat, then what the ledger
 * writes: who stops a rule waits for those who arm by it, and nobody arms by it after that.
 */
async function armOnce(
  parts: RewardsParts,
  request: ArmRequest,
  rule: RuleRow,
  standing: Standing,
  now: Date,
): Promise<void> {
  const { memberId, operationId } = request
  const rows: RowWrite[] = [
    standingUpdate(memberId, standing, { state: 'armed', id: operationId }),
    insertOf('user_bonus', armedBonus(request, rule, now)),
  ]
  const news = [walletNews(memberId, 'bonus')]
  // Refused: it is looked at again, and found made by the same request, or impossible.
  const hasRoom = await untilMoved(() =>
    parts.database.transaction(async (tx) => {
      if (!(await lockRule(tx, rule, parts.clock.now()))) throw new Moved()
      if (!(await isAffordable(tx, rule, now))) return false
      if (rule.seats !== null && !(await takeSeat(tx, rule.code, rule.seats))) return false
      const outcome = await parts.ledger.post(tx, { movements: [], rows, news })
      if (!outcome.ok) throw new Moved()
      return true
    }),
  )
  if (hasRoom === false) refuse('BONUS_FULL')
}

/** Whether the month's budget covers the most that one more can be granted. */
async function isAffordable(tx: Sql, rule: RuleRow, now: Date): Promise<boolean> {
  const { monthlyBudgetMinor: budgetMinor } = rule
  const mostMinor = mostOf(rule)
  if (budgetMinor === null) return true
  return mostMinor !== null && budgetCovers(tx, rule, { since: bangkokMonth(now), budgetMinor, mostMinor })
}

/** What a transaction answers; null when it gave up because something had moved. */
async function untilMoved<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Moved) return null
    throw error
  }
}

function armedBonus({ operationId, memberId, source, code }: ArmRequest, rule: RuleRow, now: Date) {
  const { kind, percentHundredths, fixedMinor, capMinor, minDepositMinor, percentFail, percentSuccess } = rule
  return {
    id: operationId,
    memberId,
    source,
    code,
    terms: {
      kind,
      percentHundredths,
      fixedMinor,
      capMinor,
      minDepositMinor,
      percentFail,
      percentSuccess,
      names: { ...rule.names },
      descriptions: { ...rule.descriptions },
    },
    state: 'armed',
    holdsSeat: rule.seats !== null,
    armedAt: now,
  }
}

/** Why an armed bonus is given back, and by which call. */
export interface Cancelling {
  by: 'member' | 'operator' | 'time'
  operationId: string | null
  /** Written down in the transaction that gives it back. */
  note?: (tx: Sql) => Promise<void>
}

/** Gives an armed bonus back with its receipt and seat; false when it moved since it was read. */
export async function cancel(parts: RewardsParts, bonus: UserBonusRow, given: Cancelling): Promise<boolean> {
  const { memberId } = bonus
  const standing = await parts.members.standing(parts.database, memberId)
  if (bonus.state !== 'armed' || standing.bonusId !== bonus.id) return false
  const rows = [
    bonusUpdate(bonus, 'cancelled', {
      endedAt: parts.clock.now(),
      endedBy: given.by,
      closingOperation: given.operationId,
    }),
    standingUpdate(memberId, standing, null),
  ]
  const news = [walletNews(memberId, 'bonus')]
  const done = await untilMoved(() =>
    parts.database.transaction(async (tx) => {
      if (bonus.holdsSeat) await giveSeatBack(tx, bonus.code)
      const outcome = await parts.ledger.post(tx, { movements: [], rows, news })
      if (!outcome.ok) throw new Moved()
      await given.note?.(tx)
    }),
  )
  return done !== null
}
