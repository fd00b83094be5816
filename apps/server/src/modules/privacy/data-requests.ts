import { DAY_MS } from '../../platform/durations.ts'
import {
  type AnswerOf,
  DATA_REQUEST_DUE_DAYS,
  DATA_REQUEST_TOLD_DAYS,
  DATA_REQUESTS_PAGE_SIZE,
  type DataRequestKind,
  type DataRequestReason,
  type DataRequestState,
  type DeedName,
  type desk,
} from '@krapao/contract'
import { refuse } from '../../platform/errors.ts'
import { pageOf, readPlace, writePlace } from '../../platform/place.ts'
import type { Sql } from '../../platform/database/types.ts'
import { type By, writeDeed } from '../deeds/index.ts'
import {
  type DataRequest,
  endRequest,
  insertRequest,
  lockRequest,
  makeForRequest,
  openSince,
  requestById,
  requestsBehind,
  requestsOf,
  verifyRequest,
} from './data-requests.store.ts'
import { eraseMember } from './erasure.ts'
import { beginCopy, EXPORT_JOB } from './export.ts'
import type { PrivacyParts } from './privacy.parts.ts'

/** So many of his own a member is shown. */
const SHOWN_MAX = 5

/** By whom something is done about a request, under the id of his operation, and in which words. */
interface Told {
  by: By & { operationId: string }
  note: string
}

type Ended = { state: DataRequestState }

async function lockIn(tx: Sql, id: string, ...states: DataRequestState[]): Promise<DataRequest> {
  const request = (await lockRequest(tx, id)) ?? refuse('NO_DATA', { status: 404 })
  // Whoever presses twice has a copy made once.
  if (!states.includes(request.state) || request.makingAt !== null) {
    refuse('MOVED_ON', { details: { what: request.state } })
  }
  return request
}

function noted({ id, memberId, kind }: DataRequest, deed: DeedName, { by, note }: Told, at: Date) {
  return { ...by, deed, memberId, subject: `data-request:${id}`, after: { request: kind }, reason: note, at }
}

/** Writes down what a member asked for. Refuses with NO_DATA (404), and with MOVED_ON while one of this kind is open. */
export async function receiveRequest(
  { database, clock, members }: PrivacyParts,
  { memberId, kind, ...told }: Told & { memberId: string; kind: DataRequestKind },
): Promise<Ended> {
  await members.requireCard(memberId)
  const at = clock.now()
  const request: DataRequest = {
    id: told.by.operationId,
    memberId,
    kind,
    via: 'desk',
    state: 'received',
    receivedAt: at,
    note: told.note,
    verifiedAt: null,
    makingAt: null,
    endedAt: null,
    reason: null,
  }
  await database.transaction(async (tx) => {
    if (!(await insertRequest(tx, request))) refuse('MOVED_ON', { details: { what: 'open' } })
    await writeDeed(tx, noted(request, 'data-request-received', told, at))
  })
  return { state: 'received' }
}

/** Says how it was made sure that the member himself asks. Refuses with NO_DATA (404), MOVED_ON. */
export async function verify(
  { database, clock }: PrivacyParts,
  { id, ...told }: Told & { id: string },
): Promise<Ended> {
  const at = clock.now()
  await database.transaction(async (tx) => {
    const request = await lockIn(tx, id, 'received')
    await verifyRequest(tx, id, { at, note: told.note })
    await writeDeed(tx, noted(request, 'data-request-verified', told, at))
  })
  return { state: 'verified' }
}

/**
 * Does what was asked for: a copy is made by the job and is delivered when it is there, an erasure is done here and now, of a
 * correction the words say what was set right. Refuses with NO_DATA (404), MOVED_ON, and what an erasure is refused with.
 */
export async function deliver(parts: PrivacyParts, { id, ...told }: Told & { id: string }): Promise<Ended> {
  const { database, clock, jobs } = parts
  const { memberId, kind } = (await requestById(database, id)) ?? refuse('NO_DATA', { status: 404 })
  const at = clock.now()
  const note = (tx: Sql, request: DataRequest) => writeDeed(tx, noted(request, 'data-request-delivered', told, at))
  if (kind === 'erasure') {
    await eraseMember(parts, memberId, async (tx) => note(tx, await lockIn(tx, id, 'verified')))
    return { state: 'delivered' }
  }
  await database.transaction(async (tx) => {
    const request = await lockIn(tx, id, 'verified')
    if (kind === 'copy') {
      await beginCopy(parts, tx, memberId, { before: at })
      await makeForRequest(tx, id, { at, note: told.note })
    } else await endRequest(tx, id, { state: 'delivered', at, note: told.note })
    await note(tx, request)
  })
  if (kind === 'copy') jobs.wake(EXPORT_JOB)
  return { state: kind === 'copy' ? 'verified' : 'delivered' }
}

/** Refuses it for a reason, from wherever it stands. Refuses with NO_DATA (404), MOVED_ON. */
export async function refuseRequest(
  { database, clock }: PrivacyParts,
  { id, reason, ...told }: Told & { id: string; reason: DataRequestReason },
): Promise<Ended> {
  const at = clock.now()
  await database.transaction(async (tx) => {
    const request = await lockIn(tx, id, 'received', 'verified')
    await endRequest(tx, id, { state: 'refused', at, reason, note: told.note })
    const deed = noted(request, 'data-request-refused', told, at)
    await writeDeed(tx, { ...deed, after: { ...deed.after, refusal: reason } })
  })
  return { state: 'refused' }
}

function shownRequest({ kind, state, receivedAt, endedAt, reason }: DataRequest) {
  return {
    kind,
    state,
    reason,
    receivedAt: receivedAt.toISOString(),
    dueAt: new Date(receivedAt.getTime() + DATA_REQUEST_DUE_DAYS * DAY_MS).toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** What staff wrote down that a member asked for, as he reads it. */
export async function ownRequests({ database }: PrivacyParts, memberId: string) {
  return (await requestsOf(database, memberId, SHOWN_MAX)).map(shownRequest)
}

/** A page of requests: those that are open, the first due first, or those that came to an end, the last first. */
export async function listRequests(
  { database, members }: PrivacyParts,
  { of, after }: { of: 'open' | 'ended'; after: string | null },
): Promise<AnswerOf<typeof desk.deskDataRequests>> {
  const limit = DATA_REQUESTS_PAGE_SIZE + 1
  const found = await requestsBehind(database, { of, behind: readPlace(after), limit })
  const { rows, last } = pageOf(found, DATA_REQUESTS_PAGE_SIZE)
  const cards = await members.cards(database, [...new Set(rows.map(({ memberId }) => memberId))])
  return {
    rows: rows.map((row) => ({
      ...shownRequest(row),
      requestId: row.id,
      memberId: row.memberId,
      via: row.via,
      note: row.note,
      memberNo: cards.get(row.memberId)?.memberNumber.toString() ?? null,
      name: cards.get(row.memberId)?.name ?? null,
      verifiedAt: row.verifiedAt?.toISOString() ?? null,
      isMaking: row.endedAt === null && row.makingAt !== null,
    })),
    next: last && writePlace({ at: last.endedAt ?? last.receivedAt, id: last.id }),
  }
}

/** How many nobody answered in twenty days, and when another one came to that. */
export async function lateRequests(sql: Sql, now: Date): Promise<{ count: number; since: Date | null }> {
  const toldMs = DATA_REQUEST_TOLD_DAYS * DAY_MS
  const { count, lastAt } = await openSince(sql, new Date(now.getTime() - toldMs))
  return { count, since: lastAt === null ? null : new Date(lastAt.getTime() + toldMs) }
}
