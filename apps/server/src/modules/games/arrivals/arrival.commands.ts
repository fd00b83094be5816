import { formatAmount } from '@krapao/money'
import { type Command, CommandError, listing, required, requireId } from '../../../platform/commands/index.ts'
import { byCommand } from '../../deeds/index.ts'
import { type ArrivalEnd, closeArrival, collectArrival, forgiveArrival } from './arrival-deeds.ts'
import { type CaseRow, listOpenCases } from '../cases.store.ts'
import type { GamesParts } from '../games.parts.ts'

const NOT_OPEN = 'No case of this id is open.'

const caseWords: Record<CaseRow['kind'], string> = {
  'late-arrival': 'reached the game after it had been given back',
  undone: 'never left the game after it had been given to the wallet',
  contradiction: 'was refused and then said to be done; it holds no money: see the transfer itself',
}

const arrivalInWords = (row: CaseRow): string =>
  `${row.id}  ${formatAmount(row.amountMinor)} baht  ${caseWords[row.kind]}  transfer ${row.legId}  member ${row.memberId}  ${row.createdAt.toISOString()}`

/** `arrivals list|collect|forgive|close`: transfers that were not what they were taken for; withdrawals wait meanwhile. */
export function arrivalCommands(parts: GamesParts): Command[] {
  async function openCase(id: string | undefined): Promise<CaseRow> {
    const wanted = requireId(id, 'case')
    const cases = await listOpenCases(parts.database)
    return required(
      cases.find((one) => one.id === wanted),
      NOT_OPEN,
    )
  }

  return [
    {
      name: 'arrivals list',
      usage: '- transfers that were not what they were taken for',
      run: async () => listing(await listOpenCases(parts.database), arrivalInWords, 'No late arrival is open.'),
    },
    {
      name: 'arrivals collect',
      usage: 'ID - takes the amount from the wallet of the member',
      run: async ([id], actor) => {
        const row = await openCase(id)
        return said(row, await collectArrival(parts, row, byCommand(actor)))
      },
    },
    {
      name: 'arrivals forgive',
      usage: 'ID - the house bears the amount',
      run: async ([id], actor) => {
        const row = await openCase(id)
        return said(row, await forgiveArrival(parts, row, byCommand(actor)))
      },
    },
    {
      name: 'arrivals close',
      usage: 'ID - a case that holds no money, once its transfer is settled',
      run: async ([id], actor) => {
        const row = await openCase(id)
        return said(row, await closeArrival(parts, row, byCommand(actor)))
      },
    },
  ]
}

/** In words what came of it; throws a CommandError with why nothing did. */
function said({ id, legId }: CaseRow, end: ArrivalEnd): string {
  switch (end) {
    case 'ended':
      return `${id} is closed.`
    case 'not-open':
      throw new CommandError(NOT_OPEN)
    case 'no-money':
      throw new CommandError('It holds no money: close it.')
    case 'holds-money':
      throw new CommandError('It stands in suspense: collect or forgive it.')
    case 'transfer-open':
      throw new CommandError(`The transfer ${legId} is open: end it first.`)
    case 'not-covered':
      throw new CommandError('The wallet does not hold that much.')
  }
}
