import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { accounts, type House } from './accounts.ts'
import { closeCase, openCase } from './cases.store.ts'
import type { Credits } from './credit.ts'
import {
  expectedShareMinor,
  GIFT_TURN_MS,
  giftCodeHash,
  giftProblemOf,
  type GiftProblem,
  isFinalRefusal,
  voucherProblem,
} from './gift-link.rules.ts'
import {
  changeGift,
  type GiftRow,
  giftById,
  giftsToAsk,
  ownedGift,
  refusedAfterCall,
  refuseGift,
  takeGift,
} from './gift.store.ts'
import type { GiftIssuer, RedeemAnswer, VerifyAnswer, Voucher } from './providers/gift-issuer.ts'
import { needsReview, nextAskAt } from './withdrawal.rules.ts'

/** The issuer's own short name among banks: where the operator's shares of gifts lie. */
const GIFT_BANK = 'TW'
const ASKED_AT_ONCE = 8

export interface RedemptionDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  logger: Logger
  operator: OperatorDoor
  members: MembersDoor
  house: House
  credits: Credits
  issuer: GiftIssuer | null
}

export interface Redemptions {
  /** What follows from the issuer's description of a recorded gift: its share is taken, it is refused, or asked about again. */
  follow(row: GiftRow, answer: VerifyAnswer): Promise<void>
  /** Asks about gifts that are due; how many were asked about. */
  tend(): Promise<number>
  /** Credits the share of a gift that is being redeemed, once; false when it is not, or was credited before. */
  credit(id: string, shareMinor: number): Promise<boolean>
  /** A gift was taken by our number, and nobody owns it: should it have been refused before, somebody must look. */
  hearOfTaken(code: string): Promise<void>
  /**
   * The operator's word that his wallet did not get the share of this row. `too-early`: it was asked for less than an
   * hour ago and may come yet; `moved-on`: the row is no more as it was read.
   */
  refuseByHand(row: GiftRow): Promise<'refused' | 'too-early' | 'moved-on'>
}

