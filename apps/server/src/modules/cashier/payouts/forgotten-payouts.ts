import type { Outcome, RowWrite, Submission } from '@krapao/ledger'
import { bangkokDay } from '../../../platform/bangkok-time.ts'
import { lockName } from '../../../platform/database/lock-name.ts'
import { type By, decisionSubject, writeDeed } from '../../deeds/index.ts'
import { type Payee, walletNews } from '../../members/index.ts'
import { accounts, openAccounts } from '../books/accounts.ts'
import { caseInsert, closeUnknownPayouts } from '../cases/cases.store.ts'
import { type CashierParts, PAYOUTS_JOB } from '../cashier.parts.ts'
import { applyPayoutWord } from './payout-ends.ts'
import type { PayoutAnswer } from '../providers/payout-sender.ts'
import { payingBank } from '../books/terms.ts'
import { heldFor, type WithdrawalMoney } from '../withdrawals/withdrawal-movements.ts'
import { nextAskAt } from '../books/asking.rules.ts'
import { withdrawalById } from '../withdrawals/withdrawals.store.ts'
import { insertOf } from '../../../platform/database/put-row.ts'

/** A payout as the bank lists it, of which a restored copy knows nothing, and the member who had it. */
export interface ForgottenPayout {
  reference: string
  memberId: string
  /** Satang that left the wallet for it. */
  amountMinor: number
  /** Minor units of kip that were paid out, where it was kip. */
  kipMinor: number | null
}

export type Remembered =
  | { kind: 'booked'; state: 'PAID' | 'SENT'; isCovered: boolean }
  /** The bank says that no money left, or that it came back: the copy is right. */
  | { kind: 'no-money'; state: 'FAILED' | 'RETURNED' }
  | { kind: 'not-restored' | 'known' | 'no-account' | 'not-found' | 'silent' }

/**
 * Writes a payout into a restored copy as the withdrawal that it was, once, when the bank says that it has it: out of
 * the wallet, or lent by the house where that does not hold as much. From then on the bank is heard on it as on any.
 */
export async function rememberPayout(parts: CashierParts, payout: ForgottenPayout, by: By): Promise<Remembered> {
  const { reference: id, memberId } = payout
  const restoredAt = await parts.operator.lastRestoredAt()
  if (restoredAt === null) return { kind: 'not-restored' }
  if ((await withdrawalById(parts.database, id)) !== null) return { kind: 'known' }
  const payee = await parts.members.payee(parts.database, memberId)
  if (payee === null) return { kind: 'no-account' }
  const withdrawal = await moneyOf(parts, payout)
  const askedAt = parts.clock.now()
  const answer = await ask(parts, withdrawal, payee)
  if (answer.kind === 'not-found') return { kind: 'not-found' }
  if (answer.kind !== 'state') return { kind: 'silent' }
  const { state, transRef } = answer
  if (state === 'FAILED' || state === 'RETURNED') return { kind: 'no-money', state }

  const terms = { payee, restoredAt, by, said: state }
  const outcome = await write(parts, withdrawal, terms)
  if (outcome === null || (outcome.ok && outcome.replayed)) return { kind: 'known' }
  if (!outcome.ok && outcome.refusal !== 'NOT_ENOUGH') return refused(id, outcome)
  if (!outcome.ok) {
    const written = await writeUncovered(parts, withdrawal, terms)
    if (written === null) return { kind: 'known' }
    if (!written.ok) return refused(id, written)
  }
  parts.jobs.wake(PAYOUTS_JOB)
  if (state === 'PAID')
    await applyPayoutWord(parts, { reference: id, state, occurredAt: askedAt, transRef, paid: null, isAsked: true })
  return { kind: 'booked', state, isCovered: outcome.ok }
}

async function moneyOf(
  parts: CashierParts,
  { reference, memberId, amountMinor, kipMinor }: ForgottenPayout,
): Promise<WithdrawalMoney> {
  const payoutCurrency = kipMinor === null ? 'BAHT' : 'LAK'
  const { banks } = await parts.operator.depositAccounts()
  const house = accounts.bank(payingBank(banks, payoutCurrency) ?? 'UNKNOWN', payoutCurrency)
  await openAccounts(parts, [house])
  return {
    id: reference,
    memberId,
    amountMinor,
    payoutMinor: kipMinor ?? amountMinor,
    payoutCurrency,
    houseAccount: house.account,
  }
}

