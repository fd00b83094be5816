import type { DeedName, ReturnReason } from '@krapao/contract'
import type { Movement, Outcome, Refusal, RowWrite, Submission } from '@krapao/ledger'
import { deriveId } from '../../../platform/ids.ts'
import { type By, decisionSubject, postWithDeed } from '../../deeds/index.ts'
import { walletNews } from '../../members/index.ts'
import { accounts, openAccounts } from '../books/accounts.ts'
import { adjustmentLine } from '../books/adjustments.store.ts'
import type { PayoutWord } from '../providers/bank-words.ts'
import {
  caseClosing,
  caseId,
  caseInsert,
  type CaseKind,
  type CaseRow,
  type NewCase,
  openCase,
  openCasesOf,
} from '../cases/cases.store.ts'
import { type CashierParts, PAYOUTS_JOB } from '../cashier.parts.ts'
import { closing, givenBack, paidLate } from '../withdrawals/withdrawal-movements.ts'
import { nextAskAt, nextWatchAt } from '../books/asking.rules.ts'
import { type PayoutStep, payoutStep, type SaidNo } from '../withdrawals/withdrawal.rules.ts'
import { changeWithdrawal, withdrawalById, type WithdrawalRow } from '../withdrawals/withdrawals.store.ts'
import { updateOf } from '../../../platform/database/put-row.ts'

/** The bank's word, or the operator's in its place. */
export interface SaidOfPayout extends PayoutWord {
  /** Answered to a question by id; otherwise told by callback, or answered to the order. */
  isAsked?: boolean
  note?: string
  /** Of an answer that holds for this many sendings alone: what was sent since may have been taken. */
  ofSending?: number
}

/** What is booked of a word: a step that ends the withdrawal anew. */
type Ending = Exclude<PayoutStep, 'doubt' | 'contradict' | 'case' | 'nothing'>

interface End {
  step: Ending
  said: SaidOfPayout
  /** The operator's word, while the bank that may have the order says nothing. */
  isUnheard: boolean
  /** By whose word, where it is a person's. */
  deed?: PayoutDeed
}

/** What a person does about a withdrawal: what is written down of it, and why it is returned. */
export interface PayoutDeed {
  by: By
  deed: DeedName
  note: string | null
  /** As the member reads it. */
  returnReason?: ReturnReason | null
}

const TRIES_MAX = 10

/** What is noted of a withdrawal that a person ended without a word. */
const BY_HAND_NOTE = 'closed by the operator'

/** What the ledger answers when the withdrawal moved since it was read; ID_TAKEN when the same step was booked otherwise. */
const LOST_RACES: ReadonlySet<Refusal> = new Set(['GUARD_MOVED', 'HOLD_CLOSED', 'ID_TAKEN'])

/** Takes the bank's word on a payout, however often and in whatever order it comes (rulings 3.6). */
export async function applyPayoutWord(parts: CashierParts, said: SaidOfPayout): Promise<void> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const row = await withdrawalById(parts.database, said.reference)
    if (row === null || !isOfOrder(row, said)) return report(parts, 'PAYOUT_UNKNOWN', row, said)
    if (said.ofSending !== undefined && said.ofSending !== row.sendings) return
    if (await follow(parts, row, said)) return
  }
  throw new Error(`the withdrawal ${said.reference} kept moving`)
}

/** Does what follows from a word; false when the withdrawal moved meanwhile, and it is to be decided anew. */
async function follow(parts: CashierParts, row: WithdrawalRow, said: SaidOfPayout): Promise<boolean> {
  const step = payoutStep(row, { ...said, isAsked: said.isAsked === true })
  if (step === 'nothing') {
    if (isYesAfterNo(row, said)) await report(parts, 'PAYOUT_CONTRADICTED', row, said)
    return true
  }
  if (step === 'case') {
    await report(parts, caseKindOf(row, said), row, said)
    return true
  }
  if (step === 'doubt') return doubt(parts, row, said)
  if (step === 'contradict') return contradict(parts, row, said)
  const outcome = await book(parts, row, { step, said, isUnheard: false })
  if (outcome.ok) {
    parts.logger.info({ withdrawal: row.id, step, state: said.state }, 'a withdrawal came to an end')
    return true
  }
  // Another word on the same payout was faster: the next round decides by what stands now.
  if (LOST_RACES.has(outcome.refusal)) return false
  throw new Error(`closing the withdrawal ${row.id} was refused: ${outcome.refusal} ${outcome.detail}`)
}