/** Takes shares of recorded gifts, and finds out what became of those that were not answered for. */
export function createRedemptions(deps: RedemptionDeps): Redemptions {
  const { database, clock, logger } = deps
  const bank = accounts.bank(GIFT_BANK, 'BAHT')

  async function follow(row: GiftRow, answer: VerifyAnswer): Promise<void> {
    if (answer.kind === 'voucher') return take(row, answer.voucher)
    if (answer.kind === 'refused') return void (await end(row, giftProblemOf(answer.refusal)))
    if (answer.kind === 'taken') {
      // Nobody but we take shares for our number, and this gift was never redeemed by this row: an earlier row's came.
      if (row.code !== null) await hearOfTaken(row.code)
      return void (await end(row, { code: 'TRUELINK_DUPLICATE' }))
    }
    // Nothing was taken while nothing was asked for: after an hour of silence the gift is the member's again.
    if (needsReview(row.createdAt, clock.now())) return void (await end(row, { code: 'TRUELINK_INVALID' }))
    logger.warn({ gift: row.id, why: answer.why }, 'the issuer did not describe a gift')
    await changeGift(database, row, { askAt: nextAskAt(row.createdAt, clock.now()) })
  }

  /** Writes down that a share may be taken, then takes it. */
  async function take(row: GiftRow, voucher: Voucher): Promise<void> {
    const { giftMinimumMinor } = await deps.operator.settings()
    const problem = voucherProblem(voucher, giftMinimumMinor) ?? (await bonusProblem(row.memberId))
    if (problem !== null) return void (await end(row, problem))
    const codeHash = giftCodeHash(voucher.code)
    if (codeHash !== row.codeHash && (await ownedGift(database, codeHash)) !== null) {
      return void (await end(row, { code: 'TRUELINK_DUPLICATE' }))
    }
    const amountMinor = expectedShareMinor(voucher)
    const { code, people } = voucher
    await call(row, { state: 'redeeming', code, codeHash, people, amountMinor })
  }

  /** A bonus may have been granted since the link was sent in. */
  async function bonusProblem(memberId: string): Promise<GiftProblem | null> {
    const { bonusState } = await deps.members.standing(database, memberId)
    return bonusState === 'granted' || bonusState === 'ending' ? { code: 'BONUS_REMAINING' } : null
  }

  /** One call for the share; the row says so before it is made, and when it is to be looked after if we die in it. */
  async function call(row: GiftRow, change: Parameters<typeof changeGift>[2]): Promise<void> {
    const now = clock.now()
    const calledAt = row.calledAt ?? now
    const askAt = new Date(now.getTime() + GIFT_TURN_MS)
    const called = await changeGift(database, row, { ...change, calls: row.calls + 1, calledAt, askAt })
    if (called === null || called.code === null || deps.issuer === null) return
    await hear(called, row.calls, await deps.issuer.redeem(called.code, called.mobile))
  }

  async function hear(row: GiftRow, callsBefore: number, answer: RedeemAnswer): Promise<void> {
    if (answer.kind === 'taken') {
      // Of a gift for one person the share is known also where the issuer does not tell it.
      const shareMinor = answer.shareMinor ?? (row.people === 1 ? row.amountMinor : null)
      return shareMinor === null ? unknown(row, 'told no share') : creditOrReport(row, shareMinor)
    }
    if (answer.kind === 'unknown') return unknown(row, answer.why)
    const { status, refusal } = answer
    const { refusedAs, calledAt } = row
    const now = clock.now()
    if (status === 'TARGET_USER_NOT_FOUND') logger.error('the issuer of gifts does not know the setting giftMobile')
    if (isFinalRefusal({ status, callsBefore, refusedAs, firstCallAt: calledAt ?? now, now })) {
      return void (await end(row, giftProblemOf(refusal)))
    }
    await changeGift(database, row, { refusedAs: status, askAt: nextAskAt(calledAt ?? now, now) })
  }

  /** The share lies in the operator's wallet: the member has it, or somebody must look. */
  async function creditOrReport(row: GiftRow, shareMinor: number): Promise<void> {
    if (await credit(row.id, shareMinor)) return
    const now = await giftById(database, row.id)
    if (now?.state !== 'refused') return
    await report(
      { ...row, amountMinor: shareMinor },
      deriveId(row.id, 'late'),
      'it was taken after it had been refused',
    )
  }

  async function unknown(row: GiftRow, why: string): Promise<void> {
    const now = clock.now()
    const calledAt = row.calledAt ?? now
    logger.warn({ gift: row.id, why }, 'what became of a gift is unknown')
    await changeGift(database, row, { refusedAs: null, askAt: nextAskAt(calledAt, now) })
    if (needsReview(calledAt, now)) await report(row, row.id, `unknown for an hour: ${why}`)
  }

  async function report(row: GiftRow, subject: string, detail: string): Promise<void> {
    const about = {
      kind: 'GIFT_UNKNOWN' as const,
      memberId: row.memberId,
      withdrawalId: null,
      sendingBank: null,
      transRef: null,
      reference: row.id,
      amountMinor: row.amountMinor,
      currency: 'BAHT' as const,
      occurredAt: row.calledAt ?? row.createdAt,
      detail,
    }
    await openCase(database, about, subject, clock.now())
  }

  async function hearOfTaken(code: string): Promise<void> {
    const row = await refusedAfterCall(database, giftCodeHash(code))
    if (row !== null) await report(row, deriveId(row.id, 'late'), 'it was taken after the issuer had refused it')
  }

  async function credit(id: string, shareMinor: number): Promise<boolean> {
    await deps.house.ready([bank])
    const row = await giftById(database, id)
    if (row === null) return false
    const isCredited = await database.transaction(async (tx) => {
      const taken = await takeGift(tx, id, shareMinor)
      if (taken === null) return false
      const outcome = await deps.credits.credit(tx, {
        id,
        memberId: row.memberId,
        kind: 'gift',
        house: bank,
        amountMinor: shareMinor,
        paidMinor: shareMinor,
        reference: id,
        occurredAt: clock.now(),
        claim: { kind: 'voucher', key: taken.codeHash },
        columns: { movement_number: taken.movementNumber, created_at: row.createdAt.toISOString() },
      })
      if (!outcome.ok) throw new Error(`the gift ${id} was refused: ${outcome.refusal} ${outcome.detail}`)
      await closeCase(tx, { id: caseOf(id), state: 'closed', note: 'it was taken', now: clock.now() })
      return true
    })
    if (isCredited) logger.info({ gift: id, shareMinor }, 'a gift was credited')
    return isCredited
  }

  /** Ends a gift without money; false when it is at its end, or no more of the version that is asked for. */
  async function end(
    row: Pick<GiftRow, 'id' | 'memberId'>,
    problem: GiftProblem,
    version: number | null = null,
  ): Promise<boolean> {
    const isEnded = await database.transaction(async (tx) => {
      if (!(await refuseGift(tx, row.id, problem, version))) return false
      await closeCase(tx, { id: caseOf(row.id), state: 'closed', note: problem.code, now: clock.now() })
      const news = [{ topic: 'wallet', key: row.memberId, payload: { reason: 'deposit' } }]
      await deps.ledger.post(tx, { movements: [], news })
      return true
    })
    if (isEnded) logger.info({ gift: row.id, problem: problem.code }, 'a gift was refused')
    return isEnded
  }

  /** The turn of a gift that is due: whoever raises its version first asks. */
  async function ask(row: GiftRow): Promise<void> {
    if (row.state === 'redeeming') return call(row, {})
    const now = clock.now()
    const asked = await changeGift(database, row, { askAt: new Date(now.getTime() + GIFT_TURN_MS) })
    if (asked === null || asked.code === null || deps.issuer === null) return
    await follow(asked, await deps.issuer.verify(asked.code, asked.mobile))
  }

  return {
    follow,
    credit,
    async refuseByHand(row) {
      if (row.calledAt !== null && !needsReview(row.calledAt, clock.now())) return 'too-early'
      return (await end(row, { code: 'TRUELINK_INVALID' }, row.version)) ? 'refused' : 'moved-on'
    },
    hearOfTaken,
    async tend() {
      if (deps.issuer === null) return 0
      const rows = await giftsToAsk(database, clock.now(), ASKED_AT_ONCE)
      const asked = await Promise.allSettled(rows.map(ask))
      const failed = asked.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      return rows.length
    },
  }
}

function caseOf(id: string): string {
  return deriveId('case', 'GIFT_UNKNOWN', id)
}
