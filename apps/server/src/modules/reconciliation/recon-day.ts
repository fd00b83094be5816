import { RECON_ROWS_MAX, type ReconDay } from '@krapao/contract'
import { sumMinor, toWireAmount } from '@krapao/money'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { requireDays } from '../../platform/bangkok-day.ts'
import { type Actor, actorNames } from '../deeds/index.ts'
import { beginningOf, holdAgainst } from './held-against.ts'
import type { Own } from './our-side.ts'
import { isSameParty, knownParties, requireParty } from './parties.ts'
import type { ReconParts } from './recon.parts.ts'
import { closingsBefore, lastClosings, openCases, type Party, readMappings } from './recon.store.ts'
import { type DayStanding, type Line, wordKey } from './standing.rules.ts'

/** How those of the staff who did it are called; null of anybody else. */
async function namesOf(parts: ReconParts, actors: readonly Actor[]): Promise<(actor: Actor) => string | null> {
  const { agentOf } = await actorNames(parts, actors)
  return (actor) => agentOf(actor)?.name || null
}

const CLOSED_SHOWN = 14

export async function readParties(parts: ReconParts) {
  const { database } = parts
  const [all, mapped, cases] = await Promise.all([knownParties(parts), readMappings(database), openCases(database)])
  const closed = await Promise.all(all.map((party) => lastClosings(database, party, CLOSED_SHOWN)))
  const nameOf = await namesOf(
    parts,
    closed.flat().map(({ by }) => by),
  )
  return {
    parties: all.map(({ kind, party }, index) => ({
      kind,
      code: party,
      mapping: mapped.find(isSameParty({ kind, party }))?.mapping ?? null,
      closed: (closed[index] ?? []).map(({ day, ...closing }) => ({ day, ...closingOnWire(closing, nameOf) })),
      cases: cases.find(isSameParty({ kind, party }))?.count ?? 0,
    })),
  }
}

const wire = (minor: number | null): number | null => (minor === null ? null : toWireAmount(minor))

function closingOnWire(
  {
    at,
    by,
    openingMinor,
    closingMinor,
  }: { at: Date; by: Actor; openingMinor: number | null; closingMinor: number | null },
  nameOf: (actor: Actor) => string | null,
) {
  return { at: at.toISOString(), by: nameOf(by), opening: wire(openingMinor), closing: wire(closingMinor) }
}

/** A day as it stands. */
export async function readDay(parts: ReconParts, asked: Party, day: string): Promise<ReconDay> {
  requireDays({ day })
  const party = await requireParty(parts, asked)
  const { database, clock } = parts
  const standing = await holdAgainst(parts, database, party, day)
  const [{ file, told, openingMinor }, [closing]] = await Promise.all([
    beginningOf(database, party, standing),
    closingsBefore(database, party, day, 1),
  ])
  const own = closing?.day === day ? closing : null
  const actors = [...standing.words.values()].map(({ by }) => by)
  const nameOf = await namesOf(parts, [...actors, ...(own ? [own.by] : []), ...(file ? [file.importedBy] : [])])
  const now = clock.now()
  return {
    asOf: now.toISOString(),
    closing: own && closingOnWire(own, nameOf),
    isOver: day < bangkokDay(now),
    statement:
      file === null
        ? null
        : {
            lines: standing.lines.length,
            sum: toWireAmount(sumOf(standing.lines)),
            opening: wire(told.openingMinor),
            closing: wire(told.closingMinor),
            importedAt: file.importedAt.toISOString(),
            importedBy: nameOf(file.importedBy),
          },
    opening: wire(openingMinor),
    ours: { count: standing.owns.length, sum: toWireAmount(sumOf(standing.owns)) },
    matched: standing.counts,
    unexplained: standing.unexplained,
    ...sidesOnWire(standing, nameOf),
  }
}

export const sumOf = (rows: readonly { amountMinor: number }[]): number =>
  sumMinor(rows.map(({ amountMinor }) => amountMinor))

function sidesOnWire(
  { theirs, alone, differences, byHand, words }: DayStanding,
  nameOf: (actor: Actor) => string | null,
) {
  const explained = (key: string) => {
    const word = words.get(key)
    return word === undefined
      ? null
      : { as: word.says, reason: word.reason, by: nameOf(word.by), at: word.at.toISOString() }
  }
  const lineOnWire = ({ id, at, amountMinor, reference, account, words: said }: Line) => ({
    id,
    at: at?.toISOString() ?? null,
    amount: toWireAmount(amountMinor),
    reference,
    account: lastOf(account),
    words: said,
    explained: explained(wordKey('theirs', id)),
  })
  const ownOnWire = ({ id, at, amountMinor, code, reference, memberId }: Own) => ({
    id,
    at: at.toISOString(),
    amount: toWireAmount(amountMinor),
    code,
    reference,
    memberId,
    explained: explained(wordKey('own', id)),
  })
  const pairs = (list: readonly { line: Line; own: Own }[]) =>
    list.slice(0, RECON_ROWS_MAX).map(({ line, own }) => ({ line: lineOnWire(line), own: ownOnWire(own) }))
  // What nothing explains comes first.
  const byNeed = <Row extends { id: string }>(rows: readonly Row[], side: 'theirs' | 'own') =>
    rows.toSorted((one, other) => Number(words.has(wordKey(side, one.id))) - Number(words.has(wordKey(side, other.id))))
  return {
    theirs: byNeed(theirs, 'theirs').slice(0, RECON_ROWS_MAX).map(lineOnWire),
    own: byNeed(alone, 'own').slice(0, RECON_ROWS_MAX).map(ownOnWire),
    differences: pairs(differences),
    counts: { theirs: theirs.length, own: alone.length, differences: differences.length },
    byHand: pairs(byHand),
  }
}

/** An account's number is shown by its last four digits. */
function lastOf(account: string | null): string | null {
  return account?.replaceAll(/\d(?=(?:\D*\d){4})/g, '•') ?? null
}
