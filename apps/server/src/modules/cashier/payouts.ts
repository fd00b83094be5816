import type { Ledger, Movement, Outcome, RowWrite } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { accounts, inward, otherLegOf } from './accounts.ts'
import type { PayoutWord } from './bank-words.ts'
import { type CaseKind, openCase } from './cases.store.ts'
import type { Bank, PayoutAnswer, PayoutOrder } from './providers/bank.ts'
import {
  needsReview,
  nextAskAt,
  nextWatchAt,
  payoutStep,
  type PayoutStep,
  type WaitReason,
} from './withdrawal.rules.ts'
import { changeWithdrawal, withdrawalById, type WithdrawalRow, withdrawalsToTend } from './withdrawals.store.ts'

export interface PayoutsDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  bank: Bank
  /** Whether the operator has an open case about the member's money at the games (rulings 1.2). */
  hasOpenCase(memberId: string): Promise<boolean>
  /** Whether bets that were open as he lost a bonus may have paid the member (docs/decisions/0013). */
  hasLateWin(memberId: string): Promise<boolean>
}

export interface Payouts {
  /** Sends, asks about and looks again at what is due; how many withdrawals were tended. */
  tend(): Promise<number>
  /** Takes the bank's word on a payout, however often and in whatever order it comes (rulings 3.6). */
  hear(word: PayoutWord): Promise<void>
  /** Ends a withdrawal as if the bank had said so, for the operator; false when it is not as it was read any more. */
  close(row: WithdrawalRow, as: 'PAID' | 'FAILED', note: string): Promise<boolean>
}

/** The bank's word, or the operator's in its place. */
interface Word extends PayoutWord {
  note?: string
  /** Of an answer that holds for this many sendings alone: what was sent since may have been taken. */
  ofSending?: number
}

const TENDED_AT_ONCE = 32
const TRIES_MAX = 10

/**
 * Payouts of withdrawals: sent once it is written down that they may have been, asked about until the bank's word is
 * definite, sent again under the same reference when the bank does not know it, and never given up on silence.
 */
