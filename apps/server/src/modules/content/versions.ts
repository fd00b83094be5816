import {
  type ContentPart,
  type ContentProblem,
  type ContentVersion,
  CONTENT_PARTS,
  DEPOSIT_ACCOUNTS_WAIT_MS,
  type Role,
} from '@krapao/contract'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { isDatabaseAway } from '../../platform/database/index.ts'
import type { Sql } from '../../platform/database/types.ts'
import { AppError, refuse, refuseFields } from '../../platform/errors.ts'
import { FurnishingProblem } from '../../platform/furnishing.ts'
import { actorNames, type By, BY_ITSELF, writeDeed } from '../deeds/index.ts'
import { movedOn } from '../proposals/index.ts'
import type { ContentParts } from './content.parts.ts'
import { mayChange, type PartKind } from './content-parts.ts'
import {
  addVersion,
  currentVersions,
  documentOf,
  dueVersions,
  endVersions,
  lastPublication,
  lockContent,
  nextNumber,
  publishVersion,
  versionIn,
  versionOfOperation,
  type VersionRow,
  versionsOf,
} from './versions.store.ts'

// What players read, in versions. The rows that they read it from are the same that the file of `import` writes, by the
// same hands: a version is kept beside them, and says what it said.

const HISTORY_MAX = 100
const subjectOf = (part: ContentPart): string => `content:${part}`

/** A part by its name; NO_DATA (404) where there is none. */
export function partNamed(named: string): ContentPart {
  return CONTENT_PARTS.find((part) => part === named) ?? refuse('NO_DATA')
}

/** Somebody's wish that a part says something else. */
export interface PublishAsked {
  part: ContentPart
  document: unknown
  /** The version that he had before him. */
  number: number
  publishAt: Date | null
  note: string | null
  by: By
  /** His roles; null at the command line, where there are none. */
  roles: readonly Role[] | null
}

export function requireMayChange(kind: PartKind, roles: readonly Role[] | null): void {
  if (!mayChange(kind, roles)) refuse('FORBIDDEN', { details: { roles: kind.roles } })
}

/** Texts that no database holds: NUL, and halves of characters. */
const UNSTORABLE = /\\u(0000|d[89a-f][0-9a-f]{2})/i

/** What was sent, as the part takes it; refuses with 422 and names every place that does not fit. */
export function readDocument(kind: PartKind, sent: unknown): unknown {
  if (UNSTORABLE.test(JSON.stringify(sent) ?? '')) refuseFields('document')
  const read = v.safeParse(kind.schema, sent)
  if (read.success) return read.output
  const fields = read.issues.map((issue) => (issue.path ?? []).map(({ key }) => String(key)).join('.'))
  return refuseFields(...new Set(fields))
}

/** Writes the rows of a part; what cannot be so is refused with 422, named by its place. */
async function writeRows(tx: Sql, kind: PartKind, document: unknown, at: Date, who: string): Promise<string[]> {
  try {
    return await kind.write(tx, document, at, who)
  } catch (error) {
    if (!(error instanceof FurnishingProblem)) throw error
    const { place, message: what, problem } = error
    return refuse('NO_DATA', {
      status: 422,
      details: { fields: [place], what, ...(problem === null ? {} : { problem }) },
    })
  }
}

/**
 * Sees to it that the version that stands says what players read: what came by a file, or before there were versions, is
 * one from now on. Whoever calls holds the lock.
 */
export async function noteStanding(
  parts: ContentParts,
  tx: Sql,
  part: ContentPart,
  { at, who }: { at: Date; who: string },
): Promise<{ number: number; document: unknown }> {
  const document = await parts.contentParts[part].read(tx, at)
  const standing = await versionIn(tx, part, 'PUBLISHED')
  if (standing !== null && isDeepStrictEqual(standing.document, document)) return { number: standing.number, document }
  const number = await nextNumber(tx, part)
  const row = { part, number, document, at, madeBy: who, confirmedBy: null, note: null, publishAt: null }
  await endVersions(tx, part, { from: 'PUBLISHED', to: 'REPLACED' })
  await addVersion(tx, { ...row, state: 'REPLACED', publishedAt: at, operationId: null })
  await publishVersion(tx, part, { number, document, at })
  return { number, document }
}

/** Lets a part say something else from now on, within a transaction that holds the lock. */
async function stand(
  parts: ContentParts,
  tx: Sql,
  { part, number, document, by, at }: { part: ContentPart; number: number; document: unknown; by: By; at: Date },
): Promise<void> {
  const changes = await writeRows(tx, parts.contentParts[part], document, at, by.actor)
  await endVersions(tx, part, { from: 'PUBLISHED', to: 'REPLACED' })
  // What the rows say of it, as they leave out what is said by default.
  const standing = await parts.contentParts[part].read(tx, at)
  await publishVersion(tx, part, { number, document: standing, at })
  const after = { number, what: changes.join('; ').slice(0, 1_000) }
  await writeDeed(tx, { ...by, deed: 'content-published', subject: subjectOf(part), after, at })
}

