import type { AnswerOf, calls } from '@krapao/contract'
import type { Submission } from '@krapao/ledger'
import { sumMinor, toWireAmount } from '@krapao/money'
import { insertOf, updateOf } from '../../../platform/database/put-row.ts'
import { refuse } from '../../../platform/errors.ts'
import { houseRefund } from '../../../platform/house-accounts.ts'
import type { Language } from '../../../platform/http/index.ts'
import { refundableAccount, type Standing, standingGuard, walletAccount, walletNews } from '../../members/index.ts'
import { safeMarkup } from '../../operator/index.ts'
import { fillIn } from '../banners/fill-in.ts'
import { creditMade } from '../credits/reward-credits.store.ts'
import { amountOf, creditReward, requireNoBonusAtAll } from '../credits/reward-credits.ts'
import { type RewardsParts, TRIES_MAX } from '../rewards.parts.ts'
import { refundProblem, unlapsed } from './refund.rules.ts'
import {
  findRefundReceipt,
  listRefundReceipts,
  listUnreceivedDays,
  readRefundRule,
  type RefundDayRow,
} from './refund.store.ts'

/** REF-004: whether something can be received now, and what was received and not yet added to the wallet. */
export async function checkRefund(
  parts: RewardsParts,
  memberId: string,
  language: Language,
): Promise<AnswerOf<typeof calls.refundCheck>> {
  const { database, members } = parts
  const now = parts.clock.now()
  const [rule, standing, days, refundableMinor] = await Promise.all([
    readRefundRule(database, now),
    members.standing(database, memberId),
    listUnreceivedDays(database, memberId),
    amountOf(parts, refundableAccount(memberId)),
  ])
  const bonus = standing.bonusState !== null
  return {
    result: rule?.isActive === true && !bonus && refundProblem(days, now) === null,
    bonus,
    info: safeMarkup(fillIn(rule?.info[language] ?? '', rule)),
    refundAmount: toWireAmount(refundableMinor),
    refundSuccess: rule?.percentSuccess ?? 0,
    refundFail: rule?.percentFail ?? 0,
  }
}

/**
 * REF-011: receives all days that have not lapsed; the house gives to `refundable`, and from there it goes to the wallet.
 * Refuses in the order REFUND_INACTIVE, BONUS_REMAINING, the days.
 */
export async function receiveRefund(
  parts: RewardsParts,
  memberId: string,
  operationId: string,
): Promise<AnswerOf<typeof calls.refundReceive>> {
  const { database, members } = parts
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const receipt = await findRefundReceipt(database, operationId, memberId)
    if (receipt !== null) return { message: 'REFUND_SUCCESS', refundAmount: toWireAmount(receipt.amountMinor) }
    const now = parts.clock.now()
    const standing = await members.standing(database, memberId)
    await members.gate(database, { memberId, action: 'reward', standing, amountMinor: 0 })
    if ((await readRefundRule(database, now))?.isActive !== true) refuse('REFUND_INACTIVE')
    requireNoBonusAtAll(standing)
    const days = await listUnreceivedDays(database, memberId)
    const problem = refundProblem(days, now)
    if (problem !== null) refuse(problem)
    await receiveOnce(parts, operationId, memberId, standing, unlapsed(days, now))
  }
  return refuse('REQUEST_IN_PROGRESS', { retryAfterS: 1 })
}

/** Receives these days, if none of them was received and no bonus began meanwhile. */
async function receiveOnce(
  { ledger, database, clock }: RewardsParts,
  operationId: string,
  memberId: string,
  standing: Standing,
  days: readonly RefundDayRow[],
): Promise<void> {
  await ledger.open(database, [
    { account: houseRefund, currency: 'BAHT', floorMinor: null },
    { account: refundableAccount(memberId), currency: 'BAHT', floorMinor: 0 },
  ])
  const outcome = await ledger.submit(submissionOf(operationId, memberId, standing, days, clock.now()))
  // Another call received them: what holds now is read again.
  if (outcome.ok || outcome.refusal === 'GUARD_MOVED' || outcome.refusal === 'ID_TAKEN') return
  throw new Error(`the refund of ${memberId} was refused: ${outcome.refusal} ${outcome.detail}`)
}

/** REF-012: moves what was received into the wallet. Refuses with BONUS_REMAINING, REFUND_MINIMUM. */
export async function addRefundToWallet(
  parts: RewardsParts,
  memberId: string,
  operationId: string,
): Promise<AnswerOf<typeof calls.refundAddWallet>> {
  if ((await creditMade(parts.database, memberId, operationId)) === null) {
    const rule = await readRefundRule(parts.database, parts.clock.now())
    const { percentFail = 0, percentSuccess = 0 } = rule ?? {}
    const amountMinor = await creditReward(parts, {
      memberId,
      operationId,
      kind: 'refund',
      from: refundableAccount(memberId),
      terms: { percentFail, percentSuccess },
      refuseNothing: () => refuse('REFUND_MINIMUM'),
    })
    if (amountMinor === null) refuse('REQUEST_IN_PROGRESS', { retryAfterS: 1 })
  }
  const walletMinor = await amountOf(parts, walletAccount(memberId))
  return { message: 'REFUND_SUCCESS', wallet: { amount: toWireAmount(walletMinor) } }
}

/** REF-009: what was received, newest first. */
export async function listRefunds(
  { database }: RewardsParts,
  memberId: string,
  page: { page: number; limit: number },
): Promise<AnswerOf<typeof calls.refundList>> {
  const { total, receipts } = await listRefundReceipts(database, memberId, page)
  const refunds = receipts.map(({ amountMinor, createdAt }) => ({
    refundAmount: toWireAmount(amountMinor),
    createdAt: createdAt.toISOString(),
  }))
  return { total, refunds }
}

/** One transfer a day, whose id is that of the member and day, and the receipt of them all. */
function submissionOf(
  operationId: string,
  memberId: string,
  standing: Standing,
  days: readonly RefundDayRow[],
  now: Date,
): Submission {
  const amountMinor = sumMinor(days.map((day) => day.amountMinor))
  return {
    movements: days.map((day) => ({
      kind: 'post',
      id: day.id,
      from: houseRefund,
      to: refundableAccount(memberId),
      amountMinor: day.amountMinor,
      code: 'refund',
      reference: day.id,
      occurredAt: now,
    })),
    guards: [standingGuard(memberId, standing)],
    rows: [
      insertOf('refund_receipt', { id: operationId, memberId, amountMinor, createdAt: now }),
      ...days.map((day) => updateOf('refund_day', day, { receiptId: operationId })),
    ],
    news: [walletNews(memberId, 'refund')],
  }
}
