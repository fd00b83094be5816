import { type SlipReason, slipReasons } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import {
  type Command,
  CommandError,
  readPage,
  required,
  requireAmount,
  requireId,
  showPage,
} from '../../../platform/commands/index.ts'
import { byCommand } from '../../deeds/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { OfferDecision } from './decision-proposals.ts'
import { takesTwo, UNREFERENCED } from './deposit-decisions.ts'
import { describeClaim, readNamedTransfer } from '../transfers/named-transfer.ts'
import { byTwoPersons } from './second-person.ts'
import {
  type ByHandProblem,
  type ByHandResult,
  creditable,
  creditSlipByHand,
  isNamedByBank,
  refuseSlipByHand,
} from '../slips/slip-by-hand.ts'
import { slipById, type SlipRow, slipsOf, undecidedSlips } from '../slips/slip.store.ts'

const problems: Record<ByHandProblem, string> = {
  NOT_OPEN: 'No slip of this id waits for that; look at the list again.',
  NO_AMOUNT: 'The bank has told no amount; name it: slips credit ID AMOUNT SENDINGBANK:TRANSREF',
  NO_TRANSFER:
    'Name its transfer too, which the picture does not tell: slips credit ID AMOUNT SENDINGBANK:TRANSREF, or -',
  OTHER_TRANSFER: 'The slip itself names another transfer; see it in slips list. Nothing was credited.',
  CREDITED_BEFORE: 'Its transfer has been credited before, or lies in suspense (cases list). Nothing was credited.',
  COLLECTED:
    'The member has a QR of a collector over this sum, which is credited by its word alone; look at it with the slip. Nothing was credited.',
  PICTURE_CREDITED: 'Another slip of the same picture, or of the same wallet transfer, has been credited. Nothing was.',
}

/** What an operator can do about slips from the command line (rulings 6.3). */
export function slipCommands(parts: CashierParts, offer: OfferDecision): Command[] {
  const { database, operator } = parts
  return [
    {
      name: 'slips list',
      usage:
        '[MEMBER] [page N] - slips that wait for you or the bank; with a member (number, phone number or id) all of his, the newest first',
      async run(words) {
        const { rest, page } = readPage(words)
        const [named] = rest
        if (named === undefined) {
          const { total, rows } = await undecidedSlips(database, page)
          const nothing = 'No slip is undecided.'
          return showPage({ name: 'slips list', page, total, lines: rows.map(slipInWords), nothing })
        }
        const { total, rows } = await slipsOf(database, await parts.members.requireNamed(named), page)
        const nothing = 'This member has sent no slip.'
        return showPage({ name: `slips list ${named}`, page, total, lines: rows.map(slipInWords), nothing })
      },
    },
    {
      name: 'slips credit',
      usage:
        "ID [AMOUNT [SENDINGBANK:TRANSREF]] - credits one that waits for you or was refused: what the bank told, or an amount in baht. Where the picture tells no bank's transfer name it (its bank in three digits), or - for none, once somebody else confirms it",
      async run([given, amount, named], actor) {
        const id = requireId(given, 'slip')
        const amountMinor = amount === undefined ? null : requireAmount(amount)
        const transfer = named === undefined ? undefined : readNamedTransfer(named, await operator.bankNames())
        const row = await slipById(database, id)
        const isUnreferenced = transfer === null && row !== null && !isNamedByBank(row)
        const action = isUnreferenced ? UNREFERENCED : 'credit'
        const decided = {
          ...({ id, action, version: 0, by: byCommand(actor), kind: 'slip' } as const),
          fields: {
            ...(amountMinor !== null && { amountMinor }),
            ...(transfer && { transfer: `${transfer.sendingBank}:${transfer.transRef}` }),
          },
          memberId: row?.memberId ?? null,
          amountMinor: amountMinor ?? row?.amountMinor ?? null,
          takesTwo: row !== null && creditable.includes(row.state) && takesTwo(row, action),
        }
        return byTwoPersons(parts, offer, decided, async (by) => {
          const result = requireDone(await creditSlipByHand(parts, id, { amountMinor, transfer, by }))
          const baht = formatAmount(result.amountMinor)
          return `${baht} baht are in the member's wallet. ${describeClaim(result.transfer)}`
        })
      },
    },
    {
      name: 'slips refuse',
      usage: 'ID [REASON] - refuses one that is undecided; without a reason: UNKNOW_ERROR',
      async run([id, reason = 'UNKNOW_ERROR'], actor) {
        requireDone(await refuseSlipByHand(parts, requireId(id, 'slip'), readReason(reason), byCommand(actor)))
        return `The slip is refused: ${reason}.`
      },
    },
  ]
}

function requireDone(result: ByHandResult): Extract<ByHandResult, { ok: true }> {
  if (!result.ok) throw new CommandError(problems[result.problem])
  return result
}

function readReason(text: string): SlipReason {
  return required(
    slipReasons.find((known) => known === text),
    `A reason is one of: ${slipReasons.join(', ')}.`,
  )
}

function slipInWords(row: SlipRow): string {
  const amount = row.amountMinor === null ? 'amount unknown' : `${formatAmount(row.amountMinor)} baht`
  const transfer = row.transRef === null ? '' : `  transfer ${row.sendingBank}:${row.transRef}`
  const waits = row.state === 'review' ? row.reviewReasons.join(', ') : ''
  const why = waits || (row.note ?? row.pictureNote)
  return `${row.id}  ${row.state}${why === null ? '' : ` (${why})`}  ${amount}${transfer}  member ${row.memberId}  ${row.createdAt.toISOString()}`
}
