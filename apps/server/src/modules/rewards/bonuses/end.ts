import { type Movement, spendableMinor } from '@krapao/ledger'
import type { Sql } from '../../../platform/database/types.ts'
import { AppError, refuse } from '../../../platform/errors.ts'
import { houseBonus } from '../../../platform/house-accounts.ts'
import { deriveId } from '../../../platform/ids.ts'
import type { Position } from '../../games/index.ts'
import { standingUpdate, walletAccount, walletNews } from '../../members/index.ts'
import { type RewardsParts, TRIES_MAX } from '../rewards.parts.ts'
import { type Outcome, outcomeOf, takenBack } from '../terms/terms.rules.ts'
import { openHouseBonus, cancel } from './arm.ts'
import { bonusUpdate, lineRow } from './bonus-rows.ts'
import { ENDING_MAX_MS, nextRoundAt } from './bonus.rules.ts'
import { heldBonus, progressOf } from './progress.ts'
import {
  beginRound,
  noteClearing,
  planRound,
  userBonusByClosing,
  userBonusById,
  type UserBonusRow,
} from './user-bonuses.store.ts'

/** How the end of a bonus stands: over, or going on by itself. */
export type EndState = 'SUCCESS' | 'IN_PROGRESS'

/** A call that clears a bonus; a retry finds by `operationId` what the first try began. */
export interface ClearRequest {
  memberId: string
  operationId: string
}

/** While the call that marked a bonus brings the money home, the job leaves it alone for this long. */
const CALL_LEASE_MS = 30_000
/** A single result or transfer in between makes another round necessary. */
const ROUNDS_AT_ONCE = 3

/**
 * GET /api/bonus/clear (rulings 4.1, 4.3): gives an armed bonus back; ends a granted one that is lost or won. Refuses
 * with NO_DATA (404) when none is held, TRANSFER_PENDING, TRANSFER_FAIL (502, nothing changed) when a game cannot be
 * read, BONUS_CONDITION. From the mark on it is a saga whose every step stands in the database: the call, the job and a
 * restarted process take it up where it is.
 */
export async function clear(parts: RewardsParts, request: ClearRequest): Promise<EndState> {
  const { memberId, operationId } = request
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const known = await userBonusByClosing(parts.database, memberId, operationId)
    if (known !== null) return endStateOf(known)
    const bonus = (await heldBonus(parts, memberId)) ?? refuse('NO_DATA')
    if (bonus.state === 'ending') {
      await noteClearing(parts.database, { operationId, bonusId: bonus.id, now: parts.clock.now() })
      return 'IN_PROGRESS'
    }
    if (bonus.state === 'granted') {
      const ended = await clearGranted(parts, bonus, operationId)
      if (ended !== null) return ended
    } else {
      // Its deposit may have come this moment; then it is granted, and looked at as such.
      await cancel(parts, bonus, { by: 'member', operationId })
    }
  }
  return refuse('TRANSFER_PENDING')
}

function endStateOf({ state }: UserBonusRow): EndState {
  return state === 'ending' ? 'IN_PROGRESS' : 'SUCCESS'
}

/** Null when the bonus or a game moved while it was decided. */
async function clearGranted(parts: RewardsParts, bonus: UserBonusRow, operationId: string): Promise<EndState | null> {
  const { memberId } = bonus
  const lease = await parts.members.lease(memberId, 'clear')
  try {
    if ((await listPending(parts, memberId)).length > 0) return refuse('TRANSFER_PENDING')
    const read = await parts.games.refreshMoved(memberId, bonus.grantedAt ?? bonus.armedAt)
    // The positions come before the progress: whatever is booked after them moves a version that the mark is guarded by.
    const positions = await parts.games.positions(parts.database, memberId)
    if (positions.some(({ isPending }) => isPending)) return refuse('TRANSFER_PENDING')
    if (read.some(({ stale }) => stale)) return refuse('TRANSFER_FAIL')
    const progress = await progressOf(parts, bonus)
    const outcome = progress === null ? null : outcomeOf(progress.currentMinor, progress)
    if (outcome === null) return refuse('BONUS_CONDITION')
    if (!(await markEnding(parts, bonus, positions, { outcome, by: 'member', operationId }))) return null
    return await bringToEnd(parts, bonus.id)
  } finally {
    await lease.release()
  }
}

async function listPending(parts: RewardsParts, memberId: string): Promise<Position[]> {
  return (await parts.games.positions(parts.database, memberId)).filter(({ isPending }) => isPending)
}

/** How a bonus ends, who says so, and by which call. */
export interface Ending {
  outcome: Outcome
  by: 'member' | 'operator'
  operationId: string | null
  /** Written down in the transaction that marks it. */
  note?: (tx: Sql) => Promise<void>
}

