import { formatAmount } from '@krapao/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { tendEach } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import { isUnderBonus, type MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { GiftEnds } from './gift-ends.ts'
import {
  expectedShareMinor,
  GIFT_TURN_MS,
  giftCodeHash,
  giftProblemOf,
  type GiftProblem,
  isFinalRefusal,
  voucherProblem,
} from './gift-link.rules.ts'
import { changeGift, type GiftChange, type GiftRow, giftsToAsk, ownedGift } from './gift.store.ts'
import type { GiftIssuer, RedeemAnswer, VerifyAnswer, Voucher } from './providers/gift-issuer.ts'
import { needsReview, nextAskAt, nextWatchAt } from './withdrawal.rules.ts'

const ASKED_AT_ONCE = 8
const LOOK_AGAIN_MS = 3_600_000

export interface RedemptionDeps {
  database: Database
  clock: Clock
  logger: Logger
  operator: OperatorDoor
  members: MembersDoor
  issuer: GiftIssuer | null
  giftEnds: GiftEnds
}

export interface Redemptions {
  /** What follows from the issuer's description of a recorded gift: its share is taken, it is refused, or asked about again. */
  follow(row: GiftRow, answer: VerifyAnswer): Promise<void>
  /** Asks about gifts that are due; how many were asked about. */
  tend(): Promise<number>
  /**
   * The operator's word on a gift whose share may have been taken: that he got so much, or nothing (null). The issuer is
   * asked first; what it says is booked, and only over its silence the operator decides (beyond 7.9).
   */
  endByHand(row: GiftRow, shareMinor: number | null): Promise<GiftEndedByHand>
}

/**
 * What came of the operator's word. `issuer-says`: it told a share, which was credited, or refused the gift. `not-taken`:
 * it says that we have no share, so that none was credited. `too-early`: it was asked for less than an hour ago.
 */
export type GiftEndedByHand =
  | { kind: 'ended' }
  | { kind: 'issuer-says'; shareMinor: number | null }
  | { kind: 'not-taken' }
  | { kind: 'untold' }
  | { kind: 'too-early' }
  | { kind: 'moved-on' }

