import type { AccountOpening } from '@krapao/ledger'
import * as house from '../../platform/house-accounts.ts'

/** The house's accounts that refunds and invite bonuses come from (rulings 2.2). */
export const houseRefund: AccountOpening = { account: house.houseRefund, currency: 'BAHT', floorMinor: null }
export const houseInvite: AccountOpening = { account: house.houseInvite, currency: 'BAHT', floorMinor: null }
