import { formatAmount } from '@krapao/money'
import { AppError } from '../../../platform/errors.ts'
import { processEach } from '../../../platform/jobs.ts'
import type { By } from '../../deeds/index.ts'
import { isUnderBonus } from '../../members/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { askForShare, lookAtGift } from './gift-calls.ts'
import { contradict, creditGift, creditOrReport, endRefused, applyTaken, reportUnknown } from './gift-ends.ts'
import {
  expectedShareMinor,
  GIFT_TURN_MS,
  giftCodeHash,
  type GiftProblem,
  giftProblemOf,
  isFinalRefusal,
  voucherProblem,
} from './gift-link.rules.ts'
import { changeGift, type GiftChange, type GiftRow, dueGifts, ownedGift } from './gift.store.ts'
import type { RedeemAnswer, VerifyAnswer, Voucher } from '../providers/gift-issuer.ts'
import { needsReview, nextAskAt, nextWatchAt } from '../books/asking.rules.ts'
import { HOUR_MS } from '../../../platform/durations.ts'

const ASKED_AT_ONCE = 8
const LOOK_AGAIN_MS = HOUR_MS

/**
 * What came of the operator's word. `issuer-says`: it told a share, which was credited, or refused the gift. `not-taken`:
 * it says that we have no share, so that none was credited. `silent`: it says nothing, over which one person alone decides
 * nothing. `too-early`: it was asked for less than an hour ago.
 */
export type GiftEndedByHand =
  | { kind: 'ended' }
  | { kind: 'issuer-says'; shareMinor: number | null }
  | { kind: 'not-taken' }
  | { kind: 'untold' }
  | { kind: 'silent' }
  | { kind: 'too-early' }
  | { kind: 'moved-on' }

/** The operator's word on a gift: that he got so much, or nothing (null). */
export interface GiftWord {
  shareMinor: number | null
  by: By
  /** Whether one person says so whom nobody has confirmed. */
  isAlone: boolean
}

// Takes shares of recorded gifts, and finds out what became of those that were not answered for.

/** What follows from the issuer's description of a recorded gift: its share is taken, it is refused, or asked about again. */
export async function followGift(parts: CashierParts, row: GiftRow, answer: VerifyAnswer): Promise<void> {
  if (answer.kind === 'voucher') return take(parts, row, answer.voucher)
  if (answer.kind === 'refused') return refuse(parts, row, giftProblemOf(answer.refusal))
  if (answer.kind === 'taken') {
    // Nobody but we take shares for our number, and this gift was never redeemed by this row: an earlier row's came.
    if (row.code !== null) await applyTaken(parts, row.code, answer.shareMinor)
    return refuse(parts, row, { code: 'TRUELINK_DUPLICATE' })
  }
  // Nothing was taken while nothing was asked for: after an hour of silence the gift is the member's again.
  if (needsReview(row.createdAt, parts.clock.now())) return refuse(parts, row, { code: 'TRUELINK_INVALID' })
  parts.logger.warn({ gift: row.id, why: answer.why }, 'the issuer did not describe a gift')
  await changeGift(parts.database, row, { askAt: nextAskAt(row.createdAt, parts.clock.now()) })
}

async function refuse(parts: CashierParts, row: GiftRow, problem: GiftProblem): Promise<void> {
  await endRefused(parts, row, problem)
}

/** Writes down that a share may be taken, then takes it. */
async function take(parts: CashierParts, row: GiftRow, voucher: Voucher): Promise<void> {
  const { giftMinimumMinor } = await parts.operator.settings()
  const problem = voucherProblem(voucher, giftMinimumMinor) ?? (await bonusProblem(parts, row.memberId))
  if (problem !== null) return refuse(parts, row, problem)
  const codeHash = giftCodeHash(voucher.code)
  if (codeHash !== row.codeHash && (await ownedGift(parts.database, codeHash)) !== null) {
    return refuse(parts, row, { code: 'TRUELINK_DUPLICATE' })
  }
  const amountMinor = expectedShareMinor(voucher)
  const { code, people } = voucher
  await call(parts, row, { state: 'redeeming', code, codeHash, people, amountMinor })
}

/**
 * The change by which a share may be taken, in one commit with what lets it in: its amount counts from then on. Null when
 * somebody else was faster, or when the gift was refused because its owner takes a break or it would pass his limits.
 */
async function enter(parts: CashierParts, row: GiftRow, change: GiftChange): Promise<GiftRow | null> {
  const { memberId } = row
  try {
    return await parts.database.transaction(async (tx) => {
      const standing = await parts.members.lockStanding(tx, memberId)
      await parts.members.gate(tx, { memberId, action: 'gift', standing, amountMinor: change.amountMinor ?? 0 })
      return changeGift(tx, row, change)
    })
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'LIMIT_REACHED' && error.code !== 'EXCLUDED')) throw error
    const { code, details } = error
    await refuse(parts, row, details === undefined ? { code } : { code, details })
    return null
  }
}

/** A bonus may have been granted since the link was sent in. */
async function bonusProblem(parts: CashierParts, memberId: string): Promise<GiftProblem | null> {
  return isUnderBonus(await parts.members.standing(parts.database, memberId)) ? { code: 'BONUS_REMAINING' } : null
}

