import { processEach } from '../../../platform/jobs.ts'
import { type By, decisionSubject, type Deed, writeDeed } from '../../deeds/index.ts'
import { kept } from '../books/calls.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { applyPayoutWord, bookPaidLate, closePayout, type PayoutDeed, type SaidOfPayout } from './payout-ends.ts'
import type { PayoutAnswer, PayoutOrder } from '../providers/payout-sender.ts'
import { judgeBeforeSending } from '../withdrawals/release.ts'
import { addJudgement, type Judgement } from '../withdrawals/release.store.ts'
import { mayBeAskedNow, needsReview, nextAskAt, nextWatchAt } from '../books/asking.rules.ts'
import type { PayoutState } from '../providers/bank-words.ts'
import { changeWithdrawal, type WithdrawalRow, dueWithdrawals } from '../withdrawals/withdrawals.store.ts'
import { HOUR_MS } from '../../../platform/durations.ts'

/** What came of an operator's wish to end a withdrawal: his word was booked, or the bank's, or neither. */
export type EndedByHand =
  | { kind: 'ended' }
  | { kind: 'bank-says'; state: Exclude<PayoutState, 'SENT'> }
  | { kind: 'under-way' }
  /** Somebody is asking the bank at this moment. */
  | { kind: 'being-asked' }
  /** The bank does not answer, and one person alone says so, or a restored copy does not know whether it was sent. */
  | { kind: 'silent' }
  | { kind: 'moved' }

/** What the bank says of a payout that it had called failed, and paid when it was asked: PAID is booked then. */
export type SaidToDeed = PayoutState | 'not-found' | 'silent' | 'moved'

const PROCESSED_AT_ONCE = 32
/** When the last look at a payout is tried again that nobody answered. */
const LOOK_AGAIN_MS = HOUR_MS

// Payouts of withdrawals: sent once it is written down that they may have been, asked about until the bank's word is
// definite, sent again under the same reference when the bank does not know it, and never given up on silence.

/** Sends, asks about and looks again at what is due; how many withdrawals were looked after. */
export async function processDuePayouts(parts: CashierParts): Promise<number> {
  return processEach(await dueWithdrawals(parts.database, parts.clock.now(), PROCESSED_AT_ONCE), (row) =>
    processOne(parts, row),
  )
}

async function processOne(parts: CashierParts, row: WithdrawalRow): Promise<void> {
  if (row.state === 'due') return send(parts, row)
  if (row.state === 'sent') return ask(parts, row)
  return watch(parts, row)
}

async function send(parts: CashierParts, row: WithdrawalRow): Promise<void> {
  const now = parts.clock.now()
  const judgement = row.approved ? null : await judgeBeforeSending(parts, row)
  if (judgement === 'unread') {
    await changeWithdrawal(parts.database, row, { askAt: nextAskAt(row.createdAt, now) })
    return
  }
  if (judgement !== null) return makeWait(parts, row, judgement)
  const askAt = nextAskAt(now, now)
  const sent = await changeWithdrawal(parts.database, row, { state: 'sent', sendings: 1, sentAt: now, askAt })
  if (sent === null) return
  const answer = await sendOrder(parts, sent)
  // Only the first sending can be refused for good: of a later one the bank may have taken an earlier copy.
  if (answer.kind === 'refused') {
    return word(parts, sent.id, now, { state: 'FAILED', transRef: null, note: 'REFUSED', ofSending: sent.sendings })
  }
  return take(parts, sent, now, answer)
}

/** Lets a withdrawal wait for a person that was to be sent, and writes down why. */
async function makeWait({ database }: CashierParts, row: WithdrawalRow, judgement: Judgement): Promise<void> {
  const [waitReason = null] = judgement.reasons
  await database.transaction(async (tx) => {
    const isMade = await changeWithdrawal(tx, row, {
      state: 'waiting',
      waitReason,
      waitingAt: judgement.at,
      askAt: null,
    })
    if (isMade !== null) await addJudgement(tx, judgement)
  })
}

