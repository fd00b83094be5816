import type { DecisionEvidence } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import type { CashierParts } from '../cashier.parts.ts'
import { type BankParty, namesOf } from '../providers/bank-words.ts'
import { receivers } from '../slips/slip-decision.ts'
import { isTimely, receiverOf } from '../slips/slip.rules.ts'
import { type SlipRow, toldTransfer } from '../slips/slip.store.ts'
import { heldBy } from '../transfers/account-proof.ts'
import { compareSender } from '../transfers/account.rules.ts'
import { transRefOf } from '../transfers/transfer-claim.ts'

type Row = DecisionEvidence['comparison'][number]

/** An account as staff may see it, of which no more is shown than its last digits where nobody has masked it. */
function accountText(party: BankParty): string {
  const { bankCode, accountNo } = party
  const number = /^[\d -]{5,}$/.test(accountNo) ? `•••${accountNo.replace(/\D/g, '').slice(-4)}` : accountNo
  return [bankCode, number, ...namesOf(party)].filter((part) => part.trim() !== '').join(' ')
}

/** What a slip says beside what the bank answered and what it should be, by the rules that judge slips (rulings 3.3). */
export async function compareSlip(parts: CashierParts, row: SlipRow): Promise<Row[]> {
  const { memberId, sendingBank, transRef, createdAt } = row
  const [transfer, { deposits }, banks, { slipMinutes }, payee] = await Promise.all([
    toldTransfer(parts.database, row.id),
    receivers(parts),
    parts.operator.bankNames(),
    parts.operator.settings(),
    parts.members.payee(parts.database, memberId),
  ])
  const held = payee === null ? null : heldBy(payee)
  const own = held === null ? null : accountText({ ...held, bankCode: held.bankCode ?? '' })
  const shown = (what: string, values: Partial<Row>): Row => ({
    what,
    told: null,
    answered: null,
    wanted: null,
    agrees: null,
    ...values,
  })
  const sentAt = createdAt.toISOString()
  if (transfer === null) {
    return [
      shown('reference', { told: transRef }),
      shown('sender', { told: sendingBank, wanted: own }),
      shown('time', { told: sentAt }),
    ]
  }
  const receiver = receiverOf(transfer, deposits, banks)
  const sender = held === null ? null : compareSender(transfer, held, banks)
  const into = receiver.likeness === 'match' ? [receiver.account] : deposits
  return [
    shown('amount', { answered: `${formatAmount(transfer.amountMinor)} ${transfer.currency}` }),
    shown('receiver', {
      answered: accountText(transfer.receiver),
      wanted: into
        .filter(({ currency }) => currency === transfer.currency)
        // Players see them whole too.
        .map(({ bankCode, bankAccountNo, bankAccountName }) => `${bankCode} ${bankAccountNo} ${bankAccountName}`)
        .join(' / '),
      agrees: receiver.likeness === 'indeterminate' ? null : receiver.likeness === 'match',
    }),
    shown('sender', {
      told: sendingBank,
      answered: accountText(transfer.sender),
      wanted: own,
      agrees: sender?.isOther === true ? false : sender?.doubts.length === 0 ? true : null,
    }),
    shown('reference', {
      told: transRef,
      answered: transfer.transRef,
      agrees: transRefOf(transRef ?? '') === transRefOf(transfer.transRef),
    }),
    shown('time', {
      told: sentAt,
      answered: transfer.occurredAt.toISOString(),
      agrees: isTimely(transfer.occurredAt, createdAt, slipMinutes),
    }),
  ]
}
