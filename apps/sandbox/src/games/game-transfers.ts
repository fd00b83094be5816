import { formatAmount } from '@krapao/money'
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

/** What became of an order; `MISMATCH` when its id came before with another content. */
export type Outcome =
  | { readonly state: 'DONE'; readonly balanceHundredths: number }
  | { readonly state: Exclude<State, 'DONE'> | 'MISMATCH' }

/** A transfer as it is known under its id; one without enough credits was refused. */
export interface GameTransfer extends TransferOrder {
  readonly state: 'DONE' | 'IN_PROGRESS' | 'REFUSED'
}

/** A transfer in all the ways it can go; `tell` says the answer in the language of the provider. */
export function gameCall(
  transfers: GameTransfers,
  order: TransferOrder,
  tell: (outcome: Outcome) => Answer,
): MoneyCall {
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
  function settle(order: TransferOrder, state: State): Outcome {
    const balance = state === 'DONE' ? games.player(order.provider, order.username).balanceHundredths : null
    insertTransfer(store, order, state, balance, clock.now().getTime())
    return outcomeOf(state, balance)
  }

  /** Runs the work for a new id of a known player; an id that came before answers its first result. */
  function once(order: TransferOrder, work: () => Outcome): Outcome {
    const known = find(order.provider, order.id)
    if (known !== undefined) return knownOutcome(known, order)
    games.player(order.provider, order.username)
    return work()
  }

  function move(order: TransferOrder): boolean {
    const sign = order.direction === 'in' ? 1 : -1
    return games.move(order.provider, order.username, sign * order.amountHundredths)
  }

  function transfer(order: TransferOrder): Outcome {
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
    /** As `transfer`, but in progress at first, and done after `ms`. */
    accept: (order: TransferOrder, ms: number): Outcome =>
      once(order, () => {
        if (order.direction === 'out' && !move(order)) return settle(order, 'INSUFFICIENT')
        agenda.add(doneEvent, order, ms)
        return settle(order, 'IN_PROGRESS')
      }),
    /** Refuses it for good. */
    refuse: (order: TransferOrder): Outcome => once(order, () => settle(order, 'REFUSED')),
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
    /** What is known under an id; null when nothing is. */
    find(provider: string, id: string): GameTransfer | null {
      const row = find(provider, id)
      return row === undefined ? null : asTransfer(row)
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

function knownOutcome(row: Row, order: TransferOrder): Outcome {
  const { username, direction, amountHundredths } = asTransfer(row)
  const isSame =
    username === order.username && direction === order.direction && amountHundredths === order.amountHundredths
  const balance = row['balance_hundredths']
  return isSame ? outcomeOf(stateOf(row), typeof balance === 'number' ? balance : null) : { state: 'MISMATCH' }
}

function outcomeOf(state: State, balanceHundredths: number | null): Outcome {
  return state === 'DONE' ? { state, balanceHundredths: balanceHundredths ?? 0 } : { state }
}

function asTransfer(row: Row): GameTransfer {
  const state = stateOf(row)
  return {
    provider: textOf(row, 'provider'),
    id: textOf(row, 'id'),
    username: textOf(row, 'username'),
    direction: textOf(row, 'direction') === 'in' ? 'in' : 'out',
    amountHundredths: integerOf(row, 'amount_hundredths'),
    state: state === 'INSUFFICIENT' ? 'REFUSED' : state,
  }
}

function stateOf(row: Row): State {
  const state = textOf(row, 'state')
  if (state === 'DONE' || state === 'IN_PROGRESS' || state === 'REFUSED' || state === 'INSUFFICIENT') return state
  throw new TypeError(`a transfer is never ${state}`)
}
