import type { BankNames } from '../../operator/index.ts'

/** A bank's transfer as an operator names it, so that no other door credits it too. */
export interface NamedTransfer {
  sendingBank: string
  transRef: string
}

/**
 * Reads `SENDINGBANK:TRANSREF`, the bank by its three digits or by letters of one that has such; null for anything else: what
 * was mistyped would credit without a claim, and a slip would credit it again.
 */
export function readNamedTransfer(words: string | undefined, banks: BankNames): NamedTransfer | null {
  const [, sendingBank, transRef] = /^([A-Za-z0-9]{1,16}):([\x21-\x7e]{1,64})$/.exec(words ?? '') ?? []
  if (sendingBank === undefined || transRef === undefined || !banks.isKnown(sendingBank)) return null
  return { sendingBank: banks.oneName(sendingBank), transRef }
}
