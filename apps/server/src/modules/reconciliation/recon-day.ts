import { RECON_ROWS_MAX, type ReconDay } from '@krapao/contract'
import { sumMinor, toWireAmount } from '@krapao/money'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { refuse, refuseFields } from '../../platform/errors.ts'
import { isDay } from '../../platform/bangkok-day.ts'
import { type Actor, agentOf } from '../deeds/index.ts'
import { beginningOf, type DayStanding, holdAgainst, type Line, wordKey } from './held-against.ts'
import type { Own } from './our-side.ts'
import type { ReconParts } from './recon.parts.ts'
import { closingsBefore, type KnownParty, lastClosings, openCases, type Party, readMappings } from './recon.store.ts'

/** Banks that money comes to and games that it goes to, with those that files were read of before. */
async function parties(parts: ReconParts): Promise<KnownParty[]> {
  const [banks, games, mapped] = await Promise.all([
    parts.operator.receivingAccounts(),
    parts.operator.games(),
    readMappings(parts.database),
  ])
  const all = [
    ...mapped.map(({ kind, party }) => ({ of: { kind, party }, currency: 'BAHT' as const })),
    ...banks.map(({ bankCode, currency }) => ({ of: { kind: 'bank' as const, party: bankCode }, currency })),
    ...games.map(({ code }) => ({ of: { kind: 'provider' as const, party: code }, currency: 'BAHT' as const })),
  ]
  return [...new Map(all.map((one) => [`${one.of.kind} ${one.of.party}`, one])).values()]
}

/** Refuses with NO_DATA (404) whom we have no business with. */
export async function requireParty(parts: ReconParts, asked: Party): Promise<KnownParty> {
  const known = (await parties(parts)).find(({ of }) => of.kind === asked.kind && of.party === asked.party)
  return known ?? refuse('NO_DATA', { status: 404 })
}

export function requireDay(day: string): void {
  if (!isDay(day)) refuseFields('day')
}

/** How these did it are called; null of what did it by itself. */
async function namesOf(parts: ReconParts, actors: readonly Actor[]): Promise<(actor: Actor) => string | null> {
  const names = await parts.namesOf([...new Set(actors.flatMap((actor) => agentOf(actor) ?? []))])
  return (actor) => names.get(agentOf(actor) ?? '') ?? null
}

const CLOSED_SHOWN = 14

export async function readParties(parts: ReconParts) {
  const { database } = parts
  const [all, mapped, cases] = await Promise.all([parties(parts), readMappings(database), openCases(database)])
  const closed = await Promise.all(all.map(({ of }) => lastClosings(database, of, CLOSED_SHOWN)))
  const nameOf = await namesOf(
    parts,
    closed.flat().map(({ by }) => by),
  )
  const same = (one: Party) => (other: Party) => one.kind === other.kind && one.party === other.party
  return {
    parties: all.map(({ of }, index) => ({
      ...of,
      mapping: mapped.find(same(of))?.mapping ?? null,
      closed: (closed[index] ?? []).map(({ day, ...closing }) => ({ day, ...closingOnWire(closing, nameOf) })),
      cases: cases.find(same(of))?.count ?? 0,
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
export async function readDay(parts: ReconParts, of: Party, day: string): Promise<ReconDay> {
  requireDay(day)
  const known = await requireParty(parts, of)
  const { database, clock } = parts
  const standing = await holdAgainst(parts, database, known, day)
  const [{ file, told, openingMinor }, [closing]] = await Promise.all([
    beginningOf(database, of, standing),
    closingsBefore(database, of, day, 1),
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
