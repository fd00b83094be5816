import { formatAmount } from '@krapao/money'
import { kept } from '../books/calls.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { GiftIssuer, VerifyAnswer } from '../providers/gift-issuer.ts'

// What the issuer is asked about a gift, kept with the gift for who decides about it.

interface Asked {
  /** The gift's own id. */
  id: string
  code: string
  mobile: string
}

type Ask<Answer> = (issuer: GiftIssuer, code: string, mobile: string) => Promise<Answer>

const keeping =
  <Answer extends VerifyAnswer>(call: 'verify' | 'redeem', ask: Ask<Answer>) =>
  (parts: CashierParts, issuer: GiftIssuer, { id, code, mobile }: Asked): Promise<Answer> =>
    kept(parts, { subject: id, party: 'gift-issuer', call }, () => ask(issuer, code, mobile), inWords)

/** Looks at a gift for our number, and takes nothing. */
export const lookAtGift = keeping('verify', (issuer, code, mobile) => issuer.verify(code, mobile))

/** Takes our number's share of it. */
export const askForShare = keeping('redeem', (issuer, code, mobile) => issuer.redeem(code, mobile))

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
