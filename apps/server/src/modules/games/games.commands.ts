import type { RowWrite } from '@krapao/ledger'
import { formatAmount } from '@krapao/money'
import { type Command, CommandError, listing, required, requireId } from '../../platform/commands/index.ts'
import { AppError } from '../../platform/errors.ts'
import { houseBonus, houseSuspense } from '../../platform/house-accounts.ts'
import { deriveId } from '../../platform/ids.ts'
import { findIfMissing, open as openAccount } from './accounts.ts'
import { walletAccount, walletNews } from '../members/index.ts'
import type { GamesParts } from './games.parts.ts'
import { findAccount } from './accounts.store.ts'
import { type CaseRow, lentLine, listOpenCases } from './cases.store.ts'
import { findLeg } from './games.store.ts'
import { createReadingAccept, type ReadingAccept } from './reading-deeds.ts'
import { readingCommands } from './readings.commands.ts'
import { transferCommands } from './transfer.commands.ts'
import { createTransferEnd, type TransferEnd } from './transfer-deeds.ts'

const describeCase = (row: CaseRow): string =>
  `${row.id}  ${formatAmount(row.amountMinor)} baht  ${caseWords[row.kind]}  transfer ${row.legId}  member ${row.memberId}  ${row.createdAt.toISOString()}`

const caseWords: Record<CaseRow['kind'], string> = {
  'late-arrival': 'reached the game after it had been given back',
  undone: 'never left the game after it had been given to the wallet',
  contradiction: 'was refused and then said to be done; it holds no money: see the transfer itself',
}

/** `arrivals list|collect|forgive|close`: transfers that were not what they were taken for; withdrawals wait meanwhile. */
function arrivalCommands(parts: GamesParts): Command[] {
  async function openCase(id: string | undefined): Promise<CaseRow> {
    const wanted = requireId(id, 'case')
    const cases = await listOpenCases(parts.database)
    return required(
      cases.find((one) => one.id === wanted),
      'No case of this id is open.',
    )
  }

  function closing(row: CaseRow, now: Date): RowWrite {
    const update = { state: 'closed', closed_at: now.toISOString() }
    return { table: 'game_case', id: row.id, version: row.version, update }
  }

  async function closeWithout(id: string | undefined): Promise<string> {
    const row = await openCase(id)
    if (row.kind !== 'contradiction') throw new CommandError('It stands in suspense: collect or forgive it.')
    const leg = await findLeg(parts.database, row.legId)
    if (leg?.state === 'review') throw new CommandError(`The transfer ${leg.id} is open: end it first.`)
    const outcome = await parts.ledger.submit({ movements: [], rows: [closing(row, parts.clock.now())] })
    if (!outcome.ok && outcome.refusal === 'GUARD_MOVED') throw new CommandError('No case of this id is open.')
    if (!outcome.ok) throw new CommandError(`It could not be closed: ${outcome.refusal}.`)
    return `${row.id} is closed.`
  }

  /** Brings what was lent back into suspense. Collected is a line of the statement; borne is none: the lending was one. */
  async function bringBack(id: string | undefined, by: 'member' | 'house'): Promise<string> {
    const row = await openCase(id)
    if (row.kind === 'contradiction') throw new CommandError('It holds no money: close it.')
    const now = parts.clock.now()
    await parts.ledger.open(parts.database, [{ account: houseBonus, currency: 'BAHT', floorMinor: null }])
    const outcome = await parts.ledger.submit({
      movements: [
        {
          kind: 'post',
          id: deriveId(row.id, 'close'),
          from: by === 'member' ? walletAccount(row.memberId) : houseBonus,
          to: houseSuspense,
          amountMinor: row.amountMinor,
          code: 'late-arrival',
          reference: row.id,
          occurredAt: now,
        },
      ],
      rows: [closing(row, now), ...(by === 'member' ? [lentLine(row, 'collected', now)] : [])],
      news: [walletNews(row.memberId, 'transfer')],
    })
    // Said by two people at once, alike or not: the first one's word was booked.
    const isOver = outcome.ok ? outcome.replayed : ['GUARD_MOVED', 'ID_TAKEN'].includes(outcome.refusal)
    if (isOver) throw new CommandError('No case of this id is open.')
    if (outcome.ok) return `${row.id} is closed.`
    if (outcome.refusal === 'NOT_ENOUGH') throw new CommandError('The wallet does not hold that much.')
    throw new CommandError(`It could not be closed: ${outcome.refusal}.`)
  }
  return [
    {
      name: 'arrivals list',
      usage: '- transfers that were not what they were taken for',
      run: async () => listing(await listOpenCases(parts.database), describeCase, 'No late arrival is open.'),
    },
    {
      name: 'arrivals collect',
      usage: 'ID - takes the amount from the wallet of the member',
      run: ([id]) => bringBack(id, 'member'),
    },
    {
      name: 'arrivals forgive',
      usage: 'ID - the house bears the amount',
      run: ([id]) => bringBack(id, 'house'),
    },
    {
      name: 'arrivals close',
      usage: 'ID - a case that holds no money, once its transfer is settled',
      run: ([id]) => closeWithout(id),
    },
  ]
}

/** `accounts renew`: an account that its provider does not know. */
function accountCommands(parts: GamesParts): Command[] {
  return [
    {
      name: 'accounts renew',
      usage: 'MEMBER GAME - makes a game account anew at its provider, which knows no such name',
      async run([memberId, code = '']) {
        const member = required(memberId, 'Name the member by his id.')
        const account = required(
          await findAccount(parts.database, member, code.toUpperCase()),
          'The member has no such account.',
        )
        const missing = required(
          account.state === 'active' ? await findIfMissing(parts, account) : account,
          'Its provider knows it or did not answer, or it holds money by the books: nothing is changed.',
        )
        try {
          await openAccount(parts, missing)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          throw new CommandError(`It could not be made: ${error.code}.`)
        }
        return `${account.code} of member ${account.memberId} is open.`
      },
    },
  ]
}

/** What an operator can do about games from the command line. */
export function gamesCommands(
  parts: GamesParts,
  end: TransferEnd = createTransferEnd(parts),
  accept: ReadingAccept = createReadingAccept(parts),
): Command[] {
  return [
    ...transferCommands(parts, end),
    ...readingCommands(parts, accept),
    ...arrivalCommands(parts),
    ...accountCommands(parts),
  ]
}