async function ask(parts: CashierParts, row: WithdrawalRow): Promise<void> {
  const now = parts.clock.now()
  const isOverdue = row.sentAt !== null && needsReview(row.sentAt, now)
  if (isOverdue && !row.needsReview) parts.logger.warn({ withdrawal: row.id }, 'a payout is unknown for an hour')
  const asked = await changeWithdrawal(parts.database, row, {
    askAt: nextAskAt(row.sentAt ?? now, now),
    askedAt: now,
    needsReview: isOverdue,
    ...(isOverdue && !row.needsReview ? { waitingAt: now } : {}),
  })
  if (asked === null) return
  const answer = await askBank(parts, asked)
  if (answer.kind !== 'not-found') return take(parts, asked, now, answer, true)
  // It refused the order, and knows nothing of it when it is asked: both are a no.
  if (asked.saidNo !== null) return word(parts, asked.id, now, { state: 'FAILED', transRef: null, isAsked: true })
  const again = await changeWithdrawal(parts.database, asked, { sendings: asked.sendings + 1 })
  // It came to its end while the bank was asked: sent once more, it would be paid beside the money that was given back.
  if (again === null) return
  return take(parts, again, now, await sendOrder(parts, again))
}

/**
 * Looks again at what came to its end: banks send money back or pay after all, and the callback that tells so may get
 * lost. What the operator ended in the bank's silence is asked about until it speaks.
 */
async function watch(parts: CashierParts, row: WithdrawalRow): Promise<void> {
  const now = parts.clock.now()
  const from = (row.state === 'paid' ? row.paidAt : row.sentAt) ?? now
  const next = row.endedByHand ? nextAskAt(row.sentAt ?? now, now) : nextWatchAt(from, now)
  // The last look is one that is answered.
  const askAt = next ?? new Date(now.getTime() + LOOK_AGAIN_MS)
  const watched = await changeWithdrawal(parts.database, row, { askAt, askedAt: now })
  if (watched === null) return
  const answer = await askBank(parts, watched)
  const isTold = answer.kind === 'not-found' || (answer.kind === 'state' && answer.state !== 'SENT')
  if (next === null && isTold) await changeWithdrawal(parts.database, watched, { askAt: null })
  if (answer.kind === 'state') return take(parts, watched, now, answer, true)
}

/**
 * Ends a withdrawal for the operator. Of one that may have been sent the bank is asked first (beyond 7.9): what it says
 * is booked, an order that is under way is left to it, and only over its silence the operator decides, by two persons; it
 * is asked on.
 */
export async function endPayoutByHand(
  parts: CashierParts,
  row: WithdrawalRow,
  as: 'PAID' | 'FAILED',
  { isAlone, ...deed }: PayoutDeed & { isAlone: boolean },
): Promise<EndedByHand> {
  const now = parts.clock.now()
  if (mayBeAskedNow(row.askedAt, now)) return { kind: 'being-asked' }
  const isForgotten = row.sendings === 0 && (await mayBeForgotten(parts, row))
  if (row.sendings > 0 || isForgotten) {
    // Of a version of its own: whoever asks at the same time orders nothing once more.
    const asked = await changeWithdrawal(parts.database, row, {})
    if (asked === null) return { kind: 'moved' }
    const answer = await askBank(parts, asked)
    // It has said both, and says no again to this deed: that is what the deed waits for.
    if (answer.kind === 'state' && answer.state === 'FAILED' && asked.state === 'paid' && as === 'FAILED')
      return (await closePayout(parts, asked, as, deed, false))
        ? { kind: 'bank-says', state: 'FAILED' }
        : { kind: 'moved' }
    if (answer.kind === 'state') {
      await writeDeed(parts.database, {
        ...deedOf(row, deed),
        deed: 'withdrawal-asked',
        after: { said: answer.state },
        at: now,
      })
      return takeInstead(parts, asked, now, answer)
    }
    if (isForgotten ? answer.kind === 'unknown' : isAlone) return { kind: 'silent' }
    return (await closePayout(parts, asked, as, deed)) ? { kind: 'ended' } : { kind: 'moved' }
  }
  return (await closePayout(parts, row, as, deed)) ? { kind: 'ended' } : { kind: 'moved' }
}

/**
 * Asks the bank once more about a payout that failed and that it called paid since, for the operator: its yes is booked
 * as its callback's would be, out of the wallet or lent by the house; anything else changes nothing.
 */
