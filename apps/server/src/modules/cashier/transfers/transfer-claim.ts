/** A bank's transfer. Its sending bank is named in the one form that the operator's banks have (`oneName`). */
interface NamedBy {
  sendingBank: string
  transRef: string
}

/** One form for a transfer's reference: some banks write its letters small on one paper and in capitals on another. */
export function transRefOf(told: string): string {
  return told.toUpperCase()
}

/** Whether two namings mean one transfer. */
export function isSameTransfer(one: NamedBy, other: NamedBy): boolean {
  return transferClaim(one).key === transferClaim(other).key
}

/** What every door that credits a bank transfer claims, whether by QR, slip or hand: it can be credited once. */
export function transferClaim(transfer: NamedBy): { kind: string; key: string } {
  return { kind: 'bank-transfer', key: `${transfer.sendingBank}:${transRefOf(transfer.transRef)}` }
}
