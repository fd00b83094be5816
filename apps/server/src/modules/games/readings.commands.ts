import type { Movement, RowWrite } from '@krapao/ledger'
import { formatAmount } from '@krapao/money'
import { type Command, CommandError, listing, required, requireId } from '../../platform/commands/index.ts'
import { deriveId } from '../../platform/ids.ts'
import { walletAccount, walletNews } from '../members/index.ts'
import { findAccount, noteCompared } from './accounts.store.ts'
import { closeReading, listOpenReadings, type ReadingRow } from './cases.store.ts'
import type { GamesParts } from './games.parts.ts'
import { gameAccountName } from './games.parts.ts'
import { readAmount, refreshAccount } from './refresh.ts'

/** `readings list|accept|transfer|reject`: balances that no rule may book. */
export function readingCommands(parts: GamesParts): Command[] {
  const openReading = async (id: string | undefined): Promise<ReadingRow> => {
    const wanted = requireId(id, 'reading')
    const readings = await listOpenReadings(parts.database)
    return required(
      readings.find((one) => one.id === wanted),
      'No reading of this id is open.',
    )
  }
  const placeOf = async (reading: ReadingRow) => {
    const account = await findAccount(parts.database, reading.memberId, reading.code)
    const game = (await parts.operator.games()).find((one) => one.code === reading.code)
    if (account === null || game === undefined) throw new CommandError('The account is no longer there.')
    return { account, game }
  }

  /** Answers `said` to the one who closed it; of two at once the other is told that somebody else did. */
  const close = async (reading: ReadingRow, state: 'accepted' | 'rejected', said: string): Promise<string> => {
    const isClosed = await closeReading(parts.database, reading.id, state, parts.clock.now())
    if (!isClosed) throw new CommandError('Somebody else decided this reading meanwhile.')
    return said
  }

  async function accept(id: string | undefined): Promise<string> {
    const reading = await openReading(id)
    const { account, game } = await placeOf(reading)
    const refreshed = await refreshAccount(parts, account, game, { isAccepted: true })
    if (refreshed.stale) throw new CommandError('The account could not be read, or what it says is no amount.')
    return await close(reading, 'accepted', `${reading.code} now holds ${formatAmount(refreshed.amountMinor)} baht.`)
  }

  /** Books what differs as the transfer that a restored copy does not know, and shows it to the member as one. */
  async function bookTransfer(id: string | undefined, more: readonly string[]): Promise<string> {
    if (more.length > 0) throw new CommandError(`Name the id alone: nothing is lent for a reading. ${whenLacking}`)
    const reading = await openReading(id)
    if (reading.kind !== 'restored') throw new CommandError('No transfer explains it: accept or reject it.')
    const { account, game } = await placeOf(reading)
    const { memberId, code } = account
    const name = gameAccountName(memberId, code)
    const state = (await parts.ledger.states(parts.database, [name])).get(name)
    const amountMinor = await readAmount(parts, account, game, true)
    if (state === undefined || typeof amountMinor !== 'number' || state.pendingCount > 0) {
      throw new CommandError('The account could not be read, or a transfer of it is under way.')
    }
    const differenceMinor = amountMinor - state.postedMinor
    if (differenceMinor !== 0) {
      const now = parts.clock.now()
      const isIn = differenceMinor > 0
      const wallet = walletAccount(memberId)
      const movement: Movement = {
        kind: 'post',
        id: deriveId(reading.id, 'transfer'),
        from: isIn ? wallet : name,
        to: isIn ? name : wallet,
        amountMinor: Math.abs(differenceMinor),
        code: 'game-transfer',
        reference: reading.id,
        occurredAt: now,
      }
      const row: RowWrite = {
        table: 'game_transfer',
        insert: {
          id: reading.id,
          version: 1,
          member_id: memberId,
          operation_id: reading.id,
          from_code: isIn ? 'WALLET' : code,
          to_code: isIn ? code : 'WALLET',
          amount_minor: movement.amountMinor,
          status: 'SUCCESS',
          created_at: now.toISOString(),
          updated_at: now.toISOString(),
        },
      }
      const outcome = await parts.ledger.submit({
        movements: [movement],
        guards: [{ account: name, version: state.version }],
        rows: [row],
        news: [walletNews(memberId, 'transfer')],
      })
      if (!outcome.ok && outcome.refusal === 'NOT_ENOUGH') {
        throw new CommandError(`The wallet does not hold that much. ${whenLacking}`)
      }
      if (!outcome.ok) throw new CommandError(`It could not be booked: ${outcome.refusal}.`)
    }
    await noteCompared(parts.database, account.id, parts.clock.now())
    return await close(reading, 'accepted', `${code} now holds ${formatAmount(amountMinor)} baht.`)
  }

  return [
    {
      name: 'readings list',
      usage: '- balances that providers reported and that were not believed',
      run: async () => listing(await listOpenReadings(parts.database), describe, 'No reading is open.'),
    },
    {
      name: 'readings accept',
      usage: 'ID - reads the account again and books what it says as a result, also above the ceiling',
      run: ([id]) => accept(id),
    },
    {
      name: 'readings transfer',
      usage: 'ID - after a restore: books it as the transfer it was, out of the wallet or into it',
      run: ([id, ...more]) => bookTransfer(id, more),
    },
    {
      name: 'readings reject',
      usage: 'ID - books nothing',
      async run([id]) {
        const reading = await openReading(id)
        return await close(reading, 'rejected', `${reading.id} is rejected.`)
      },
    },
  ]
}

/** A loan would need a case that somebody ends: an open reading holds withdrawals as one does. */
const whenLacking =
  'Book first what came into the wallet (cases, other games); until it is there leave it open, withdrawals wait, or say `readings accept`.'

const words: Record<ReadingRow['kind'], string> = {
  absurd: 'no believable amount',
  restored: 'differs from the restored copy',
}

const describe = (row: ReadingRow): string =>
  `${row.id}  ${row.code}  ${row.raw}  ${words[row.kind]}  member ${row.memberId}  ${row.createdAt.toISOString()}`
