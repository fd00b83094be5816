import { processEach } from '../../platform/jobs.ts'
import { refuse } from '../../platform/errors.ts'
import type { Identity } from '../../platform/http/index.ts'
import { csvOf } from './export.rules.ts'
import {
  copyRecords,
  type ExportRow,
  noteReady,
  readExport,
  takeFilesBefore,
  takeOpen,
  takeTurn,
} from './export.store.ts'
import type { PrivacyParts } from './privacy.parts.ts'

export const EXPORT_JOB = 'privacy-exports'
/** How often a copy may be asked for, and how long it can be fetched (beyond 3.6). */
export const EXPORT_EVERY_MS = 7 * 24 * 3_600_000
const TAKEN_MS = 5 * 60_000
const AT_ONCE = 2

const none = () => Promise.resolve(new Set<string>())

/**
 * Asks for a copy of all that is kept of a member, which a job makes. Refuses with STEP_UP unless who has a factor gave it
 * shortly before, with PASSWORD_NEEDED unless who has none gave his password, and with REQUEST_LIMIT within seven days of the last one.
 */
export async function askForExport(parts: PrivacyParts, member: Identity): Promise<void> {
  const { database, clock, files, jobs, members } = parts
  await members.requireOwner(member)
  const now = clock.now()
  const before = new Date(now.getTime() - EXPORT_EVERY_MS)
  await database.transaction(async (tx) => {
    const old = await takeFilesBefore(tx, { before, memberId: member.memberId })
    if (old.length > 0) await files.releaseUnused(tx, old, none)
    if (!(await takeTurn(tx, member.memberId, { now, before }))) {
      const row = await readExport(tx, member.memberId)
      const waitMs = (row?.askedAt.getTime() ?? now.getTime()) + EXPORT_EVERY_MS - now.getTime()
      refuse('REQUEST_LIMIT', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
  })
  jobs.wake(EXPORT_JOB)
}

async function make(parts: PrivacyParts, row: ExportRow): Promise<void> {
  const { database, clock, files, records } = parts
  const { memberId } = row
  const tables = await copyRecords(database, records, memberId)
  const json = JSON.stringify({ madeAt: clock.now().toISOString(), memberId, tables }, null, 1)
  const write = (mediaType: string, text: string) =>
    files.write({ owner: memberId, mediaType, bytes: Buffer.from(text) })
  const jsonFileId = await write('application/json', json)
  const csvFileId = await write('text/csv', csvOf(tables))
  await database.transaction(async (tx) => {
    const isOurs = await noteReady(tx, row, { readyAt: clock.now(), jsonFileId, csvFileId })
    // What nobody keeps is swept.
    if (isOurs) for (const id of [jsonFileId, csvFileId]) await files.keep(tx, id)
  })
}

/** Makes the copies that were asked for, and takes back those that are too old. @returns how many. */
export async function tendExports(parts: PrivacyParts): Promise<number> {
  const { database, clock, files } = parts
  const now = clock.now()
  await database.transaction(async (tx) => {
    const old = await takeFilesBefore(tx, { before: new Date(now.getTime() - EXPORT_EVERY_MS) })
    if (old.length > 0) await files.releaseUnused(tx, old, none)
  })
  const taken = await takeOpen(database, { now, until: new Date(now.getTime() + TAKEN_MS), limit: AT_ONCE })
  return processEach(taken, (row) => make(parts, row))
}