/** A no is remembered and asked about, before any money is freed. */
async function doubt(parts: CashierParts, row: WithdrawalRow, said: SaidOfPayout): Promise<boolean> {
  const saidNo: SaidNo = said.note === 'REFUSED' ? 'REFUSED' : said.state === 'RETURNED' ? 'RETURNED' : 'FAILED'
  const returnedAt = saidNo === 'RETURNED' ? said.occurredAt : null
  const changed = await changeWithdrawal(parts.database, row, { saidNo, returnedAt, askAt: parts.clock.now() })
  if (changed !== null) parts.jobs.wake(PAYOUTS_JOB)
  return changed !== null
}

/** A yes after a no: somebody should look, the hold stays, and the bank's next answer decides. */
async function contradict(parts: CashierParts, row: WithdrawalRow, said: SaidOfPayout): Promise<boolean> {
  const now = parts.clock.now()
  const askAt = nextAskAt(row.sentAt ?? now, now)
  const about = caseAbout('PAYOUT_CONTRADICTED', row, said, `the bank said ${row.saidNo}, and says PAID now`)
  const isDone = await parts.database.transaction(async (tx) => {
    if ((await changeWithdrawal(tx, row, { saidNo: null, returnedAt: null, askAt })) === null) return false
    await openCase(tx, about, deriveId(row.id, `${row.version}`), now)
    return true
  })
  if (isDone)
    parts.logger.warn({ withdrawal: row.id, saidNo: row.saidNo }, 'the bank contradicts itself about a payout')
  return isDone
}

async function book(parts: CashierParts, row: WithdrawalRow, end: End): Promise<Outcome> {
  parts.memory.loggedWhy.delete(row.id)
  const cases = await openCasesOf(parts.database, row.id)
  if (end.step === 'pay-late') return bookLate(parts, row, end, cases)
  const lent = end.step === 'give-back' ? cases.filter(({ lentMinor }) => lentMinor !== null) : []
  return write(parts, row, end, {
    movements: movementsOf(row, end, lent.length > 0 ? 'suspense' : 'wallet'),
    closed: [...cases.filter(isAnswered), ...lent],
    // His withdrawal is undone, and what was lent for it too: both are told.
    lines: lent.map(({ id, lentMinor }) =>
      adjustmentLine({
        memberId: row.memberId,
        changeMinor: -(lentMinor ?? 0),
        about: `${id} back`,
        at: parts.clock.now(),
      }),
    ),
  })
}

/** What the bank paid after all: from the wallet if it covers it, else the house lends it and a case says so. */
async function bookLate(
  parts: CashierParts,
  row: WithdrawalRow,
  end: End,
  cases: readonly CaseRow[],
): Promise<Outcome> {
  const { occurredAt } = end.said
  const closed = cases.filter(isAnswered)
  const covered = await write(parts, row, end, { movements: paidLate(row, 'wallet', occurredAt), closed, lines: [] })
  if (covered.ok || covered.refusal !== 'NOT_ENOUGH') return covered
  await openAccounts(parts, [accounts.suspense('BAHT'), { account: row.houseAccount, currency: row.payoutCurrency }])
  const opened: NewCase = {
    ...caseAbout('PAID_AFTER_FAILED', row, end.said, 'paid by the bank after its money had been given back'),
    amountMinor: row.amountMinor,
    currency: 'BAHT',
    lentMinor: row.amountMinor,
  }
  const subject = deriveId(row.id, `${row.version}`)
  const { memberId, amountMinor: changeMinor } = row
  const about = `${caseId(opened.kind, subject)} lent`
  return write(parts, row, end, {
    movements: paidLate(row, 'suspense', occurredAt),
    closed,
    opened: caseInsert(opened, subject, parts.clock.now()),
    lines: [adjustmentLine({ memberId, changeMinor, about, at: parts.clock.now() })],
  })
}

