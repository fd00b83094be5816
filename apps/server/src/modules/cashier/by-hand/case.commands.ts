import { formatAmount } from '@krapao/money'
import { type Command, CommandError, listing, requireAmount, requireId } from '../../../platform/commands/index.ts'
import { byCommand } from '../../deeds/index.ts'
import {
  type CaseProblem,
  type CaseResult,
  closeCaseByHand,
  collectCase,
  creditCase,
  forgiveCase,
  holdsMoney,
  moveCase,
  returnCase,
} from '../cases/cases.ts'
import { caseById, type CaseRow, openCases } from '../cases/cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { withdrawalById } from '../withdrawals/withdrawals.store.ts'
import { creditTakes } from './case-decisions.ts'
import { correctGift, correctPayment } from './corrections.ts'
import type { OfferDecision } from './decision-proposals.ts'
import { byTwoPersons } from './second-person.ts'
import { bookPaidLate, endWithdrawal } from './withdrawal.commands.ts'

const LISTED_MAX = 200

const problems: Record<CaseProblem, string> = {
  NOT_OPEN: 'No case of this id can be closed so.',
  NO_MONEY: 'This case holds no money; close it with: cases close ID NOTE',
  HAD: 'Its transfer has been credited by another way since, or lies in suspense. The case is closed.',
  LENT: 'The house lent this money to the member; end it with: cases collect ID, or cases forgive ID',
  NOT_LENT: 'Nothing was lent for this case.',
  NOT_COVERED: 'The wallet of the member does not hold that much.',
  NOT_CONTESTED: 'No transfer is contested by this case.',
  NO_GIFT: 'This case is about no gift that was credited.',
  SILENT: 'The bank does not answer, or does not know this transfer. Nothing was changed.',
  NOT_BAHT: 'It is told in kip, whose worth was agreed by another sum; look at the bank, then: cases close ID NOTE',
  CORRECTED: 'This deposit was corrected by another case; close this one with: cases close ID NOTE',
  AGREES: 'It was credited with this very sum; close the case with: cases close ID NOTE',
  HIS_OWN: 'It was credited to this very member; close the case with: cases close ID NOTE',
  NOTHING_TO_CREDIT: 'It is worth less than one satang.',
}

