import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { tendEach } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { House } from './accounts.ts'
import { createPayoutEnds, type PayoutEnds, type SaidOfPayout } from './payout-ends.ts'
import type { Bank, PayoutAnswer, PayoutOrder } from './providers/bank.ts'
import {
  mayBeAskedNow,
  needsReview,
  nextAskAt,
  nextWatchAt,
  type PayoutState,
  type WaitReason,
} from './withdrawal.rules.ts'
import { changeWithdrawal, withdrawalById, type WithdrawalRow, withdrawalsToTend } from './withdrawals.store.ts'

export interface PayoutsDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  bank: Bank
  /** Whether the operator has suspended the member. */
  isLocked(memberId: string): Promise<boolean>
  /** Whether the operator has an open case about the member's money, at the games or here (rulings 1.2, beyond 7.9). */
  hasOpenCase(memberId: string): Promise<boolean>
  /** Whether bets that were open as he lost a bonus may have paid the member (docs/decisions/0013). */
  hasLateWin(memberId: string): Promise<boolean>
  /** When an older copy of the database was restored, while that is open (beyond 7.12). */
  restoredAt(): Promise<Date | null>
  /** Reads the member's games that were not read since a restored copy; whether all have answered (beyond 7.12). */
  compareRestored(memberId: string): Promise<boolean>
  house: House
  /** Starts the job that pays out and asks. */
  wakePayouts(): void
}

/** What came of an operator's wish to end a withdrawal: his word was booked, or the bank's, or neither. */
export type EndedByHand =
  | { kind: 'ended' }
  | { kind: 'bank-says'; state: Exclude<PayoutState, 'SENT'> }
  | { kind: 'under-way' }
  /** Somebody is asking the bank at this moment. */
  | { kind: 'being-asked' }
  /** The bank does not answer, and a restored copy does not know whether it was sent. */
  | { kind: 'silent' }
  | { kind: 'moved' }

/** What the bank says of a payout that it had called failed, and paid when it was asked: PAID is booked then. */
export type SaidToDeed = PayoutState | 'not-found' | 'silent' | 'moved'

export interface Payouts extends Pick<PayoutEnds, 'hear'> {
  /**
   * Ends a withdrawal for the operator. Of one that may have been sent the bank is asked first (beyond 7.9): what it says
   * is booked, an order that is under way is left to it, and only over its silence the operator decides; it is asked on.
   */
  endByHand(row: WithdrawalRow, as: 'PAID' | 'FAILED', note: string): Promise<EndedByHand>
  /**
   * Asks the bank once more about a payout that failed and that it called paid since, for the operator: its yes is booked
   * as its callback's would be, out of the wallet or lent by the house; anything else changes nothing.
   */
  payLate(row: WithdrawalRow): Promise<SaidToDeed>
  /** Sends, asks about and looks again at what is due; how many withdrawals were tended. */
  tend(): Promise<number>
}

const TENDED_AT_ONCE = 32
/** When the last look at a payout is tried again that nobody answered. */
const LOOK_AGAIN_MS = 3_600_000

/**
 * Payouts of withdrawals: sent once it is written down that they may have been, asked about until the bank's word is
 * definite, sent again under the same reference when the bank does not know it, and never given up on silence.
 */
