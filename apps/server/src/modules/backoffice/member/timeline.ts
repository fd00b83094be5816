import {
  type AnswerOf,
  type DeedName,
  type desk,
  type DeskTimelineRow,
  type StatementKind,
  TIMELINE_PAGE_SIZE,
  type TimelineKind,
} from '@krapao/contract'
import { refuseFields } from '../../../platform/errors.ts'
import { pageOf, type Place, readPlace, writePlace } from '../../../platform/place.ts'
import { actorNames, deedsAbout, maskNumbers } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'

/** Whose rows a timeline is made of. */
type Source = 'movement' | 'login' | 'change' | 'deed' | 'chat'
/** In the order in which they stand at one moment, the last one first. */
const SOURCES: readonly Source[] = ['change', 'chat', 'deed', 'login', 'movement']

const kindOfMovement: Record<StatementKind, TimelineKind> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  transfer: 'transfer',
  bonus: 'bonus',
  finish_bonus: 'bonus',
  adjustment: 'adjustment',
}

const statementKinds = Object.keys(kindOfMovement) as StatementKind[]

/** What the conversation tells already, and that somebody looked at it. */
const NO_ROWS = ['message', 'room-read', 'decision-claimed', 'decision-released'] as const satisfies readonly DeedName[]

interface Row {
  source: Source
  id: string
  at: Date
  row: Omit<DeskTimelineRow, 'key' | 'at'>
}

const plain = { status: null, amount: null, from: null, to: null, receiptNumber: null, by: null, facts: {} } as const

/** Words, numbers and nothing else, one level deep, with long numbers cut down to their last four digits. */
function flat(detail: Record<string, unknown>, before = ''): DeskTimelineRow['facts'] {
  const entries = Object.entries(detail).flatMap(([name, value]): [string, string | number | boolean | null][] => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.entries(flat(value as Record<string, unknown>, `${before}${name}.`))
    }
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    return [[`${before}${name}`, isPlain ? (value as string | number | boolean | null) : JSON.stringify(value)]]
  })
  return Object.fromEntries(entries)
}

const masked = (detail: Record<string, unknown>) => withoutDigits(maskNumbers(flat(detail)))

/** A phone or account may be shorter than what deeds cut down: the fields that hold one are cut down by their names. */
function withoutDigits(facts: DeskTimelineRow['facts']): DeskTimelineRow['facts'] {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      /accountNo|phone|username/i.test(name) && typeof value === 'string' ? `•••${value.slice(-4)}` : value,
    ]),
  )
}

type Reader = (
  parts: BackofficeParts,
  memberId: string,
  page: { behind: Place | null; limit: number },
) => Promise<Row[]>

function movements(kinds: readonly StatementKind[]): Reader {
  return async ({ statements }, memberId, page) =>
    (await statements.movementsByTime(memberId, { kinds, ...page })).map(
      ({ id, at, kind, receiptNumber = null, ...movement }) => ({
        source: 'movement',
        id,
        at,
        row: { ...plain, kind: kindOfMovement[kind], what: kind, receiptNumber, ...movement },
      }),
    )
}

function happenings(source: 'login' | 'change'): Reader {
  return async ({ members }, memberId, page) =>
    (await members.happenings(memberId, { isLogin: source === 'login', ...page })).map(
      ({ id, at, action, detail, address }) => ({
        source,
        id,
        at,
        row: {
          ...plain,
          kind: source,
          what: action,
          facts: { ...masked(detail), ...(address === null ? {} : { address }) },
        },
      }),
    )
}

const deeds: Reader = async ({ database }, memberId, page) =>
  (await deedsAbout(database, memberId, { without: NO_ROWS, ...page })).map(
    ({ id, at, deed, actor, before, after, reason }) => ({
      source: 'deed',
      id,
      at,
      row: {
        ...plain,
        kind: 'deed',
        what: deed,
        by: actor,
        facts: masked({ ...(before === null ? {} : { before }), ...after, ...(reason === null ? {} : { reason }) }),
      },
    }),
  )

const chats: Reader = async ({ support }, memberId, page) =>
  (await support.utterancesOf(memberId, page)).map(({ id, at, seq, sender, agentId }) => ({
    source: 'chat',
    id,
    at,
    row: {
      ...plain,
      kind: 'chat',
      what: sender === 'admin' ? 'agent' : sender,
      by: agentId === null ? null : `agent:${agentId}`,
      facts: { seq },
    },
  }))

function readersOf(kind: TimelineKind | null): [Source, Reader][] {
  const has = (one: TimelineKind) => kind === null || kind === one
  const money = statementKinds.filter((one) => has(kindOfMovement[one]))
  return [
    ...(money.length === 0 ? [] : [['movement', movements(money)] as [Source, Reader]]),
    ...(has('login') ? [['login', happenings('login')] as [Source, Reader]] : []),
    ...(has('change') ? [['change', happenings('change')] as [Source, Reader]] : []),
    ...(has('deed') ? [['deed', deeds] as [Source, Reader]] : []),
    ...(has('chat') ? [['chat', chats] as [Source, Reader]] : []),
  ]
}

/** Where one source goes on behind a row of perhaps another: of one moment sources stand by their names. */
function placeIn(source: Source, behind: Place | null): Place | null {
  if (behind === null) return null
  const [of = '', id = ''] = behind.id.split(':')
  if (source === of) return { at: behind.at, id }
  return { at: behind.at, id: source < of ? '~' : '' }
}

function byTime(one: Row, other: Row): number {
  if (one.at.getTime() !== other.at.getTime()) return other.at.getTime() - one.at.getTime()
  if (one.source !== other.source) return one.source < other.source ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/**
 * All that happened with a member, newest first, a page behind a row: rows that come meanwhile stand before it, so that
 * none is told twice or left out.
 */
export async function readTimeline(
  parts: BackofficeParts,
  memberId: string,
  asked: { kind?: TimelineKind | undefined; after?: string | null | undefined },
): Promise<AnswerOf<typeof desk.deskTimeline>> {
  await parts.members.requireCard(memberId)
  const behind = readPlace(asked.after)
  if (behind !== null && !SOURCES.some((source) => behind.id.startsWith(`${source}:`))) {
    refuseFields('after')
  }
  const limit = TIMELINE_PAGE_SIZE + 1
  const lists = await Promise.all(
    readersOf(asked.kind ?? null).map(([source, read]) =>
      read(parts, memberId, { behind: placeIn(source, behind), limit }),
    ),
  )
  const { rows: shown, last } = pageOf(lists.flat().toSorted(byTime), TIMELINE_PAGE_SIZE)
  const doers = shown.map(({ row }) => row.by)
  const { nameOf } = await actorNames(parts.staff, doers)
  return {
    rows: shown.map(({ source, id, at, row }) => ({
      key: `${source}:${id}`,
      at: at.toISOString(),
      ...row,
      by: nameOf(row.by),
    })),
    next: last && writePlace({ at: last.at, id: `${last.source}:${last.id}` }),
  }
}
