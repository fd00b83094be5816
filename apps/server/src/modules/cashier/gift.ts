import { type Ledger, spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { accounts } from './accounts.ts'
import {
  decryptGiftLink,
  GIFT_TURN_MS,
  giftCodeHash,
  giftCodeOf,
  giftProblemOf,
  voucherProblem,
} from './gift-link.rules.ts'
import type { GiftEnds } from './gift-ends.ts'
import type { Redemptions } from './gift-redemption.ts'
import { giftById, giftCreditedAt, type GiftRow, ownedGift, recordGift } from './gift.store.ts'
import type { GiftIssuer } from './providers/gift-issuer.ts'
import { requireNoBonus } from './terms.ts'

/** How long a member who sends his link again is told what it brought, rather than that it was sent before. */
const NEWS_FOR_MS = 10 * 60_000
/** A gift that its own request credited, and answered so, was changed twice: its share was asked for, then credited. */
const CREDITED_AT_ONCE_VERSION = 2

/** A gift link that a member sends in. `operationId` becomes the id of its row, and of its deposit. */
export interface GiftRequest {
  memberId: string
  operationId: string
  /** As it was sent: encrypted. */
  link: string
  /** Throws the 422 of the call's schema. */
  rules(): void
}

/** What a member is told: the share and his wallet, or that the issuer is still being asked. */
export type GiftView = { amount: number; wallet: { amount: number } } | { status: 'IN_PROGRESS' }

export interface Gifts {
  /**
   * Redeems a gift link, once (rulings 3.4). Refuses with NO_DATA where the operator takes none, BONUS_REMAINING,
   * TRUELINK_INVALID, TRUELINK_DUPLICATE and DEPOSIT_MINIMUM.
   */
  redeem(request: GiftRequest): Promise<GiftView>
}

export interface GiftDeps {
  database: Database
  ledger: Ledger
  clock: Clock
  operator: OperatorDoor
  members: MembersDoor
  issuer: GiftIssuer | null
  redemptions: Redemptions
  giftEnds: GiftEnds
  /** What gift links are hidden with. */
  linkKey: Buffer
  /** Hosts of gift links. */
  hosts: readonly string[]
}

/** Gift links as deposits: looked at first, recorded as the member's, and only then redeemed. */
export function createGifts(deps: GiftDeps): Gifts {
  const { database, ledger, clock, operator, members, redemptions, giftEnds } = deps

  /** The issuer, and the operator's number that takes the shares. */
  async function door(): Promise<{ issuer: GiftIssuer; mobile: string; minimumMinor: number }> {
    const { giftMobile, giftMinimumMinor } = await operator.settings()
    if (deps.issuer === null || giftMobile === null) refuse('NO_DATA')
    return { issuer: deps.issuer, mobile: giftMobile, minimumMinor: giftMinimumMinor }
  }

  function requireCode(link: string): string {
    const text = decryptGiftLink(link, deps.linkKey)
    return (text === null ? null : giftCodeOf(text, deps.hosts)) ?? refuse('TRUELINK_INVALID')
  }

  /** Whoever else has the gift, had it first; its owner himself is told how it stands. */
  async function toOther(owned: GiftRow, memberId: string): Promise<GiftView> {
    if (owned.memberId !== memberId) refuse('TRUELINK_DUPLICATE')
    if (owned.state === 'credited' && !(await isNews(owned))) {
      // The answer that said so may have been lost on its way.
      refuse('TRUELINK_DUPLICATE', { details: { amount: toWireAmount(owned.amountMinor ?? 0) } })
    }
    return present(owned)
  }

  /** Whether the credit of a gift is recent, and came after the request that brought it was over: its owner may not know. */
  async function isNews(owned: GiftRow): Promise<boolean> {
    if (owned.version === CREDITED_AT_ONCE_VERSION) return false
    const creditedAt = await giftCreditedAt(database, owned.id)
    return creditedAt !== null && clock.now().getTime() - creditedAt.getTime() < NEWS_FOR_MS
  }

  async function present(row: GiftRow): Promise<GiftView> {
    if (row.state === 'refused') {
      refuse(row.refusal ?? 'TRUELINK_INVALID', row.refusalDetails ? { details: row.refusalDetails } : {})
    }
    if (row.state !== 'credited' || row.amountMinor === null) return { status: 'IN_PROGRESS' }
    const name = accounts.wallet(row.memberId)
    const wallet = (await ledger.states(database, [name])).get(name)
    return { amount: toWireAmount(row.amountMinor), wallet: { amount: toWireAmount(spendableMinor(wallet)) } }
  }

  async function made({ operationId, memberId }: GiftRequest): Promise<GiftView | null> {
    const row = await giftById(database, operationId)
    return row !== null && row.memberId === memberId ? present(row) : null
  }

  async function redeem(request: GiftRequest): Promise<GiftView> {
    const before = await made(request)
    if (before !== null) return before
    const { memberId, operationId: id } = request
    const { issuer, mobile, minimumMinor } = await door()
    requireNoBonus(await members.standing(database, memberId))
    request.rules()
    const sent = requireCode(request.link)
    await members.gate(memberId, 'gift')
    const owned = await ownedGift(database, giftCodeHash(sent))
    if (owned !== null) return toOther(owned, memberId)

    const answer = await issuer.verify(sent, mobile)
    if (answer.kind === 'refused') refuse(giftProblemOf(answer.refusal).code)
    const voucher = answer.kind === 'voucher' ? answer.voucher : null
    const problem = voucher === null ? null : voucherProblem(voucher, minimumMinor)
    if (problem !== null) refuse(problem.code, problem.details ? { details: problem.details } : {})
    const code = voucher?.code ?? sent
    const now = clock.now()
    const codeHash = giftCodeHash(code)
    if (answer.kind !== 'taken') {
      const askAt = new Date(now.getTime() + GIFT_TURN_MS)
      const row = await recordGift(database, { id, memberId, code, codeHash, mobile, createdAt: now, askAt })
      if (row !== null) {
        await redemptions.follow(row, answer)
        const after = await made(request)
        if (after !== null) return after
      }
    }
    // Our number has had its share, or somebody was faster to record the gift: perhaps this very request.
    const again = await made(request)
    if (again !== null) return again
    const faster = await ownedGift(database, codeHash)
    if (faster !== null) return toOther(faster, memberId)
    await giftEnds.hearOfTaken(code, answer.kind === 'taken' ? answer.shareMinor : null)
    const late = await ownedGift(database, codeHash)
    if (late !== null) return toOther(late, memberId)
    refuse('TRUELINK_DUPLICATE')
  }

  return { redeem }
}
