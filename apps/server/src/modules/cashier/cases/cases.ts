import type { DeedName } from '@krapao/contract'
import type { Movement, Outcome } from '@krapao/ledger'
import type { Sql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import { type By, decisionSubject, type Deed, postWithDeed, writeDeed } from '../../deeds/index.ts'
import { walletNews } from '../../members/index.ts'
import { accounts, type HouseAccount, openAccounts, receivingAccount } from '../books/accounts.ts'
import { adjustmentLine } from '../books/adjustments.store.ts'
import { caseById, caseClosing, type CaseRow, closeCase, closedWithoutMoney } from './cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { creditedTo, handOver, holdForDifferences, lockTransfer } from './contests.ts'
import type { CreditedTransfer, TransferName } from './credited-transfers.store.ts'
import { correctedSince, paymentId } from './differences.ts'
import { creditDeposit } from '../books/credit.ts'
import { worthOf } from '../books/rates.ts'
import { transferClaim } from '../transfers/transfer-claim.ts'

/** Why a case was left as it is: it is not open, or holds nothing to credit. */
export type CaseProblem =
  | 'NOT_OPEN'
  | 'HAD'
  | 'NO_MONEY'
  | 'NOTHING_TO_CREDIT'
  | 'LENT'
  | 'NOT_LENT'
  | 'NOT_COVERED'
  | 'NOT_CONTESTED'
  | 'HIS_OWN'
  | 'NO_GIFT'
  | 'AGREES'
  | 'SILENT'
  | 'NOT_BAHT'
  | 'CORRECTED'
export type CaseResult = { ok: true; row: CaseRow; amountMinor: number } | { ok: false; problem: CaseProblem }

type MoneyCase = CaseRow & { amountMinor: number; currency: 'BAHT' | 'LAK'; sendingBank: string; transRef: string }

// What the operator decides about money and words that fit nothing.

async function moneyCase(parts: CashierParts, id: string): Promise<MoneyCase | CaseProblem> {
  const row = await caseById(parts.database, id)
  if (row === null || row.state !== 'open') return 'NOT_OPEN'
  return holdsMoney(row) ? row : 'NO_MONEY'
}

/** Where the money of a case is: in suspense, or, unbooked since a restore, still at the bank that got it. */
async function sourceOf(parts: CashierParts, row: MoneyCase): Promise<HouseAccount> {
  if (row.kind !== 'PAYMENT_FORGOTTEN') return accounts.suspense(row.currency)
  return receivingAccount(parts, row.currency)
}

/** The account of ours that the money in suspense came into. */
async function bankOf(parts: CashierParts, row: MoneyCase): Promise<HouseAccount> {
  const booked = await parts.ledger.transfer(parts.database, paymentId(row))
  if (booked !== null) return { account: booked.from, currency: row.currency }
  return receivingAccount(parts, row.currency)
}

/** Closes the case and books, both or neither; a concurrent decision finds it closed. */
async function decide(
  parts: CashierParts,
  row: MoneyCase,
  given: { state: 'credited' | 'returned'; note: string; amountMinor: number; by: By },
  book: (tx: Sql) => Promise<Outcome>,
): Promise<CaseResult> {
  const { state, note, amountMinor, by } = given
  return parts.database.transaction(async (tx): Promise<CaseResult> => {
    await lockTransfer(tx, row)
    if (!(await closeCase(tx, { id: row.id, state, note, now: parts.clock.now() })))
      return { ok: false, problem: 'NOT_OPEN' }
    const outcome = await book(tx)
    // Another door has credited it, or put it into suspense, since: there is nothing left to book here.
    if (!outcome.ok && outcome.refusal === 'CLAIMED') {
      await closedWithoutMoney(tx, row.id, 'its transfer had been booked by another way')
      return { ok: false, problem: 'HAD' }
    }
    if (!outcome.ok) throw new Error(`the case ${row.id} was refused: ${outcome.refusal} ${outcome.detail}`)
    const deed = caseDeed(row, by, `case-${state}`, { amountMinor, note })
    await writeDeed(tx, { ...deed, at: parts.clock.now() })
    return { ok: true, row, amountMinor }
  })
}

/** Brings what was lent back into suspense and closes the case, both or neither, once. */
async function bringBack(
  parts: CashierParts,
  id: string,
  note: string,
  { from: payer, by }: { from: 'member' | 'house'; by: By },
): Promise<CaseResult> {
  const row = await caseById(parts.database, id)
  if (row === null || row.state !== 'open') return { ok: false, problem: 'NOT_OPEN' }
  if (row.lentMinor === null || row.memberId === null) return { ok: false, problem: 'NOT_LENT' }
  const suspense = accounts.suspense('BAHT')
  await openAccounts(parts, [suspense, accounts.bonus])
  const now = parts.clock.now()
  const from = payer === 'member' ? accounts.wallet(row.memberId) : accounts.bonus.account
  const movement: Movement = {
    kind: 'post',
    id: deriveId('case-lent', row.id, from),
    from,
    to: suspense.account,
    amountMinor: row.lentMinor,
    code: 'withdrawal-late',
    reference: row.reference,
    occurredAt: now,
  }
  const taken = { memberId: row.memberId, changeMinor: -row.lentMinor, about: `${row.id} collected`, at: now }
  const line = payer === 'member' ? adjustmentLine(taken) : null
  const submission = {
    movements: [movement],
    rows: [caseClosing(row, note, now), ...(line === null ? [] : [line])],
    news: [walletNews(row.memberId, 'withdraw')],
  }
  const deed = payer === 'member' ? 'case-collected' : 'case-forgiven'
  const facts = { amountMinor: row.lentMinor, note }
  const outcome = await postWithDeed(parts, submission, caseDeed(row, by, deed, facts))
  // Said by two people at once: the first one's word was booked.
  if (outcome.ok && outcome.replayed) return { ok: false, problem: 'NOT_OPEN' }
  if (outcome.ok) return { ok: true, row, amountMinor: row.lentMinor }
  if (outcome.refusal === 'NOT_ENOUGH') return { ok: false, problem: 'NOT_COVERED' }
  if (outcome.refusal === 'GUARD_MOVED' || outcome.refusal === 'ID_TAKEN') return { ok: false, problem: 'NOT_OPEN' }
  throw new Error(`the case ${row.id} was refused: ${outcome.refusal} ${outcome.detail}`)
}

/** Whom a transfer was credited to, and how much of it there is to move, with what was corrected since; null while nobody has it. */
export async function contestedMoney(
  sql: Sql,
  transfer: TransferName,
): Promise<{ credited: CreditedTransfer; amountMinor: number } | null> {
  const credited = await creditedTo(sql, transfer)
  if (credited === null) return null
  const correctedMinor = await correctedSince(sql, { ...transfer, memberId: credited.memberId })
  return { credited, amountMinor: credited.amountMinor + correctedMinor }
}

/**
 * Of a contested transfer: takes what was credited for it from who has it and gives it to the member whose it is,
 * both or neither.
 */
export async function moveCase(
  parts: CashierParts,
  id: string,
  memberId: string,
  { note, by }: { note: string; by: By },
): Promise<CaseResult> {
  const row = await caseById(parts.database, id)
  if (row === null || row.state !== 'open') return { ok: false, problem: 'NOT_OPEN' }
  const { sendingBank, transRef } = row
  if (row.kind !== 'TRANSFER_CONTESTED' || sendingBank === null || transRef === null)
    return { ok: false, problem: 'NOT_CONTESTED' }
  const suspense = accounts.suspense('BAHT')
  await openAccounts(parts, [suspense])
  return parts.database.transaction(async (tx): Promise<CaseResult> => {
    await lockTransfer(tx, { sendingBank, transRef })
    const contested = await contestedMoney(tx, { sendingBank, transRef })
    if (contested === null) return { ok: false, problem: 'NOT_CONTESTED' }
    const { credited, amountMinor } = contested
    // Of two who do the same at once the second finds it done.
    if ((await caseById(tx, row.id))?.state !== 'open') return { ok: false, problem: 'NOT_OPEN' }
    if (credited.memberId === memberId) return { ok: false, problem: 'HIS_OWN' }
    const { depositId } = credited
    const now = parts.clock.now()
    // One id for the transfer: of several cases about it one moves the money.
    const taken: Movement = {
      kind: 'post',
      id: deriveId('contested-taken', depositId),
      from: accounts.wallet(credited.memberId),
      to: suspense.account,
      amountMinor,
      code: 'deposit-moved',
      reference: row.reference,
      occurredAt: now,
    }
    const line = { memberId: credited.memberId, changeMinor: -amountMinor, about: `${depositId} moved`, at: now }
    const outcome = await parts.ledger.post(tx, {
      movements: [taken],
      claims: [{ kind: 'contested-transfer', key: depositId, owner: row.id }],
      rows: [caseClosing(row, note, now), adjustmentLine(line)],
      news: [walletNews(credited.memberId, 'deposit')],
    })
    if (!outcome.ok) return { ok: false, problem: moveProblem(outcome) }
    if (outcome.replayed) return { ok: false, problem: 'HAD' }
    const given = await creditDeposit(parts, tx, {
      id: deriveId('contested-given', depositId),
      memberId,
      kind: 'case',
      house: suspense,
      amountMinor,
      paidMinor: amountMinor,
      reference: row.reference,
      occurredAt: row.occurredAt,
      claim: { kind: 'contested-given', key: depositId },
      fields: { sendingBank, transRef },
    })
    if (!given.ok) throw new Error(`the case ${row.id} was refused: ${given.refusal} ${given.detail}`)
    await handOver(tx, { sendingBank, transRef }, { credited, to: memberId, now })
    await writeDeed(tx, { ...caseDeed(row, by, 'case-moved', { amountMinor, note, to: memberId }), at: now })
    return { ok: true, row, amountMinor }
  })
}

/** Takes what the house lent the member back from his wallet. */
export function collectCase(parts: CashierParts, id: string, by: By): Promise<CaseResult> {
  return bringBack(parts, id, 'collected from the wallet', { from: 'member', by })
}

/** The house bears what it lent. */
export function forgiveCase(parts: CashierParts, id: string, by: By): Promise<CaseResult> {
  return bringBack(parts, id, 'borne by the house', { from: 'house', by })
}

/** Gives the money in suspense to a member, as a deposit. Kip at the rate when the bank received them. */
export async function creditCase(
  parts: CashierParts,
  id: string,
  memberId: string,
  { note, by }: { note: string; by: By },
): Promise<CaseResult> {
  const row = await moneyCase(parts, id)
  if (typeof row === 'string') return { ok: false, problem: row }
  const from = await sourceOf(parts, row)
  await openAccounts(parts, [from])
  const amountMinor = await worthOf(parts, row)
  if (amountMinor === 0) return { ok: false, problem: 'NOTHING_TO_CREDIT' }
  const depositId = deriveId('case-credit', row.id)
  const claim = row.kind === 'PAYMENT_FORGOTTEN' ? transferClaim(row) : ({ kind: 'cashier-case', key: row.id } as const)
  return decide(parts, row, { state: 'credited', note, amountMinor, by }, async (tx) => {
    const outcome = await creditDeposit(parts, tx, {
      id: depositId,
      memberId,
      kind: 'case',
      house: from,
      amountMinor,
      paidMinor: row.amountMinor,
      reference: row.reference,
      occurredAt: row.occurredAt,
      claim,
      fields: { sendingBank: row.sendingBank, transRef: row.transRef },
    })
    if (outcome.ok) await holdForDifferences(tx, row, memberId)
    return outcome
  })
}

/** Takes the money out of suspense, for it is sent back to whoever paid it. */
export async function returnCase(parts: CashierParts, id: string, note: string, by: By): Promise<CaseResult> {
  const row = await moneyCase(parts, id)
  if (typeof row === 'string') return { ok: false, problem: row }
  if (row.kind === 'PAYMENT_FORGOTTEN') return { ok: false, problem: 'NO_MONEY' }
  const { amountMinor } = row
  const bank = await bankOf(parts, row)
  await openAccounts(parts, [bank, accounts.suspense(row.currency)])
  const movement: Movement = {
    kind: 'post',
    id: deriveId('case-return', row.id),
    from: accounts.suspense(row.currency).account,
    to: bank.account,
    amountMinor,
    code: 'suspense-return',
    reference: row.reference,
    occurredAt: parts.clock.now(),
  }
  return decide(parts, row, { state: 'returned', note, amountMinor, by }, (tx) =>
    parts.ledger.post(tx, { movements: [movement] }),
  )
}

/** Closes a case that needs no booking. */
export async function closeCaseByHand(parts: CashierParts, id: string, note: string, by: By): Promise<CaseResult> {
  const row = await caseById(parts.database, id)
  if (row === null || (holdsMoney(row) && row.kind !== 'PAYMENT_FORGOTTEN')) return { ok: false, problem: 'NOT_OPEN' }
  if (row.lentMinor !== null) return { ok: false, problem: 'LENT' }
  const now = parts.clock.now()
  const isClosed = await parts.database.transaction(async (tx) => {
    if (!(await closeCase(tx, { id, state: 'closed', note, now }))) return false
    await writeDeed(tx, { ...caseDeed(row, by, 'case-closed', { note }), at: now })
    return true
  })
  return isClosed ? { ok: true, row, amountMinor: 0 } : { ok: false, problem: 'NOT_OPEN' }
}

/** Whose deed it is, and about which case. */
export function caseDeed(
  row: CaseRow,
  by: By,
  deed: DeedName,
  { note, ...after }: { note: string; amountMinor?: number; to?: string },
): Omit<Deed, 'at'> {
  const subject = decisionSubject(isArrival(row) ? 'arrival' : 'case', row.id)
  return {
    ...by,
    deed,
    memberId: row.memberId,
    subject,
    before: { kind: row.kind, state: row.state },
    after,
    reason: note,
  }
}

/** Whether money has come of which nobody knows whose it is; everything else is a case about something known. */
export function isArrival({ kind }: Pick<CaseRow, 'kind'>): boolean {
  return kind === 'UNKNOWN_PAYMENT' || kind === 'PAYMENT_FORGOTTEN'
}

function moveProblem({ refusal, detail }: Extract<Outcome, { ok: false }>): CaseProblem {
  if (refusal === 'NOT_ENOUGH') return 'NOT_COVERED'
  if (refusal === 'GUARD_MOVED') return 'NOT_OPEN'
  if (refusal === 'CLAIMED' || refusal === 'ID_TAKEN') return 'HAD'
  throw new Error(`a contested transfer was refused: ${refusal} ${detail}`)
}

function holdsMoney(row: CaseRow): row is MoneyCase {
  return (
    (row.kind === 'UNKNOWN_PAYMENT' || row.kind === 'PAYMENT_FORGOTTEN') &&
    row.amountMinor !== null &&
    row.currency !== null &&
    row.sendingBank !== null &&
    row.transRef !== null
  )
}