export function createPayouts(deps: PayoutsDeps): Payouts {
  const { database, clock, logger, bank } = deps
  /** Why a payout is unknown, by its withdrawal, as it was logged last. */
  const toldWhy = new Map<string, string>()
  const ends = createPayoutEnds({ ...deps, onBooking: (withdrawalId) => toldWhy.delete(withdrawalId) })

  async function tend(): Promise<number> {
    return tendEach(await withdrawalsToTend(database, clock.now(), TENDED_AT_ONCE), tendOne)
  }

  async function tendOne(row: WithdrawalRow): Promise<void> {
    if (row.state === 'due') return send(row)
    if (row.state === 'sent') return ask(row)
    return watch(row)
  }

  /** What has come up since the withdrawal was asked for; UNREAD while a game may have money that the wallet has too. */
  async function reasonSince(memberId: string): Promise<WaitReason | 'UNREAD' | null> {
    if (await deps.isLocked(memberId)) return 'LOCKED'
    const isOpen = (await deps.restoredAt()) !== null
    const isRead = isOpen || (await deps.compareRestored(memberId))
    if (await deps.hasOpenCase(memberId)) return 'OPEN_CASE'
    if (isOpen) return 'RESTORED'
    if (!isRead) return 'UNREAD'
    return (await deps.hasLateWin(memberId)) ? 'LATE_WIN' : null
  }

  async function send(row: WithdrawalRow): Promise<void> {
    const now = clock.now()
    const waitReason = row.approved ? null : await reasonSince(row.memberId)
    if (waitReason === 'UNREAD' && !needsReview(row.createdAt, now)) {
      await changeWithdrawal(database, row, { askAt: nextAskAt(row.createdAt, now) })
      return
    }
    if (waitReason !== null) {
      await changeWithdrawal(database, row, {
        state: 'waiting',
        waitReason: waitReason === 'UNREAD' ? 'RESTORED' : waitReason,
        askAt: null,
      })
      return
    }
    const askAt = nextAskAt(now, now)
    const sent = await changeWithdrawal(database, row, { state: 'sent', sendings: 1, sentAt: now, askAt })
    if (sent === null) return
    const answer = await bank.payOut(orderOf(sent))
    // Only the first sending can be refused for good: of a later one the bank may have taken an earlier copy.
    if (answer.kind === 'refused') {
      return word(sent.id, now, { state: 'FAILED', transRef: null, note: 'REFUSED', ofSending: sent.sendings })
    }
    return take(sent, now, answer)
  }

  async function ask(row: WithdrawalRow): Promise<void> {
    const now = clock.now()
    const isOverdue = row.sentAt !== null && needsReview(row.sentAt, now)
    if (isOverdue && !row.needsReview) logger.warn({ withdrawal: row.id }, 'a payout is unknown for an hour')
    const asked = await changeWithdrawal(database, row, {
      askAt: nextAskAt(row.sentAt ?? now, now),
      askedAt: now,
      needsReview: isOverdue,
    })
    if (asked === null) return
    const order = orderOf(asked)
    const answer = await bank.payout(order)
    if (answer.kind !== 'not-found') return take(asked, now, answer, true)
    // It refused the order, and knows nothing of it when it is asked: both are a no.
    if (asked.saidNo !== null) return word(asked.id, now, { state: 'FAILED', transRef: null, isAsked: true })
    const again = await changeWithdrawal(database, asked, { sendings: asked.sendings + 1 })
    // It came to its end while the bank was asked: sent once more, it would be paid beside the money that was given back.
    if (again === null) return
    return take(again, now, await bank.payOut(order))
  }

  /**
   * Looks again at what came to its end: banks send money back or pay after all, and the callback that tells so may get
   * lost. What the operator ended in the bank's silence is asked about until it speaks.
   */
  async function watch(row: WithdrawalRow): Promise<void> {
    const now = clock.now()
    const from = (row.state === 'paid' ? row.paidAt : row.sentAt) ?? now
    const next = row.endedByHand ? nextAskAt(row.sentAt ?? now, now) : nextWatchAt(from, now)
    // The last look is one that is answered.
    const askAt = next ?? new Date(now.getTime() + LOOK_AGAIN_MS)
    const watched = await changeWithdrawal(database, row, { askAt, askedAt: now })
    if (watched === null) return
    const answer = await bank.payout(orderOf(watched))
    const isTold = answer.kind === 'not-found' || (answer.kind === 'state' && answer.state !== 'SENT')
    if (next === null && isTold) await changeWithdrawal(database, watched, { askAt: null })
    if (answer.kind === 'state') return take(watched, now, answer, true)
  }

  async function endByHand(row: WithdrawalRow, as: 'PAID' | 'FAILED', note: string): Promise<EndedByHand> {
    const now = clock.now()
    if (mayBeAskedNow(row.askedAt, now)) return { kind: 'being-asked' }
    const isForgotten = row.sendings === 0 && (await mayBeForgotten(row))
    if (row.sendings > 0 || isForgotten) {
      // Of a version of its own: whoever asks at the same time orders nothing once more.
      const asked = await changeWithdrawal(database, row, {})
      if (asked === null) return { kind: 'moved' }
      const answer = await bank.payout(orderOf(asked))
      // It has said both, and says no again to this deed: that is what the deed waits for.
      if (answer.kind === 'state' && answer.state === 'FAILED' && asked.state === 'paid' && as === 'FAILED')
        return (await ends.close(asked, as, note, false)) ? { kind: 'bank-says', state: 'FAILED' } : { kind: 'moved' }
      if (answer.kind === 'state') return takeInstead(asked, now, answer)
      if (isForgotten && answer.kind === 'unknown') return { kind: 'silent' }
      return (await ends.close(asked, as, note)) ? { kind: 'ended' } : { kind: 'moved' }
    }
    return (await ends.close(row, as, note)) ? { kind: 'ended' } : { kind: 'moved' }
  }

  async function payLate(row: WithdrawalRow): Promise<SaidToDeed> {
    const now = clock.now()
    const answer = await bank.payout(orderOf(row))
    if (answer.kind !== 'state') return answer.kind === 'not-found' ? 'not-found' : 'silent'
    if (answer.state !== 'PAID') return answer.state
    // The deed stands for the question: what the bank only answers to one is never booked of a failed payout.
    await word(row.id, now, { state: 'PAID', transRef: answer.transRef })
    return (await withdrawalById(database, row.id))?.state === 'paid' ? 'PAID' : 'moved'
  }

  /** Whether it may have been sent, though this copy of the database says that it was not. */
  async function mayBeForgotten(row: WithdrawalRow): Promise<boolean> {
    const restoredAt = await deps.restoredAt()
    return restoredAt !== null && row.createdAt <= restoredAt
  }

  /** The bank knows how it is: that is booked, and not what the operator said. */
  async function takeInstead(
    row: WithdrawalRow,
    now: Date,
    { state, transRef }: Extract<PayoutAnswer, { kind: 'state' }>,
  ): Promise<EndedByHand> {
    if (row.sendings === 0) {
      const sent = { state: 'sent', waitReason: null, sendings: 1, sentAt: now, askAt: nextAskAt(now, now) } as const
      if ((await changeWithdrawal(database, row, sent)) === null) return { kind: 'moved' }
    }
    if (state === 'SENT') return { kind: 'under-way' }
    await word(row.id, now, { state, transRef, isAsked: true })
    return { kind: 'bank-says', state }
  }

  async function take(row: WithdrawalRow, askedAt: Date, answer: PayoutAnswer, isAsked = false): Promise<void> {
    if (answer.kind === 'state') {
      toldWhy.delete(row.id)
      return word(row.id, askedAt, { state: answer.state, transRef: answer.transRef, isAsked })
    }
    const why = answer.kind === 'unknown' ? answer.why : answer.kind
    if (toldWhy.get(row.id) === why) return
    toldWhy.set(row.id, why)
    logger.warn({ withdrawal: row.id, why }, 'the state of a payout is unknown')
  }

  /** An answer is as old as its question: what was heard meanwhile is younger. */
  async function word(
    id: string,
    occurredAt: Date,
    said: Pick<SaidOfPayout, 'state' | 'transRef' | 'note' | 'ofSending' | 'isAsked'>,
  ): Promise<void> {
    await ends.hear({ ...said, reference: id, occurredAt, paid: null })
  }

  return { tend, endByHand, payLate, hear: ends.hear }
}

function orderOf(row: WithdrawalRow): PayoutOrder {
  return {
    reference: row.id,
    amountMinor: row.payoutMinor,
    currency: row.payoutCurrency,
    to: { bankCode: row.bankCode, accountNo: row.accountNo, name: row.accountName },
  }
}
