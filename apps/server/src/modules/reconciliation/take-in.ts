import type { AnswerOf, desk, ReconMapping } from '@krapao/contract'
import { dayAfter } from '../../platform/bangkok-day.ts'
import { refuse, refuseFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type By, writeDeed } from '../deeds/index.ts'
import { requireDay, requireParty } from './recon-day.ts'
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

export const subjectOf = ({ kind, party }: Party, day?: string): string =>
  `recon:${kind}:${party}${day === undefined ? '' : `:${day}`}`

/** Keeps by which columns files are read. Refuses with NO_DATA (422) columns that tell no amount. */
export async function changeMapping(
  parts: ReconParts,
  { of, mapping, by }: { of: Party; mapping: ReconMapping; by: By },
): Promise<{ mapping: ReconMapping }> {
  await requireParty(parts, of)
  const isTold = (name: string | null): boolean => name !== null && name !== ''
  if (!isTold(mapping.amount) && !(isTold(mapping.in) && isTold(mapping.out))) {
    refuseFields('amount')
  }
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    await keepMapping(tx, of, mapping, at, by.actor)
    await writeDeed(tx, { ...by, deed: 'recon-mapping', subject: subjectOf(of), after: { what: of.party }, at })
  })
  return { mapping }
}

/** Takes in a file by the kept columns, all of it or nothing. */
export async function importFile(
  parts: ReconParts,
  { of, bytes, hash, by }: { of: Party; bytes: Uint8Array; hash: string; by: By },
): Promise<AnswerOf<typeof desk.deskReconImport>> {
  await requireParty(parts, of)
  const mapping = (await readMapping(parts.database, of)) ?? refuseFields('mapping')
  const read = readStatement(bytes, mapping)
  if (!read.ok) return refuse('NO_DATA', { status: 422, details: { fields: ['file'], problem: read.problem } })
  const { lines, openingMinor, closingMinor } = read
  const days = [...new Set(lines.map(({ day }) => day))].toSorted()
  const [from = '', to = ''] = [days.at(0), days.at(-1)]
  const at = parts.clock.now()
  const id = newId(at)
  return parts.database.transaction(async (tx) => {
    await lockParty(tx, of)
    const before = await fileOfHash(tx, of, hash)
    if (before !== null) refuse('MOVED_ON', { details: { problem: 'same-file', at: before.importedAt.toISOString() } })
    const taken = await takenDays(tx, of, days)
    if (taken.closed.length > 0) refuse('MOVED_ON', { details: { problem: 'closed', days: taken.closed } })
    if (taken.lined.length > 0) refuse('MOVED_ON', { details: { problem: 'has-lines', days: taken.lined } })
    const [last] = await lastClosings(tx, of, 1)
    if (last !== undefined && from <= last.day) refuse('MOVED_ON', { details: { problem: 'closed', days: [from] } })
    await addFile(tx, { ...of, id, hash, importedAt: at, importedBy: by.actor, openingMinor, closingMinor }, lines)
    const after = { what: of.party, from, to, rows: lines.length }
    await writeDeed(tx, { ...by, deed: 'recon-imported', subject: subjectOf(of), after, at })
    return { importId: id, lines: lines.length, from, to }
  })
}

/** Takes back the file of a day. Refuses with MOVED_ON (409) when one of its days is closed. */
export async function forgetFile(
  parts: ReconParts,
  { of, day, by }: { of: Party; day: string; by: By },
): Promise<{ lines: number }> {
  requireDay(day)
  const at = parts.clock.now()
  return parts.database.transaction(async (tx) => {
    await lockParty(tx, of)
    const file = (await fileOfDay(tx, of, day)) ?? refuse('NO_DATA', { status: 404 })
    const days = await daysOfFile(tx, file.id)
    // What crossed midnight was kept with the day beside it.
    const { closed } = await takenDays(tx, of, [...days, dayAfter(days.at(0) ?? day, -1)])
    if (closed.length > 0) refuse('MOVED_ON', { details: { problem: 'closed', days: closed } })
    const lines = await removeFile(tx, file.id)
    const before = { what: of.party, from: days.at(0) ?? null, to: days.at(-1) ?? null, rows: lines }
    await writeDeed(tx, { ...by, deed: 'recon-forgotten', subject: subjectOf(of, day), before, at })
    return { lines }
  })
}