/** One call for the share; the row says so before it is made, and when it is to be looked after if we die in it. */
async function call(parts: CashierParts, row: GiftRow, change: GiftChange): Promise<void> {
  const now = parts.clock.now()
  const calledAt = row.calledAt ?? now
  const askAt = new Date(now.getTime() + GIFT_TURN_MS)
  const changes = { ...change, calls: row.calls + 1, calledAt, askAt }
  // Asked for before, it counts already.
  const called =
    row.state === 'checking' ? await enter(parts, row, changes) : await changeGift(parts.database, row, changes)
  if (called === null || called.code === null || parts.gifts.issuer === null) return
  const answer = await askForShare(parts, parts.gifts.issuer, { ...called, code: called.code })
  await applyAnswer(parts, called, row.calls, answer)
}

async function applyAnswer(
  parts: CashierParts,
  row: GiftRow,
  callsBefore: number,
  answer: RedeemAnswer,
): Promise<void> {
  if (answer.kind === 'taken') {
    const shareMinor = shareOf(row, answer)
    return shareMinor === null ? doubt(parts, row, 'told no share') : creditOrReport(parts, row, shareMinor)
  }
  if (answer.kind === 'unknown') return doubt(parts, row, answer.why)
  const { status, refusal } = answer
  const { refusedAs, calledAt } = row
  const now = parts.clock.now()
  if (status === 'TARGET_USER_NOT_FOUND') parts.logger.error('the issuer of gifts does not know the setting giftMobile')
  if (isFinalRefusal({ status, callsBefore, refusedAs, firstCallAt: calledAt ?? now, now })) {
    return confirm(parts, row, status, giftProblemOf(refusal))
  }
  await changeGift(parts.database, row, { refusedAs: status, askAt: nextAskAt(calledAt ?? now, now) })
}

/** A no to the call for the share is looked at once, before the gift is free: the share may be ours all the same. */
async function confirm(parts: CashierParts, row: GiftRow, status: string, problem: GiftProblem): Promise<void> {
  if (row.code === null || parts.gifts.issuer === null) return
  const answer = await lookAtGift(parts, parts.gifts.issuer, { ...row, code: row.code })
  if (answer.kind === 'unknown') return doubt(parts, row, answer.why, status)
  if (answer.kind !== 'taken') return refuse(parts, row, problem)
  parts.logger.warn({ gift: row.id, status }, 'the issuer refused a share, and says that it is ours')
  const shareMinor = shareOf(row, answer)
  return shareMinor === null ? doubt(parts, row, 'told no share') : creditOrReport(parts, row, shareMinor)
}

/** Nobody knows what became of it: it is asked about again. */
async function doubt(parts: CashierParts, row: GiftRow, why: string, refusedAs: string | null = null): Promise<void> {
  const now = parts.clock.now()
  const calledAt = row.calledAt ?? now
  parts.logger.warn({ gift: row.id, why }, 'what became of a gift is unknown')
  await changeGift(parts.database, row, { refusedAs, askAt: nextAskAt(calledAt, now) })
  if (needsReview(calledAt, now)) await reportUnknown(parts, row, why)
}

/** The turn of a gift that is due: whoever raises its version first asks. */
async function ask(parts: CashierParts, row: GiftRow): Promise<void> {
  if (row.state === 'redeeming') return call(parts, row, {})
  if (row.state === 'refused') return watch(parts, row)
  if (row.state === 'credited') return watchCredited(parts, row)
  const now = parts.clock.now()
  const asked = await changeGift(parts.database, row, { askAt: new Date(now.getTime() + GIFT_TURN_MS) })
  if (asked === null || asked.code === null || parts.gifts.issuer === null) return
  await followGift(parts, asked, await lookAtGift(parts, parts.gifts.issuer, { ...asked, code: asked.code }))
}

/**
 * Looks again at a gift that was refused after its share had been asked for: it may be taken all the same. One that the
 * operator refused is asked about until its issuer says how it is, others for three days; then its code is forgotten.
 */
async function watch(parts: CashierParts, row: GiftRow): Promise<void> {
  const now = parts.clock.now()
  const next = row.endedByHand ? nextAskAt(row.calledAt ?? now, now) : nextWatchAt(row.refusedAt ?? now, now)
  // A look that nobody answers does not count.
  const askAt = next ?? new Date(now.getTime() + LOOK_AGAIN_MS)
  const watched = await changeGift(parts.database, row, { askAt })
  if (watched === null || watched.code === null || parts.gifts.issuer === null) return
  const owner = await ownedGift(parts.database, watched.codeHash)
  if (owner?.state === 'credited') return forget(parts, watched)
  if (owner !== null) return
  const answer = await lookAtGift(parts, parts.gifts.issuer, { ...watched, code: watched.code })
  if (answer.kind === 'taken') return creditOrReport(parts, watched, shareOf(watched, answer))
  if (answer.kind === 'refused' && watched.endedByHand) {
    await changeGift(parts.database, watched, { endedByHand: false, askAt: nextWatchAt(now, now) })
  } else if (answer.kind !== 'unknown' && next === null) await forget(parts, watched)
}

