import { formatAmount } from '@krapao/money'
import { kept } from './calls.store.ts'
import type { CashierParts } from './cashier.parts.ts'
import type { GiftIssuer, RedeemAnswer, VerifyAnswer } from './providers/gift-issuer.ts'

// What the issuer is asked about a gift, kept with the gift for who decides about it.

interface Asked {
  /** The gift's own id. */
  id: string
  code: string
  mobile: string
}

/** Looks at a gift for our number, and takes nothing. */
export function lookAtGift(
  parts: CashierParts,
  issuer: GiftIssuer,
  { id, code, mobile }: Asked,
): Promise<VerifyAnswer> {
  const call = { subject: id, party: 'gift-issuer', call: 'verify' } as const
  return kept(parts, call, () => issuer.verify(code, mobile), inWords)
}

/** Takes our number's share of it. */
export function askForShare(
  parts: CashierParts,
  issuer: GiftIssuer,
  { id, code, mobile }: Asked,
): Promise<RedeemAnswer> {
  const call = { subject: id, party: 'gift-issuer', call: 'redeem' } as const
  return kept(parts, call, () => issuer.redeem(code, mobile), inWords)
}

function inWords(answer: VerifyAnswer): string {
  switch (answer.kind) {
    case 'taken':
      return answer.shareMinor === null ? 'taken' : `taken: ${formatAmount(answer.shareMinor)} BAHT`
    case 'refused':
      return `refused: ${answer.status}`
    case 'voucher':
      return `${answer.voucher.state}: ${formatAmount(answer.voucher.valueMinor)} BAHT`
    case 'unknown':
      return `unknown: ${answer.why}`
  }
}
