import type { Claim, Outcome, Submission } from '@krapao/ledger'
import { formatAmount } from '@krapao/money'
import { deriveId } from '../../../platform/ids.ts'
import { type By, type Deed, postWithDeed, writeDeed } from '../../deeds/index.ts'
import { walletNews } from '../../members/index.ts'
import { accounts, type HouseAccount, openAccounts, receivingAccount } from '../books/accounts.ts'
import { adjustmentLine } from '../books/adjustments.store.ts'
import { askTransfer } from '../transfers/asked-transfer.ts'
import { caseDeed, type CaseResult } from '../cases/cases.ts'
import { caseById, caseClosing, type CaseRow } from '../cases/cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { creditedTo, firstCredit, lockTransfer } from '../cases/contests.ts'
import { correctionOf } from '../cases/differences.ts'
import { giftBank } from '../gifts/gift-ends.ts'
import type { NamedTransfer } from '../transfers/named-transfer.ts'

// What was credited is brought to what was paid, once the operator or the bank knows it.

interface Correction {
  memberId: string
  /** Where the money came from, and goes back to. */
  house: string
  /** Into the wallet; below zero out of it. */
  changeMinor: number
  code: 'gift-corrected' | 'payment-corrected'
  claims?: readonly Claim[]
  note: string
  by: By
}

/** Books the difference and closes the case, both or neither, once. */
async function correct(
  parts: CashierParts,
  row: CaseRow,
  correction: Correction,
  book: (submission: Submission, deed: Omit<Deed, 'at'>) => Promise<Outcome>,
): Promise<CaseResult> {
  const { memberId, house, changeMinor, code, claims = [], note, by } = correction
  if (changeMinor === 0) return { ok: false, problem: 'AGREES' }
  const ends = [house, accounts.wallet(memberId)] as const
  const [from, to] = changeMinor > 0 ? ends : [ends[1], ends[0]]
  const now = parts.clock.now()
  const outcome = await book(
    {
      movements: [
        {
          kind: 'post',
          id: deriveId(code, row.id),
          from,
          to,
          amountMinor: Math.abs(changeMinor),
          code,
          reference: row.reference,
          occurredAt: now,
        },
      ],
      claims,
      rows: [
        caseClosing(row, note, now),
        adjustmentLine({ memberId, changeMinor, about: correctionOf(row.id), at: now }),
      ],
      news: [walletNews(memberId, 'deposit')],
    },
    caseDeed(row, by, 'case-corrected', { amountMinor: changeMinor, note }),
  )
  // Told again by two people at once: the first one's word was booked.
  if (outcome.ok)
    return outcome.replayed ? { ok: false, problem: 'NOT_OPEN' } : { ok: true, row, amountMinor: changeMinor }
  if (outcome.refusal === 'NOT_ENOUGH') return { ok: false, problem: 'NOT_COVERED' }
  if (outcome.refusal === 'CLAIMED') return { ok: false, problem: 'CORRECTED' }
  if (outcome.refusal === 'GUARD_MOVED' || outcome.refusal === 'ID_TAKEN') return { ok: false, problem: 'NOT_OPEN' }
  throw new Error(`the case ${row.id} was refused: ${outcome.refusal} ${outcome.detail}`)
}

/**
 * Of a gift whose issuer contradicts what the operator credited: brings it to the share that the operator did get, none
 * with zero, out of the wallet or into it.
 */
export async function correctGift(parts: CashierParts, id: string, shareMinor: number, by: By): Promise<CaseResult> {
  const row = await caseById(parts.database, id)
  if (row === null || row.state !== 'open') return { ok: false, problem: 'NOT_OPEN' }
  const { memberId, amountMinor: creditedMinor } = row
  if (row.kind !== 'GIFT_CONTRADICTED' || memberId === null || creditedMinor === null)
    return { ok: false, problem: 'NO_GIFT' }
  await openAccounts(parts, [giftBank])
  const correction = {
    memberId,
    house: giftBank.account,
    changeMinor: shareMinor - creditedMinor,
    code: 'gift-corrected',
    note: `the share was ${formatAmount(shareMinor)} baht`,
    by,
  } as const
  return correct(parts, row, correction, (submission, deed) => postWithDeed(parts, submission, deed))
}

/**
 * Of a payment that was told in two sums: asks the bank about its transfer, and brings the deposit to the sum that it
 * says; the difference goes into the wallet or out of it, once for a deposit.
 */
export async function correctPayment(parts: CashierParts, id: string, by: By): Promise<CaseResult> {
  const { database } = parts
  const row = await caseById(database, id)
  if (row?.state !== 'open' || row.kind !== 'PAYMENT_DIFFERS') return { ok: false, problem: 'NOT_OPEN' }
  const { sendingBank, transRef } = row
  if (sendingBank === null || transRef === null) return { ok: false, problem: 'NO_MONEY' }
  const house = await houseOf(parts, { sendingBank, transRef })
  if (typeof house === 'string') return { ok: false, problem: house }
  const answer = await askTransfer(parts, id, { sendingBank, transRef })
  if (answer.kind !== 'found') return { ok: false, problem: 'SILENT' }
  const { amountMinor: paidMinor, currency } = answer.transfer
  if (currency !== 'BAHT') return { ok: false, problem: 'NOT_BAHT' }
  await openAccounts(parts, [house])
  return database.transaction(async (tx): Promise<CaseResult> => {
    // Nobody gets the deposit while its difference is booked.
    await lockTransfer(tx, { sendingBank, transRef })
    const credited = await creditedTo(tx, { sendingBank, transRef })
    if (credited === null) return { ok: false, problem: 'NO_MONEY' }
    const correction = {
      memberId: credited.memberId,
      house: house.account,
      changeMinor: paidMinor - credited.amountMinor,
      code: 'payment-corrected',
      // Told in three sums it has two cases, and is corrected once.
      claims: [{ kind: 'corrected-payment', key: credited.depositId, owner: row.id }],
      note: `the bank says ${formatAmount(paidMinor)} baht`,
      by,
    } as const
    return correct(parts, row, correction, async (submission, deed) => {
      const outcome = await parts.ledger.post(tx, submission)
      if (outcome.ok && !outcome.replayed) await writeDeed(tx, { ...deed, at: parts.clock.now() })
      return outcome
    })
  })
}

/** Of our accounts the one that got the transfer, or why nothing can be corrected. */
async function houseOf(parts: CashierParts, transfer: NamedTransfer): Promise<HouseAccount | 'NO_MONEY' | 'NOT_BAHT'> {
  const first = await firstCredit(parts.database, transfer)
  if (first === null) return 'NO_MONEY'
  if (first.currency !== 'BAHT') return 'NOT_BAHT'
  // What went through suspense had come into the account that is taken for all that names none.
  return first.houseAccount === accounts.suspense('BAHT').account
    ? receivingAccount(parts, 'BAHT')
    : { account: first.houseAccount, currency: 'BAHT' }
}
