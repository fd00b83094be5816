import { formatAmount } from '@krapao/money'
import { type Command, readPage, showPage } from '../../../platform/commands/index.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { type SlipRow, slipsOf } from '../slips/slip.store.ts'

/** `slips of`: also those that wait for nobody, such as a refused one that is credited after all. */
export function slipCommands({ database, members }: CashierParts): Command[] {
  return [
    {
      name: 'slips of',
      usage: 'MEMBER [page N] - all slips of a member (number, phone number or id), the newest first',
      async run(words) {
        const { rest, page } = readPage(words)
        const [named] = rest
        const { total, rows } = await slipsOf(database, await members.requireNamed(named), page)
        const lines = rows.map(slipInWords)
        return showPage({ name: `slips of ${named}`, page, total, lines, nothing: 'This member has sent no slip.' })
      },
    },
  ]
}

function slipInWords(row: SlipRow): string {
  const amount = row.amountMinor === null ? 'amount unknown' : `${formatAmount(row.amountMinor)} baht`
  const transfer = row.transRef === null ? '' : `  transfer ${row.sendingBank}:${row.transRef}`
  const waits = row.state === 'review' ? row.reviewReasons.join(', ') : ''
  const why = waits || (row.note ?? row.pictureNote)
  return `${row.id}  ${row.state}${why === null ? '' : ` (${why})`}  ${amount}${transfer}  ${row.createdAt.toISOString()}`
}
