import type { AccountOpening, News } from '@krapao/ledger'

/** The ledger's name of a member's main wallet. */
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

/** The ledger accounts that every member has from the first day (rulings 2.2). */
export function firstAccounts(memberId: string): AccountOpening[] {
  const accounts = [walletAccount(memberId), refundableAccount(memberId), inviteAccount(memberId)]
  return accounts.map((account) => ({ account, currency: 'BAHT', floorMinor: 0 }))
}

/** The outbox row that tells a member's open pages that money moved. */
export function walletNews(memberId: string, reason: string): News {
  return { topic: 'wallet', key: memberId, payload: { reason } }
}
