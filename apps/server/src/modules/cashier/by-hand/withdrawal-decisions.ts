import {
  RETURN_REASONS,
  type DecisionAction,
  type DecisionField,
  type DecisionReason,
  type ReturnReason,
} from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import {
  decisionAction,
  type DecisionDeed,
  type DecisionFacts,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionReading,
  type DecisionRow,
  done,
  doneOrMoved,
  moved,
  noteField,
  stepAt,
} from '../../deeds/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { callsAbout } from '../books/calls.store.ts'
import { openCasesOf } from '../cases/cases.store.ts'
import type { OfferDecision } from './decision-proposals.ts'
import type { WaitReason } from '../withdrawals/release.rules.ts'
import { rulesOf } from '../withdrawals/release.ts'
import { judgedReasons } from '../withdrawals/release.store.ts'
import { moneyBefore } from './money-before.ts'
import { endPayoutByHand, type EndedByHand } from '../payouts/payouts.ts'
import { askBankNow, holdHoursLeft, holdPayout, releasePayout } from './withdrawal-deeds.ts'
import {
  withdrawalById,
  type WithdrawalRow,
  withdrawalsToDecide,
  withdrawalsWaiting,
} from '../withdrawals/withdrawals.store.ts'

/** What one person alone may have paid out. */
const ONE_PERSON_WITHDRAWAL_MAX_MINOR = 30_000_00

/** Withdrawals that wait for a person, in the queue of the desk. */
export function withdrawalDecisions(parts: CashierParts, offer: OfferDecision): DecisionKind {
  return {
    kind: 'withdrawal',
    waiting: withdrawalsWaiting,
    async list(sql, ids) {
      const [rows, judged] = await Promise.all([withdrawalsToDecide(sql, ids), judgedReasons(sql, ids)])
      return rows.map((row) => rowOfWithdrawal(row, judged.get(row.id), parts.clock.now()))
    },
    read: (id) => read(parts, id),
    async ask(id, by) {
      const row = await withdrawalById(parts.database, id)
      return row === null ? 'moved' : askBankNow(parts, row, by)
    },
    act: (deed) => decide(parts, offer, deed),
  }
}

/**
 * What was seen of it. The version of a withdrawal that the bank is asked about moves with each question, which changes
 * nothing for who decides: what it said counts.
 */
function seenVersion(row: WithdrawalRow): number {
  if (row.state === 'sent') return row.saidNo === null ? 0 : 1
  return row.version + 2
}

/** Why it waits: each reason of the judgement, where the row says no graver one that came since. */
function waitsFor({ state, waitReason }: WithdrawalRow, judged: readonly WaitReason[] = []): readonly WaitReason[] {
  if (state !== 'waiting' || waitReason === null) return []
  const waits = waitReason as WaitReason
  return judged.includes(waits) ? judged : [waits]
}

function reasonsOf(row: WithdrawalRow, judged: readonly WaitReason[] | undefined, now: Date): DecisionReason[] {
  return [
    ...waitsFor(row, judged),
    ...(row.needsReview ? (['UNKNOWN_FOR_AN_HOUR'] as const) : []),
    ...(row.saidNo === null ? [] : (['BANK_SAID_NO'] as const)),
    ...(row.state === 'waiting' && row.heldUntil !== null
      ? ([row.heldUntil > now ? 'HELD' : 'HOLD_IS_OVER'] as const)
      : []),
  ]
}

function rowOfWithdrawal(row: WithdrawalRow, judged: readonly WaitReason[] | undefined, now: Date): DecisionRow {
  const { id, memberId, amountMinor } = row
  const since = row.waitingAt ?? row.createdAt
  return { id, version: seenVersion(row), memberId, amountMinor, since, reasons: reasonsOf(row, judged, now) }
}

