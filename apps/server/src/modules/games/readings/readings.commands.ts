import { formatAmount } from '@krapao/money'
import { type Command, CommandError, listing, required, requireId } from '../../../platform/commands/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { type By, byCommand } from '../../deeds/index.ts'
import { listOpenReadings, readingById, type ReadingRow } from '../cases.store.ts'
import type { GamesParts } from '../games.parts.ts'
import { readAmounts } from '../accounts/ledger-accounts.ts'
import { type ReadingBooking, type ReadingEnd, rejectReading } from './reading-deeds.ts'

/** `readings list|accept|transfer|reject`: balances that no rule may book. */
export function readingCommands(parts: GamesParts, { book }: ReadingBooking): Command[] {
  const openReading = async (id: string | undefined): Promise<ReadingRow> => {
    const reading = await readingById(parts.database, requireId(id, 'reading'))
    return required(reading?.state === 'open' ? reading : null, 'No reading of this id is open.')
  }
  async function booked({ id, memberId, code }: ReadingRow, as: ReadingEnd, by: By): Promise<string> {
    const { proposalId } = await inWords(() => book(id, as, by))
    if (proposalId !== null) return `Somebody else confirms it: proposals confirm ${proposalId}`
    const { gamesMinor } = await readAmounts(parts, memberId, [code])
    return `${code} now holds ${formatAmount(gamesMinor.get(code) ?? 0)} baht.`
  }

  return [
    {
      name: 'readings list',
      usage: '- balances that providers reported and that were not believed',
      run: async () => listing(await listOpenReadings(parts.database), readingInWords, 'No reading is open.'),
    },
    {
      name: 'readings accept',
      usage:
        'ID - reads the account again and books what it says as a result; above the ceiling once somebody else confirms it',
      async run([id], actor) {
        return booked(await openReading(id), 'accept', byCommand(actor))
      },
    },
    {
      name: 'readings transfer',
      usage:
        'ID - after a restore: books it as the transfer it was, out of the wallet or into it; above the ceiling once somebody else confirms it',
      async run([id, ...more], actor) {
        if (more.length > 0) throw new CommandError(`Name the id alone: nothing is lent for a reading. ${whenLacking}`)
        const reading = await openReading(id)
        if (reading.kind !== 'restored') throw new CommandError('No transfer explains it: accept or reject it.')
        return booked(reading, 'transfer', byCommand(actor))
      },
    },
    {
      name: 'readings reject',
      usage: 'ID [WORDS] - books nothing',
      async run([id, ...words], actor) {
        const reading = await openReading(id)
        const reason = words.join(' ').trim().slice(0, 500) || null
        await inWords(() => rejectReading(parts, reading.id, byCommand(actor), reason))
        return `${reading.id} is rejected.`
      },
    },
  ]
}

/** Does it, and says in words why it cannot be done. */
async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'MONEY_NOT_ENOUGH') throw new CommandError(`The wallet does not hold that much. ${whenLacking}`)
    if (error.code !== 'MOVED_ON') throw error
    const { what, proposalId } = error.details ?? {}
    if (proposalId !== undefined) throw new CommandError(`It is proposed already: proposals list`)
    if (what === 'UNREADABLE')
      throw new CommandError(
        'The account could not be read, what it says is no amount, or a transfer of it is under way.',
      )
    if (what === 'MOVED') throw new CommandError('It could not be booked: the account has just moved.')
    throw new CommandError('Somebody else decided this reading meanwhile.')
  }
}

/** A loan would need a case that somebody ends: an open reading holds withdrawals as one does. */
const whenLacking =
  'Book first what came into the wallet (cases, other games); until it is there leave it open, withdrawals wait, or say `readings accept`.'

const words: Record<ReadingRow['kind'], string> = {
  absurd: 'no believable amount',
  restored: 'differs from the restored copy',
}

const readingInWords = (row: ReadingRow): string =>
  `${row.id}  ${row.code}  ${row.raw}  ${words[row.kind]}  member ${row.memberId}  ${row.createdAt.toISOString()}`
