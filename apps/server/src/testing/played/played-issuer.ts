import { randomBytes } from 'node:crypto'
import type { GiftIssuer, RedeemAnswer, VerifyAnswer, Voucher } from '../../modules/cashier/index.ts'

/**
 * What happens to one call: `cut-before` and `cut-after` lose the answer before or after the share was taken, `late`
 * takes it only at `arrive`; anything else is what the issuer answers.
 */
export type IssuerFault = 'cut-before' | 'cut-after' | 'late' | RedeemAnswer

interface PlayedGift {
  valueMinor: number
  people: number
  sharesMinor: number[]
  taken: Map<string, number>
  isExpired: boolean
}

/** An issuer of gift links in this process, whose every call can be made to fail in a chosen way. */
export class PlayedIssuer implements GiftIssuer {
  readonly gifts = new Map<string, PlayedGift>()
  /** One for each coming call; without any nothing fails. */
  readonly verifyFaults: IssuerFault[] = []
  readonly redeemFaults: IssuerFault[] = []
  /** While true no call is answered. */
  isDown = false
  /** Each call that came, "verify" or "redeem". */
  readonly calls: string[] = []
  readonly #late: (() => void)[] = []

  /** A new gift; its code. Among several people the shares are given one after the other. */
  make(valueMinor: number, given: { sharesMinor?: number[]; isExpired?: boolean } = {}): string {
    const { sharesMinor = [valueMinor], isExpired = false } = given
    const code = randomBytes(16).toString('hex')
    this.gifts.set(code, { valueMinor, people: sharesMinor.length, sharesMinor, taken: new Map(), isExpired })
    return code
  }

  /** How many shares of a gift were taken by anybody. */
  takenOf(code: string): number {
    return this.gifts.get(code)?.taken.size ?? 0
  }

  /** Takes what was late. */
  arrive(): void {
    for (const act of this.#late.splice(0)) act()
  }

  verify: GiftIssuer['verify'] = async (code, mobile) => {
    this.calls.push('verify')
    return this.#fail<VerifyAnswer>(this.verifyFaults, () => {
      const problem = this.#problem(code, mobile)
      const gift = this.gifts.get(code)
      if (problem !== null || gift === undefined) return problem ?? unknown
      const { valueMinor, people, taken } = gift
      const voucher: Voucher = { code, valueMinor, people, state: 'active', available: people - taken.size }
      return { kind: 'voucher', voucher }
    })
  }

  redeem: GiftIssuer['redeem'] = async (code, mobile) => {
    this.calls.push('redeem')
    return this.#fail<RedeemAnswer>(this.redeemFaults, () => this.#take(code, mobile))
  }

  #take(code: string, mobile: string): RedeemAnswer {
    const problem = this.#problem(code, mobile)
    const gift = this.gifts.get(code)
    if (problem !== null || gift === undefined) return problem ?? unknown
    const shareMinor = gift.sharesMinor[gift.taken.size] ?? 0
    gift.taken.set(mobile, shareMinor)
    return { kind: 'taken', shareMinor }
  }

  #problem(code: string, mobile: string): RedeemAnswer | null {
    const gift = this.gifts.get(code)
    if (gift === undefined) return { kind: 'refused', refusal: 'invalid', status: 'VOUCHER_NOT_FOUND' }
    const shareMinor = gift.taken.get(mobile)
    if (shareMinor !== undefined) return { kind: 'taken', shareMinor }
    if (gift.taken.size >= gift.people) {
      return { kind: 'refused', refusal: 'duplicate', status: 'VOUCHER_OUT_OF_STOCK' }
    }
    return gift.isExpired ? { kind: 'refused', refusal: 'invalid', status: 'VOUCHER_EXPIRED' } : null
  }

  #fail<Answer>(faults: IssuerFault[], act: () => Answer): Answer | RedeemAnswer {
    const fault = this.isDown ? 'cut-before' : faults.shift()
    if (fault === undefined) return act()
    if (fault === 'late') this.#late.push(act)
    if (fault === 'cut-after') act()
    return typeof fault === 'string' ? unknown : fault
  }
}

const unknown: RedeemAnswer = { kind: 'unknown', why: 'no answer' }
