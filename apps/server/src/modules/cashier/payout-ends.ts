import type { Ledger, Movement, Outcome, RowWrite } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { walletNews } from '../members/index.ts'
import { accounts, inward, otherLegOf } from './accounts.ts'
import type { PayoutWord } from './bank-words.ts'
import { type CaseKind, type NewCase, openCase } from './cases.store.ts'
import { nextWatchAt, payoutStep, type PayoutStep } from './withdrawal.rules.ts'
import { withdrawalById, type WithdrawalRow } from './withdrawals.store.ts'

/** The bank's word, or the operator's in its place. */
export interface SaidOfPayout extends PayoutWord {
  note?: string
  /** Of an answer that holds for this many sendings alone: what was sent since may have been taken. */
  ofSending?: number
}

/** How a payout comes to its end: the hold is settled or freed, what was settled is given back, or somebody must look. */
export interface PayoutEnds {
  /** Takes the bank's word on a payout, however often and in whatever order it comes (rulings 3.6). */
  hear(said: SaidOfPayout): Promise<void>
  /** Ends a withdrawal as if the bank had said so, for the operator; false when it is not as it was read any more. */
  close(row: WithdrawalRow, as: 'PAID' | 'FAILED', note: string): Promise<boolean>
}

export interface PayoutEndsDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  /** A word on this withdrawal is about to be booked. */
  onBooking(withdrawalId: string): void
}

const TRIES_MAX = 10

export function createPayoutEnds(deps: PayoutEndsDeps): PayoutEnds {
  const { database, ledger, clock, logger } = deps

  async function hear(said: SaidOfPayout): Promise<void> {
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

  function book(row: WithdrawalRow, step: PayoutStep, said: SaidOfPayout): Promise<Outcome> {
    deps.onBooking(row.id)
    return ledger.submit({
      movements: movementsOf(row, step, said.occurredAt),
      rows: [rowWrite(row, step, said, clock.now())],
      news: [walletNews(row.memberId, 'withdraw')],
    })
  }

  async function report(kind: CaseKind, row: WithdrawalRow | null, said: PayoutWord): Promise<void> {
    const { reference, state } = said
    const isNew = await openCase(database, caseAbout(kind, row, said), deriveId(reference, state), clock.now())
    if (isNew) logger.warn({ kind, reference, state }, "the bank's word on a payout does not fit")
  }

  async function close(row: WithdrawalRow, as: 'PAID' | 'FAILED', note: string): Promise<boolean> {
    if (row.state === 'paid' || row.state === 'failed') return false
    const said = { reference: row.id, state: as, occurredAt: clock.now(), transRef: null, paid: null, note }
    return (await book(row, as === 'PAID' ? 'settle' : 'free', said)).ok
  }

  return { hear, close }
}

/** Whether a word speaks of the sum that was ordered; an answer to our own question is checked where it is read. */
function isOfOrder(row: WithdrawalRow, { paid }: PayoutWord): boolean {
  return paid === null || (paid.amountMinor === row.payoutMinor && paid.currency === row.payoutCurrency)
}

function caseKindOf(row: WithdrawalRow, said: PayoutWord): CaseKind {
  if (row.state === 'failed') return 'PAID_AFTER_FAILED'
  return row.state === 'paid' && said.state === 'FAILED' ? 'FAILED_AFTER_PAID' : 'PAYOUT_UNKNOWN'
}

function rowWrite(row: WithdrawalRow, step: PayoutStep, said: SaidOfPayout, now: Date): RowWrite {
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
  return { table: 'withdrawal', id: row.id, version: row.version, update }
}

function caseAbout(kind: CaseKind, row: WithdrawalRow | null, said: PayoutWord): NewCase {
  return {
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
