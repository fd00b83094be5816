import type { BodyOf, calls, StatementRow } from '@krapao/contract'
import { STATEMENT_KINDS } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import { readHistory } from '../members/index.ts'
import { descriptionIn, type Movement, type MovementsDoor } from './movement.ts'
import { receiptNumber } from './receipt-number.ts'
import { numbersOfPage } from './statements.rules.ts'
import { findNumbers, type HistoryFilter } from './statements.store.ts'

export interface StatementDeps {
  database: Database
  cashier: MovementsDoor
  games: MovementsDoor
  /** Absent where nothing is given beyond members' own money. */
  rewards?: MovementsDoor
}

export type StatementRequest = BodyOf<typeof calls.statementList>

/** The modules whose movements make up the history. */
export function doorsOf({ cashier, games, rewards }: StatementDeps): MovementsDoor[] {
  return rewards === undefined ? [cashier, games] : [cashier, games, rewards]
}

/**
 * A member's money history, newest first, a page at a time; `total` is how many lines there are, of the kinds and the
 * time asked for where they are named. Without them a page is a range of numbers, and its place does not matter
 * (rulings 2.4); with them the lines of these kinds and times are counted.
 */
export async function readStatement(
  deps: StatementDeps,
  memberId: string,
  request: StatementRequest,
  language: Language = 'th',
): Promise<{ total: number; statements: StatementRow[] }> {
  const { database } = deps
  const history = await readHistory(database, memberId)
  const filter = filterOf(request)
  const { total, movements } =
    filter === null
      ? await pageOfAll(deps, memberId, history.last, request)
      : await pageOfSome(deps, memberId, filter, request)
  return {
    total,
    statements: movements
      .toSorted((one, other) => other.number - one.number)
      .map((movement) => rowOf(movement, history.memberNumber, language)),
  }
}

/** What narrows the history; null when nothing does, also when all kinds are named. */
function filterOf({ kinds, from, to }: StatementRequest): HistoryFilter | null {
  const named = new Set(kinds ?? STATEMENT_KINDS)
  if (named.size === STATEMENT_KINDS.length && from === undefined && to === undefined) return null
  return { kinds: named, from: from ?? null, to: to ?? null }
}

interface Page {
  total: number
  movements: Movement[]
}

async function pageOfAll(deps: StatementDeps, memberId: string, total: number, page: StatementRequest): Promise<Page> {
  const range = numbersOfPage(total, page)
  const movements =
    range === null ? [] : await readMovements(deps, deps.database, memberId, range.fromNumber, range.toNumber)
  return { total, movements }
}

async function pageOfSome(
  deps: StatementDeps,
  memberId: string,
  filter: HistoryFilter,
  page: StatementRequest,
): Promise<Page> {
  const sources = doorsOf(deps).flatMap((door) => door.movementSources)
  const { total, numbers } = await findNumbers(deps.database, sources, memberId, filter, page)
  const [toNumber] = numbers
  const fromNumber = numbers.at(-1)
  if (toNumber === undefined || fromNumber === undefined) return { total, movements: [] }
  const movements = await readMovements(deps, deps.database, memberId, fromNumber, toNumber, numbers)
  const wanted = new Set(numbers)
  return { total, movements: movements.filter(({ number }) => wanted.has(number)) }
}

/** The movements of all modules whose numbers lie between the two, or are among `only`. */
export async function readMovements(
  deps: StatementDeps,
  sql: Sql,
  memberId: string,
  fromNumber: number,
  toNumber: number,
  only?: readonly number[],
): Promise<Movement[]> {
  const doors = doorsOf(deps)
  const parts = await Promise.all(doors.map((door) => door.movements(sql, memberId, fromNumber, toNumber, only)))
  return parts.flat()
}

function rowOf(movement: Movement, memberNumber: number, language: Language): StatementRow {
  const { number, id, kind, from, to, status, amountMinor, createdAt, descriptor } = movement
  return {
    _id: id,
    receiptNumber: receiptNumber({ memberNumber, movementNumber: number }),
    statementType: kind,
    from,
    to,
    status,
    amount: toWireAmount(amountMinor),
    createdAt: createdAt.toISOString(),
    ...(descriptor === undefined
      ? {}
      : { [descriptor.of]: { description: descriptionIn(descriptor.description, language) } }),
  }
}
