import type {
  AnswerOf,
  DecisionAction,
  DecisionKindName,
  DecisionPart,
  DecisionRowOnWire,
  desk,
  SentBodyOf,
} from '@krapao/contract'
import { newIdempotencyKey } from '@krapao/web'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useRead } from '../../lib/use-read.ts'

/** Which one of what waits. */
export interface DecisionPlace {
  readonly kind: DecisionKindName
  readonly id: string
}

/** What of the queue is shown: one kind, what one has taken or what waits too long; null: all. */
export interface Narrowed {
  readonly kind: DecisionKindName | null
  readonly part: DecisionPart | null
}

type Page = AnswerOf<typeof desk.deskDecisions>
export type Decision = AnswerOf<typeof desk.deskDecision>

/** Others decide too, and nobody tells of what comes: so often it is asked for anew. */
const ASK_AGAIN_MS = 5_000

function pathOf({ kind, id }: DecisionPlace, rest = ''): `/api/desk/${string}` {
  return `/api/desk/decisions/${kind}/${encodeURIComponent(id)}${rest}`
}

/** Whether two rows are one. */
export function isSame(one: DecisionPlace, other: DecisionPlace | null): boolean {
  return other !== null && one.kind === other.kind && one.id === other.id
}

/** What waits, the longest waiting first. */
export const useDecisions = ({ kind, part }: Narrowed) =>
  usePages<typeof desk.deskDecisions>(
    ['decisions', kind, part],
    '/api/desk/decisions',
    { kind, part },
    { keepsShown: true, refetchInterval: ASK_AGAIN_MS },
  )

/** One of them with all that it is judged by. */
export const useDecision = (place: DecisionPlace) =>
  useRead<typeof desk.deskDecision>(['decision', place.kind, place.id], pathOf(place), {
    refetchInterval: ASK_AGAIN_MS,
  })

/** Whom one is about, behind the member `after`; nobody is asked for before there is one. */
export const useDecisionMembers = (place: DecisionPlace, after: string | null) =>
  usePages<typeof desk.deskDecisionMembers>(
    ['decision-members', place.kind, place.id, after],
    pathOf(place, '/members'),
    { after },
    { enabled: after !== null },
  )

/** Takes one for five minutes. */
export async function claimDecision(client: QueryClient, place: DecisionPlace): Promise<DecisionRowOnWire> {
  const { row } = await callDesk<typeof desk.deskClaimDecision>('POST', pathOf(place, '/claim'))
  // What was asked for before it was taken does not know whose it is now.
  await client.cancelQueries({ queryKey: ['decision', row.kind, row.id] })
  noteRow(client, row)
  return row
}

/** Gives back what was taken. */
export async function releaseDecision(client: QueryClient, place: DecisionPlace): Promise<void> {
  await callDesk<typeof desk.deskReleaseDecision>('DELETE', pathOf(place, '/claim'))
  await refetchDecisions(client)
}

/** Has the party asked now how it stands. */
export async function askParty(place: DecisionPlace): Promise<void> {
  await callDesk<typeof desk.deskAskParty>('POST', pathOf(place, '/ask'), { idempotencyKey: newIdempotencyKey() })
}

/** What is sent to have one decided. */
export type DecisionBody = SentBodyOf<typeof desk.deskDecide>

/** Does an action; the same key never does it twice. */
export function sendDecision(
  place: DecisionPlace,
  body: DecisionBody,
  idempotencyKey: string,
): Promise<AnswerOf<typeof desk.deskDecide>> {
  return callDesk<typeof desk.deskDecide>('POST', pathOf(place), { body, idempotencyKey })
}

/** Asks for everything anew. */
export async function refetchDecisions(client: QueryClient): Promise<void> {
  await Promise.all([['decisions'], ['decision']].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Takes one out of what is shown, before the server is asked what is left. */
export function dropRow(client: QueryClient, place: DecisionPlace): void {
  // The menu counts by what the server has looked at for all staff, some seconds ago.
  client.setQueryData<AnswerOf<typeof desk.deskToday>>(['today'], (today) => {
    if (today === undefined) return today
    const queues = today.queues.map((queue) =>
      queue.kind === place.kind ? { ...queue, count: Math.max(0, queue.count - 1) } : queue,
    )
    return { ...today, queues }
  })
  client.setQueriesData<InfiniteData<Page>>({ queryKey: ['decisions'] }, (data) =>
    mapPages(data, (page) => {
      const rows = page.rows.filter((row) => !isSame(row, place))
      const gone = page.rows.length - rows.length
      return { ...page, rows, count: Math.max(0, page.count - gone) }
    }),
  )
}

function noteRow(client: QueryClient, row: DecisionRowOnWire): void {
  client.setQueriesData<InfiniteData<Page>>({ queryKey: ['decisions'] }, (data) =>
    mapPages(data, (page) => ({ ...page, rows: page.rows.map((one) => (isSame(one, row) ? row : one)) })),
  )
  client.setQueryData<Decision>(['decision', row.kind, row.id], (decision) => decision && { ...decision, row })
}

function mapPages(data: InfiniteData<Page> | undefined, change: (page: Page) => Page): InfiniteData<Page> | undefined {
  return data && { ...data, pages: data.pages.map(change) }
}

export type { DecisionAction, DecisionKindName, DecisionRowOnWire }
