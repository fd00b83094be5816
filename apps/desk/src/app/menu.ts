import type { Role } from '@krapao/contract'
import { hasRole } from '@krapao/contract'
import type { ReactNode } from 'react'
import type { Place } from '../lib/place.ts'
import { pageRoles } from '../lib/place.ts'
import {
  book,
  chart,
  chat,
  cog,
  gift,
  layout,
  list,
  note,
  reconcile,
  shield,
  sliders,
  today,
  tray,
  two,
  users,
} from '../ui/drawings.tsx'

/** A place as the menu has it: where it is, what it looks like, and the letter that follows G to go there. */
export interface MenuRow {
  readonly page: Place['page']
  readonly drawing: ReactNode
  readonly place: Place
  readonly letter: string
  /** A line above it parts what is done all day from what is looked up. */
  readonly isApart?: boolean
}

const rows: readonly MenuRow[] = [
  { page: 'today', drawing: today, place: { page: 'today', figure: null }, letter: 'T' },
  {
    page: 'decisions',
    drawing: tray,
    place: { page: 'decisions', filter: null, part: null, chosen: null },
    letter: 'Q',
  },
  { page: 'inbox', drawing: chat, place: { page: 'inbox', box: 'waiting', roomId: null }, letter: 'C' },
  { page: 'members', drawing: users, place: { page: 'members', memberId: null, isAdjusting: false }, letter: 'M' },
  { page: 'proposals', drawing: two, place: { page: 'proposals', proposalId: null }, letter: 'P' },
  { page: 'bonuses', drawing: gift, place: { page: 'bonuses', source: 'bonus', code: null }, letter: 'B' },
  { page: 'content', drawing: layout, place: { page: 'content', part: null }, letter: 'N' },
  { page: 'replies', drawing: book, place: { page: 'replies' }, letter: 'Y' },
  { page: 'reports', drawing: chart, place: { page: 'reports', span: null, open: null }, letter: 'R', isApart: true },
  { page: 'recon', drawing: reconcile, place: { page: 'recon', of: null }, letter: 'K' },
  { page: 'requests', drawing: note, place: { page: 'requests' }, letter: 'D' },
  { page: 'staff', drawing: shield, place: { page: 'staff' }, letter: 'S', isApart: true },
  { page: 'release', drawing: sliders, place: { page: 'release' }, letter: 'U' },
  { page: 'settings', drawing: cog, place: { page: 'settings', name: null }, letter: ',' },
  { page: 'audit', drawing: list, place: { page: 'audit' }, letter: 'A' },
]

/** The places that somebody with these roles may open, in their order. */
export function menuOf(roles: readonly Role[]): readonly MenuRow[] {
  return rows.filter(({ page }) => hasRole(roles, pageRoles[page]))
}
