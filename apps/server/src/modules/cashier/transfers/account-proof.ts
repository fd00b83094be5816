import type { Sql } from '../../../platform/database/types.ts'
import type { AccountFields, HolderWord, Payee } from '../../members/index.ts'
import { compareNames } from './account-name.rules.ts'
import type { BankParty } from '../providers/bank-words.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { AccountHolder } from '../providers/slip-verifier.ts'
import { slipVerifierOf } from './slip-verifiers.ts'
import { compareSender, type HeldAccount } from './account.rules.ts'

/** What a transfer tells of who sent it. */
type Sent = { sendingBank: string; sender: BankParty }

/** A transfer was credited to a member: it proves his account when it came from it, by digits and name (beyond 7.1). */
export async function proveByTransfer(parts: CashierParts, tx: Sql, memberId: string, transfer: Sent): Promise<void> {
  const payee = await parts.members.payee(tx, memberId)
  if (payee !== null && (await isProvenBy(parts, tx, payee, transfer)))
    await parts.members.proveAccount(tx, memberId, payee, parts.clock.now())
}

/** Whether a transfer proves an account that nothing has proven yet. */
export async function isProvenBy(parts: CashierParts, sql: Sql, payee: Payee, transfer: Sent): Promise<boolean> {
  if (payee.provenAt !== null) return false
  const sender = compareSender(transfer, heldBy(payee), await parts.operator.bankNames(sql))
  return !sender.isOther && sender.doubts.length === 0
}

/** Whether a transfer came from somebody who is surely not the member: by the digits, or by the name that is told. */
export async function isOtherSender(parts: CashierParts, tx: Sql, memberId: string, transfer: Sent): Promise<boolean> {
  const payee = await parts.members.payee(tx, memberId)
  if (payee === null) return false
  const sender = compareSender(transfer, heldBy(payee), await parts.operator.bankNames(tx))
  return sender.isOther || sender.doubts.includes('SENDER_OTHER_NAME')
}

/** A member's account as senders are held against it. */
export function heldBy(payee: Payee): HeldAccount {
  return { bankCode: payee.bankCode, accountNo: payee.bankAccountNo, name: payee.bankAccountName }
}

/** Asks who is asked about slips whom he has as holder of an account; null where none of them can be asked that. */
export function accountHoldersOf(
  parties: Pick<CashierParts, 'bank' | 'connectors'>,
): ((account: AccountFields) => Promise<HolderWord>) | null {
  const { accountHolder } = slipVerifierOf(parties)
  if (accountHolder === undefined) return null
  return async ({ bankCode, bankAccountNo: accountNo, bankAccountName }) =>
    wordOf(await accountHolder({ bankCode, accountNo }), bankAccountName)
}

function wordOf(answer: AccountHolder, own: string): HolderWord {
  if (answer.kind === 'unknown') return 'unknown'
  return answer.kind === 'found' && compareNames(answer.names, own) === 'match' ? 'agrees' : 'unsure'
}
