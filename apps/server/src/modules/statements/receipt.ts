import type { Receipt } from '@krapao/contract'
import type { Ledger } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Language } from '../../platform/http/index.ts'
import { walletAccount } from '../members/index.ts'
import type { MovementsDoor } from './movement.ts'
import { maskAccountNo } from './statements.rules.ts'

export interface ReceiptDeps {
  database: Database
  ledger: Pick<Ledger, 'balanceAfter'>
  /** What banks are called, by their codes. */
  operator: { bank(code: string): Promise<{ nameTH: string; nameLO: string; nameEN: string } | null> }
}

/**
 * What a receipt says of a movement of this member: its bank, what it cost, what came on top, and the main wallet right
 * after it. Refuses with NO_DATA when he has no such movement, or it is of a kind that no bank has part in.
 */
export async function readReceipt(
  deps: ReceiptDeps,
  doors: readonly MovementsDoor[],
  { memberId, id, language }: { memberId: string; id: string; language: Language },
): Promise<Receipt> {
  const { database, ledger, operator } = deps
  const told = await Promise.all(doors.map((door) => door.details?.(database, memberId, id)))
  const parts = told.filter((part) => part !== null && part !== undefined)
  const [first] = parts
  if (first === undefined) return refuse('NO_DATA')
  const bank = parts.find((part) => part.bank !== undefined)?.bank
  const bonusMinor = parts.find((part) => part.bonusMinor !== undefined)?.bonusMinor
  const last = parts.flatMap(({ transfers }) => transfers).at(-1)
  const afterMinor = last === undefined ? null : await ledger.balanceAfter(database, walletAccount(memberId), last)
  const known = bank === undefined ? null : await operator.bank(bank.code)
  return {
    bank:
      bank === undefined || known === null
        ? null
        : {
            name: { th: known.nameTH, lo: known.nameLO, en: known.nameEN }[language],
            accountNo: bank.accountNo === null ? null : maskAccountNo(bank.accountNo),
          },
    // Nothing that members pay for: neither we nor the bank take anything off a deposit or a withdrawal.
    fee: 0,
    bonus: bonusMinor === undefined ? null : toWireAmount(bonusMinor),
    balanceAfter: afterMinor === null ? null : toWireAmount(afterMinor),
  }
}
