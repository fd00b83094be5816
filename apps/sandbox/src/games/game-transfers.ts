import { formatAmount, toWireAmount } from '@krapao/money'
import type { Agenda } from '../agenda.ts'
import type { Clock } from '../clock.ts'
import type { Answer, MoneyCall } from '../faults/door.ts'
import { shownTime } from '../bangkok-time.ts'
import { csvLine } from '../csv.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'
import type { Games } from './games.ts'

/** What the server asks a provider to move, under an id of its own. */
export interface TransferOrder {
  readonly provider: string
  readonly id: string
  readonly username: string
  /** Seen from the provider: `in` gives the player credits. */
  readonly direction: 'in' | 'out'
  readonly amountHundredths: number
}

/** Transfers into and out of games. An id is done once, and asked again it answers its first result. */
export type GameTransfers = ReturnType<typeof createGameTransfers>

/** The event of a transfer that arrives later. */
const gameTransferEvent = 'game-transfer'
const doneEvent = 'game-transfer-done'

type State = 'DONE' | 'IN_PROGRESS' | 'REFUSED' | 'INSUFFICIENT'

/** A transfer in all the ways it can go; `tell` says the answer in the language of the provider. */
export function gameCall(transfers: GameTransfers, order: TransferOrder, tell: (answer: Answer) => Answer): MoneyCall {
  return {
    party: `game:${order.provider}`,
    act: () => tell(transfers.transfer(order)),
    refuse: () => tell(transfers.refuse(order)),
    accept: (ms) => tell(transfers.accept(order, ms)),
    late: { kind: gameTransferEvent, body: order },
  }
}

/** Makes the transfers over the table `game_transfer`. */
export function createGameTransfers(store: Store, clock: Clock, agenda: Agenda, games: Games) {
  function find(provider: string, id: string): Row | undefined {
    return store.get('SELECT * FROM game_transfer WHERE provider = ? AND id = ?', provider, id)
  }

  /** Writes the first result of the id and answers it. */
  function settle(order: TransferOrder, state: State): Answer {
    const balance = state === 'DONE' ? games.player(order.provider, order.username).balanceHundredths : null
    insertTransfer(store, order, state, balance, clock.now().getTime())
    return answerOf(order.id, state, balance)
  }

  /** Runs the work for a new id of a known player; an id that came before answers its first result. */
  function once(order: TransferOrder, work: () => Answer): Answer {
    const known = find(order.provider, order.id)
    if (known !== undefined) return answerKnown(known, order)
    games.player(order.provider, order.username)
    return work()
  }

  function move(order: TransferOrder): boolean {
    const sign = order.direction === 'in' ? 1 : -1
    return games.move(order.provider, order.username, sign * order.amountHundredths)
  }

  function transfer(order: TransferOrder): Answer {
    return once(order, () => settle(order, move(order) ? 'DONE' : 'INSUFFICIENT'))
  }

  agenda.on(gameTransferEvent, (body) => void transfer(body as TransferOrder))
  agenda.on(doneEvent, (body) => {
    const order = body as TransferOrder
    // Credits on their way out were taken when the transfer was accepted.
    if (order.direction === 'in') move(order)
    store.run(
      `UPDATE game_transfer SET state = 'DONE', balance_hundredths = ? WHERE provider = ? AND id = ?`,
      games.player(order.provider, order.username).balanceHundredths,
      order.provider,
      order.id,
    )
  })

  return {
    transfer,
    /** As `transfer`, but answers 202 IN_PROGRESS and is done after `ms`. */
    accept: (order: TransferOrder, ms: number): Answer =>
      once(order, () => {
        if (order.direction === 'out' && !move(order)) return settle(order, 'INSUFFICIENT')
        agenda.add(doneEvent, order, ms)
        return settle(order, 'IN_PROGRESS')
      }),
    /** Refuses it for good: 422 REFUSED. */
    refuse: (order: TransferOrder): Answer => once(order, () => settle(order, 'REFUSED')),
    /** What was moved at a provider on a day of Bangkok, as providers report it: above zero went in. */
    reportOf(provider: string, day: string): string {
      const rows = store.all(
        `SELECT * FROM game_transfer WHERE provider = ? AND state = 'DONE' ORDER BY created_at`,
        provider,
      )
      const lines = rows.flatMap((row) => {
        const [on, time] = shownTime(integerOf(row, 'created_at'))
        const sign = textOf(row, 'direction') === 'in' ? '' : '-'
        const amount = `${sign}${formatAmount(integerOf(row, 'amount_hundredths'))}`
        return on === day ? csvLine([`${on} ${time}`, textOf(row, 'id'), textOf(row, 'username'), amount]) : []
      })
      return `${csvLine(['Time', 'Reference', 'Username', 'Amount'])}${lines.join('')}`
    },
    /** Whose an id is; null when it is unknown. */
    playerOf(provider: string, id: string): string | null {
      const row = find(provider, id)
      return row === undefined ? null : textOf(row, 'username')
    },
    /** The state of an id; 404 when it is unknown. */
    state(provider: string, id: string): Answer {
      const row = find(provider, id)
      if (row === undefined) return { status: 404, body: { error: 'NOT_FOUND' } }
      const state = stateOf(row)
      return {
        status: 200,
        body: {
          id,
          state: state === 'INSUFFICIENT' ? 'REFUSED' : state,
          direction: textOf(row, 'direction'),
          amount: toWireAmount(integerOf(row, 'amount_hundredths')),
        },
      }
    },
  }
}

function insertTransfer(store: Store, order: TransferOrder, state: State, balance: number | null, nowMs: number): void {
  store.run(
    `INSERT INTO game_transfer (provider, id, username, direction, amount_hundredths, state, balance_hundredths,
         created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    order.provider,
    order.id,
    order.username,
    order.direction,
    order.amountHundredths,
    state,
    balance,
    nowMs,
  )
}

function answerKnown(row: Row, order: TransferOrder): Answer {
  const isSame =
    textOf(row, 'username') === order.username &&
    textOf(row, 'direction') === order.direction &&
    integerOf(row, 'amount_hundredths') === order.amountHundredths
  if (!isSame) return { status: 409, body: { error: 'MISMATCH' } }
  const balance = row['balance_hundredths']
  return answerOf(order.id, stateOf(row), typeof balance === 'number' ? balance : null)
}

function answerOf(id: string, state: State, balanceHundredths: number | null): Answer {
  switch (state) {
    case 'DONE':
      return { status: 200, body: { id, state, balance: toWireAmount(balanceHundredths ?? 0) } }
    case 'IN_PROGRESS':
      return { status: 202, body: { id, state } }
    case 'REFUSED':
      return { status: 422, body: { error: 'REFUSED' } }
    case 'INSUFFICIENT':
      return { status: 409, body: { error: 'INSUFFICIENT' } }
  }
}

function stateOf(row: Row): State {
  const state = textOf(row, 'state')
  if (state === 'DONE' || state === 'IN_PROGRESS' || state === 'REFUSED' || state === 'INSUFFICIENT') return state
  throw new TypeError(`a transfer is never ${state}`)
}
