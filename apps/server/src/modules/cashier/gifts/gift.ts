import { spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { refuse } from '../../../platform/errors.ts'
import { accounts } from '../books/accounts.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { lookAtGift } from './gift-calls.ts'
import { applyTaken } from './gift-ends.ts'
import {
  decryptGiftLink,
  expectedShareMinor,
  GIFT_TURN_MS,
  giftCodeHash,
  giftCodeOf,
  giftLinkKey,
  giftProblemOf,
  voucherProblem,
} from './gift-link.rules.ts'
import { followGift } from './gift-redemption.ts'
import { giftById, giftCreditedAt, type GiftRow, ownedGift, recordGift } from './gift.store.ts'
import { requireAdmitted } from '../../members/index.ts'
import type { GiftIssuer } from '../providers/gift-issuer.ts'
import { requireNoBonus } from '../books/terms.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'

/** How long a member who sends his link again is told what it brought, rather than that it was sent before. */
const NEWS_FOR_MS = 10 * MINUTE_MS
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

// Gift links as deposits: looked at first, recorded as the member's, and only then redeemed.

/** The issuer, and the operator's number that takes the shares. */
async function door(parts: CashierParts): Promise<{ issuer: GiftIssuer; mobile: string; minimumMinor: number }> {
  const { giftMobile, giftMinimumMinor } = await parts.operator.settings()
  if (parts.gifts.issuer === null || giftMobile === null) refuse('NO_DATA')
  return { issuer: parts.gifts.issuer, mobile: giftMobile, minimumMinor: giftMinimumMinor }
}

function requireCode(parts: CashierParts, link: string): string {
  const text = decryptGiftLink(link, giftLinkKey(parts.gifts.linkSecret))
  return (text === null ? null : giftCodeOf(text, parts.gifts.hosts)) ?? refuse('TRUELINK_INVALID')
}

/** Whoever else has the gift, had it first; its owner himself is told how it stands. */
async function toOther(parts: CashierParts, owned: GiftRow, memberId: string): Promise<GiftView> {
  if (owned.memberId !== memberId) refuse('TRUELINK_DUPLICATE')
  if (owned.state === 'credited' && !(await isNews(parts, owned))) {
    // The answer that said so may have been lost on its way.
    refuse('TRUELINK_DUPLICATE', { details: { amount: toWireAmount(owned.amountMinor ?? 0) } })
  }
  return present(parts, owned)
}

/** Whether the credit of a gift is recent, and came after the request that brought it was over: its owner may not know. */
async function isNews(parts: CashierParts, owned: GiftRow): Promise<boolean> {
  if (owned.version === CREDITED_AT_ONCE_VERSION) return false
  const creditedAt = await giftCreditedAt(parts.database, owned.id)
  return creditedAt !== null && parts.clock.now().getTime() - creditedAt.getTime() < NEWS_FOR_MS
}

async function present(parts: CashierParts, row: GiftRow): Promise<GiftView> {
  if (row.state === 'refused') {
    refuse(row.refusal ?? 'TRUELINK_INVALID', row.refusalDetails ? { details: row.refusalDetails } : {})
  }
  if (row.state !== 'credited' || row.amountMinor === null) return { status: 'IN_PROGRESS' }
  const name = accounts.wallet(row.memberId)
  const wallet = (await parts.ledger.states(parts.database, [name])).get(name)
  return { amount: toWireAmount(row.amountMinor), wallet: { amount: toWireAmount(spendableMinor(wallet)) } }
}

async function made(parts: CashierParts, { operationId, memberId }: GiftRequest): Promise<GiftView | null> {
  const row = await giftById(parts.database, operationId)
  return row !== null && row.memberId === memberId ? present(parts, row) : null
}

/**
 * Redeems a gift link, once (rulings 3.4). Refuses with NO_DATA where the operator takes none, BONUS_REMAINING,
 * TRUELINK_INVALID, TRUELINK_DUPLICATE and DEPOSIT_MINIMUM.
 */
export async function redeemGift(parts: CashierParts, request: GiftRequest): Promise<GiftView> {
  const before = await made(parts, request)
  if (before !== null) return before
  const { memberId, operationId: id } = request
  const { issuer, mobile, minimumMinor } = await door(parts)
  const standing = await parts.members.standing(parts.database, memberId)
  requireAdmitted(standing, parts.clock.now())
  requireNoBonus(standing)
  request.rules()
  const sent = requireCode(parts, request.link)
  const owned = await ownedGift(parts.database, giftCodeHash(sent))
  if (owned !== null) return toOther(parts, owned, memberId)

  const answer = await lookAtGift(parts, issuer, { id, code: sent, mobile })
  if (answer.kind === 'refused') refuse(giftProblemOf(answer.refusal).code)
  const voucher = answer.kind === 'voucher' ? answer.voucher : null
  const problem = voucher === null ? null : voucherProblem(voucher, minimumMinor)
  if (problem !== null) refuse(problem.code, problem.details ? { details: problem.details } : {})
  const amountMinor = voucher === null ? 0 : expectedShareMinor(voucher)
  await parts.members.gate(parts.database, { memberId, action: 'gift', standing, amountMinor })
  const code = voucher?.code ?? sent
  const now = parts.clock.now()
  const codeHash = giftCodeHash(code)
  if (answer.kind !== 'taken') {
    const askAt = new Date(now.getTime() + GIFT_TURN_MS)
    const row = await recordGift(parts.database, { id, memberId, code, codeHash, mobile, createdAt: now, askAt })
    if (row !== null) {
      await followGift(parts, row, answer)
      const after = await made(parts, request)
      if (after !== null) return after
    }
  }
  // Our number has had its share, or somebody was faster to record the gift: perhaps this very request.
  const again = await made(parts, request)
  if (again !== null) return again
  const faster = await ownedGift(parts.database, codeHash)
  if (faster !== null) return toOther(parts, faster, memberId)
  await applyTaken(parts, code, answer.kind === 'taken' ? answer.shareMinor : null)
  const late = await ownedGift(parts.database, codeHash)
  if (late !== null) return toOther(parts, late, memberId)
  refuse('TRUELINK_DUPLICATE')
}
