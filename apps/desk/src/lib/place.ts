import type { Role } from '@krapao/contract'
import {
  CONTENT_PARTS,
  DECISION_KINDS,
  DECISION_PARTS,
  DESK_BOXES,
  OFFER_SOURCES,
  RECON_KINDS,
  REPORT_FIGURES,
  TODAY_FIGURES,
} from '@krapao/contract'
import { useSyncExternalStore } from 'react'

/** How the address of a page says what the page shows: the parts behind the page's name. */
interface Codec<Shown> {
  /** Takes whatever was typed there; what it cannot mean is left out. */
  readonly read: (parts: readonly string[]) => Shown
  readonly write: (shown: Shown) => readonly (string | null | undefined)[]
}

const codec = <Shown>(read: Codec<Shown>['read'], write: Codec<Shown>['write']): Codec<Shown> => ({ read, write })

/** Of a page that always shows the same. */
const plain = codec(
  () => ({}),
  () => [],
)

/** The pages of the desk, each with what it shows. What draws them stands in `app/places.tsx`. */
const pages = {
  /** The figure whose list is open. */
  today: codec(
    ([figure]) => ({ figure: oneOf(TODAY_FIGURES, figure) }),
    ({ figure }) => [figure],
  ),
  /** One kind of what waits and of that a part, null: all; and the one that is in hand. */
  decisions: codec(
    ([narrowed = '', kindWord, id = '']) => {
      const [filter, part] = narrowed.split('.')
      const kind = oneOf(DECISION_KINDS, kindWord)
      return {
        narrowed: { kind: oneOf(DECISION_KINDS, filter), part: oneOf(DECISION_PARTS, part) },
        chosen: kind !== null && /^[\w:.-]{1,80}$/.test(id) ? { kind, id } : null,
      }
    },
    ({ narrowed: { kind, part }, chosen }) => [
      `${kind ?? 'all'}${part === null ? '' : `.${part}`}`,
      chosen?.kind,
      chosen?.id,
    ],
  ),
  inbox: codec(
    ([box, roomId]) => ({ box: oneOf(DESK_BOXES, box) ?? 'waiting', roomId: idOf(roomId) }),
    ({ box, roomId }) => [box, roomId],
  ),
  members: codec(
    ([id, deed]) => {
      const memberId = idOf(id)
      return { memberId, isAdjusting: memberId !== null && deed === 'adjust' }
    },
    ({ memberId, isAdjusting }) => [memberId, isAdjusting ? 'adjust' : null],
  ),
  proposals: codec(
    ([proposalId]) => ({ proposalId: idOf(proposalId) }),
    ({ proposalId }) => [proposalId],
  ),
  /** One bonus or promotion, `new` for one that is written anew; null: all. */
  bonuses: codec(
    ([sourceWord, codeWord]) => {
      const code = idOf(codeWord)
      return { offer: code === null ? null : { source: oneOf(OFFER_SOURCES, sourceWord) ?? 'bonus', code } }
    },
    ({ offer }) => [offer?.source, offer?.code],
  ),
  content: codec(
    ([part]) => ({ part: oneOf(CONTENT_PARTS, part) }),
    ({ part }) => [part],
  ),
  replies: plain,
  /** The days from the first to the last, null: the last two weeks; and the figure whose makings are open. */
  reports: codec(
    ([from, to, day, figureWord]) => {
      const span = isDay(from) && isDay(to) ? { from, to } : null
      const figure = oneOf(REPORT_FIGURES, figureWord)
      return { span, open: span !== null && isDay(day) && figure !== null ? { day, figure } : null }
    },
    ({ span, open }) => (span === null ? [] : [span.from, span.to, open?.day, open?.figure]),
  ),
  /** Whose day is held against our books; null: the first bank's, yesterday. */
  recon: codec(
    ([kind, code = '', day]) => ({
      of: isDay(day) ? { kind: oneOf(RECON_KINDS, kind) ?? 'bank', code, day } : null,
    }),
    ({ of }) => [of?.kind, of?.code, of?.day],
  ),
  requests: plain,
  staff: plain,
  release: plain,
  settings: codec(
    ([name]) => ({ name: idOf(name) }),
    ({ name }) => [name],
  ),
  audit: plain,
}

function oneOf<Word extends string>(words: readonly Word[], word: string | undefined): Word | null {
  return words.find((one) => one === word) ?? null
}

function idOf(part: string | undefined): string | null {
  return part !== undefined && /^[\w-]{1,80}$/.test(part) ? part : null
}

function isDay(part: string | undefined): part is string {
  return part !== undefined && /^\d{4}-\d\d-\d\d$/.test(part)
}

export type PageName = keyof typeof pages

type Shown = { readonly [Name in PageName]: ReturnType<(typeof pages)[Name]['read']> }

/** Where at the desk the agent is. It stands behind the # of the address, which no server is told of. */
export type PlaceOf<Name extends PageName> = { [One in Name]: { readonly page: One } & Shown[One] }[Name]
export type Place = PlaceOf<PageName>

const codecs: { readonly [Name in PageName]: Codec<Shown[Name]> } = pages

/** A page at what the parts of an address choose; without them as it stands before anything is chosen. */
export function placeOf(page: PageName, parts: readonly string[] = []): Place {
  return { page, ...codecs[page].read(parts) } as Place
}

/** The page of a member. */
export const memberPlace = (memberId: string): Place => ({ page: 'members', memberId, isAdjusting: false })

/** The place that an address names; null: none. */
export function readPlace(hash: string): Place | null {
  const [page = '', ...parts] = hash.replace(/^#\/?/, '').split('/')
  return Object.hasOwn(codecs, page) ? placeOf(page as PageName, parts) : null
}

/** The address of a place. */
export function hashOf<Name extends PageName>(place: PlaceOf<Name>): string {
  const parts = codecs[place.page].write(place)
  return ['#', place.page, ...parts.filter((part) => part !== null && part !== undefined)].join('/')
}

/** Goes to a place; the browser's back leads to where the agent was. */
export function goTo(place: Place): void {
  if (location.hash !== hashOf(place)) location.hash = hashOf(place)
}

/** Goes from a place to another, such as when a dialog closes that it names; who has gone elsewhere meanwhile stays there. */
export function leave(from: Place, to: Place): void {
  const now = readPlace(location.hash)
  if (now !== null && hashOf(now) === hashOf(from)) goTo(to)
}

const watch = (listener: () => void): (() => void) => {
  globalThis.addEventListener('hashchange', listener)
  return () => globalThis.removeEventListener('hashchange', listener)
}

/** Where a day at the desk begins: who does nothing but answer chats comes to those that wait, all others to Today. */
function placeToBegin(roles: readonly Role[]): Place {
  return placeOf(roles.every((role) => role === 'SUPPORT') ? 'inbox' : 'today')
}

/** The place, drawn anew when it changes. */
export function usePlace(roles: readonly Role[]): Place {
  const hash = useSyncExternalStore(watch, () => location.hash)
  return readPlace(hash) ?? placeToBegin(roles)
}
