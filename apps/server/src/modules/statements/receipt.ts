import type { Receipt } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { ReadSql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Language } from '../../platform/http/index.ts'
import { walletAccount } from '../members/index.ts'
import type { StatementsParts } from './statements.parts.ts'
import { maskAccountNo } from './statements.rules.ts'

/**
 * What a receipt says of a movement of this member: its bank, what it cost, what came on top, and the main wallet right
 * after it. Refuses with NO_DATA when he has no such movement, or it is of a kind that no bank has part in.
 */
export async function readReceipt(
  parts: StatementsParts,
  { memberId, id, language }: { memberId: string; id: string; language: Language },
): Promise<Receipt> {
  return parts.reads.of(memberId, (sql) => receiptOn(sql, parts, { memberId, id, language }))
}

async function receiptOn(
  sql: ReadSql,
  { ledger, operator, doors }: Pick<StatementsParts, 'ledger' | 'operator' | 'doors'>,
  { memberId, id, language }: { memberId: string; id: string; language: Language },
): Promise<Receipt> {
  const told = await Promise.all(doors.map((door) => door.details?.(sql, memberId, id)))
  const known = told.filter((part) => part !== null && part !== undefined)
  const [first] = known
  if (first === undefined) return refuse('NO_DATA')
  const bank = known.find((part) => part.bank !== undefined)?.bank
  const bonusMinor = known.find((part) => part.bonusMinor !== undefined)?.bonusMinor
  const returnReason = known.find((part) => part.returnReason !== undefined)?.returnReason
  const heldUntil = known.find((part) => part.heldUntil !== undefined)?.heldUntil
  const last = known.flatMap(({ transfers }) => transfers).at(-1)
  const afterMinor = last === undefined ? null : await ledger.balanceAfter(sql, walletAccount(memberId), last)
  const named = bank === undefined ? null : await operator.bank(bank.code)
  return {
    bank:
      bank === undefined || named === null
        ? null
        : {
            name: { th: named.nameTH, lo: named.nameLO, en: named.nameEN }[language],
            accountName: bank.accountName === '' ? null : bank.accountName,
            accountNo: bank.accountNo === null ? null : maskAccountNo(bank.accountNo),
          },
    // Nothing that members pay for: neither we nor the bank take anything off a deposit or a withdrawal.
    fee: 0,
    ...(returnReason === undefined ? {} : { returnReason }),
    ...(heldUntil === undefined ? {} : { heldUntil: heldUntil.toISOString() }),
    bonus: bonusMinor === undefined ? null : toWireAmount(bonusMinor),
    balanceAfter: afterMinor === null ? null : toWireAmount(afterMinor),
  }
}
