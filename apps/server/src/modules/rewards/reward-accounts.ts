import type { AccountOpening } from '@krapao/ledger'

/** The house's accounts that refunds and invite bonuses come from (rulings 2.2). */
export const houseRefund: AccountOpening = { account: 'house/refund', currency: 'BAHT', floorMinor: null }
export const houseInvite: AccountOpening = { account: 'house/invite', currency: 'BAHT', floorMinor: null }