/** Takes shares of recorded gifts, and finds out what became of those that were not answered for. */
export function createRedemptions(deps: RedemptionDeps): Redemptions {
  const { database, clock, logger, giftEnds } = deps

  async function follow(row: GiftRow, answer: VerifyAnswer): Promise<void> {
    if (answer.kind === 'voucher') return take(row, answer.voucher)
    if (answer.kind === 'refused') return refuse(row, giftProblemOf(answer.refusal))
    if (answer.kind === 'taken') {
      // Nobody but we take shares for our number, and this gift was never redeemed by this row: an earlier row's came.
      if (row.code !== null) await giftEnds.hearOfTaken(row.code, answer.shareMinor)
      return refuse(row, { code: 'TRUELINK_DUPLICATE' })
    }
    // Nothing was taken while nothing was asked for: after an hour of silence the gift is the member's again.
    if (needsReview(row.createdAt, clock.now())) return refuse(row, { code: 'TRUELINK_INVALID' })
    logger.warn({ gift: row.id, why: answer.why }, 'the issuer did not describe a gift')
    await changeGift(database, row, { askAt: nextAskAt(row.createdAt, clock.now()) })
  }

  async function refuse(row: GiftRow, problem: GiftProblem): Promise<void> {
    await giftEnds.refuse(row, problem)
  }

  /** Writes down that a share may be taken, then takes it. */
  async function take(row: GiftRow, voucher: Voucher): Promise<void> {
    const { giftMinimumMinor } = await deps.operator.settings()
    const problem = voucherProblem(voucher, giftMinimumMinor) ?? (await bonusProblem(row.memberId))
    if (problem !== null) return refuse(row, problem)
    const codeHash = giftCodeHash(voucher.code)
    if (codeHash !== row.codeHash && (await ownedGift(database, codeHash)) !== null) {
      return refuse(row, { code: 'TRUELINK_DUPLICATE' })
    }
    const amountMinor = expectedShareMinor(voucher)
    const { code, people } = voucher
    await call(row, { state: 'redeeming', code, codeHash, people, amountMinor })
  }

  /** A bonus may have been granted since the link was sent in. */
  async function bonusProblem(memberId: string): Promise<GiftProblem | null> {
    return isUnderBonus(await deps.members.standing(database, memberId)) ? { code: 'BONUS_REMAINING' } : null
  }

  /** One call for the share; the row says so before it is made, and when it is to be looked after if we die in it. */
  async function call(row: GiftRow, change: GiftChange): Promise<void> {
    const now = clock.now()
    const calledAt = row.calledAt ?? now
    const askAt = new Date(now.getTime() + GIFT_TURN_MS)
    const called = await changeGift(database, row, { ...change, calls: row.calls + 1, calledAt, askAt })
    if (called === null || called.code === null || deps.issuer === null) return
    await hear(called, row.calls, await deps.issuer.redeem(called.code, called.mobile))
  }

  async function hear(row: GiftRow, callsBefore: number, answer: RedeemAnswer): Promise<void> {
    if (answer.kind === 'taken') {
      const shareMinor = shareOf(row, answer)
      return shareMinor === null ? doubt(row, 'told no share') : giftEnds.creditOrReport(row, shareMinor)
    }
    if (answer.kind === 'unknown') return doubt(row, answer.why)
    const { status, refusal } = answer
    const { refusedAs, calledAt } = row
    const now = clock.now()
    if (status === 'TARGET_USER_NOT_FOUND') logger.error('the issuer of gifts does not know the setting giftMobile')
    if (isFinalRefusal({ status, callsBefore, refusedAs, firstCallAt: calledAt ?? now, now })) {
      return confirm(row, status, giftProblemOf(refusal))
    }
    await changeGift(database, row, { refusedAs: status, askAt: nextAskAt(calledAt ?? now, now) })
  }

  /** A no to the call for the share is looked at once, before the gift is free: the share may be ours all the same. */
  async function confirm(row: GiftRow, status: string, problem: GiftProblem): Promise<void> {
    if (row.code === null || deps.issuer === null) return
    const answer = await deps.issuer.verify(row.code, row.mobile)
    if (answer.kind === 'unknown') return doubt(row, answer.why, status)
    if (answer.kind !== 'taken') return refuse(row, problem)
    logger.warn({ gift: row.id, status }, 'the issuer refused a share, and says that it is ours')
    const shareMinor = shareOf(row, answer)
    return shareMinor === null ? doubt(row, 'told no share') : giftEnds.creditOrReport(row, shareMinor)
  }

  /** Nobody knows what became of it: it is asked about again. */
  async function doubt(row: GiftRow, why: string, refusedAs: string | null = null): Promise<void> {
    const now = clock.now()
    const calledAt = row.calledAt ?? now
    logger.warn({ gift: row.id, why }, 'what became of a gift is unknown')
    await changeGift(database, row, { refusedAs, askAt: nextAskAt(calledAt, now) })
    if (needsReview(calledAt, now)) await giftEnds.reportUnknown(row, why)
  }

  /** The turn of a gift that is due: whoever raises its version first asks. */
  async function ask(row: GiftRow): Promise<void> {
    if (row.state === 'redeeming') return call(row, {})
    if (row.state === 'refused') return watch(row)
    if (row.state === 'credited') return watchCredited(row)
    const now = clock.now()
    const asked = await changeGift(database, row, { askAt: new Date(now.getTime() + GIFT_TURN_MS) })
    if (asked === null || asked.code === null || deps.issuer === null) return
    await follow(asked, await deps.issuer.verify(asked.code, asked.mobile))
  }

  /**
   * Looks again at a gift that was refused after its share had been asked for: it may be taken all the same. One that the
   * operator refused is asked about until its issuer says how it is, others for three days; then its code is forgotten.
   */
  async function watch(row: GiftRow): Promise<void> {
    const now = clock.now()
    const next = row.endedByHand ? nextAskAt(row.calledAt ?? now, now) : nextWatchAt(row.refusedAt ?? now, now)
    // A look that nobody answers does not count.
    const askAt = next ?? new Date(now.getTime() + LOOK_AGAIN_MS)
    const watched = await changeGift(database, row, { askAt })
    if (watched === null || watched.code === null || deps.issuer === null) return
    const owner = await ownedGift(database, watched.codeHash)
    if (owner?.state === 'credited') return forget(watched)
    if (owner !== null) return
    const answer = await deps.issuer.verify(watched.code, watched.mobile)
    if (answer.kind === 'taken') return giftEnds.creditOrReport(watched, shareOf(watched, answer))
    if (answer.kind === 'refused' && watched.endedByHand) {
      await changeGift(database, watched, { endedByHand: false, askAt: nextWatchAt(now, now) })
    } else if (answer.kind !== 'unknown' && next === null) await forget(watched)
  }

  /** What the operator credited in silence is asked about until its issuer says how it is; nothing is credited anew. */
  async function watchCredited(row: GiftRow): Promise<void> {
    const now = clock.now()
    const asked = await changeGift(database, row, { askAt: nextAskAt(row.calledAt ?? now, now) })
    if (asked === null || asked.code === null || deps.issuer === null) return
    const answer = await deps.issuer.verify(asked.code, asked.mobile)
    if (answer.kind === 'unknown') return
    const isAgreed = answer.kind === 'taken' && (answer.shareMinor ?? asked.amountMinor) === asked.amountMinor
    if (!isAgreed) await giftEnds.contradict(asked, wordsOf(answer))
    await forget(asked)
  }

  async function forget(row: GiftRow): Promise<void> {
    await changeGift(database, row, { code: null, askAt: null, endedByHand: false })
  }

  async function endByHand(row: GiftRow, shareMinor: number | null): Promise<GiftEndedByHand> {
    const now = clock.now()
    if (shareMinor === null && row.calledAt !== null && !needsReview(row.calledAt, now)) return { kind: 'too-early' }
    if (row.calls > 0 && row.code !== null && deps.issuer !== null) {
      // Of a version of its own: whoever asks for the share at the same time changes nothing any more.
      const asked = await changeGift(database, row, { askAt: new Date(now.getTime() + GIFT_TURN_MS) })
      if (asked === null) return { kind: 'moved-on' }
      const answer = await deps.issuer.verify(row.code, row.mobile)
      if (answer.kind === 'taken') {
        const told = shareOf(asked, answer) ?? shareMinor
        if (told === null) return { kind: 'untold' }
        return (await giftEnds.credit(row.id, told)) ? { kind: 'issuer-says', shareMinor: told } : { kind: 'moved-on' }
      }
      if (shareMinor !== null && answer.kind !== 'unknown') return { kind: 'not-taken' }
      if (answer.kind === 'refused') {
        const isEnded = await giftEnds.refuse(asked, giftProblemOf(answer.refusal), { version: asked.version })
        return isEnded ? { kind: 'issuer-says', shareMinor: null } : { kind: 'moved-on' }
      }
      return bookByHand(asked, shareMinor, nextAskAt(row.calledAt ?? now, now))
    }
    return bookByHand(row, shareMinor)
  }

  async function bookByHand(row: GiftRow, shareMinor: number | null, watchAt?: Date): Promise<GiftEndedByHand> {
    const isDone =
      shareMinor === null
        ? await giftEnds.refuse(row, { code: 'TRUELINK_INVALID' }, { version: row.version, endedByHand: true })
        : await giftEnds.credit(row.id, shareMinor, watchAt)
    return { kind: isDone ? 'ended' : 'moved-on' }
  }

  return {
    follow,
    endByHand,
    async tend() {
      if (deps.issuer === null) return 0
      return tendEach(await giftsToAsk(database, clock.now(), ASKED_AT_ONCE), ask)
    },
  }
}

/** What an issuer says of a gift, in words for the operator. */
function wordsOf(answer: Exclude<VerifyAnswer, { kind: 'unknown' }>): string {
  if (answer.kind === 'voucher') return 'nobody of ours has taken a share of it'
  if (answer.kind === 'refused') return `it is refused (${giftProblemOf(answer.refusal).code})`
  return answer.shareMinor === null ? 'the share is not told' : `the share is ${formatAmount(answer.shareMinor)} baht`
}

/** Our share; of a gift for one person it is known also where the issuer does not tell it. */
function shareOf(row: GiftRow, answer: Extract<RedeemAnswer, { kind: 'taken' }>): number | null {
  return answer.shareMinor ?? (row.people === 1 ? row.amountMinor : null)
}
