import type { Sql } from '../../platform/database/types.ts'
import { dayAfter } from '../../platform/bangkok-day.ts'
import { isSameBankAccount, isSameName } from './match.rules.ts'
import { ownsBetween } from './our-side.ts'
import type { KnownParty } from './parties.ts'
import type { ReconParts } from './recon.parts.ts'
import { closingsBefore, fileOfDay, type LineRow, linesBetween, matchesOf, wordsOf } from './recon.store.ts'
import { balancesOf, type DayStanding, NO_BALANCES, type Line, standingOf, wordKey } from './standing.rules.ts'

const lineOf = (row: LineRow): Line => ({
  ...row,
  references: row.reference === null ? [] : [row.reference],
})

/**
 * Holds the lines of a day against what we booked, with those of the days around it, so that what crossed midnight finds
 * itself. Evidence is weighed anew each time: what came meanwhile may make two fit where one did. What was said by hand or
 * kept as a day was closed stands.
 */
export async function holdAgainst(parts: ReconParts, sql: Sql, party: KnownParty, day: string): Promise<DayStanding> {
  const [before, after] = [dayAfter(day, -1), dayAfter(day)]
  const [rows, owns, closings] = await Promise.all([
    linesBetween(sql, party, before, after),
    ownsBetween(parts, sql, party, before, after),
    closingsBefore(sql, party, after, 3),
  ])
  const lines = rows.map(lineOf)
  const about = { lines: lines.map(({ id }) => id), owns: owns.map(({ id }) => id) }
  const [kept, said] = await Promise.all([matchesOf(sql, party, about), wordsOf(sql, party, about)])
  const words = new Map(said.map((word) => [wordKey(word.side, word.id), word]))
  const closed = new Set(closings.map((closing) => closing.day))
  const isSameAccount = party.kind === 'bank' ? isSameBankAccount : isSameName
  return standingOf(day, { lines, owns, kept, words, closed }, isSameAccount)
}

/** What a day begins with: what the last closed one ended with, else what the file says; and the file. */
export async function beginningOf(sql: Sql, party: KnownParty, standing: DayStanding) {
  const [[closing], file] = await Promise.all([
    closingsBefore(sql, party, dayAfter(standing.day, -1), 1),
    fileOfDay(sql, party, standing.day),
  ])
  const told = party.accounts.size > 1 ? NO_BALANCES : balancesOf(standing.lines)
  return { last: closing ?? null, file, told, openingMinor: closing?.closingMinor ?? told.openingMinor }
}
