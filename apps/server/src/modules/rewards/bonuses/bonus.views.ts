import { type AnswerOf, type calls, thresholds, type UserBonus } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { refuse } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/http/index.ts'
import { safeMarkup } from '../../operator/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { ruleAt, rulesAt, type Words } from '../terms/rule-versions.store.ts'
import { type BonusTerms, bonusFor } from '../terms/terms.rules.ts'
import { isHeld } from './bonus.rules.ts'
import { heldBonus } from './progress.ts'
import { receiptsOf, type ReceiptRow, type UserBonusRow } from './user-bonuses.store.ts'

/** How many receipts the wire shows: those of more days and weeks ago count for nothing. */
const RECEIPTS_SHOWN = 100

/** The bonuses on offer in the operator's order, each with what the member has of it (BON-014). */
export async function listBonuses(
  parts: RewardsParts,
  memberId: string,
  language: Language,
): Promise<AnswerOf<typeof calls.bonusList>> {
  const [rules, receipts] = await Promise.all([
    rulesAt(parts.database, 'bonus', parts.clock.now()),
    receiptsOf(parts.database, memberId, 'bonus'),
  ])
  return {
    bonuses: rules.map((rule) => ({
      code: rule.code,
      name: rule.names[language],
      type: rule.kind,
      maxReceived: rule.maxReceived,
      percentFail: rule.percentFail,
      banners: rule.banners.map(({ image, html }) => ({ image, html: safeMarkup(html[language]) })),
      terms: wireTerms(rule),
      userBonus: wireUserBonus(receipts.filter(({ code }) => code === rule.code)),
    })),
  }
}

/** The deposit that an offer is told with where a smaller one would do. */
const EXAMPLE_DEPOSIT_MINOR = 100_00

/** What an offer comes to, by the same rules that grant and end it. */
function wireTerms(rule: BonusTerms) {
  const { minDepositMinor, percentSuccess } = rule
  const depositMinor = Math.max(minDepositMinor, EXAMPLE_DEPOSIT_MINOR)
  const bonusMinor = bonusFor(rule, depositMinor)
  const { passFromMinor, failBelowMinor } = thresholds(depositMinor + bonusMinor, rule)
  return {
    minDeposit: toWireAmount(minDepositMinor),
    percentSuccess,
    example: {
      deposit: toWireAmount(depositMinor),
      bonus: toWireAmount(bonusMinor),
      passFrom: toWireAmount(passFromMinor),
      failBelow: toWireAmount(failBelowMinor),
    },
  }
}

/** What a member has of one bonus, from his receipts of it, the newest first; null when he never received it. */
function wireUserBonus(receipts: readonly ReceiptRow[]): UserBonus | null {
  const shown = receipts.find(({ state }) => isHeld(state)) ?? receipts[0]
  if (shown === undefined) return null
  return viewOf(shown, receipts)
}

function viewOf({ id, state }: Pick<ReceiptRow, 'id' | 'state'>, receipts: readonly ReceiptRow[]): UserBonus {
  const received = receipts.slice(0, RECEIPTS_SHOWN).map(({ armedAt }) => ({ updatedAt: armedAt.toISOString() }))
  return { _id: id, isActive: isHeld(state), ...(isHeld(state) ? { state } : {}), received }
}

/** The answer to an activation: the bonus that it made, with all receipts of its code. */
export async function showUserBonus(parts: RewardsParts, bonus: UserBonusRow): Promise<{ userBonus: UserBonus }> {
  const { memberId, source, code } = bonus
  const receipts =
    source === 'bonus' || source === 'promotion' ? await receiptsOf(parts.database, memberId, source, code) : []
  return { userBonus: viewOf(bonus, receipts) }
}

/** Codes are written in capitals, however they were typed (PRO-012). */
export function promotionCode(code: string): string {
  return code.trim().toUpperCase()
}

/** GET /api/promotion/find: refuses with NO_PROMOTION when there is none of this code now. */
export async function findPromotion(
  parts: RewardsParts,
  code: string,
  language: Language,
): Promise<AnswerOf<typeof calls.promotionFind>> {
  const rule = await ruleAt(parts.database, 'promotion', promotionCode(code), parts.clock.now())
  return { promotion: rule === null ? refuse('NO_PROMOTION') : wirePromotion(rule.code, rule, language) }
}

/** GET /api/promotion/current: the promotion that is held, as it was when it was armed. */
export async function currentPromotion(
  parts: RewardsParts,
  memberId: string,
  language: Language,
): Promise<AnswerOf<typeof calls.promotionCurrent>> {
  const bonus = await heldBonus(parts, memberId)
  return { promotion: bonus?.source === 'promotion' ? wirePromotion(bonus.code, bonus.terms, language) : null }
}

function wirePromotion(code: string, terms: { percentFail: number; descriptions: Words }, language: Language) {
  return { code, percentFail: terms.percentFail, description: terms.descriptions[language] }
}
