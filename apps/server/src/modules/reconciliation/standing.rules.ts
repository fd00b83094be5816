import { dayAfter } from '../../platform/bangkok-day.ts'
import { match, type Pair, type Side } from './match.rules.ts'
import type { Own } from './our-side.ts'
import type { LineRow, MatchRow, WordRow } from './recon.store.ts'

export type Line = Side & LineRow
type Matched = Pair<Line, Own, MatchRow['how']>

/** How a day of a party stands. */
export interface DayStanding {
  day: string
  isClosed: boolean
  lines: Line[]
  owns: Own[]
  /** What is one by the evidence, to be kept when the day is closed. */
  found: MatchRow[]
  byHand: Matched[]
  counts: Record<'reference' | 'amount' | 'hand', number>
  theirs: Line[]
  alone: Own[]
  differences: Matched[]
  words: ReadonlyMap<string, WordRow>
  unexplained: number
}

export const wordKey = (side: WordRow['side'], id: string): string => `${side} ${id}`

/** The lines and our movements of a day and of those around it, and what was kept and said of them. */
interface Around {
  lines: Line[]
  owns: Own[]
  kept: readonly MatchRow[]
  words: ReadonlyMap<string, WordRow>
  /** Days that are closed: they have what they were closed with. */
  closed: ReadonlySet<string>
}

export function standingOf(
  day: string,
  { lines, owns, kept, words, closed }: Around,
  isSameAccount: (one: string, other: string) => boolean,
): DayStanding {
  const isClosed = closed.has(day)
  const [keptLines, keptOwns] = [new Set(kept.map(({ lineId }) => lineId)), new Set(kept.map(({ ownId }) => ownId))]
  const free = {
    lines: lines.filter(({ id }) => !keptLines.has(id)),
    owns: owns.filter(({ id }) => !keptOwns.has(id)),
  }
  const found = isClosed
    ? { pairs: [], differences: [], ...free }
    : match(
        free.lines.filter((line) => !closed.has(line.day)),
        free.owns.filter((own) => !closed.has(own.day) || !words.has(wordKey('own', own.id))),
        isSameAccount,
      )
  const isOfDay = ({ line, own, how }: Matched): boolean =>
    line.day === day || (how !== 'difference' && own.day === day)
  const foundOfDay = [...found.pairs, ...found.differences].filter(isOfDay)
  const matched = [...foundOfDay, ...pairsOf(kept, lines, owns).filter(isOfDay)]
  const matchedBy = (by: MatchRow['how']): Matched[] => matched.filter(({ how }) => how === by)
  const theirs = found.lines.filter((line) => line.day === day)
  // What came late for a closed day is looked at on the first one that is open.
  const before = dayAfter(day, -1)
  const isHere = (own: Own): boolean => own.day === day || (!isClosed && own.day === before && closed.has(before))
  const alone = found.owns.filter(isHere)
  const differences = matchedBy('difference')
  return {
    day,
    isClosed,
    theirs,
    alone,
    differences,
    words,
    lines: lines.filter((line) => line.day === day),
    owns: owns.filter((own) => own.day === day),
    found: foundOfDay.map(({ line, own, how }) => ({ lineId: line.id, ownId: own.id, how })),
    byHand: matchedBy('hand'),
    counts: {
      reference: matchedBy('reference').length,
      amount: matchedBy('amount').length,
      hand: matchedBy('hand').length,
    },
    unexplained: [
      ...theirs.map(({ id }) => wordKey('theirs', id)),
      ...alone.map(({ id }) => wordKey('own', id)),
      ...differences.map(({ line }) => wordKey('theirs', line.id)),
    ].filter((key) => !words.has(key)).length,
  }
}

/** Kept matches with what they match, as far as both are at hand. */
function pairsOf(kept: readonly MatchRow[], lines: readonly Line[], owns: readonly Own[]): Matched[] {
  const lineById = new Map(lines.map((line) => [line.id, line]))
  const ownById = new Map(owns.map((own) => [own.id, own]))
  return kept.flatMap(({ lineId, ownId, how }) => {
    const [line, own] = [lineById.get(lineId), ownById.get(ownId)]
    return line === undefined || own === undefined ? [] : [{ line, own, how }]
  })
}

export interface Balances {
  openingMinor: number | null
  closingMinor: number | null
}

/** Where several accounts are one to the ledger, no statement tells what they hold together. */
export const NO_BALANCES: Balances = { openingMinor: null, closingMinor: null }

/** What a statement tells of an account at the beginning and the end of a day; null where it tells no balances. */
export function balancesOf(lines: readonly Line[]): Balances {
  const [first, last] = [lines.at(0), lines.at(-1)]
  const { balanceMinor = null, amountMinor = 0 } = first ?? {}
  return {
    openingMinor: balanceMinor === null ? null : balanceMinor - amountMinor,
    closingMinor: last?.balanceMinor ?? null,
  }
}
