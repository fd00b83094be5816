import type { Ledger } from '@krapao/ledger'
import { formatAmount } from '@krapao/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { walletNews } from '../members/index.ts'
import { accounts, type House } from './accounts.ts'
import { caseId, closeCase, type NewCase, openCase } from './cases.store.ts'
import type { Credits, Deposit } from './credit.ts'
import { giftCodeHash, type GiftProblem } from './gift-link.rules.ts'
import { type GiftRow, giftById, ownedGift, refusedAfterCall, refuseGift, takeGift } from './gift.store.ts'
import { nextAskAt, nextWatchAt } from './withdrawal.rules.ts'

/** The issuer's own short name among banks: where the operator's shares of gifts lie. */
export const giftBank = accounts.bank('TW', 'BAHT')

export interface GiftEndsDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  house: House
  credits: Credits
}

/** How a gift comes to its end: its share is credited, or it is free again without money, or somebody must look. */
export interface GiftEnds {
  /**
   * Credits the share of a gift that is being redeemed, or was refused after its share had been asked for, once; false
   * when it is neither, or was credited before. With `watchAt` its issuer, who was silent, is asked on from then.
   */
  credit(id: string, shareMinor: number, watchAt?: Date): Promise<boolean>
  /** Credits a share that lies in the operator's wallet, also of a gift that was refused before (beyond 7.9). */
  creditOrReport(row: GiftRow, shareMinor: number | null): Promise<void>
  /** Ends a gift without money; false when it is at its end, or no more of the version that is asked for. */
  refuse(row: GiftRow, problem: GiftProblem, given?: { version?: number; endedByHand?: boolean }): Promise<boolean>
  /** A gift was taken by our number, and nobody owns it: whoever had it refused before gets its share. */
  hearOfTaken(code: string, shareMinor: number | null): Promise<void>
  /** The operator credited a gift in his issuer's silence, and it says otherwise: somebody must look. */
  contradict(row: GiftRow, why: string): Promise<void>
  /** What became of a gift has not been known for an hour: somebody must look, and it is asked about all the same. */
  reportUnknown(row: GiftRow, why: string): Promise<void>
}

export function createGiftEnds(deps: GiftEndsDeps): GiftEnds {
  const { database, clock, logger } = deps

  async function credit(id: string, shareMinor: number, watchAt: Date | null = null): Promise<boolean> {
    await deps.house.ready([giftBank])
    const row = await giftById(database, id)
    if (row === null) return false
    const isCredited = await database.transaction(async (tx) => {
      const taken = await takeGift(tx, id, shareMinor, watchAt)
      if (taken === null) return false
      const outcome = await deps.credits.credit(tx, depositOf(row, taken, shareMinor, clock.now()))
      if (!outcome.ok) throw new Error(`the gift ${id} was refused: ${outcome.refusal} ${outcome.detail}`)
      await closeCaseOf(tx, id, 'it was taken')
      return true
    })
    if (isCredited) logger.info({ gift: id, shareMinor }, 'a gift was credited')
    return isCredited
  }

  async function creditOrReport(row: GiftRow, shareMinor: number | null): Promise<void> {
    const now = (await giftById(database, row.id)) ?? row
    if (now.state !== 'refused') {
      if (shareMinor !== null) await credit(row.id, shareMinor)
      return
    }
    const others = await refusedAfterCall(database, now.codeHash)
    const isHis = others.every(({ id }) => id === now.id)
    if (isHis && shareMinor !== null && (await credit(row.id, shareMinor))) {
      return logger.warn({ gift: row.id }, 'a gift was taken after it had been refused, and is credited')
    }
    if ((await ownedGift(database, now.codeHash)) !== null) return
    const whose = isHis ? 'its share is not told' : 'it was asked for by several'
    await reportLate(
      { ...now, amountMinor: shareMinor ?? now.amountMinor },
      `it was taken after it had been refused; ${whose}`,
    )
  }

  async function refuse(
    { id, memberId, calledAt, createdAt }: GiftRow,
    problem: GiftProblem,
    { version, endedByHand = false }: { version?: number; endedByHand?: boolean } = {},
  ): Promise<boolean> {
    const now = clock.now()
    const watchAt = endedByHand ? nextAskAt(calledAt ?? createdAt, now) : nextWatchAt(now, now)
    const isEnded = await database.transaction(async (tx) => {
      const refused = { problem, now, watchAt, endedByHand, version: version ?? null }
      if (!(await refuseGift(tx, id, refused))) return false
      await closeCaseOf(tx, id, problem.code)
      await deps.ledger.post(tx, { movements: [], news: [walletNews(memberId, 'deposit')] })
      return true
    })
    if (isEnded) logger.info({ gift: id, problem: problem.code }, 'a gift was refused')
    return isEnded
  }

  async function hearOfTaken(code: string, shareMinor: number | null): Promise<void> {
    const [row] = await refusedAfterCall(database, giftCodeHash(code))
    if (row !== undefined) await creditOrReport(row, shareMinor)
  }

  async function reportLate(row: GiftRow, detail: string): Promise<void> {
    await openCase(database, caseAbout(row, detail), deriveId(row.id, 'late'), clock.now())
  }

  async function contradict(row: GiftRow, why: string): Promise<void> {
    const detail = `credited by the operator with ${formatAmount(row.amountMinor ?? 0)} baht; its issuer says: ${why}`
    const isNew = await openCase(
      database,
      { ...caseAbout(row, detail), kind: 'GIFT_CONTRADICTED', detail },
      row.id,
      clock.now(),
    )
    if (isNew) logger.warn({ gift: row.id, why }, 'the issuer contradicts the operator about a gift')
  }

  async function reportUnknown(row: GiftRow, why: string): Promise<void> {
    await openCase(database, caseAbout(row, `unknown for an hour: ${why}`), row.id, clock.now())
  }

  /** The cases of a gift that nobody knew the end of, where there are any. */
  async function closeCaseOf(tx: Sql, giftId: string, note: string): Promise<void> {
    for (const subject of [giftId, deriveId(giftId, 'late')]) {
      await closeCase(tx, { id: caseId('GIFT_UNKNOWN', subject), state: 'closed', note, now: clock.now() })
    }
  }

  return { credit, creditOrReport, refuse, hearOfTaken, contradict, reportUnknown }
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
    columns: { movement_number: taken.movementNumber, created_at: createdAt.toISOString() },
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