/** The number of a part's next version, once it is seen that nobody came before; what was planned is taken back by it. */
async function makeRoom(parts: ContentParts, tx: Sql, asked: Pick<PublishAsked, 'part' | 'number'>, at: Date) {
  await lockContent(tx)
  const standing = await noteStanding(parts, tx, asked.part, { at, who: BY_ITSELF.actor })
  if (standing.number !== asked.number) movedOn(null, 'CHANGED', { number: standing.number })
  await endVersions(tx, asked.part, { from: 'SCHEDULED', to: 'WITHDRAWN' })
  return nextNumber(tx, asked.part)
}

/** Has a version wait for its time. */
async function plan(
  tx: Sql,
  by: By,
  version: Omit<Parameters<typeof addVersion>[1], 'state' | 'publishedAt'> & { publishAt: Date },
): Promise<void> {
  const { part, number, publishAt, note: reason, at } = version
  await addVersion(tx, { ...version, state: 'SCHEDULED', publishedAt: null })
  const after = { number, publishAt: publishAt.toISOString() }
  await writeDeed(tx, { ...by, deed: 'content-planned', subject: subjectOf(part), after, reason, at })
}

/**
 * Publishes a part that one person changes: now, or at a time. What was planned before is taken back by it. Refuses with
 * FORBIDDEN, 422 for what cannot be, and MOVED_ON (409) when another version stands by now.
 */
export async function publish(parts: ContentParts, asked: PublishAsked): Promise<number> {
  const { database, clock, contentParts } = parts
  const { part, publishAt, by, note } = asked
  const kind = contentParts[part]
  requireMayChange(kind, asked.roles)
  const document = readDocument(kind, asked.document)
  const operationId = by.operationId ?? null
  const made = await database.transaction(async (tx) => {
    const at = clock.now()
    await lockContent(tx)
    // A second try of what was done: the first one's answer was lost.
    const known = operationId === null ? null : await versionOfOperation(tx, operationId)
    if (known !== null) return known
    const number = await makeRoom(parts, tx, asked, at)
    const version = { part, number, document, at, madeBy: by.actor, confirmedBy: null, note, operationId }
    if (publishAt !== null && publishAt > at) await plan(tx, by, { ...version, publishAt })
    else {
      await addVersion(tx, { ...version, state: 'REPLACED', publishAt: null, publishedAt: null })
      await stand(parts, tx, { part, number, document, by, at })
    }
    return number
  })
  await tellAll(parts)
  return made
}

/** Tries, and leaves no trace: whether a document could stand now. Refuses with 422 where it could not. */
export async function tryOut(parts: ContentParts, part: ContentPart, document: unknown): Promise<void> {
  const { database, clock, contentParts } = parts
  await database
    .transaction(async (tx) => {
      await writeRows(tx, contentParts[part], document, clock.now(), BY_ITSELF.actor)
      throw new Untouched()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Untouched)) throw error
    })
}
class Untouched extends Error {}

/** Within the transaction that confirms it: accounts for deposits that hold in ten minutes. @returns when. */
export async function planAccounts(
  parts: ContentParts,
  tx: Sql,
  asked: { document: unknown; number: number; note: string | null; madeBy: string; by: By },
): Promise<Date> {
  const { document, note, madeBy, by } = asked
  const at = parts.clock.now()
  const part = 'depositAccounts'
  const number = await makeRoom(parts, tx, { part, number: asked.number }, at)
  const publishAt = new Date(at.getTime() + DEPOSIT_ACCOUNTS_WAIT_MS)
  const confirmedBy = by.actor === madeBy ? null : by.actor
  await plan(tx, by, { part, number, document, at, madeBy, confirmedBy, note, publishAt, operationId: null })
  return publishAt
}

/** Takes back what waits for its time. Refuses with MOVED_ON (409) when that is not this version any more. */
export async function withdrawPlanned(
  parts: ContentParts,
  { part, number, by, roles }: Pick<PublishAsked, 'part' | 'number' | 'by' | 'roles'>,
): Promise<void> {
  requireMayChange(parts.contentParts[part], roles)
  await parts.database.transaction(async (tx) => {
    await lockContent(tx)
    const planned = await versionIn(tx, part, 'SCHEDULED')
    if (planned?.number !== number) movedOn(null, 'CHANGED')
    await endVersions(tx, part, { from: 'SCHEDULED', to: 'WITHDRAWN' })
    const at = parts.clock.now()
    await writeDeed(tx, { ...by, deed: 'content-withdrawn', subject: subjectOf(part), after: { number }, at })
  })
}

