import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { tendEach } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import { createPayoutEnds, type PayoutEnds, type SaidOfPayout } from './payout-ends.ts'
import type { Bank, PayoutAnswer, PayoutOrder } from './providers/bank.ts'
import { needsReview, nextAskAt, nextWatchAt, type WaitReason } from './withdrawal.rules.ts'
import { changeWithdrawal, type WithdrawalRow, withdrawalsToTend } from './withdrawals.store.ts'

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
}

export interface Payouts extends PayoutEnds {
  /** Sends, asks about and looks again at what is due; how many withdrawals were tended. */
  tend(): Promise<number>
}

const TENDED_AT_ONCE = 32

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

  /** What has come up since the withdrawal was asked for. */
  async function reasonSince(memberId: string): Promise<WaitReason | null> {
    if (await deps.isLocked(memberId)) return 'LOCKED'
    if (await deps.hasOpenCase(memberId)) return 'OPEN_CASE'
    return (await deps.hasLateWin(memberId)) ? 'LATE_WIN' : null
  }

  async function send(row: WithdrawalRow): Promise<void> {
    const now = clock.now()
    const waitReason = row.approved ? null : await reasonSince(row.memberId)
    if (waitReason !== null) {
      await changeWithdrawal(database, row, { state: 'waiting', waitReason, askAt: null })
      return
    }
    const askAt = nextAskAt(now, now)
    const sent = await changeWithdrawal(database, row, { state: 'sent', sendings: 1, sentAt: now, askAt })
    if (sent === null) return
    const answer = await bank.payOut(orderOf(sent))
    // Only the first sending can be refused for good: of a later one the bank may have taken an earlier copy.
    if (answer.kind === 'refused') {
      return word(sent.id, { state: 'FAILED', transRef: null, note: 'REFUSED', ofSending: sent.sendings })
    }
    return take(sent, answer)
  }

  async function ask(row: WithdrawalRow): Promise<void> {
    const now = clock.now()
    const isOverdue = row.sentAt !== null && needsReview(row.sentAt, now)
    if (isOverdue && !row.needsReview) logger.warn({ withdrawal: row.id }, 'a payout is unknown for an hour')
    const asked = await changeWithdrawal(database, row, {
      askAt: nextAskAt(row.sentAt ?? now, now),
      needsReview: isOverdue,
    })
    if (asked === null) return
    const order = orderOf(asked)
    const answer = await bank.payout(order)
    if (answer.kind !== 'not-found') return take(asked, answer)
    const again = await changeWithdrawal(database, asked, { sendings: asked.sendings + 1 })
    // It came to its end while the bank was asked: sent once more, it would be paid beside the money that was given back.
    if (again === null) return
    return take(again, await bank.payOut(order))
  }

  /** Looks again at what was paid: banks send money back, and the callback that tells so may get lost. */
  async function watch(row: WithdrawalRow): Promise<void> {
    const now = clock.now()
    const watched = await changeWithdrawal(database, row, { askAt: nextWatchAt(row.paidAt ?? now, now) })
    if (watched === null) return
    const answer = await bank.payout(orderOf(watched))
    if (answer.kind === 'state' && answer.state === 'RETURNED') return take(watched, answer)
  }

  async function take(row: WithdrawalRow, answer: PayoutAnswer): Promise<void> {
    if (answer.kind === 'state') {
      toldWhy.delete(row.id)
      return word(row.id, answer)
    }
    const why = answer.kind === 'unknown' ? answer.why : answer.kind
    if (toldWhy.get(row.id) === why) return
    toldWhy.set(row.id, why)
    logger.warn({ withdrawal: row.id, why }, 'the state of a payout is unknown')
  }

  async function word(
    id: string,
    said: Pick<SaidOfPayout, 'state' | 'transRef' | 'note' | 'ofSending'>,
  ): Promise<void> {
    await ends.hear({ ...said, reference: id, occurredAt: clock.now(), paid: null })
  }

  return { tend, ...ends }
}

function orderOf(row: WithdrawalRow): PayoutOrder {
  return {
    reference: row.id,
    amountMinor: row.payoutMinor,
    currency: row.payoutCurrency,
    to: { bankCode: row.bankCode, accountNo: row.accountNo, name: row.accountName },
  }
}