/** What the operator credited in silence is asked about until its issuer says how it is; nothing is credited anew. */
async function watchCredited(parts: CashierParts, row: GiftRow): Promise<void> {
  const now = parts.clock.now()
  const asked = await changeGift(parts.database, row, { askAt: nextAskAt(row.calledAt ?? now, now) })
  if (asked === null || asked.code === null || parts.gifts.issuer === null) return
  const answer = await lookAtGift(parts, parts.gifts.issuer, { ...asked, code: asked.code })
  if (answer.kind === 'unknown') return
  const isAgreed = answer.kind === 'taken' && (answer.shareMinor ?? asked.amountMinor) === asked.amountMinor
  if (!isAgreed) await contradict(parts, asked, answerInWords(answer))
  await forget(parts, asked)
}

async function forget(parts: CashierParts, row: GiftRow): Promise<void> {
  await changeGift(parts.database, row, { code: null, askAt: null, endedByHand: false })
}

/**
 * The operator's word on a gift whose share may have been taken. The issuer is asked first; what it says is booked, and
 * only over its silence the operator decides, by two persons (beyond 7.9).
 */
export async function endGiftByHand(parts: CashierParts, row: GiftRow, word: GiftWord): Promise<GiftEndedByHand> {
  const { shareMinor, by } = word
  const now = parts.clock.now()
  if (shareMinor === null && row.calledAt !== null && !needsReview(row.calledAt, now)) return { kind: 'too-early' }
  if (row.calls === 0 || row.code === null || parts.gifts.issuer === null) return bookByHand(parts, row, word, null)
  // Of a version of its own: whoever asks for the share at the same time changes nothing any more.
  const asked = await changeGift(parts.database, row, { askAt: new Date(now.getTime() + GIFT_TURN_MS) })
  if (asked === null) return { kind: 'moved-on' }
  const answer = await lookAtGift(parts, parts.gifts.issuer, { ...row, code: row.code })
  const told = answer.kind === 'taken' ? shareOf(asked, answer) : null
  if (told !== null) {
    const isCredited = await creditGift(parts, row.id, told, null, by)
    return isCredited ? { kind: 'issuer-says', shareMinor: told } : { kind: 'moved-on' }
  }
  if (answer.kind === 'taken') {
    return shareMinor === null ? { kind: 'untold' } : bookByHand(parts, asked, word, null)
  }
  if (shareMinor !== null && answer.kind !== 'unknown') return { kind: 'not-taken' }
  if (answer.kind === 'refused') {
    const isEnded = await endRefused(parts, asked, giftProblemOf(answer.refusal), { version: asked.version, by })
    return isEnded ? { kind: 'issuer-says', shareMinor: null } : { kind: 'moved-on' }
  }
  const isAlone = word.isAlone && answer.kind === 'unknown'
  return bookByHand(parts, asked, { ...word, isAlone }, nextAskAt(row.calledAt ?? now, now))
}

/** What its issuer says of a gift, asked for a person who is to confirm how it ended; null where nobody can be asked. */
export async function askedOfIssuer({ gifts }: CashierParts, { calls, code, mobile }: GiftRow) {
  return calls === 0 || code === null ? null : ((await gifts.issuer?.verify(code, mobile)) ?? null)
}

/** Books the operator's word; `watchAt` is when its issuer is asked next. */
async function bookByHand(
  parts: CashierParts,
  row: GiftRow,
  { shareMinor, by, isAlone }: GiftWord,
  watchAt: Date | null,
): Promise<GiftEndedByHand> {
  // Before its share was asked for there is nothing that anybody could be silent about.
  if (isAlone && row.state !== 'checking') return { kind: 'silent' }
  const isDone =
    shareMinor === null
      ? await endRefused(parts, row, { code: 'TRUELINK_INVALID' }, { version: row.version, endedByHand: true, by })
      : await creditGift(parts, row.id, shareMinor, watchAt, by)
  return { kind: isDone ? 'ended' : 'moved-on' }
}

/** Asks about gifts that are due; how many were asked about. */
export async function processDueGifts(parts: CashierParts): Promise<number> {
  if (parts.gifts.issuer === null) return 0
  return processEach(await dueGifts(parts.database, parts.clock.now(), ASKED_AT_ONCE), (row) => ask(parts, row))
}

/** What an issuer says of a gift, in words for the operator. */
function answerInWords(answer: Exclude<VerifyAnswer, { kind: 'unknown' }>): string {
  if (answer.kind === 'voucher') return 'nobody of ours has taken a share of it'
  if (answer.kind === 'refused') return `it is refused (${giftProblemOf(answer.refusal).code})`
  return answer.shareMinor === null ? 'the share is not told' : `the share is ${formatAmount(answer.shareMinor)} baht`
}

/** Our share; of a gift for one person it is known also where the issuer does not tell it. */
function shareOf(row: GiftRow, answer: Extract<RedeemAnswer, { kind: 'taken' }>): number | null {
  return answer.shareMinor ?? (row.people === 1 ? row.amountMinor : null)
}
