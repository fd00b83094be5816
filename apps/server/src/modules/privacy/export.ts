import { processEach } from '../../platform/jobs.ts'
import { refuse } from '../../platform/errors.ts'
import type { Identity } from '../../platform/http/index.ts'
import type { Sql } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'
import { endCopyOf, insertRequest, makeCopyOf } from './data-requests.store.ts'
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
import { MINUTE_MS, WEEK_MS } from '../../platform/durations.ts'

export const EXPORT_JOB = 'privacy-exports'
/** How often a copy may be asked for, and how long it can be fetched (beyond 3.6). */
export const EXPORT_EVERY_MS = WEEK_MS
const TAKEN_MS = 5 * MINUTE_MS
const AT_ONCE = 2

const none = () => Promise.resolve(new Set<string>())

/**
 * Asks for a copy of all that is kept of a member, which a job makes. Refuses with STEP_UP unless who has a factor gave it
 * shortly before, with PASSWORD_NEEDED unless who has none gave his password, and with REQUEST_LIMIT within seven days of the last one.
 */
export async function askForExport(parts: PrivacyParts, member: Identity): Promise<void> {
  const { database, clock, jobs, members } = parts
  await members.requireOwner(member)
  const now = clock.now()
  const before = new Date(now.getTime() - EXPORT_EVERY_MS)
  await database.transaction(async (tx) => {
    if (!(await beginCopy(parts, tx, member.memberId, { before }))) {
      const row = await readExport(tx, member.memberId)
      const waitMs = (row?.askedAt.getTime() ?? now.getTime()) + EXPORT_EVERY_MS - now.getTime()
      refuse('REQUEST_LIMIT', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
    await noteOwnAsking(parts, tx, member.memberId)
  })
  jobs.wake(EXPORT_JOB)
}

/** Has a copy of what is kept of a member made, unless one was asked for after `before`; those files are forgotten that are older. */
export async function beginCopy(
  { clock, files }: PrivacyParts,
  tx: Sql,
  memberId: string,
  { before }: { before: Date },
): Promise<boolean> {
  const old = await takeFilesBefore(tx, { before, memberId })
  if (old.length > 0) await files.releaseUnused(tx, old, none)
  return takeTurn(tx, memberId, { now: clock.now(), before })
}

/** He asks by himself: as a request that is known to be his, be it the one that staff wrote down. */
async function noteOwnAsking({ clock }: PrivacyParts, tx: Sql, memberId: string): Promise<void> {
  const at = clock.now()
  const isNew = await insertRequest(tx, {
    id: newId(at),
    memberId,
    kind: 'copy',
    via: 'member',
    state: 'verified',
    note: null,
    reason: null,
    receivedAt: at,
    verifiedAt: at,
    makingAt: at,
    endedAt: null,
  })
  if (!isNew) await makeCopyOf(tx, memberId, at)
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
    if (!isOurs) return
    for (const id of [jsonFileId, csvFileId]) await files.keep(tx, id)
    await endCopyOf(tx, memberId, clock.now())
  })
}

/** Makes the copies that were asked for. @returns how many. */
export async function makeExports(parts: PrivacyParts): Promise<number> {
  const { database, clock } = parts
  const now = clock.now()
  const taken = await takeOpen(database, { now, until: new Date(now.getTime() + TAKEN_MS), limit: AT_ONCE })
  return processEach(taken, (row) => make(parts, row))
}

/** Takes back those that are too old. @returns how many files. */
export async function forgetExports({ database, clock, files }: PrivacyParts): Promise<number> {
  return database.transaction(async (tx) => {
    const old = await takeFilesBefore(tx, { before: new Date(clock.now().getTime() - EXPORT_EVERY_MS) })
    if (old.length > 0) await files.releaseUnused(tx, old, none)
    return old.length
  })
}
