import { RETURN_REASONS, type ReturnReason } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import {
  type Command,
  CommandError,
  listing,
  required,
  requireAmount,
  requireId,
} from '../../../platform/commands/index.ts'
import { type By, byCommand, type DecisionDeed } from '../../deeds/index.ts'
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
import type { CashierParts } from '../cashier.parts.ts'
import { creditTakes } from './case-decisions.ts'
import { caseById, type CaseRow, openCases } from '../cases/cases.store.ts'
import { reasonsToWait } from '../withdrawals/release.ts'
import { requireMember } from './named-member.ts'
import type { OfferDecision } from './decision-proposals.ts'
import { correctGift, correctPayment } from './corrections.ts'
import { endPayoutByHand, payLate } from '../payouts/payouts.ts'
import { byTwoPersons } from './second-person.ts'
import { seenVersion, takesTwo } from './withdrawal-decisions.ts'
import { releasePayout } from './withdrawal-deeds.ts'
import { openWithdrawals, withdrawalById, type WithdrawalRow } from '../withdrawals/withdrawals.store.ts'

const LISTED_MAX = 200
const MOVED = 'It has just changed; look at the list again.'

/** What an operator can do about withdrawals and open cases from the command line (rulings 6.3). */
export function cashierCommands(parts: CashierParts, offer: OfferDecision): Command[] {
  return [...withdrawalCommands(parts, offer), ...caseCommands(parts, offer)]
}

function withdrawalCommands(parts: CashierParts, offer: OfferDecision): Command[] {
  const { database } = parts

  async function find(id: string | undefined): Promise<WithdrawalRow> {
    return required(await withdrawalById(database, requireId(id, 'withdrawal')), 'There is no withdrawal of this id.')
  }

  /** A payout that may have been paid is the bank's to close, until it has been unknown for an hour. */
  function requireDecidable(row: WithdrawalRow): void {
    if (row.state === 'sent' && !row.needsReview) {
      throw new CommandError('The bank has been asked to pay it and is being asked how it ended; wait for its word.')
    }
    if (row.state === 'paid' || row.state === 'failed') throw new CommandError(`It is ${row.state} already.`)
  }

  /** What is decided about a withdrawal as it was read, by how many persons it takes. */
  function decided(row: WithdrawalRow, action: 'pay' | 'return', fields: DecisionDeed['fields'], by: By) {
    const { id, memberId, amountMinor } = row
    const about = {
      kind: 'withdrawal',
      memberId,
      amountMinor,
      takesTwo: takesTwo(row, action, parts.clock.now()),
    } as const
    return { id, action, version: seenVersion(row), fields, by, ...about }
  }

  return [
    {
      name: 'withdrawals list',
      usage: '- withdrawals that are not at their end; those that wait for you say why',
      async run() {
        const rows = await openWithdrawals(database, LISTED_MAX)
        const reasons = await reasonsToWait(database, rows)
        return listing(rows, (row) => describe(row, reasons.get(row.id)), 'No withdrawal is open.')
      },
    },
    {
      name: 'withdrawals pay',
      usage:
        'ID - has a waiting one paid, above 30,000 baht once somebody else confirms it; of one that is unknown for an hour: the bank, which is asked once more and says nothing, did pay it, once somebody else confirms it',
      async run([id, ...words], actor) {
        const row = await find(id)
        requireDecidable(row)
        if (row.state === 'due' && row.approved) throw new CommandError('It is on its way to the bank already.')
        return byTwoPersons(parts, offer, decided(row, 'pay', noteIn(words), byCommand(actor)), async (by) => {
          if (row.state === 'sent') return endWithdrawal(parts, row, 'PAID', { by, words })
          if (!(await releasePayout(parts, row, by))) throw new CommandError(MOVED)
          return `${row.id} is on its way to the bank.`
        })
      },
    },
    {
      name: 'withdrawals return',
      usage: `ID [REASON] [NOTE] - gives the money back to the wallet, unless the bank, which is asked once more, has paid it or is about to; of one that is unknown for an hour once somebody else confirms it. While it says nothing a case holds further withdrawals of the member. REASON, which the member reads: ${RETURN_REASONS.join(', ')}`,
      async run([id, ...given], actor) {
        const row = await find(id)
        requireDecidable(row)
        const returnReason = RETURN_REASONS.find((known) => known === given[0]) ?? null
        const words = returnReason === null ? given : given.slice(1)
        const fields = { ...noteIn(words), ...(returnReason === null ? {} : { reason: returnReason }) }
        return byTwoPersons(parts, offer, decided(row, 'return', fields, byCommand(actor)), (by) =>
          endWithdrawal(parts, row, 'FAILED', { by, words, returnReason }),
        )
      },
    },
  ]
}

