import type { AnswerOf, desk, ReconMapping } from '@krapao/contract'
import { dayAfter, requireDays } from '../../platform/bangkok-day.ts'
import { bangkokDay } from '../../platform/bangkok-time.ts'
import { refuse, refuseFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type By, writeDeed } from '../deeds/index.ts'
import { requireParty, subjectOf } from './parties.ts'
import type { ReconParts } from './recon.parts.ts'
import {
  addFile,
  lastClosings,
  daysOfFile,
  fileOfDay,
  fileOfHash,
  keepMapping,
  lockParty,
  type Party,
  readMapping,
  removeFile,
  takenDays,
} from './recon.store.ts'
import { readStatement } from './statement-file.ts'

// How statements come in, and how one is taken back.

/** Keeps by which columns files are read. Refuses with NO_DATA (422) columns that tell no amount. */
export async function changeMapping(
  parts: ReconParts,
  { party, mapping, by }: { party: Party; mapping: ReconMapping; by: By },
): Promise<{ mapping: ReconMapping }> {
  await requireParty(parts, party)
  const isTold = (name: string | null): boolean => name !== null && name !== ''
  if (!isTold(mapping.amount) && !(isTold(mapping.in) && isTold(mapping.out))) {
    refuseFields('amount')
  }
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    await keepMapping(tx, party, mapping, at, by.actor)
    await writeDeed(tx, { ...by, deed: 'recon-mapping', subject: subjectOf(party), after: { what: party.party }, at })
  })
  return { mapping }
}

/** Takes in a file by the kept columns, all of it or nothing. */
export async function importFile(
  parts: ReconParts,
  { party, bytes, hash, by }: { party: Party; bytes: Uint8Array; hash: string; by: By },
): Promise<AnswerOf<typeof desk.deskReconImport>> {
  const { accounts } = await requireParty(parts, party)
  const mapping = (await readMapping(parts.database, party)) ?? refuseFields('mapping')
  const read = readStatement(bytes, mapping)
  const refuseFile = (problem: object) => refuse('NO_DATA', { status: 422, details: { fields: ['file'], problem } })
  if (!read.ok) return refuseFile(read.problem)
  const { lines, openingMinor, closingMinor } = read
  const at = parts.clock.now()
  // Day and month were read in the wrong order, or a year as another calendar's.
  const coming = lines.find(({ day }) => day > bangkokDay(at))
  if (coming !== undefined) refuseFile({ field: 'coming', line: coming.number, text: coming.day })
  const days = [...new Set(lines.map(({ day }) => day))].toSorted()
  const [from = '', to = ''] = [days.at(0), days.at(-1)]
  const id = newId(at)
  return parts.database.transaction(async (tx) => {
    await lockParty(tx, party)
    const before = await fileOfHash(tx, party, hash)
    if (before !== null) refuse('MOVED_ON', { details: { problem: 'same-file', at: before.importedAt.toISOString() } })
    const taken = await takenDays(tx, party, days, accounts.size)
    if (taken.closed.length > 0) refuse('MOVED_ON', { details: { problem: 'closed', days: taken.closed } })
    if (taken.lined.length > 0) refuse('MOVED_ON', { details: { problem: 'has-lines', days: taken.lined } })
    const [last] = await lastClosings(tx, party, 1)
    if (last !== undefined && from <= last.day) refuse('MOVED_ON', { details: { problem: 'closed', days: [from] } })
    await addFile(tx, { ...party, id, hash, importedAt: at, importedBy: by.actor, openingMinor, closingMinor }, lines)
    const after = { what: party.party, from, to, rows: lines.length }
    await writeDeed(tx, { ...by, deed: 'recon-imported', subject: subjectOf(party), after, at })
    return { importId: id, lines: lines.length, from, to }
  })
}

/** Takes back the file of a day. Refuses with MOVED_ON (409) when one of its days is closed. */
export async function forgetFile(
  parts: ReconParts,
  { party, day, by }: { party: Party; day: string; by: By },
): Promise<{ lines: number }> {
  requireDays({ day })
  const at = parts.clock.now()
  return parts.database.transaction(async (tx) => {
    await lockParty(tx, party)
    const file = (await fileOfDay(tx, party, day)) ?? refuse('NO_DATA', { status: 404 })
    const days = await daysOfFile(tx, file.id)
    // What crossed midnight was kept with the day beside it.
    const { closed } = await takenDays(tx, party, [...days, dayAfter(days.at(0) ?? day, -1)], 1)
    if (closed.length > 0) refuse('MOVED_ON', { details: { problem: 'closed', days: closed } })
    const lines = await removeFile(tx, file.id)
    const before = { what: party.party, from: days.at(0) ?? null, to: days.at(-1) ?? null, rows: lines }
    await writeDeed(tx, { ...by, deed: 'recon-forgotten', subject: subjectOf(party, day), before, at })
    return { lines }
  })
}