async function read(parts: CashierParts, id: string): Promise<DecisionReading | null> {
  const row = await withdrawalById(parts.database, id)
  if (row === null) return null
  const now = parts.clock.now()
  const [settings, { rules }, payee, cases, calls, judgements, money] = await Promise.all([
    parts.operator.settings(),
    rulesOf(parts, row),
    parts.members.payee(parts.database, row.memberId),
    openCasesOf(parts.database, row.id),
    callsAbout(parts.database, row.id),
    judgedReasons(parts.database, [row.id]),
    moneyBefore(parts, row),
  ])
  const judged = judgements.get(row.id)
  const facts: Record<string, DecisionFacts> = {
    AMOUNT: { amount: toWireAmount(row.amountMinor), most: toWireAmount(rules.autoMaxMinor) },
    PAYEE_CHANGED: {
      changedAt: payee?.changedAt?.toISOString() ?? null,
      hours: rules.payeeUnchangedHours,
    },
    PAYEE_UNPROVEN: { amount: toWireAmount(row.amountMinor), most: toWireAmount(settings.withdrawUnprovenMaxMinor) },
    UNKNOWN_FOR_AN_HOUR: { sentAt: row.sentAt?.toISOString() ?? null, orders: row.sendings },
    BANK_SAID_NO: { said: row.saidNo },
    HELD: { until: row.heldUntil?.toISOString() ?? null, note: row.heldNote },
    HOLD_IS_OVER: { until: row.heldUntil?.toISOString() ?? null, note: row.heldNote },
  }
  return {
    row: rowOfWithdrawal(row, judged, now),
    evidence: {
      why: [
        ...reasonsOf(row, judged, now).map((reason) => ({ reason, facts: facts[reason] ?? {} })),
        ...cases.map(({ id: caseId, kind, detail }) => ({ reason: kind, facts: { case: caseId, detail } })),
      ],
      facts: {
        state: row.state,
        amount: toWireAmount(row.amountMinor),
        ...(row.payoutCurrency === 'BAHT'
          ? {}
          : { payoutAmount: toWireAmount(row.payoutMinor), payoutCurrency: row.payoutCurrency }),
        bankCode: row.bankCode,
        account: `•••${row.accountNo.slice(-4)}`,
        accountName: row.accountName,
        isPresentAccount: payee !== null && payee.bankAccountNo === row.accountNo && payee.bankCode === row.bankCode,
        accountProvenAt: payee?.provenAt?.toISOString() ?? null,
        returnReason: row.returnReason,
      },
      money,
      timeline: [...statesOf(row), ...calls],
    },
    actions: actionsOf(row, now),
    // Released, and not sent yet.
    besides: row.state === 'due' && row.approved ? [returnAction(row, 'one')] : [],
    canAsk: row.state === 'sent',
  }
}

/** What is known of its states; its deeds and the bank's answers stand between them. */
function statesOf(row: WithdrawalRow) {
  return [
    ...stepAt(row.createdAt, 'asked-for', { amount: toWireAmount(row.amountMinor) }),
    // Where the request itself was stopped nothing else tells when.
    ...stepAt(row.waitingAt ?? (row.waitReason === null ? null : row.createdAt), 'waits'),
    ...stepAt(row.sentAt, 'ordered'),
    ...stepAt(row.paidAt, 'paid'),
    ...stepAt(row.state === 'failed' ? row.returnedAt : null, 'returned', { reason: row.returnReason }),
  ]
}

function actionsOf(row: WithdrawalRow, now: Date): DecisionAction[] {
  if (row.state === 'waiting') return [payAction(row), returnAction(row, 'one'), ...holdAction(row, now)]
  if (row.state === 'due' && !row.approved) return [returnAction(row, 'one')]
  // What may have been paid is ended over the bank's silence by two.
  if (row.state === 'sent' && row.needsReview)
    return [{ ...payAction(row), takes: 'two', fields: [noteField(false)] }, returnAction(row, 'two')]
  return []
}

