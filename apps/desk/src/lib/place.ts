import type {
  ContentPart,
  DecisionKindName,
  DecisionPart,
  DeskBox,
  OfferSource,
  ReconKind,
  ReportFigure,
  Role,
  TodayFigure,
} from '@krapao/contract'
import {
  BONUS_READERS,
  CHAT_READERS,
  CONTENT_PARTS,
  CONTENT_READERS,
  DATA_REQUEST_READERS,
  DECISION_KINDS,
  DECISION_PARTS,
  DECISION_READERS,
  DESK_BOXES,
  MEMBER_READERS,
  RECON_READERS,
  RELEASE_READERS,
  REPORT_FIGURES,
  REPORT_READERS,
  ROLES,
  SETTINGS_READERS,
  STAFF_READERS,
  TODAY_FIGURES,
} from '@krapao/contract'
import { useSyncExternalStore } from 'react'

/** Where at the desk the agent is. It stands behind the # of the address, which no server is told of. */
export type Place =
  | { readonly page: 'today'; readonly figure: TodayFigure | null }
  | { readonly page: 'inbox'; readonly box: DeskBox; readonly roomId: string | null }
  | { readonly page: 'members'; readonly memberId: string | null; readonly isAdjusting: boolean }
  | { readonly page: 'proposals'; readonly proposalId: string | null }
  | {
      readonly page: 'decisions'
      /** One kind of what waits; null: all. */
      readonly filter: DecisionKindName | null
      /** Of that what one has taken, or what waits too long; null: all. */
      readonly part: DecisionPart | null
      readonly chosen: { readonly kind: DecisionKindName; readonly id: string } | null
    }
  | {
      readonly page: 'reports'
      /** Both days are in it; null: the last two weeks. */
      readonly span: { readonly from: string; readonly to: string } | null
      readonly open: { readonly day: string; readonly figure: ReportFigure } | null
    }
  | {
      readonly page: 'recon'
      /** Whose day is held against our books; null: the first bank's, yesterday. */
      readonly of: { readonly kind: ReconKind; readonly party: string; readonly day: string } | null
    }
  | { readonly page: 'release' }
  | { readonly page: 'settings'; readonly name: string | null }
  | {
      readonly page: 'bonuses'
      readonly source: OfferSource
      /** `new`: one that is written anew; null: all. */
      readonly code: string | null
    }
  | { readonly page: 'content'; readonly part: ContentPart | null }
  | { readonly page: 'replies' }
  | { readonly page: 'requests' }
  | { readonly page: 'staff' }
  | { readonly page: 'audit' }

