import type { BodyOf, calls, StatementRow } from '@krapao/contract'
import { STATEMENT_KINDS } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { ReadSql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import { type Movement, type MovementRange, readHistory } from '../members/index.ts'
import { receiptNumber } from './receipt-number.ts'
import { numbersOfPage } from './statements.rules.ts'
import type { StatementsParts } from './statements.parts.ts'
import { findNumbers, type HistoryFilter } from './statements.store.ts'

type Doors = StatementsParts['doors']
type StatementRequest = BodyOf<typeof calls.statementList>

/**
 * A member's money history, newest first, a page at a time; `total` is how many lines there are, of the kinds and the
 * time asked for where they are named. Without them a page is a range of numbers, and its place does not matter
 * (rulings 2.4). How many there are of a kind is kept; within a time they are counted.
 */
export async function readStatement(
  parts: StatementsParts,
  memberId: string,
  request: StatementRequest,
  language: Language = 'th',
): Promise<{ total: number; statements: StatementRow[] }> {
  return parts.reads.of(memberId, (sql) => readPage(sql, parts.doors, { memberId, request, language }))
}

async function readPage(
  sql: ReadSql,
  doors: Doors,
  { memberId, request, language }: { memberId: string; request: StatementRequest; language: Language },
): Promise<{ total: number; statements: StatementRow[] }> {
  const filter = filterOf(request)
  const about = readHistory(sql, memberId)
  const page =
    filter === null
      ? pageOfAll(sql, doors, memberId, about, request)
      : pageOfSome(sql, doors, memberId, filter, request)
  const [{ memberNumber }, { total, movements }] = await Promise.all([about, page])
  return {
    total,
    statements: movements
      .toSorted((one, other) => other.number - one.number)
      .map((movement) => rowOfMovement(movement, memberNumber, language)),
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

async function pageOfAll(
  sql: ReadSql,
  doors: Doors,
  memberId: string,
  about: Promise<{ last: number }>,
  page: StatementRequest,
): Promise<Page> {
  const { last: total } = await about
  const range = numbersOfPage(total, page)
  const movements = range === null ? [] : await readMovements(sql, doors, { memberId, ...range })
  return { total, movements }
}

async function pageOfSome(
  sql: ReadSql,
  doors: Doors,
  memberId: string,
  filter: HistoryFilter,
  page: StatementRequest,
): Promise<Page> {
  const sources = doors.flatMap((door) => door.movementSources)
  const { total, numbers } = await findNumbers(sql, sources, memberId, filter, page)
  const [toNumber] = numbers
  const fromNumber = numbers.at(-1)
  if (toNumber === undefined || fromNumber === undefined) return { total, movements: [] }
  const movements = await readMovements(sql, doors, {
    memberId,
    fromNumber,
    toNumber,
    only: numbers,
    kinds: filter.kinds,
  })
  const wanted = new Set(numbers)
  return { total, movements: movements.filter(({ number }) => wanted.has(number)) }
}

/** The movements of all modules in a range. */
export async function readMovements(sql: ReadSql, doors: Doors, range: MovementRange): Promise<Movement[]> {
  return (await Promise.all(doors.map((door) => door.movements(sql, range)))).flat()
}

function rowOfMovement(movement: Movement, memberNumber: number, language: Language): StatementRow {
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
    ...(descriptor === undefined ? {} : { [descriptor.of]: { description: descriptor.description[language] } }),
  }
}