function payAction(row: WithdrawalRow): DecisionAction {
  const account = `•••${row.accountNo.slice(-4)}`
  const { bankCode, accountName } = row
  const takes = row.amountMinor <= ONE_PERSON_WITHDRAWAL_MAX_MINOR ? 'one' : 'two'
  const facts = { amount: toWireAmount(row.amountMinor), bankCode, account, accountName }
  return decisionAction('pay', 'withdrawal-pay', facts, { takes })
}

function returnAction(row: WithdrawalRow, takes: 'one' | 'two'): DecisionAction {
  const reason: DecisionField = { field: 'reason', type: 'choice', isRequired: true, choices: [...RETURN_REASONS] }
  const facts = { amount: toWireAmount(row.amountMinor) }
  return decisionAction('return', 'withdrawal-return', facts, { takes, fields: [reason, noteField(false)] })
}

function holdAction(row: WithdrawalRow, now: Date): DecisionAction[] {
  const most = holdHoursLeft(row, now)
  if (most < 1) return []
  const hours: DecisionField = { field: 'hours', type: 'hours', isRequired: true, least: 1, most }
  const facts = { amount: toWireAmount(row.amountMinor) }
  return [decisionAction('hold', 'withdrawal-hold', facts, { fields: [hours, noteField(true)] })]
}

/** What takes two is proposed, all else is done. */
async function decide(parts: CashierParts, offer: OfferDecision, deed: DecisionDeed): Promise<DecisionOutcome> {
  const row = await withdrawalById(parts.database, deed.id)
  if (row === null || seenVersion(row) !== deed.version) return moved
  const action = actionsOf(row, parts.clock.now()).find((one) => one.action === deed.action)
  if (action?.takes !== 'two') return actOnWithdrawal(parts, deed, true)
  return offer(deed, { kind: 'withdrawal', memberId: row.memberId, amountMinor: row.amountMinor })
}

/** Does it by every rule as it is now; `isAlone` where nobody has confirmed it. */
export async function actOnWithdrawal(
  parts: CashierParts,
  deed: DecisionDeed,
  isAlone: boolean,
): Promise<DecisionOutcome> {
  const row = await withdrawalById(parts.database, deed.id)
  if (row === null || seenVersion(row) !== deed.version) return moved
  const { action, by, fields } = deed
  if (action === 'hold') {
    const { hours = 1, note = '' } = fields
    return doneOrMoved(await holdPayout(parts, row, { by, hours, note }))
  }
  if (action === 'pay' && row.state !== 'sent') return doneOrMoved(await releasePayout(parts, row, by))
  const note = fields.note ?? null
  if (action === 'pay') {
    const paid = await endPayoutByHand(parts, row, 'PAID', { by, deed: 'withdrawal-paid-by-hand', note, isAlone })
    return payoutOutcome(paid, 'PAID')
  }
  const returnReason = (fields.reason ?? null) as ReturnReason | null
  const returned = { by, deed: 'withdrawal-returned', note, returnReason, isAlone } as const
  return payoutOutcome(await endPayoutByHand(parts, row, 'FAILED', returned), 'FAILED')
}

/** What the bank, asked once more, says wins: told where it agrees with the deed, and else that it moved on. */
export function payoutOutcome(ended: EndedByHand, as: 'PAID' | 'FAILED'): DecisionOutcome {
  switch (ended.kind) {
    case 'ended':
      return done
    case 'bank-says':
      return (as === 'PAID') === (ended.state === 'PAID')
        ? { outcome: 'done', said: ended.state }
        : { outcome: 'moved', by: 'bank', what: ended.state }
    case 'under-way':
      return { outcome: 'moved', by: 'bank', what: 'SENT' }
    case 'being-asked':
      return { outcome: 'moved', by: 'bank', what: 'BEING_ASKED' }
    case 'silent':
      return { outcome: 'moved', by: 'bank', what: 'SILENT' }
    case 'moved':
      return moved
  }
}
