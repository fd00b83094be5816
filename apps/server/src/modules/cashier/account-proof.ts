import type { Clock } from '../../platform/clock.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { AccountFields, HolderWord, MembersDoor, Payee } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { compareNames } from './account-name.rules.ts'
import type { BankParty } from './bank-words.ts'
import type { AccountHolder, Bank } from './providers/bank.ts'
import { compareSender, type HeldAccount } from './slip.rules.ts'

/** What shows that an account which a member gave is his own (beyond 7.1). */
export interface AccountProof {
  /** A transfer was credited to a member: it proves his account when it came from it, by digits and name. */
  ofTransfer(tx: Sql, memberId: string, transfer: { sendingBank: string; sender: BankParty }): Promise<void>
  /** Whether a transfer came from somebody who is surely not the member: by the digits, or by the name that is told. */
  isOther(tx: Sql, memberId: string, transfer: { sendingBank: string; sender: BankParty }): Promise<boolean>
}

export function createAccountProof(deps: {
  clock: Clock
  members: MembersDoor
  operator: Pick<OperatorDoor, 'bankNames'>
}): AccountProof {
  const { clock, members, operator } = deps
  return {
    async ofTransfer(tx, memberId, transfer) {
      const payee = await members.payee(tx, memberId)
      if (payee === null || payee.provenAt !== null) return
      const sender = compareSender(transfer, heldBy(payee), await operator.bankNames(tx))
      if (sender.isOther || sender.doubts.length > 0) return
      await members.proveAccount(tx, memberId, payee, clock.now())
    },
    async isOther(tx, memberId, transfer) {
      const payee = await members.payee(tx, memberId)
      if (payee === null) return false
      const sender = compareSender(transfer, heldBy(payee), await operator.bankNames(tx))
      return sender.isOther || sender.doubts.includes('NAME_DIFFERS')
    },
  }
}

/** A member's account as senders are held against it. */
export function heldBy(payee: Payee): HeldAccount {
  return { bankCode: payee.bankCode, accountNo: payee.bankAccountNo, name: payee.bankAccountName }
}

/** Asks the bank whom it has as holder of an account, where it can be asked that. */
export function accountHoldersOf(bank: Bank): ((account: AccountFields) => Promise<HolderWord>) | null {
  const { accountHolder } = bank
  if (accountHolder === undefined) return null
  return async ({ bankCode, bankAccountNo: accountNo, bankAccountName }) =>
    wordOf(await accountHolder({ bankCode, accountNo }), bankAccountName)
}

function wordOf(answer: AccountHolder, own: string): HolderWord {
  if (answer.kind === 'unknown') return 'unknown'
  return answer.kind === 'found' && compareNames(answer.names, own) === 'match' ? 'agrees' : 'unsure'
}
