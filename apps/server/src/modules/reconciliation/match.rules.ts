import { MINUTE_MS } from '../../platform/durations.ts'

/** What one side tells of a movement. */
export interface Side {
  id: string
  /** Null where only the day is told. */
  at: Date | null
  amountMinor: number
  /** By which names it is known, in whatever case. */
  references: readonly string[]
  /** The other party's account, as far as it is told. */
  account: string | null
}

/** Of a difference both know, but not the same sum. */
export interface Pair<Line extends Side, Own extends Side, How = 'reference' | 'amount' | 'difference'> {
  line: Line
  own: Own
  how: How
}

/** What is one movement by both sides; what both know of, but differently; and what only one of them knows. */
export interface Matching<Line extends Side, Own extends Side> {
  pairs: Pair<Line, Own>[]
  differences: Pair<Line, Own>[]
  lines: Line[]
  owns: Own[]
}

const APART_MS = 10 * MINUTE_MS

const nameOf = (reference: string): string => reference.replaceAll(/\s/g, '').toUpperCase()
const namesOf = ({ references }: Side): Set<string> => new Set(references.map(nameOf).filter((name) => name !== ''))

/** Accounts of banks: digits that are told and hidden ones; of the last ones at least four must be told by both and agree. */
export function isSameBankAccount(one: string, other: string): boolean {
  const [here = '', there = ''] = [one, other].map(
    (text) => /[\dx*•]*$/i.exec(text.replaceAll(/[\s-]/g, ''))?.[0] ?? '',
  )
  let agreed = 0
  for (let back = 1; back <= Math.min(here.length, there.length); back += 1) {
    const [digit, counterpart] = [here.at(-back) ?? '', there.at(-back) ?? '']
    if (!/\d/.test(digit) || !/\d/.test(counterpart)) continue
    if (digit !== counterpart) return false
    agreed += 1
  }
  return agreed >= 4
}

/** Names of players' accounts at providers. */
export const isSameName = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()

function isNear(line: Side, own: Side): boolean {
  return line.at !== null && own.at !== null && Math.abs(line.at.getTime() - own.at.getTime()) <= APART_MS
}

/** Pairs of which each is the only one that fits the other: where two fit, nobody guesses. */
function onlyPairs<Line, Own>(lines: readonly Line[], candidatesOf: (line: Line) => readonly Own[]): [Line, Own][] {
  const found = lines.map((line) => [line, candidatesOf(line)] as const)
  const wanted = new Map<Own, number>()
  for (const [, owns] of found) for (const own of owns) wanted.set(own, (wanted.get(own) ?? 0) + 1)
  return found.flatMap(([line, [own, second]]) =>
    own !== undefined && second === undefined && wanted.get(own) === 1 ? [[line, own] as [Line, Own]] : [],
  )
}

function byKey<Value>(
  values: readonly Value[],
  keysOf: (value: Value) => Iterable<string | number>,
): Map<string | number, Value[]> {
  const map = new Map<string | number, Value[]>()
  for (const value of values) {
    for (const key of keysOf(value)) {
      const known = map.get(key)
      if (known === undefined) map.set(key, [value])
      else known.push(value)
    }
  }
  return map
}

/**
 * Matches lines with our own movements: by reference, else by amount, account and ten minutes, and never where two fit. What
 * has the same reference and another sum is a difference, and is matched with nothing else.
 */
export function match<Line extends Side, Own extends Side>(
  lines: readonly Line[],
  owns: readonly Own[],
  isSameAccount: (one: string, other: string) => boolean,
): Matching<Line, Own> {
  const isSameParty = (line: Line, own: Own): boolean =>
    line.account !== null && own.account !== null && isSameAccount(line.account, own.account)
  const named = byKey(owns, namesOf)
  const knownAs = (line: Line): Own[] => [...new Set([...namesOf(line)].flatMap((name) => named.get(name) ?? []))]
  const sameSum = onlyPairs(lines, (line) =>
    knownAs(line).filter(({ amountMinor }) => amountMinor === line.amountMinor),
  )
  const usedLines = new Set<Line>(sameSum.map(([line]) => line))
  const usedOwns = new Set<Own>(sameSum.map(([, own]) => own))
  const others = lines.filter((line) => !usedLines.has(line))
  const differ = onlyPairs(others, (line) => knownAs(line).filter((own) => !usedOwns.has(own))).filter(
    ([line, own]) => line.amountMinor !== own.amountMinor,
  )
  for (const [line, own] of differ) {
    usedLines.add(line)
    usedOwns.add(own)
  }
  // A name that several share tells that it is one of these and not another one.
  const rest = others.filter((line) => !usedLines.has(line) && knownAs(line).length === 0)
  const free = byKey(
    owns.filter((own) => !usedOwns.has(own)),
    ({ amountMinor }) => [amountMinor],
  )
  const alike = onlyPairs(rest, (line) =>
    (free.get(line.amountMinor) ?? []).filter((own) => isNear(line, own) && isSameParty(line, own)),
  )
  for (const [line, own] of alike) {
    usedLines.add(line)
    usedOwns.add(own)
  }
  return {
    pairs: [
      ...sameSum.map(([line, own]) => ({ line, own, how: 'reference' as const })),
      ...alike.map(([line, own]) => ({ line, own, how: 'amount' as const })),
    ],
    differences: differ.map(([line, own]) => ({ line, own, how: 'difference' as const })),
    lines: lines.filter((line) => !usedLines.has(line)),
    owns: owns.filter((own) => !usedOwns.has(own)),
  }
}