function ask(parts: CashierParts, { id: reference, ...money }: WithdrawalMoney, payee: Payee): Promise<PayoutAnswer> {
  const to = { bankCode: payee.bankCode, accountNo: payee.bankAccountNo, name: payee.bankAccountName }
  return parts.payoutSender.payout({ reference, amountMinor: money.payoutMinor, currency: money.payoutCurrency, to })
}

/** As one that was sent: its money is held until the bank's word is booked. Null when somebody else has written it. */
function write(parts: CashierParts, withdrawal: WithdrawalMoney, terms: Terms): Promise<Outcome | null> {
  const now = parts.clock.now()
  const submission = {
    movements: heldFor(withdrawal, now),
    rows: [rowOfPayout(withdrawal, terms, { state: 'sent', now })],
    news: [walletNews(withdrawal.memberId, 'withdraw')],
  }
  return post(parts, withdrawal, submission, { ...terms, state: 'sent' })
}

/**
 * As one whose money the wallet was given though the bank never spoke of it: that is what the copy has done. A case
 * holds further withdrawals until the bank's word is booked.
 */
function writeUncovered(parts: CashierParts, withdrawal: WithdrawalMoney, terms: Terms): Promise<Outcome | null> {
  const now = parts.clock.now()
  const { id, memberId, payoutMinor, payoutCurrency } = withdrawal
  const about = {
    kind: 'PAYOUT_UNHEARD',
    memberId,
    withdrawalId: id,
    sendingBank: null,
    transRef: null,
    reference: id,
    amountMinor: payoutMinor,
    currency: payoutCurrency,
    occurredAt: now,
    detail: 'forgotten by a restored copy, whose wallet does not hold it',
  } as const
  const submission = {
    movements: [],
    rows: [rowOfPayout(withdrawal, terms, { state: 'failed', now }), caseInsert(about, id, now)],
    news: [walletNews(memberId, 'withdraw')],
  }
  return post(parts, withdrawal, submission, { ...terms, state: 'failed' })
}

interface Terms {
  payee: Payee
  restoredAt: Date
  by: By
  /** What the bank says of it. */
  said: 'PAID' | 'SENT'
}

/**
 * Books it, closes what was open for want of it and writes down by whom, all or nothing; null when it was written since it
 * was looked for.
 */
function post(
  parts: CashierParts,
  { id, memberId, amountMinor }: WithdrawalMoney,
  submission: Submission,
  { by, said, state }: Terms & { state: 'sent' | 'failed' },
): Promise<Outcome | null> {
  const now = parts.clock.now()
  return parts.database.transaction(async (tx) => {
    // One at a time: of two who write the same one the second finds it.
    await lockName(tx, `forgotten payout ${id}`)
    if ((await withdrawalById(tx, id)) !== null) return null
    const outcome = await parts.ledger.post(tx, submission)
    if (!outcome.ok || outcome.replayed) return outcome
    await closeUnknownPayouts(tx, id, 'it was written into this copy', now)
    const subject = decisionSubject('withdrawal', id)
    const after = { state, amountMinor, said }
    await writeDeed(tx, { ...by, deed: 'withdrawal-remembered', memberId, subject, after, at: now })
    return outcome
  })
}

/** It was asked for before the copy was put back: it counts among the withdrawals of that day. */
function rowOfPayout(
  withdrawal: WithdrawalMoney,
  { payee, restoredAt }: Terms,
  { state, now }: { state: 'sent' | 'failed'; now: Date },
): RowWrite {
  return insertOf('withdrawal', {
    id: withdrawal.id,
    memberId: withdrawal.memberId,
    amountMinor: withdrawal.amountMinor,
    state,
    day: bangkokDay(restoredAt),
    bankCode: payee.bankCode,
    accountNo: payee.bankAccountNo,
    accountName: payee.bankAccountName,
    payoutCurrency: withdrawal.payoutCurrency,
    payoutMinor: withdrawal.payoutMinor,
    houseAccount: withdrawal.houseAccount,
    sendings: 1,
    sentAt: now,
    askAt: nextAskAt(now, now),
    endedByHand: state === 'failed',
    createdAt: now,
  })
}

/** Somebody else has written it meanwhile; anything else is a mistake of ours. */
function refused(id: string, { refusal, detail }: Extract<Outcome, { ok: false }>): Remembered {
  if (refusal === 'GUARD_MOVED' || refusal === 'ID_TAKEN') return { kind: 'known' }
  throw new Error(`the forgotten payout ${id} was refused: ${refusal} ${detail}`)
}
