import { formatAmount } from '@krapao/money'
import { type Command, CommandError } from '../../platform/commands/index.ts'
import { deriveId } from '../../platform/ids.ts'
import { walletAccount, walletNews } from '../members/index.ts'
import type { GamesParts } from './games.parts.ts'
import { suspenseAccount } from './games.parts.ts'
import {
  type CaseRow,
  closeReading,
  findAccount,
  findLeg,
  listLegsInReview,
  listOpenCases,
  listOpenReadings,
} from './games.store.ts'
import { apply, callNext } from './legs.ts'
import { refreshAccount } from './refresh.ts'
import { nextLegOf } from './transfer.ts'

const houseBonus = 'house/bonus'

function requireId(id: string | undefined): string {
  if (id === undefined || id === '') throw new CommandError('Name the id, as the list shows it.')
  return id
}

function table(rows: readonly string[], nothing: string): string {
  return rows.length === 0 ? nothing : rows.join('\n')
}

/** `transfers list|done|void`: transfers whose outcome nothing told for an hour. */
function transferCommands(parts: GamesParts): Command[] {
  async function close(id: string | undefined, status: 'done' | 'refused'): Promise<string> {
    const leg = await findLeg(parts.database, requireId(id))
    if (leg?.state !== 'review') throw new CommandError('No transfer of this id waits for a decision.')
    const nextLeg = nextLegOf(parts)
    await callNext(parts, await apply(parts, leg.id, { status, credits: null, asked: false }, nextLeg), nextLeg)
    const after = await findLeg(parts.database, leg.id)
    if (after?.state === 'review') throw new CommandError('It could not be closed; the log of the server says why.')
    return `${leg.id} is ${after?.state}.`
  }
  return [
    {
      name: 'transfers list',
      usage: '- transfers to and from games whose outcome is unknown',
      run: async () =>
        table(
          (await listLegsInReview(parts.database)).map(
            (leg) =>
              `${leg.id}  ${leg.direction === 'in' ? 'into' : 'out of'} ${leg.code}  ${formatAmount(leg.amountMinor)} baht  member ${leg.memberId}  called ${leg.calledAt.toISOString()}`,
          ),
          'No transfer waits for a decision.',
        ),
    },
    {
      name: 'transfers done',
      usage: 'ID - the provider carried it out',
      run: ([id]) => close(id, 'done'),
    },
    {
      name: 'transfers void',
      usage: 'ID - the provider never carried it out: its money is freed',
      run: ([id]) => close(id, 'refused'),
    },
  ]
}

/** `readings list|accept|reject`: balances that no rule may book. */
function readingCommands(parts: GamesParts): Command[] {
  const openReading = async (id: string | undefined) => {
    const reading = (await listOpenReadings(parts.database)).find((one) => one.id === requireId(id))
    if (reading === undefined) throw new CommandError('No reading of this id is open.')
    return reading
  }
  return [
    {
      name: 'readings list',
      usage: '- balances that providers reported and that were not believed',
      run: async () =>
        table(
          (await listOpenReadings(parts.database)).map(
            (row) => `${row.id}  ${row.code}  ${row.raw}  member ${row.memberId}  ${row.createdAt.toISOString()}`,
          ),
          'No reading is open.',
        ),
    },
    {
      name: 'readings accept',
      usage: 'ID - reads the account again and books what it says, also above the ceiling',
      async run([id]) {
        const reading = await openReading(id)
        const account = await findAccount(parts.database, reading.memberId, reading.code)
        const game = (await parts.operator.games()).find((one) => one.code === reading.code)
        if (account === null || game === undefined) throw new CommandError('The account is no longer there.')
        const refreshed = await refreshAccount(parts, account, game, { isAccepted: true })
        if (refreshed.stale) throw new CommandError('The account could not be read, or what it says is no amount.')
        await closeReading(parts.database, reading.id, 'accepted', parts.clock.now())
        return `${reading.code} now holds ${formatAmount(refreshed.amountMinor)} baht.`
      },
    },
    {
      name: 'readings reject',
      usage: 'ID - books nothing',
      async run([id]) {
        const reading = await openReading(id)
        await closeReading(parts.database, reading.id, 'rejected', parts.clock.now())
        return `${reading.id} is rejected.`
      },
    },
  ]
}

/** `arrivals list|collect|forgive`: transfers that reached a game after their money had been given back and spent. */
function arrivalCommands(parts: GamesParts): Command[] {
  async function close(id: string | undefined, fromOf: (row: CaseRow) => string): Promise<string> {
    const row = (await listOpenCases(parts.database)).find((one) => one.id === requireId(id))
    if (row === undefined) throw new CommandError('No case of this id is open.')
    const now = parts.clock.now()
    await parts.ledger.open(parts.database, [{ account: houseBonus, currency: 'BAHT', floorMinor: null }])
    const outcome = await parts.ledger.submit({
      movements: [
        {
          kind: 'post',
          id: deriveId(row.id, 'close'),
          from: fromOf(row),
          to: suspenseAccount,
          amountMinor: row.amountMinor,
          code: 'late-arrival',
          reference: row.id,
          occurredAt: now,
        },
      ],
      rows: [
        {
          table: 'game_case',
          id: row.id,
          version: row.version,
          update: { state: 'closed', closed_at: now.toISOString() },
        },
      ],
      news: [walletNews(row.memberId, 'transfer')],
    })
    if (outcome.ok) return `${row.id} is closed.`
    if (outcome.refusal === 'NOT_ENOUGH') throw new CommandError('The wallet does not hold that much.')
    throw new CommandError(`It could not be closed: ${outcome.refusal}.`)
  }
  return [
    {
      name: 'arrivals list',
      usage: '- money that reached a game after it had been given back',
      run: async () =>
        table(
          (await listOpenCases(parts.database)).map(
            (row) =>
              `${row.id}  ${formatAmount(row.amountMinor)} baht  member ${row.memberId}  ${row.createdAt.toISOString()}`,
          ),
          'No late arrival is open.',
        ),
    },
    {
      name: 'arrivals collect',
      usage: 'ID - takes the amount from the wallet of the member',
      run: ([id]) => close(id, (row) => walletAccount(row.memberId)),
    },
    {
      name: 'arrivals forgive',
      usage: 'ID - the house bears the amount',
      run: ([id]) => close(id, () => houseBonus),
    },
  ]
}

/** What an operator can do about games from the command line. */
export function gamesCommands(parts: GamesParts): Command[] {
  return [...transferCommands(parts), ...readingCommands(parts), ...arrivalCommands(parts)]
}
