import { CommandError } from '../../../platform/commands/index.ts'
import type { BankNames } from '../../operator/index.ts'
import { transferClaim } from './transfer-claim.ts'

/** A bank's transfer as an operator names it, so that no other door credits it too. */
export interface NamedTransfer {
  sendingBank: string
  transRef: string
}

/** What an operator writes where he knows of no transfer. */
const NONE = '-'

/**
 * Reads `SENDINGBANK:TRANSREF`, or null for a plain `-`. Throws a CommandError for anything else and for nothing: what
 * was mistyped would credit without a claim, and a slip would credit it again.
 */
export function readNamedTransfer(word: string | undefined, banks: BankNames): NamedTransfer | null {
  if (word === NONE) return null
  const [, sendingBank, transRef] = /^([A-Za-z0-9]{1,16}):([\x21-\x7e]{1,64})$/.exec(word ?? '') ?? []
  if (sendingBank === undefined || transRef === undefined) {
    throw new CommandError(
      'Name the transfer as the bank writes it, such as 014:2026112012345ABC, or - where there is none to name.',
    )
  }
  if (!banks.isKnown(sendingBank)) {
    throw new CommandError(
      'Name the transfer by the three digits of its sending bank, such as 014, or by the letters of a bank that has such.',
    )
  }
  return { sendingBank: banks.oneName(sendingBank), transRef }
}

/** What can be credited no more, in words for the operator. */
export function describeClaim(transfer: NamedTransfer | null): string {
  if (transfer === null) return 'No transfer was named: a slip of it would be credited too.'
  return `The transfer ${transferClaim(transfer).key} is credited with it.`
}
