import type { ReconWord } from '@krapao/contract'
import { readWireAmount, toWireAmount } from '@krapao/money'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { dayAfter, requireDays } from '../../platform/bangkok-day.ts'
import type { Sql } from '../../platform/database/types.ts'
import { refuse, refuseFields } from '../../platform/errors.ts'
import { type By, writeDeed } from '../deeds/index.ts'
import { beginningOf, holdAgainst } from './held-against.ts'
import { type KnownParty, requireParty, subjectOf } from './parties.ts'
import { sumOf } from './recon-day.ts'
import type { ReconParts } from './recon.parts.ts'
import {
  addClosing,
  addMatch,
  addMatches,
  keepWord,
  lockParty,
  type Party,
  removeMatch,
  removeWord,
} from './recon.store.ts'
import { type DayStanding, wordKey } from './standing.rules.ts'

// What a person says about a day, and that it is closed.

interface About {
  party: Party
  day: string
  by: By
}

/** Does something about an open day, one at a time. Refuses with MOVED_ON (409) when it is closed. */
async function onOpenDay<Result>(
  parts: ReconParts,
  { party, day }: About,
  work: (tx: Sql, standing: DayStanding, party: KnownParty) => Promise<Result>,
): Promise<Result> {
  requireDays({ day })
  const known = await requireParty(parts, party)
  return parts.database.transaction(async (tx) => {
    await lockParty(tx, party)
    const standing = await holdAgainst(parts, tx, known, day)
    if (standing.isClosed) refuse('MOVED_ON', { details: { problem: 'closed', days: [day] } })
    return work(tx, standing, known)
  })
}

/** Says that a line and a movement of ours are one; null takes that back. Refuses with NO_DATA (422) what is not of the same sum. */
export function matchByHand(
  parts: ReconParts,
  { line: lineId, own: ownId, ...about }: About & { line: string; own: string | null },
): Promise<void> {
  const { party, day, by } = about
  return onOpenDay(parts, about, async (tx, { theirs, alone, differences, byHand }) => {
    const at = parts.clock.now()
    const subject = subjectOf(party, day)
    if (ownId === null) {
      const was = byHand.find(({ line }) => line.id === lineId) ?? refuse('NO_DATA', { status: 404 })
      if (!(await removeMatch(tx, lineId))) refuse('MOVED_ON')
      const before = { amountMinor: was.line.amountMinor, transfer: was.own.id }
      await writeDeed(tx, { ...by, deed: 'recon-unmatched', subject, before, at })
      return
    }
    const line = [...theirs, ...differences.map((one) => one.line)].find(({ id }) => id === lineId)
    const own = [...alone, ...differences.map((one) => one.own)].find(({ id }) => id === ownId)
    if (line === undefined || own === undefined) return refuse('MOVED_ON')
    if (line.amountMinor !== own.amountMinor) refuseFields('own')
    if (!(await addMatch(tx, party, { lineId, ownId, how: 'hand' }, at, by.actor))) refuse('MOVED_ON')
    const after = { amountMinor: line.amountMinor, transfer: own.id, reference: line.reference }
    await writeDeed(tx, { ...by, deed: 'recon-matched', subject, after, at })
  })
}

/** Says what one side alone knows, or takes it up as a case; null takes that back. */
export function explain(
  parts: ReconParts,
  asked: About & { side: 'theirs' | 'own'; id: string; as: ReconWord | null; reason: string },
): Promise<void> {
  const { party, day, by, side, id, as, reason } = asked
  return onOpenDay(parts, asked, async (tx, { theirs, alone, differences, words }) => {
    const rows = side === 'own' ? alone : [...theirs, ...differences.map(({ line }) => line)]
    const row = rows.find((one) => one.id === id) ?? refuse('MOVED_ON')
    const at = parts.clock.now()
    const said = words.get(wordKey(side, id))?.says ?? null
    if (as === null) await removeWord(tx, party, side, id)
    else await keepWord(tx, party, day, { side, id, says: as, reason, at, by: by.actor })
    await writeDeed(tx, {
      ...by,
      deed: as === null ? 'recon-unexplained' : 'recon-explained',
      subject: subjectOf(party, day),
      before: said === null ? null : { what: said },
      after: { amountMinor: row.amountMinor, ...(as === null ? {} : { what: as }) },
      reason,
      at,
    })
  })
}

interface Typed {
  opening: number | null
  closing: number | null
}

function minorOf(sent: number | null, field: keyof Typed): number | null {
  if (sent === null) return null
  const read = readWireAmount(Math.abs(sent))
  if (!read.ok) return refuseFields(field)
  return sent < 0 ? 0 - read.amountMinor : read.amountMinor
}

const refuseField = (field: string, details: Record<string, unknown>): never =>
  refuse('NO_DATA', { status: 422, details: { fields: [field], ...details } })

/** The balances that a bank's day is closed with. Refuses with NO_DATA (422) what does not add up. */
async function balancesToClose(tx: Sql, party: KnownParty, standing: DayStanding, typed: Typed) {
  const { last, told, file, openingMinor: known } = await beginningOf(tx, party, standing)
  if (last !== null && dayAfter(last.day) !== standing.day) refuseField('day', { next: dayAfter(last.day) })
  if (party.kind === 'provider') {
    if (file === null && standing.owns.length > 0) refuseField('file', {})
    return { openingMinor: null, closingMinor: null }
  }
  const lines = sumOf(standing.lines)
  if (last !== null && told.openingMinor !== null && last.closingMinor !== told.openingMinor) {
    refuseField('opening', { expected: toWireAmount(last.closingMinor ?? 0), told: toWireAmount(told.openingMinor) })
  }
  const opening = known ?? minorOf(typed.opening, 'opening') ?? refuseField('opening', {})
  const isQuiet = standing.lines.length === 0
  const closing =
    told.closingMinor ?? minorOf(typed.closing, 'closing') ?? (isQuiet ? opening : refuseField('closing', {}))
  if (opening + lines !== closing) {
    refuseField('closing', { expected: toWireAmount(opening + lines), told: toWireAmount(closing) })
  }
  return { openingMinor: opening, closingMinor: closing }
}

/** Closes a day, for good. */
export function closeDay(parts: ReconParts, { typed, ...about }: About & { typed: Typed }): Promise<void> {
  const { day, by } = about
  return onOpenDay(parts, about, async (tx, standing, party) => {
    const at = parts.clock.now()
    if (day >= bangkokDay(at)) refuseField('day', {})
    const balances = await balancesToClose(tx, party, standing, typed)
    if (standing.unexplained > 0) refuseField('unexplained', { unexplained: standing.unexplained })
    await addMatches(tx, party, standing.found, at)
    const lines = { lines: standing.lines.length, linesMinor: sumOf(standing.lines) }
    const own = { ownCount: standing.owns.length, ownMinor: sumOf(standing.owns) }
    if (!(await addClosing(tx, about.party, { day, at, by: by.actor, ...balances, ...lines, ...own })))
      refuse('MOVED_ON')
    await writeDeed(tx, {
      ...by,
      deed: 'recon-closed',
      subject: subjectOf(party, day),
      after: { what: party.party, rows: lines.lines, amountMinor: lines.linesMinor },
      at,
    })
  })
}
