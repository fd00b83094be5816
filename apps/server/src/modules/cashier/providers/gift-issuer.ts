/** A gift as its issuer describes it before a share is taken. */
export interface Voucher {
  /** As the issuer writes its code: what the gift is known by, however the link wrote it. */
  code: string
  /** What the whole gift is worth, in satang. */
  valueMinor: number
  /** Among how many people it is shared. */
  people: number
  state: 'active' | 'redeemed' | 'expired'
  /** Shares that nobody has taken. */
  available: number
}

/** Why the issuer will not give a share: the gift is none or over (`invalid`), or has been had (`duplicate`). */
export type GiftRefusal = 'invalid' | 'duplicate'

/**
 * What the issuer said. `taken`: our number has its share of this gift, from this call or an earlier one; null where the
 * issuer does not tell how much. `refused`: its documented no, by its status. `unknown`: silence, a page of a guard, or
 * words that nobody has documented; the share may or may not have been taken.
 */
export type RedeemAnswer =
  | { kind: 'taken'; shareMinor: number | null }
  | { kind: 'refused'; refusal: GiftRefusal; status: string }
  | { kind: 'unknown'; why: string }

export type VerifyAnswer = RedeemAnswer | { kind: 'voucher'; voucher: Voucher }

/** The issuer of gift links. No method rejects: silence is an answer, and time is limited. */
export interface GiftIssuer {
  /** Looks at a gift for our number, and takes nothing. */
  verify(code: string, mobile: string): Promise<VerifyAnswer>
  /** Takes our number's share of a gift. A number has one share of it, however often it asks. */
  redeem(code: string, mobile: string): Promise<RedeemAnswer>
}