const noteIn = (words: readonly string[]) => (words.length > 0 ? { note: words.join(' ') } : {})

/** Ends a withdrawal by the operator's word, or says in words why the bank's stands before it. */
async function endWithdrawal(
  parts: CashierParts,
  row: WithdrawalRow,
  as: 'PAID' | 'FAILED',
  given: { by: By; words: readonly string[]; returnReason?: ReturnReason | null },
): Promise<string> {
  const { by, words, returnReason = null } = given
  const note = words.length > 0 ? words.join(' ') : null
  const deed = as === 'PAID' ? 'withdrawal-paid-by-hand' : 'withdrawal-returned'
  const ended = await endPayoutByHand(parts, row, as, { by, deed, note, returnReason })
  switch (ended.kind) {
    case 'ended':
      return `${row.id} is ${as === 'PAID' ? 'paid' : 'failed, and its money is back in the wallet'}.`
    case 'bank-says':
      return `The bank says ${ended.state}, and that is what was booked of ${row.id}.`
    case 'under-way':
      throw new CommandError('MOVED_ON: the bank says SENT, it is still under way. Nothing was changed.')
    case 'being-asked':
      throw new CommandError('The bank is being asked about it at this moment; try again in half a minute.')
    case 'silent':
      throw new CommandError('The bank does not answer, and this restored copy cannot know whether it was sent.')
    case 'moved':
      throw new CommandError(MOVED)
  }
}

/** Books what the bank, asked once more, did pay after its money had been given back, or says why nothing was booked. */
async function bookPaidLate(parts: CashierParts, row: WithdrawalRow, by: By): Promise<string> {
  const said = await payLate(parts, row, by)
  switch (said) {
    case 'PAID':
      return `The bank says PAID, and that is what was booked of ${row.id}.`
    case 'silent':
      throw new CommandError('The bank does not answer. Nothing was changed.')
    case 'not-found':
      throw new CommandError('The bank knows no such payout now. Nothing was changed.')
    case 'moved':
      throw new CommandError(MOVED)
    case 'SENT':
    case 'FAILED':
    case 'RETURNED':
      throw new CommandError(`MOVED_ON: the bank says ${said}. Nothing was changed.`)
  }
}

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

function caseCommands(parts: CashierParts, offer: OfferDecision): Command[] {
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
        const memberId = await requireMember(parts, words)
        const row = await caseById(database, id)
        const decided = {
          ...{ id, action: 'credit', version: row?.version ?? 0, fields: { member: memberId }, by: byCommand(actor) },
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
        const memberId = await requireMember(parts, words)
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

function describe(row: WithdrawalRow, reasons: readonly string[] = []): string {
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`
  const review = row.needsReview ? ' UNKNOWN FOR AN HOUR' : ''
  const to = `${row.bankCode} ${row.accountNo} ${row.accountName}`
  return `${row.id}  ${row.state}${why}${review}  ${formatAmount(row.amountMinor)} baht  to ${to}  member ${row.memberId}  ${row.createdAt.toISOString()}`
}
