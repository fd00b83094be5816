import { RETURN_REASONS, type ReturnReason } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import { type Command, CommandError, listing, required, requireId } from '../../../platform/commands/index.ts'
import { type By, byCommand, type DecisionDeed } from '../../deeds/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { endPayoutByHand, payLate } from '../payouts/payouts.ts'
import { reasonsToWait } from '../withdrawals/release.ts'
import { openWithdrawals, withdrawalById, type WithdrawalRow } from '../withdrawals/withdrawals.store.ts'
import type { OfferDecision } from './decision-proposals.ts'
import { byTwoPersons } from './second-person.ts'
import { seenVersion, takesTwo } from './withdrawal-decisions.ts'
import { releasePayout } from './withdrawal-deeds.ts'

const LISTED_MAX = 200
const MOVED = 'It has just changed; look at the list again.'

/** What an operator can do about withdrawals from the command line (rulings 6.3). */
export function withdrawalCommands(parts: CashierParts, offer: OfferDecision): Command[] {
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
        return listing(rows, (row) => withdrawalInWords(row, reasons.get(row.id)), 'No withdrawal is open.')
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
export async function endWithdrawal(
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
export async function bookPaidLate(parts: CashierParts, row: WithdrawalRow, by: By): Promise<string> {
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

function withdrawalInWords(row: WithdrawalRow, reasons: readonly string[] = []): string {
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`
  const review = row.needsReview ? ' UNKNOWN FOR AN HOUR' : ''
  const to = `${row.bankCode} ${row.accountNo} ${row.accountName}`
  return `${row.id}  ${row.state}${why}${review}  ${formatAmount(row.amountMinor)} baht  to ${to}  member ${row.memberId}  ${row.createdAt.toISOString()}`
}