/** The place that an address names; null: none. */
function readPlace(hash: string): Place | null {
  const [page = '', box = '', room = '', rest = '', last = ''] = hash.replace(/^#\/?/, '').split('/')
  if (page === 'today') return { page, figure: TODAY_FIGURES.find((one) => one === box) ?? null }
  if (page === 'release' || page === 'replies' || page === 'requests' || page === 'staff' || page === 'audit')
    return { page }
  if (page === 'content') return { page, part: CONTENT_PARTS.find((one) => one === box) ?? null }
  if (page === 'settings') return { page, name: idOf(box) }
  if (page === 'members') {
    const memberId = idOf(box)
    return { page, memberId, isAdjusting: memberId !== null && room === 'adjust' }
  }
  if (page === 'proposals') return { page, proposalId: idOf(box) }
  if (page === 'bonuses') return { page, source: box === 'promotion' ? box : 'bonus', code: idOf(room) }
  if (page === 'decisions') {
    const kind = kindOf(room)
    const isId = kind !== null && /^[\w:.-]{1,80}$/.test(rest)
    const [filter = '', part] = box.split('.')
    return {
      ...{ page, filter: kindOf(filter), part: DECISION_PARTS.find((one) => one === part) ?? null },
      chosen: isId ? { kind, id: rest } : null,
    }
  }
  if (page === 'reports') {
    const span = isDay(box) ? { from: box, to: room } : null
    const figure = REPORT_FIGURES.find((one) => one === last)
    return { page, span, open: isDay(rest) && figure !== undefined ? { day: rest, figure } : null }
  }
  if (page === 'recon') {
    const kind = box === 'provider' ? box : 'bank'
    return { page, of: isDay(rest) ? { kind, party: room, day: rest } : null }
  }
  if (page === 'inbox') {
    return { page, box: DESK_BOXES.find((one) => one === box) ?? 'waiting', roomId: idOf(room) }
  }
  return null
}

const isDay = (part: string): boolean => /^\d{4}-\d\d-\d\d$/.test(part)
const idOf = (part: string): string | null => (/^[\w-]{1,80}$/.test(part) ? part : null)
function kindOf(word: string): DecisionKindName | null {
  return DECISION_KINDS.find((kind) => kind === word) ?? null
}

/** Who may open each page. */
export const pageRoles = {
  today: ROLES,
  inbox: CHAT_READERS,
  members: MEMBER_READERS,
  proposals: ROLES,
  decisions: DECISION_READERS,
  reports: REPORT_READERS,
  recon: RECON_READERS,
  release: RELEASE_READERS,
  settings: SETTINGS_READERS,
  bonuses: BONUS_READERS,
  content: CONTENT_READERS,
  replies: CHAT_READERS,
  requests: DATA_REQUEST_READERS,
  staff: STAFF_READERS,
  audit: ROLES,
} as const satisfies Record<Place['page'], readonly Role[]>

/** The address of a place. */
export function hashOf(place: Place): string {
  const rest = (...parts: readonly (string | null)[]): string =>
    parts.map((part) => (part === null ? '' : `/${part}`)).join('')
  if (place.page === 'today') return `#/today${rest(place.figure)}`
  if (place.page === 'members') return `#/members${rest(place.memberId, place.isAdjusting ? 'adjust' : null)}`
  if (place.page === 'content') return `#/content${rest(place.part)}`
  if (place.page === 'settings') return `#/settings${rest(place.name)}`
  if (place.page === 'proposals') return `#/proposals${rest(place.proposalId)}`
  if (place.page === 'bonuses') return place.code === null ? '#/bonuses' : `#/bonuses/${place.source}/${place.code}`
  if (place.page === 'decisions') {
    const { filter, part, chosen } = place
    return `#/decisions/${filter ?? 'all'}${part === null ? '' : `.${part}`}${rest(chosen?.kind ?? null, chosen?.id ?? null)}`
  }
  if (place.page === 'reports') {
    const { span, open } = place
    return `#/reports${rest(span?.from ?? null, span?.to ?? null, open?.day ?? null, open?.figure ?? null)}`
  }
  if (place.page === 'recon')
    return `#/recon${rest(place.of?.kind ?? null, place.of?.party ?? null, place.of?.day ?? null)}`
  if (place.page !== 'inbox') return `#/${place.page}`
  return `#/inbox/${place.box}${rest(place.roomId)}`
}

/** Goes to a place; the browser's back leads to where the agent was. */
export function goTo(place: Place): void {
  if (location.hash !== hashOf(place)) location.hash = hashOf(place)
}

const watch = (listener: () => void): (() => void) => {
  globalThis.addEventListener('hashchange', listener)
  return () => globalThis.removeEventListener('hashchange', listener)
}

/** Where a day at the desk begins: who does nothing but answer chats comes to those that wait, all others to Today. */
function placeToBegin(roles: readonly Role[]): Place {
  return roles.every((role) => role === 'SUPPORT')
    ? { page: 'inbox', box: 'waiting', roomId: null }
    : { page: 'today', figure: null }
}

/** The place, drawn anew when it changes. */
export function usePlace(roles: readonly Role[]): Place {
  const hash = useSyncExternalStore(watch, () => location.hash)
  return readPlace(hash) ?? placeToBegin(roles)
}
