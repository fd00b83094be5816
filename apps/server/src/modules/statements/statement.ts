import type { BodyOf, calls, StatementRow } from '@krapao/contract'
import { STATEMENT_KINDS } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Language } from '../../platform/http/index.ts'
import { type Movement, type MovementRange, readHistory } from '../members/index.ts'
import { receiptNumber } from './receipt-number.ts'
import { numbersOfPage } from './statements.rules.ts'
import type { StatementsParts } from './statements.parts.ts'
import { findNumbers, type HistoryFilter } from './statements.store.ts'

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
  const filter = filterOf(request)
  const about = readHistory(parts.database, memberId)
  const page =
    filter === null ? pageOfAll(parts, memberId, about, request) : pageOfSome(parts, memberId, filter, request)
  const [{ memberNumber }, { total, movements }] = await Promise.all([about, page])
  return {
    total,
    statements: movements
      .toSorted((one, other) => other.number - one.number)
      .map((movement) => rowOf(movement, memberNumber, language)),
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
  parts: StatementsParts,
  memberId: string,
  about: Promise<{ last: number }>,
  page: StatementRequest,
): Promise<Page> {
  const { last: total } = await about
  const range = numbersOfPage(total, page)
  const movements = range === null ? [] : await readMovements(parts, { memberId, ...range })
  return { total, movements }
}

async function pageOfSome(
  parts: StatementsParts,
  memberId: string,
  filter: HistoryFilter,
  page: StatementRequest,
): Promise<Page> {
  const sources = parts.doors.flatMap((door) => door.movementSources)
  const { total, numbers } = await findNumbers(parts.database, sources, memberId, filter, page)
  const [toNumber] = numbers
  const fromNumber = numbers.at(-1)
  if (toNumber === undefined || fromNumber === undefined) return { total, movements: [] }
  const movements = await readMovements(parts, { memberId, fromNumber, toNumber, only: numbers, kinds: filter.kinds })
  const wanted = new Set(numbers)
  return { total, movements: movements.filter(({ number }) => wanted.has(number)) }
}

/** The movements of all modules in a range. */
export async function readMovements({ database, doors }: StatementsParts, range: MovementRange): Promise<Movement[]> {
  return (await Promise.all(doors.map((door) => door.movements(database, range)))).flat()
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
    ...(descriptor === undefined ? {} : { [descriptor.of]: { description: descriptor.description[language] } }),
  }
}