/** What an operator can do about open cases from the command line (rulings 6.3). */
export function caseCommands(parts: CashierParts, offer: OfferDecision): Command[] {
  const { database } = parts

  function requireDone(result: CaseResult): Extract<CaseResult, { ok: true }> {
    if (!result.ok) throw new CommandError(problems[result.problem])
    return result
  }

  return [
    {
      name: 'cases list',
      usage: '- money for nobody we know, and words of the bank that fit nothing',
      run: async () => listing(await openCases(database, LISTED_MAX), describeCase, 'No case is open.'),
    },
    {
      name: 'cases credit',
      usage:
        'ID MEMBER - gives the money in suspense to a member (number, phone number or id); above 10,000 baht, or where his name is not the sender’s, once somebody else confirms it',
      async run([given, words], actor) {
        const id = requireId(given, 'case')
        const memberId = await parts.members.requireNamed(words)
        const row = await caseById(database, id)
        const decided = {
          id,
          action: 'credit' as const,
          version: row?.version ?? 0,
          fields: { member: memberId },
          by: byCommand(actor),
          ...({ kind: 'arrival', memberId } as const),
          amountMinor: row?.amountMinor ?? null,
          takesTwo: row?.state === 'open' && holdsMoney(row) && (await creditTakes(parts, row, memberId)) === 'two',
        }
        return byTwoPersons(parts, offer, decided, async (by) => {
          const note = { note: `credited to ${memberId}`, by }
          const { amountMinor } = requireDone(await creditCase(parts, id, memberId, note))
          return `${formatAmount(amountMinor)} baht are in the wallet of ${memberId}.`
        })
      },
    },
    {
      name: 'cases return',
      usage: 'ID [NOTE] - books the money out of suspense; send it back at the bank yourself',
      async run([id, ...words], actor) {
        const by = byCommand(actor)
        const result = requireDone(await returnCase(parts, requireId(id, 'case'), words.join(' '), by))
        return `${formatAmount(result.amountMinor)} ${result.row.currency} are out of suspense.`
      },
    },
    {
      name: 'cases collect',
      usage: 'ID - takes back from the wallet what the house lent: the bank paid after the money had been given back',
      async run([id], actor) {
        const { amountMinor } = requireDone(await collectCase(parts, requireId(id, 'case'), byCommand(actor)))
        return `${formatAmount(amountMinor)} baht were taken from the wallet.`
      },
    },
    {
      name: 'cases forgive',
      usage: 'ID - the house bears what it lent',
      async run([id], actor) {
        const { amountMinor } = requireDone(await forgiveCase(parts, requireId(id, 'case'), byCommand(actor)))
        return `The house bears ${formatAmount(amountMinor)} baht.`
      },
    },
    {
      name: 'cases move',
      usage:
        'ID MEMBER - of TRANSFER_CONTESTED: takes what was credited from who has it and gives it to the member whose transfer it was',
      async run([id, words], actor) {
        const memberId = await parts.members.requireNamed(words)
        const note = { note: `moved to ${memberId}`, by: byCommand(actor) }
        const result = requireDone(await moveCase(parts, requireId(id, 'case'), memberId, note))
        return `${formatAmount(result.amountMinor)} baht went from the wallet of ${result.row.memberId} into that of ${memberId}.`
      },
    },
    {
      name: 'cases refund',
      usage:
        'ID [NOTE] - of FAILED_AFTER_PAID: gives the money back to the wallet, unless the bank, which is asked once more, did pay it',
      async run([id, ...words], actor) {
        const row = await caseById(database, requireId(id, 'case'))
        if (row?.state !== 'open' || row.kind !== 'FAILED_AFTER_PAID' || row.withdrawalId === null) {
          throw new CommandError('No case of this id is about a paid withdrawal that failed.')
        }
        const withdrawal = await withdrawalById(database, row.withdrawalId)
        if (withdrawal?.state !== 'paid') throw new CommandError('Its withdrawal is not paid any more; close the case.')
        return endWithdrawal(parts, withdrawal, 'FAILED', { by: byCommand(actor), words })
      },
    },
    {
      name: 'cases pay',
      usage:
        'ID - of PAYOUT_CONTRADICTED: takes what the bank, which is asked once more, did pay after its money had been given back; what the wallet lacks the house lends',
      async run([id], actor) {
        const row = await caseById(database, requireId(id, 'case'))
        const ofCase = row?.state === 'open' && row.kind === 'PAYOUT_CONTRADICTED' ? row.withdrawalId : null
        if (ofCase === null) throw new CommandError('No case of this id is about a payout that the bank contradicts.')
        const withdrawal = await withdrawalById(database, ofCase)
        if (withdrawal?.state !== 'failed')
          throw new CommandError("Its withdrawal is open; the bank's next word ends it.")
        return bookPaidLate(parts, withdrawal, byCommand(actor))
      },
    },
    {
      name: 'cases correct',
      usage:
        'ID [BAHT] - the difference goes into the wallet of the member or out of it. Of PAYMENT_DIFFERS: to the sum that the bank, which is asked once more, says; of GIFT_CONTRADICTED: BAHT is the share that your wallet at the issuer did get, or 0',
      async run([given, share], actor) {
        const id = requireId(given, 'case')
        const ofPayment = (await caseById(database, id))?.kind === 'PAYMENT_DIFFERS'
        const corrected = ofPayment
          ? correctPayment(parts, id, byCommand(actor))
          : correctGift(parts, id, share === '0' ? 0 : requireAmount(share), byCommand(actor))
        const { amountMinor } = requireDone(await corrected)
        const baht = `${formatAmount(Math.abs(amountMinor))} baht`
        return amountMinor < 0 ? `${baht} were taken from the wallet.` : `${baht} are in the wallet.`
      },
    },
    {
      name: 'cases close',
      usage: 'ID NOTE - closes a case that needs no booking',
      async run([id, ...words], actor) {
        requireDone(await closeCaseByHand(parts, requireId(id, 'case'), words.join(' '), byCommand(actor)))
        return 'The case is closed.'
      },
    },
  ]
}

function describeCase(row: CaseRow): string {
  const amount = row.amountMinor === null ? '' : `  ${formatAmount(row.amountMinor)} ${row.currency}`
  const member = row.memberId === null ? '' : `  member ${row.memberId}`
  return `${row.id}  ${row.kind}${amount}  reference ${row.reference}${member}  ${row.detail}  ${row.openedAt.toISOString()}`
}
