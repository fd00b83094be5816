import type { Sql } from '../../platform/database/types.ts'
import { dayAfter } from '../../platform/bangkok-day.ts'
import { isSameBankAccount, isSameName, match, type Side } from './match.rules.ts'
import { type Own, ownsBetween } from './our-side.ts'
import type { ReconParts } from './recon.parts.ts'
import {
  closingsBefore,
  fileOfDay,
  type LineRow,
  linesBetween,
  type MatchRow,
  matchesOf,
  type KnownParty,
  type Party,
  type WordRow,
  wordsOf,
} from './recon.store.ts'

export type Line = Side & LineRow

/** How a day of a party stands. */
export interface DayStanding {
  day: string
  isClosed: boolean
  lines: Line[]
  owns: Own[]
  /** What is one by the evidence, to be kept when the day is closed. */
  found: MatchRow[]
  byHand: { line: Line; own: Own }[]
  counts: Record<'reference' | 'amount' | 'hand', number>
  theirs: Line[]
  alone: Own[]
  differences: { line: Line; own: Own }[]
  words: ReadonlyMap<string, WordRow>
  unexplained: number
}

export const wordKey = (side: WordRow['side'], id: string): string => `${side} ${id}`

const lineOf = (row: LineRow): Line => ({
  ...row,
  references: row.reference === null ? [] : [row.reference],
})

/**
 * Holds the lines of a day against what we booked, with those of the days around it, so that what crossed midnight finds
 * itself. Evidence is weighed anew each time: what came meanwhile may make two fit where one did. What was said by hand or
 * kept as a day was closed stands.
 */
export async function holdAgainst(parts: ReconParts, sql: Sql, known: KnownParty, day: string): Promise<DayStanding> {
  const { of } = known
  const [before, after] = [dayAfter(day, -1), dayAfter(day)]
  const [rows, owns, closings] = await Promise.all([
    linesBetween(sql, of, before, after),
    ownsBetween(parts, sql, known, before, after),
    closingsBefore(sql, of, after, 3),
  ])
  const closed = new Set(closings.map((closing) => closing.day))
  const lines = rows.map(lineOf)
  const about = { lines: lines.map(({ id }) => id), owns: owns.map(({ id }) => id) }
  const [kept, said] = await Promise.all([matchesOf(sql, of, about), wordsOf(sql, of, about)])
  const words = new Map(said.map((word) => [wordKey(word.side, word.id), word]))
  const [keptLines, keptOwns] = [new Set(kept.map(({ lineId }) => lineId)), new Set(kept.map(({ ownId }) => ownId))]
  const isClosed = closed.has(day)
  // A closed day has what it was closed with.
  const open = <Row extends { id: string; day: string }>(row: Row, taken: ReadonlySet<string>) => !taken.has(row.id)
  const free = {
    lines: lines.filter((line) => open(line, keptLines) && !closed.has(line.day)),
    owns: owns.filter((own) => open(own, keptOwns) && (!closed.has(own.day) || !words.has(wordKey('own', own.id)))),
  }
  const found = isClosed
    ? {
        pairs: [],
        differences: [],
        lines: lines.filter((line) => open(line, keptLines)),
        owns: owns.filter((own) => open(own, keptOwns)),
      }
    : match(free.lines, free.owns, of.kind === 'bank' ? isSameBankAccount : isSameName)
  // What came late for a closed day is looked at on the first one that is open.
  const isHere = (own: Own): boolean => own.day === day || (!isClosed && own.day === before && closed.has(before))
  const pairsKept = pairsOf(kept, lines, owns)
  const ofDay = ({ line, own }: { line: Line; own: Own }): boolean => line.day === day || own.day === day
  const pairs = found.pairs.filter(ofDay)
  const differences = [
    ...found.differences,
    ...pairsKept.filter(({ how }) => how === 'difference').map(({ line, own }) => ({ line, own })),
  ].filter(({ line }) => line.day === day)
  const theirs = found.lines.filter((line) => line.day === day)
  const alone = found.owns.filter(isHere)
  const countOf = (how: MatchRow['how']): number => pairsKept.filter((pair) => pair.how === how && ofDay(pair)).length
  return {
    day,
    isClosed,
    theirs,
    alone,
    differences,
    words,
    lines: lines.filter((line) => line.day === day),
    owns: owns.filter((own) => own.day === day),
    found: [
      ...pairs.map(({ line, own, by }) => ({ lineId: line.id, ownId: own.id, how: by })),
      ...(isClosed
        ? []
        : differences.map(({ line, own }) => ({ lineId: line.id, ownId: own.id, how: 'difference' as const }))),
    ],
    byHand: pairsKept.filter((pair) => pair.how === 'hand' && ofDay(pair)).map(({ line, own }) => ({ line, own })),
    counts: {
      reference: countOf('reference') + pairs.filter(({ by }) => by === 'reference').length,
      amount: countOf('amount') + pairs.filter(({ by }) => by === 'amount').length,
      hand: countOf('hand'),
    },
    unexplained: [
      ...theirs.map(({ id }) => wordKey('theirs', id)),
      ...alone.map(({ id }) => wordKey('own', id)),
      ...differences.map(({ line }) => wordKey('theirs', line.id)),
    ].filter((key) => !words.has(key)).length,
  }
}

/** Kept matches with what they match, as far as both are at hand. */
function pairsOf(kept: readonly MatchRow[], lines: readonly Line[], owns: readonly Own[]) {
  const lineById = new Map(lines.map((line) => [line.id, line]))
  const ownById = new Map(owns.map((own) => [own.id, own]))
  return kept.flatMap(({ lineId, ownId, how }) => {
    const [line, own] = [lineById.get(lineId), ownById.get(ownId)]
    return line === undefined || own === undefined ? [] : [{ line, own, how }]
  })
}

/** What a statement tells of an account at the beginning and the end of a day; null where it tells no balances. */
function balancesOf(lines: readonly Line[]): { openingMinor: number | null; closingMinor: number | null } {
  const [first, last] = [lines.at(0), lines.at(-1)]
  const { balanceMinor = null, amountMinor = 0 } = first ?? {}
  return {
    openingMinor: balanceMinor === null ? null : balanceMinor - amountMinor,
    closingMinor: last?.balanceMinor ?? null,
  }
}

/** What a day begins with: what the last closed one ended with, else what the file says; and the file. */
export async function beginningOf(sql: Sql, of: Party, standing: DayStanding) {
  const [[closing], file] = await Promise.all([
    closingsBefore(sql, of, dayAfter(standing.day, -1), 1),
    fileOfDay(sql, of, standing.day),
  ])
  const told = balancesOf(standing.lines)
  return { last: closing ?? null, file, told, openingMinor: closing?.closingMinor ?? told.openingMinor }
}