export async function payLate(parts: CashierParts, row: WithdrawalRow, by: By): Promise<SaidToDeed> {
  const now = parts.clock.now()
  // Of a version of its own: of two who say so at once one has done it.
  const asked = await changeWithdrawal(parts.database, row, {})
  if (asked === null) return 'moved'
  const answer = await askBank(parts, row)
  if (answer.kind !== 'state') return answer.kind === 'not-found' ? 'not-found' : 'silent'
  if (answer.state !== 'PAID') return answer.state
  // The deed stands for the question: what the bank only answers to one is never booked of a failed payout.
  const said = { reference: row.id, state: 'PAID', transRef: answer.transRef, occurredAt: now, paid: null } as const
  const deed = { by, deed: 'withdrawal-paid-late', note: null } as const
  return (await bookPaidLate(parts, asked, said, deed)) ? 'PAID' : 'moved'
}

/** Whose deed it is, and about which withdrawal. */
function deedOf(row: WithdrawalRow, { by, note }: PayoutDeed): Omit<Deed, 'deed' | 'at'> {
  return { ...by, memberId: row.memberId, subject: decisionSubject('withdrawal', row.id), reason: note }
}

/** Whether it may have been sent, though this copy of the database says that it was not. */
async function mayBeForgotten(parts: CashierParts, row: WithdrawalRow): Promise<boolean> {
  const restoredAt = await parts.operator.restoredAt()
  return restoredAt !== null && row.createdAt <= restoredAt
}

/** The bank knows how it is: that is booked, and not what the operator said. */
async function takeInstead(
  parts: CashierParts,
  row: WithdrawalRow,
  now: Date,
  { state, transRef }: Extract<PayoutAnswer, { kind: 'state' }>,
): Promise<EndedByHand> {
  if (row.sendings === 0) {
    const sent = { state: 'sent', waitReason: null, sendings: 1, sentAt: now, askAt: nextAskAt(now, now) } as const
    if ((await changeWithdrawal(parts.database, row, sent)) === null) return { kind: 'moved' }
  }
  if (state === 'SENT') return { kind: 'under-way' }
  await word(parts, row.id, now, { state, transRef, isAsked: true })
  return { kind: 'bank-says', state }
}

async function take(
  parts: CashierParts,
  row: WithdrawalRow,
  askedAt: Date,
  answer: PayoutAnswer,
  isAsked = false,
): Promise<void> {
  if (answer.kind === 'state') {
    parts.memory.loggedWhy.delete(row.id)
    return word(parts, row.id, askedAt, { state: answer.state, transRef: answer.transRef, isAsked })
  }
  const why = answer.kind === 'unknown' ? answer.why : answer.kind
  if (parts.memory.loggedWhy.get(row.id) === why) return
  parts.memory.loggedWhy.set(row.id, why)
  parts.logger.warn({ withdrawal: row.id, why }, 'the state of a payout is unknown')
}

/** An answer is as old as its question: what was heard meanwhile is younger. */
async function word(
  parts: CashierParts,
  id: string,
  occurredAt: Date,
  said: Pick<SaidOfPayout, 'state' | 'transRef' | 'note' | 'ofSending' | 'isAsked'>,
): Promise<void> {
  await applyPayoutWord(parts, { ...said, reference: id, occurredAt, paid: null })
}

function sendOrder(parts: CashierParts, row: WithdrawalRow): Promise<PayoutAnswer> {
  const call = { subject: row.id, party: 'bank', call: 'pay-out' } as const
  return kept(parts, call, () => parts.payoutSender.payOut(orderOf(row)), inWords)
}

function askBank(parts: CashierParts, row: WithdrawalRow): Promise<PayoutAnswer> {
  const call = { subject: row.id, party: 'bank', call: 'payout-state' } as const
  return kept(parts, call, () => parts.payoutSender.payout(orderOf(row)), inWords)
}

/** What the bank says of a payout, asked for a person who is to confirm how it ended. */
export function askedOfBank(parts: CashierParts, row: WithdrawalRow): Promise<PayoutAnswer> {
  return parts.payoutSender.payout(orderOf(row))
}

function inWords(answer: PayoutAnswer): string {
  return answer.kind === 'state' ? answer.state : answer.kind === 'unknown' ? `unknown: ${answer.why}` : answer.kind
}

function orderOf(row: WithdrawalRow): PayoutOrder {
  return {
    reference: row.id,
    amountMinor: row.payoutMinor,
    currency: row.payoutCurrency,
    to: { bankCode: row.bankCode, accountNo: row.accountNo, name: row.accountName },
  }
}