/** Publishes what has come to its time; what cannot stand by then is said to have failed. @returns how many. */
export async function publishDue(parts: ContentParts): Promise<number> {
  const { database, clock } = parts
  const due = await dueVersions(database, clock.now())
  for (const { part, number } of due) {
    try {
      await database.transaction((tx) => publishPlanned(parts, tx, part))
    } catch (error) {
      // Whether that was kept is not known, or it may still be: the job comes again and finds what is planned.
      if (isDatabaseAway(error)) throw error
      await database.transaction(async (tx) => {
        await lockContent(tx)
        // What was planned in its place meanwhile is another's.
        if ((await versionIn(tx, part, 'SCHEDULED'))?.number !== number) return
        const problem = problemOf(error)
        if (problem.code === 'OTHER')
          parts.logger.error({ err: error, part }, 'what was planned could not be published')
        await endVersions(tx, part, { from: 'SCHEDULED', to: 'FAILED', problem })
        const after = { number, problem: problem.code, ...problem.facts }
        await writeDeed(tx, { ...BY_ITSELF, deed: 'content-failed', subject: subjectOf(part), after, at: clock.now() })
      })
    }
  }
  await tellAll(parts)
  return due.length
}

/** Why a version cannot stand, where the part has said it. */
function problemOf(error: unknown): ContentProblem {
  const told = error instanceof AppError ? error.details?.['problem'] : undefined
  return (told as ContentProblem | undefined) ?? { code: 'OTHER', facts: {} }
}

async function publishPlanned(parts: ContentParts, tx: Sql, part: ContentPart): Promise<void> {
  await lockContent(tx)
  const at = parts.clock.now()
  const planned = await versionIn(tx, part, 'SCHEDULED')
  if (planned === null || planned.publishAt === null || planned.publishAt > at) return
  const { number, document } = planned
  await stand(parts, tx, { part, number, document, by: BY_ITSELF, at })
}

/** Has everything that is kept in mind read anew, and tells open pages, when anything was published since this last knew. */
async function tellAll(parts: ContentParts): Promise<void> {
  const number = await lastPublication(parts.database)
  if (number <= parts.memory.told) return
  parts.memory.told = number
  parts.operator.forget()
  parts.signals.publish({ kind: 'content', number })
}

/** How all parts stand. */
export async function readContent(parts: ContentParts, roles: readonly Role[]) {
  const rows = await currentVersions(parts.database)
  const [shown, open] = await Promise.all([
    showVersions(parts, rows),
    parts.proposals.openOn(parts.database, [subjectOf('depositAccounts')]),
  ])
  return CONTENT_PARTS.map((part) => {
    const of = (state: string) => shown[rows.findIndex((row) => row.part === part && row.state === state)] ?? null
    const { takes } = parts.contentParts[part]
    return {
      part,
      takes,
      mayChange: mayChange(parts.contentParts[part], roles),
      standing: of('PUBLISHED'),
      scheduled: of('SCHEDULED'),
      failed: of('FAILED'),
      proposalId: takes === 'two' ? (open.get(subjectOf(part)) ?? null) : null,
    }
  })
}

/** One part as it stands, and its versions. */
export async function readPart(parts: ContentParts, part: ContentPart) {
  const { database, clock } = parts
  const { number, document } = await database.transaction(async (tx) => {
    await lockContent(tx)
    return noteStanding(parts, tx, part, { at: clock.now(), who: BY_ITSELF.actor })
  })
  return { part, number, document, versions: await showVersions(parts, await versionsOf(database, part, HISTORY_MAX)) }
}

export async function readVersion(
  parts: ContentParts,
  part: ContentPart,
  number: number,
): Promise<{ document: unknown }> {
  return (await documentOf(parts.database, part, number)) ?? refuse('NO_DATA')
}

async function showVersions(parts: ContentParts, rows: readonly VersionRow[]): Promise<ContentVersion[]> {
  const people = await actorNames(
    parts,
    rows.flatMap(({ madeBy, confirmedBy }) => [madeBy, confirmedBy]),
  )
  return rows.map(({ number, state, at, madeBy, confirmedBy, note, publishAt, publishedAt, problem }) => ({
    number,
    state,
    at: at.toISOString(),
    by: madeBy,
    agent: people.agentOf(madeBy),
    confirmedBy,
    confirmer: people.agentOf(confirmedBy),
    publishAt: publishAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    note,
    problem,
  }))
}