function write(
  parts: CashierParts,
  row: WithdrawalRow,
  end: End,
  booked: { movements: Movement[]; closed: readonly CaseRow[]; opened?: RowWrite; lines: readonly RowWrite[] },
): Promise<Outcome> {
  const now = parts.clock.now()
  const { said, isUnheard, step } = end
  const note = isUnheard ? `the operator: ${said.note ?? said.state}` : `the bank says ${said.state}`
  const opened = isUnheard && step !== 'settle' ? [unheard(row, said, now)] : []
  const submission: Submission = {
    movements: booked.movements,
    rows: [
      rowWrite(row, end, now),
      ...booked.closed.map((one) => caseClosing(one, note, now)),
      ...opened,
      ...(booked.opened === undefined ? [] : [booked.opened]),
      ...booked.lines,
    ],
    news: [walletNews(row.memberId, 'withdraw')],
  }
  if (end.deed === undefined) return parts.ledger.submit(submission)
  const { by, deed, note: words, returnReason = null } = end.deed
  return postWithDeed(parts, submission, {
    ...by,
    deed,
    memberId: row.memberId,
    subject: decisionSubject('withdrawal', row.id),
    before: { state: row.state },
    after: {
      state: step === 'settle' || step === 'pay-late' ? 'paid' : 'failed',
      amountMinor: row.amountMinor,
      ...(returnReason === null ? {} : { returnReason }),
    },
    reason: words,
  })
}

async function report(parts: CashierParts, kind: CaseKind, row: WithdrawalRow | null, said: PayoutWord): Promise<void> {
  const { reference, state } = said
  const about = caseAbout(kind, row, said, `the bank says ${state}, we have ${row?.state ?? 'no such payout'}`)
  // Each end of a payout may be contradicted anew: paid late, it may fail again.
  const end = row?.state === 'paid' ? row.paidAt : (row?.returnedAt ?? null)
  const subject = end === null ? deriveId(reference, state) : deriveId(reference, state, end.toISOString())
  const isNew = await openCase(parts.database, about, subject, parts.clock.now())
  if (isNew) parts.logger.warn({ kind, reference, state }, "the bank's word on a payout does not fit")
}

/**
 * Ends a withdrawal as if the bank had said so, for the operator; false when it is not as it was read any more. One
 * that may have been sent is asked about on, and what was given back so holds the member's withdrawals meanwhile;
 * `isUnheard` false says that the bank said so too.
 */
export async function closePayout(
  parts: CashierParts,
  row: WithdrawalRow,
  as: 'PAID' | 'FAILED',
  deed: PayoutDeed,
  isUnheard = row.sendings > 0,
): Promise<boolean> {
  const step = handStep(row, as)
  if (step === null) return false
  const note = deed.note ?? BY_HAND_NOTE
  const said = { reference: row.id, state: as, occurredAt: parts.clock.now(), transRef: null, paid: null, note }
  const outcome = await book(parts, row, { step, said, isUnheard, deed })
  // Said by two people at once, it is booked once, and done by one of them.
  return outcome.ok && !outcome.replayed
}

/**
 * Books of a payout that failed what the bank, asked by a person, says it paid, as a callback would; false when it is not
 * as it was read any more, or nothing follows from that word.
 */
export async function bookPaidLate(
  parts: CashierParts,
  row: WithdrawalRow,
  said: SaidOfPayout,
  deed: PayoutDeed,
): Promise<boolean> {
  if (payoutStep(row, { ...said, isAsked: false }) !== 'pay-late') return false
  const outcome = await book(parts, row, { step: 'pay-late', said, isUnheard: false, deed })
  return outcome.ok && !outcome.replayed
}

/** Cases that ask no more than how a payout ended: what ends it closes them. */
const ANSWERED_KINDS: readonly CaseKind[] = [
  'PAYOUT_UNHEARD',
  'PAYOUT_CONTRADICTED',
  'PAID_AFTER_FAILED',
  'FAILED_AFTER_PAID',
]

