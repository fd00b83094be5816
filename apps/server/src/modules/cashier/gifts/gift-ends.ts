import { formatAmount } from '@krapao/money'
import type { Sql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import { type By, decisionSubject, writeDeed } from '../../deeds/index.ts'
import { walletNews } from '../../members/index.ts'
import { accounts, openAccounts } from '../books/accounts.ts'
import { caseId, closeCase, type NewCase, openCase } from '../cases/cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { creditDeposit, type Deposit } from '../books/credit.ts'
import { giftCodeHash, type GiftProblem } from './gift-link.rules.ts'
import { giftById, type GiftRow, ownedGift, refusedAfterCall, refuseGift, takeGift } from './gift.store.ts'
import { nextAskAt, nextWatchAt } from '../books/asking.rules.ts'

/** The issuer's own short name among banks: where the operator's shares of gifts lie. */
export const giftBank = accounts.bank('TW', 'BAHT')

/**
 * Credits the share of a gift that is being redeemed, or was refused after its share had been asked for, once; false
 * when it is neither, or was credited before. With `watchAt` its issuer, who was silent, is asked on from then.
 */
export async function creditGift(
  parts: CashierParts,
  id: string,
  shareMinor: number,
  watchAt: Date | null = null,
  by: By | null = null,
): Promise<boolean> {
  await openAccounts(parts, [giftBank])
  const row = await giftById(parts.database, id)
  if (row === null) return false
  const isCredited = await parts.database.transaction(async (tx) => {
    const taken = await takeGift(tx, id, shareMinor, watchAt)
    if (taken === null) return false
    const outcome = await creditDeposit(parts, tx, depositOf(row, taken, shareMinor, parts.clock.now()))
    if (!outcome.ok) throw new Error(`the gift ${id} was refused: ${outcome.refusal} ${outcome.detail}`)
    await closeCaseOf(parts, tx, id, 'it was taken')
    if (by !== null) await writeDown(parts, tx, row, by, { state: 'credited', amountMinor: shareMinor })
    return true
  })
  if (isCredited) parts.logger.info({ gift: id, shareMinor }, 'a gift was credited')
  return isCredited
}

/** Credits a share that lies in the operator's wallet, also of a gift that was refused before (beyond 7.9). */
export async function creditOrReport(parts: CashierParts, row: GiftRow, shareMinor: number | null): Promise<void> {
  const now = (await giftById(parts.database, row.id)) ?? row
  if (now.state !== 'refused') {
    if (shareMinor !== null) await creditGift(parts, row.id, shareMinor)
    return
  }
  const others = await refusedAfterCall(parts.database, now.codeHash)
  const isHis = others.every(({ id }) => id === now.id)
  if (isHis && shareMinor !== null && (await creditGift(parts, row.id, shareMinor))) {
    return parts.logger.warn({ gift: row.id }, 'a gift was taken after it had been refused, and is credited')
  }
  if ((await ownedGift(parts.database, now.codeHash)) !== null) return
  const whose = isHis ? 'its share is not told' : 'it was asked for by several'
  await reportLate(
    parts,
    { ...now, amountMinor: shareMinor ?? now.amountMinor },
    `it was taken after it had been refused; ${whose}`,
  )
}

/** Ends a gift without money; false when it is at its end, or no more of the version that is asked for. */
export async function endRefused(
  parts: CashierParts,
  row: GiftRow,
  problem: GiftProblem,
  { version, endedByHand = false, by }: { version?: number; endedByHand?: boolean; by?: By } = {},
): Promise<boolean> {
  const { id, memberId, calledAt, createdAt } = row
  const now = parts.clock.now()
  const watchAt = endedByHand ? nextAskAt(calledAt ?? createdAt, now) : nextWatchAt(now, now)
  const isEnded = await parts.database.transaction(async (tx) => {
    const refused = { problem, now, watchAt, endedByHand, version: version ?? null }
    if (!(await refuseGift(tx, id, refused))) return false
    await closeCaseOf(parts, tx, id, problem.code)
    await parts.ledger.post(tx, { movements: [], news: [walletNews(memberId, 'deposit')] })
    if (by !== undefined) await writeDown(parts, tx, row, by, { state: 'refused', problem: problem.code })
    return true
  })
  if (isEnded) parts.logger.info({ gift: id, problem: problem.code }, 'a gift was refused')
  return isEnded
}

/** A gift was taken by our number, and nobody owns it: whoever had it refused before gets its share. */
export async function applyTaken(parts: CashierParts, code: string, shareMinor: number | null): Promise<void> {
  const [row] = await refusedAfterCall(parts.database, giftCodeHash(code))
  if (row !== undefined) await creditOrReport(parts, row, shareMinor)
}

/** Writes down by whose word a gift came to its end. */
function writeDown(
  parts: CashierParts,
  tx: Sql,
  row: GiftRow,
  by: By,
  after: Readonly<Record<string, string | number>>,
): Promise<void> {
  const deed = after['state'] === 'credited' ? 'gift-credited' : 'gift-refused'
  const subject = decisionSubject('gift', row.id)
  const before = { state: row.state, amountMinor: row.amountMinor }
  return writeDeed(tx, { ...by, deed, memberId: row.memberId, subject, before, after, at: parts.clock.now() })
}

async function reportLate(parts: CashierParts, row: GiftRow, detail: string): Promise<void> {
  await openCase(parts.database, caseAbout(row, detail), deriveId(row.id, 'late'), parts.clock.now())
}

/** The operator credited a gift in his issuer's silence, and it says otherwise: somebody must look. */
export async function contradict(parts: CashierParts, row: GiftRow, why: string): Promise<void> {
  const detail = `credited by the operator with ${formatAmount(row.amountMinor ?? 0)} baht; its issuer says: ${why}`
  const isNew = await openCase(
    parts.database,
    { ...caseAbout(row, detail), kind: 'GIFT_CONTRADICTED', detail },
    row.id,
    parts.clock.now(),
  )
  if (isNew) parts.logger.warn({ gift: row.id, why }, 'the issuer contradicts the operator about a gift')
}

/** What became of a gift has not been known for an hour: somebody must look, and it is asked about all the same. */
export async function reportUnknown(parts: CashierParts, row: GiftRow, why: string): Promise<void> {
  await openCase(parts.database, caseAbout(row, `unknown for an hour: ${why}`), row.id, parts.clock.now())
}

/** The cases of a gift that nobody knew the end of, where there are any. */
async function closeCaseOf(parts: CashierParts, tx: Sql, giftId: string, note: string): Promise<void> {
  for (const subject of [giftId, deriveId(giftId, 'late')]) {
    await closeCase(tx, { id: caseId('GIFT_UNKNOWN', subject), state: 'closed', note, now: parts.clock.now() })
  }
}

function depositOf(
  { id, memberId, createdAt }: GiftRow,
  taken: { movementNumber: number; codeHash: string },
  shareMinor: number,
  now: Date,
): Deposit {
  return {
    id,
    memberId,
    kind: 'gift',
    house: giftBank,
    amountMinor: shareMinor,
    paidMinor: shareMinor,
    reference: id,
    occurredAt: now,
    claim: { kind: 'voucher', key: taken.codeHash },
    fields: { movementNumber: taken.movementNumber, createdAt },
  }
}

function caseAbout(row: GiftRow, detail: string): NewCase {
  return {
    kind: 'GIFT_UNKNOWN',
    memberId: row.memberId,
    withdrawalId: null,
    sendingBank: null,
    transRef: null,
    reference: row.id,
    amountMinor: row.amountMinor,
    currency: 'BAHT',
    occurredAt: row.calledAt ?? row.createdAt,
    detail: `${detail}: gifts credit ${row.id} AMOUNT`,
  }
}
