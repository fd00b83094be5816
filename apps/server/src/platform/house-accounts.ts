/** Where bonuses come from and what is left of a failed one goes to; it bears what the operator forgives. */
export const houseBonus = 'house/bonus'

/** Where money stands whose owner is not settled yet; that of Laos stands beside it. */
export const houseSuspense = 'house/suspense'

/** Where what staff give members comes from, and what they take goes to. */
export const houseAdjustment = 'house/adjustment'

/** Where refunds of losses and what inviters get come from. */
export const houseRefund = 'house/refund'
export const houseInvite = 'house/invite'
