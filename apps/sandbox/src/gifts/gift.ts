/** How the amount is split among several people: at random, or into alike shares. */
export type GiftKind = 'R' | 'F'

/** A share that somebody has taken. */
export interface Ticket {
  readonly mobile: string
  readonly amountMinor: number
  readonly takenAt: number
}

/** A gift as it stands. Its code is as good as its money. */
export interface Gift {
  readonly code: string
  readonly amountMinor: number
  readonly people: number
  readonly kind: GiftKind
  readonly expiresAt: number
  readonly createdAt: number
  /** The first taken first. */
  readonly tickets: readonly Ticket[]
}

/** What became of a gift; what is wholly taken stays so when its time is over. */
export function stateOf(gift: Gift, nowMs: number): 'active' | 'redeemed' | 'expired' {
  if (gift.tickets.length >= gift.people) return 'redeemed'
  return gift.expiresAt <= nowMs ? 'expired' : 'active'
}
