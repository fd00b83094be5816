import type { AccountOpening } from '@krapao/ledger'

/** Names of ledger accounts that refunds and invite bonuses move between (rulings 2.2). */
export const houseRefund: AccountOpening = { account: 'house/refund', currency: 'BAHT', floorMinor: null }
export const houseInvite: AccountOpening = { account: 'house/invite', currency: 'BAHT', floorMinor: null }

export function walletAccount(memberId: string): string {
  return `member/${memberId}/wallet`
}

/** Refunds that were received and not yet added to the wallet. */
export function refundableAccount(memberId: string): string {
  return `member/${memberId}/refundable`
}

/** What invited friends brought and was not yet received. */
export function inviteAccount(memberId: string): string {
  return `member/${memberId}/invite`
}
