import type { StatementRow } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Database } from '../../platform/database/types.ts'
import type { CashierDoor } from '../cashier/index.ts'
import type { GamesDoor } from '../games/index.ts'
import { numbersOfPage } from './statements.rules.ts'
import { lastMovementNumber } from './statements.store.ts'

export interface StatementDeps {
  database: Database
  cashier: CashierDoor
  games: Pick<GamesDoor, 'movements'>
}

/** A member's money history, newest first, a page at a time; `total` is how many lines there are (rulings 2.4). */
export async function readStatement(
  deps: StatementDeps,
  memberId: string,
  page: { page: number; limit: number },
): Promise<{ total: number; statements: StatementRow[] }> {
  const { database, cashier, games } = deps
  const total = await lastMovementNumber(database, memberId)
  const range = numbersOfPage(total, page)
  if (range === null) return { total, statements: [] }
  const [ofCashier, ofGames] = await Promise.all([
    cashier.movements(database, memberId, range.fromNumber, range.toNumber),
    games.movements(database, memberId, range.fromNumber, range.toNumber),
  ])
  const movements = [...ofCashier, ...ofGames.map((movement) => ({ ...movement, kind: 'transfer' as const }))]
  const statements = movements
    .toSorted((one, other) => other.number - one.number)
    .map((movement) => ({
      _id: movement.id,
      statementType: movement.kind,
      from: movement.from,
      to: movement.to,
      status: movement.status,
      amount: toWireAmount(movement.amountMinor),
      createdAt: movement.createdAt.toISOString(),
    }))
  return { total, statements }
}