function isAnswered({ kind, lentMinor }: CaseRow): boolean {
  return lentMinor === null && ANSWERED_KINDS.includes(kind)
}

function handStep(row: WithdrawalRow, as: 'PAID' | 'FAILED'): Ending | null {
  if (row.state === 'failed') return null
  if (row.state === 'paid') return as === 'FAILED' ? 'give-back' : null
  return as === 'PAID' ? 'settle' : 'free'
}

/** Whether a word speaks of the sum that was ordered; an answer to our own question is checked where it is read. */
function isOfOrder(row: WithdrawalRow, { paid }: PayoutWord): boolean {
  return paid === null || (paid.amountMinor === row.payoutMinor && paid.currency === row.payoutCurrency)
}

/** The bank, asked, says PAID of what it had called failed, not returned: no older word, and yet none to book by itself. */
function isYesAfterNo(row: WithdrawalRow, { state, isAsked }: SaidOfPayout): boolean {
  return row.state === 'failed' && state === 'PAID' && isAsked === true && row.note !== 'RETURNED'
}

function caseKindOf(row: WithdrawalRow, said: PayoutWord): CaseKind {
  return row.state === 'paid' && said.state === 'FAILED' ? 'FAILED_AFTER_PAID' : 'PAYOUT_UNKNOWN'
}

function rowWrite(row: WithdrawalRow, { step, said, isUnheard, deed }: End, now: Date): RowWrite {
  const common = { needsReview: false, saidNo: null, endedByHand: isUnheard }
  const note = said.note ?? row.saidNo ?? said.state
  const isPaid = step === 'settle' || step === 'pay-late' || (step === 'confirm' && row.state === 'paid')
  const update = isPaid
    ? {
        ...common,
        state: 'paid',
        askAt: askAgainAt(row, isUnheard, now),
        paidAt: (step === 'confirm' ? row.paidAt : null) ?? now,
        returnedAt: null,
        transRef: said.transRef,
        ...(said.note !== undefined && { note: said.note }),
        ...(step === 'pay-late' && { note: 'PAID_LATE' }),
      }
    : {
        ...common,
        state: 'failed',
        returnedAt: returnedAt(row, step, said),
        askAt: said.state === 'RETURNED' ? null : askAgainAt(row, isUnheard, now),
        ...(step !== 'confirm' && { note, returnReason: deed?.returnReason ?? null }),
      }
  return updateOf('withdrawal', row, update)
}

/** When money came back that had been paid, as far as we know of it: words that are older come late. */
function returnedAt(row: WithdrawalRow, step: Ending, said: SaidOfPayout): Date | null {
  if (step === 'give-back' || said.state === 'RETURNED') return row.returnedAt ?? said.occurredAt
  return row.returnedAt
}

/** What was never sent is asked about no more; what the bank has not spoken of, for ever; the rest for three days. */
function askAgainAt(row: WithdrawalRow, isUnheard: boolean, now: Date): Date | null {
  if (row.sentAt === null) return null
  return isUnheard ? nextAskAt(row.sentAt, now) : nextWatchAt(now, now)
}

function caseAbout(kind: CaseKind, row: WithdrawalRow | null, said: PayoutWord, detail: string): NewCase {
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
    detail,
  }
}

/** Money that was given back though the bank may have paid it: until it speaks, no more of the member's is paid out. */
function unheard(row: WithdrawalRow, said: SaidOfPayout, now: Date): RowWrite {
  const about = caseAbout('PAYOUT_UNHEARD', row, said, 'given back by the operator while the bank said nothing')
  return caseInsert(about, deriveId(row.id, `${row.version}`), now)
}

function movementsOf(row: WithdrawalRow, { step, said }: End, backTo: 'wallet' | 'suspense'): Movement[] {
  if (step === 'settle') return closing(row, 'settle', said.occurredAt)
  if (step === 'free') return closing(row, 'void', said.occurredAt)
  return step === 'give-back' ? givenBack(row, backTo, said.occurredAt) : []
}
