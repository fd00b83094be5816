import type { DeskBox, Role } from '@krapao/contract'
import { CHAT_READERS, DESK_BOXES, hasRole, ROLES, STAFF_READERS } from '@krapao/contract'
import { useSyncExternalStore } from 'react'

/** Where at the desk the agent is. It stands behind the # of the address, which no server is told of. */
export type Place =
  | { readonly page: 'inbox'; readonly box: DeskBox; readonly roomId: string | null }
  | { readonly page: 'replies' }
  | { readonly page: 'staff' }
  | { readonly page: 'audit' }

/** The place that an address names; anything unknown is the inbox of who waits. */
function readPlace(hash: string): Place {
  const [page = '', box = '', room = ''] = hash.replace(/^#\/?/, '').split('/')
  if (page === 'replies' || page === 'staff' || page === 'audit') return { page }
  return {
    page: 'inbox',
    box: DESK_BOXES.find((one) => one === box) ?? 'waiting',
    roomId: page === 'inbox' && /^[\w-]{1,80}$/.test(room) ? room : null,
  }
}

/** Who may open each page. */
export const pageRoles = {
  inbox: CHAT_READERS,
  replies: CHAT_READERS,
  staff: STAFF_READERS,
  audit: ROLES,
} as const satisfies Record<Place['page'], readonly Role[]>

/** The address of a place. */
export function hashOf(place: Place): string {
  if (place.page !== 'inbox') return `#/${place.page}`
  return `#/inbox/${place.box}${place.roomId === null ? '' : `/${place.roomId}`}`
}

/** Goes to a place; the browser's back leads to where the agent was. */
export function goTo(place: Place): void {
  if (location.hash !== hashOf(place)) location.hash = hashOf(place)
}

const watch = (listener: () => void): (() => void) => {
  globalThis.addEventListener('hashchange', listener)
  return () => globalThis.removeEventListener('hashchange', listener)
}

/** The place, drawn anew when it changes; whoever names none comes to the audit where he answers no chats. */
export function usePlace(roles: readonly Role[]): Place {
  const hash = useSyncExternalStore(watch, () => location.hash)
  return hash === '' && !hasRole(roles, pageRoles.inbox) ? { page: 'audit' } : readPlace(hash)
}