/** Marks a bonus as ending, so that nothing goes into games any more; false when anything moved or is pending there. */
export async function markEnding(
  parts: Pick<RewardsParts, 'database' | 'ledger' | 'clock' | 'members'>,
  bonus: UserBonusRow,
  positions: readonly Position[],
  ending: Ending,
): Promise<boolean> {
  const { memberId } = bonus
  const standing = await parts.members.standing(parts.database, memberId)
  if (bonus.state !== 'granted' || standing.bonusId !== bonus.id) return false
  const now = parts.clock.now()
  const submission = {
    movements: [],
    guards: guardsOf(positions),
    rows: [
      bonusUpdate(bonus, 'ending', {
        outcome: ending.outcome,
        endedBy: ending.by,
        closingOperation: ending.operationId,
        endingAt: now,
        askAt: new Date(now.getTime() + CALL_LEASE_MS),
      }),
      standingUpdate(memberId, standing, { state: 'ending', id: bonus.id }),
    ],
    news: [walletNews(memberId, 'bonus')],
  }
  const { note } = ending
  if (note === undefined) return (await parts.ledger.submit(submission)).ok
  return parts.database.transaction(async (tx) => {
    const outcome = await parts.ledger.post(tx, submission)
    if (outcome.ok) await note(tx)
    return outcome.ok
  })
}

/** Whoever asks has seen that nothing is pending in any; every hold moves a version, so that need not be said again. */
function guardsOf(positions: readonly Position[]) {
  return positions.map(({ account, version }) => ({ account, version }))
}

/**
 * Brings the money of a bonus that ends home and closes it, as far as the games answer; what is left is tried again by
 * the job. Under the member's lease, though two at once do no harm.
 */
async function bringToEnd(parts: RewardsParts, bonusId: string): Promise<EndState> {
  for (let tries = 0; tries < ROUNDS_AT_ONCE; tries += 1) {
    const bonus = await beginRound(parts.database, bonusId)
    if (bonus === null) break
    const home = await parts.games.bringAllHome(bonus.memberId, deriveId(bonus.id, 'home', String(bonus.rounds)))
    const positions = await parts.games.positions(parts.database, bonus.memberId, bonus.grantedAt ?? bonus.armedAt)
    const stale = new Set(home.filter((game) => game.stale).map(({ code }) => code))
    const isHome = positions.every(
      (game) => !game.isPending && game.movableMinor === 0 && !(stale.has(game.code) && hasMattered(game)),
    )
    const isOverdue = parts.clock.now().getTime() - (bonus.endingAt ?? bonus.armedAt).getTime() >= ENDING_MAX_MS
    if (!isHome && !isOverdue) {
      await planRound(parts.database, bonus.id, nextRoundAt(bonus.rounds, parts.clock.now()))
      break
    }
    // Who still plays may have won while his money was on its way: one more reading tells.
    const isQuiet = home.every(({ status }) => status !== 'SUCCESS')
    if (isQuiet || isOverdue || tries === ROUNDS_AT_ONCE - 1) await finish(parts, bonus, isHome ? positions : [])
  }
  const bonus = await userBonusById(parts.database, bonusId)
  return bonus === null ? 'SUCCESS' : endStateOf(bonus)
}

/** A game that never held anything under the bonus keeps nobody waiting when it does not answer. */
function hasMattered({ amountMinor, isMoved }: Position): boolean {
  return amountMinor > 0 || isMoved
}

/** The last transaction: what is left of a failed bonus goes back to the house, and the member is free (rulings 4.3). */
async function finish(parts: RewardsParts, bonus: UserBonusRow, guarded: readonly Position[]): Promise<void> {
  const { id, memberId, outcome, bonusMinor } = bonus
  const standing = await parts.members.standing(parts.database, memberId)
  const progress = await progressOf(parts, bonus)
  if (standing.bonusId !== id || progress === null || outcome === null || bonusMinor === null) return
  const wallet = walletAccount(memberId)
  const state = (await parts.ledger.states(parts.database, [wallet])).get(wallet)
  const walletMinor = spendableMinor(state)
  const { currentMinor } = progress
  const takenMinor = takenBack(outcome, { bonusMinor, currentMinor, walletMinor })
  const at = parts.clock.now()
  const taken: Movement = {
    kind: 'post',
    id: deriveId(id, 'finish'),
    from: wallet,
    to: houseBonus,
    amountMinor: takenMinor,
    code: 'bonus-end',
    reference: id,
    occurredAt: at,
  }
  await openHouseBonus(parts)
  const ended = { endedAt: at, currentMinor, takenMinor, askAt: null }
  const result = await parts.ledger.submit({
    movements: takenMinor > 0 ? [taken] : [],
    guards: guardsOf(guarded),
    rows: [
      bonusUpdate(bonus, outcome, ended),
      standingUpdate(memberId, standing, null),
      lineRow(bonus, { id: deriveId(id, 'finished'), kind: 'finish_bonus', amountMinor: takenMinor, at }),
    ],
    news: [walletNews(memberId, 'finish_bonus')],
  })
  if (result.ok || result.refusal === 'GUARD_MOVED' || result.refusal === 'NOT_ENOUGH') return
  // Another process was first.
  if (result.refusal === 'ID_TAKEN') return
  throw new Error(`the end of bonus ${id} was refused: ${result.refusal} ${result.detail}`)
}

/** Takes an end up again, for the job; a lease that somebody holds leaves it for later. */
export async function resumeEnd(parts: RewardsParts, bonus: UserBonusRow): Promise<void> {
  try {
    const lease = await parts.members.lease(bonus.memberId, 'clear')
    try {
      await bringToEnd(parts, bonus.id)
    } finally {
      await lease.release()
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TRANSFER_PENDING') throw error
  }
}