export function createPayouts(deps: PayoutsDeps): Payouts {
  const { database, ledger, clock, logger, bank } = deps
  /** Why a payout is unknown, by its withdrawal, as it was logged last. */
  const toldWhy = new Map<string, string>()

  async function tend(): Promise<number> {
    const rows = await withdrawalsToTend(database, clock.now(), TENDED_AT_ONCE)
    const tended = await Promise.allSettled(rows.map(tendOne))
    const failed = tended.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return rows.length
  }

  async function tendOne(row: WithdrawalRow): Promise<void> {
    if (row.state === 'due') return send(row)
    if (row.state === 'sent') return ask(row)
    return watch(row)
  }

  /** What has come up since the withdrawal was asked for. */
  async function reasonSince(memberId: string): Promise<WaitReason | null> {
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

  async function word(id: string, said: Pick<Word, 'state' | 'transRef' | 'note' | 'ofSending'>): Promise<void> {
    await hear({ ...said, reference: id, occurredAt: clock.now(), paid: null })
  }

  async function hear(said: Word): Promise<void> {
    for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
      const row = await withdrawalById(database, said.reference)
      if (row === null || !isOfOrder(row, said)) return report('PAYOUT_UNKNOWN', row, said)
      if (said.ofSending !== undefined && said.ofSending !== row.sendings) return
      const step = payoutStep(row, said)
      if (step === 'nothing') return
      if (step === 'case') return report(caseKindOf(row, said), row, said)
      const outcome = await book(row, step, said)
      if (outcome.ok) {
        logger.info({ withdrawal: row.id, step, state: said.state }, 'a withdrawal came to an end')
        return
      }
      // Another word on the same payout was faster: the next round decides by what stands now.
      if (outcome.refusal !== 'GUARD_MOVED' && outcome.refusal !== 'HOLD_CLOSED') {
        throw new Error(`closing the withdrawal ${row.id} was refused: ${outcome.refusal} ${outcome.detail}`)
      }
    }
    throw new Error(`the withdrawal ${said.reference} kept moving`)
  }

  function book(row: WithdrawalRow, step: PayoutStep, said: Word): Promise<Outcome> {
    const now = clock.now()
    toldWhy.delete(row.id)
    const failed = {
      state: 'failed',
      ask_at: null,
      needs_review: false,
      note: said.note ?? said.state,
      returned_at: said.state === 'RETURNED' ? said.occurredAt.toISOString() : null,
    }
    const paid = {
      state: 'paid',
      ask_at: nextWatchAt(now, now)?.toISOString() ?? null,
      needs_review: false,
      paid_at: now.toISOString(),
      trans_ref: said.transRef,
      ...(said.note !== undefined && { note: said.note }),
    }
    const update = step === 'settle' ? paid : failed
    const write: RowWrite = { table: 'withdrawal', id: row.id, version: row.version, update }
    return ledger.submit({
      movements: movementsOf(row, step, said.occurredAt),
      rows: [write],
      news: [{ topic: 'wallet', key: row.memberId, payload: { reason: 'withdraw' } }],
    })
  }

  async function report(kind: CaseKind, row: WithdrawalRow | null, said: PayoutWord): Promise<void> {
    const about = {
      kind,
      memberId: row?.memberId ?? null,
      withdrawalId: row?.id ?? null,
      sendingBank: null,
      transRef: said.transRef,
      reference: said.reference,
      amountMinor: said.paid?.amountMinor ?? row?.payoutMinor ?? null,
      currency: said.paid?.currency ?? row?.payoutCurrency ?? null,
      occurredAt: said.occurredAt,
      detail: `the bank says ${said.state}, we have ${row?.state ?? 'no such payout'}`,
    }
    const isNew = await openCase(database, about, deriveId(said.reference, said.state), clock.now())
    if (isNew)
      logger.warn({ kind, reference: said.reference, state: said.state }, "the bank's word on a payout does not fit")
  }

  async function close(row: WithdrawalRow, as: 'PAID' | 'FAILED', note: string): Promise<boolean> {
    if (row.state === 'paid' || row.state === 'failed') return false
    const said = { reference: row.id, state: as, occurredAt: clock.now(), transRef: null, paid: null, note }
    return (await book(row, as === 'PAID' ? 'settle' : 'free', said)).ok
  }

  return { tend, hear, close }
}

function orderOf(row: WithdrawalRow): PayoutOrder {
  return {
    reference: row.id,
    amountMinor: row.payoutMinor,
    currency: row.payoutCurrency,
    to: { bankCode: row.bankCode, accountNo: row.accountNo, name: row.accountName },
  }
}

/** Whether a word speaks of the sum that was ordered; an answer to our own question is checked where it is read. */
function isOfOrder(row: WithdrawalRow, { paid }: PayoutWord): boolean {
  return paid === null || (paid.amountMinor === row.payoutMinor && paid.currency === row.payoutCurrency)
}

function caseKindOf(row: WithdrawalRow, said: PayoutWord): CaseKind {
  if (row.state === 'failed') return 'PAID_AFTER_FAILED'
  return row.state === 'paid' && said.state === 'FAILED' ? 'FAILED_AFTER_PAID' : 'PAYOUT_UNKNOWN'
}

function movementsOf(row: WithdrawalRow, step: PayoutStep, occurredAt: Date): Movement[] {
  if (step === 'give-back') {
    return inward({
      id: deriveId('withdrawal-return', row.id),
      kind: 'post',
      amountMinor: row.amountMinor,
      outsideMinor: row.payoutMinor,
      house: { account: row.houseAccount, currency: row.payoutCurrency },
      wallet: accounts.wallet(row.memberId),
      code: 'withdrawal-return',
      reference: row.id,
      occurredAt,
    })
  }
  const kind = step === 'settle' ? 'settle' : 'void'
  const holds = row.payoutCurrency === 'BAHT' ? [row.id] : [row.id, otherLegOf(row.id)]
  return holds.map((hold) => ({ kind, id: deriveId(`withdrawal-${kind}`, hold), hold, occurredAt }))
}
