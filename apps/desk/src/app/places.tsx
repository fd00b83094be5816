import type { Role } from '@krapao/contract'
import {
  BONUS_READERS,
  CHAT_READERS,
  CONTENT_READERS,
  DATA_REQUEST_READERS,
  DECISION_READERS,
  hasRole,
  MEMBER_READERS,
  RECON_READERS,
  RELEASE_READERS,
  REPORT_READERS,
  ROLES,
  SETTINGS_READERS,
  STAFF_READERS,
} from '@krapao/contract'
import type { ReactNode } from 'react'
import type { Conversation } from '../features/conversation/conversation-store.ts'
import type { Drafts } from '../features/conversation/drafts.ts'
import type { PageName, PlaceOf } from '../lib/place.ts'
import * as drawings from '../ui/drawings.tsx'
import type { LazyPart } from './lazy-part.tsx'
import { lazyPart } from './lazy-part.tsx'

/** What a page is handed beside what its address says. */
export interface Handed {
  readonly conversationOf: (roomId: string) => Conversation
  readonly drafts: Drafts
  /** How a proposal stands now, as the page of proposals draws it. */
  readonly outlookOf: (proposalId: string) => ReactNode
}

interface Page {
  /** Who may open it. */
  readonly readers: readonly Role[]
  readonly drawing: ReactNode
  /** What follows G to go there. */
  readonly letter: string
  /** A line above it in the menu parts what is done all day from what is looked up. */
  readonly isApart?: boolean
}

type Pages = { readonly [Name in PageName]: Page & LazyPart<PlaceOf<Name> & Handed> }

/** The pages of the desk, in the order of the menu. What each says in its address stands in `lib/place.ts`. */
export const pages: Pages = {
  today: {
    ...lazyPart(() => import('../features/today/today-page.tsx'), 'TodayPage'),
    readers: ROLES,
    drawing: drawings.today,
    letter: 'T',
  },
  decisions: {
    ...lazyPart(() => import('../features/decisions/decisions-page.tsx'), 'DecisionsPage'),
    readers: DECISION_READERS,
    drawing: drawings.tray,
    letter: 'Q',
  },
  inbox: {
    ...lazyPart(() => import('./inbox-page.tsx'), 'InboxPage'),
    readers: CHAT_READERS,
    drawing: drawings.chat,
    letter: 'C',
  },
  members: {
    ...lazyPart(() => import('../features/member/members-page.tsx'), 'MembersPage'),
    readers: MEMBER_READERS,
    drawing: drawings.users,
    letter: 'M',
  },
  proposals: {
    ...lazyPart(() => import('../features/proposals/proposals-page.tsx'), 'ProposalsPage'),
    readers: ROLES,
    drawing: drawings.two,
    letter: 'P',
  },
  bonuses: {
    ...lazyPart(() => import('../features/bonuses/bonuses-page.tsx'), 'BonusesPage'),
    readers: BONUS_READERS,
    drawing: drawings.gift,
    letter: 'B',
  },
  content: {
    ...lazyPart(() => import('../features/content/content-page.tsx'), 'ContentPage'),
    readers: CONTENT_READERS,
    drawing: drawings.layout,
    letter: 'N',
  },
  replies: {
    ...lazyPart(() => import('../features/replies/replies-page.tsx'), 'RepliesPage'),
    readers: CHAT_READERS,
    drawing: drawings.book,
    letter: 'Y',
  },
  reports: {
    ...lazyPart(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
    readers: REPORT_READERS,
    drawing: drawings.chart,
    letter: 'R',
    isApart: true,
  },
  recon: {
    ...lazyPart(() => import('../features/recon/recon-page.tsx'), 'ReconPage'),
    readers: RECON_READERS,
    drawing: drawings.reconcile,
    letter: 'K',
  },
  requests: {
    ...lazyPart(() => import('../features/requests/requests-page.tsx'), 'RequestsPage'),
    readers: DATA_REQUEST_READERS,
    drawing: drawings.note,
    letter: 'D',
  },
  staff: {
    ...lazyPart(() => import('../features/staff/staff-page.tsx'), 'StaffPage'),
    readers: STAFF_READERS,
    drawing: drawings.shield,
    letter: 'S',
    isApart: true,
  },
  release: {
    ...lazyPart(() => import('../features/release/release-page.tsx'), 'ReleasePage'),
    readers: RELEASE_READERS,
    drawing: drawings.sliders,
    letter: 'U',
  },
  settings: {
    ...lazyPart(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
    readers: SETTINGS_READERS,
    drawing: drawings.cog,
    letter: ',',
  },
  audit: {
    ...lazyPart(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
    readers: ROLES,
    drawing: drawings.list,
    letter: 'A',
  },
}

/** It is drawn when it is there: nothing stands in its place before. */
const isDialog = { isDialog: true }

/** What stands before, over and within the pages. */
export const parts = {
  login: lazyPart(() => import('../features/login/login-page.tsx'), 'LoginPage'),
  search: lazyPart(() => import('../features/search/member-search.tsx'), 'MemberSearch', isDialog),
  outlook: lazyPart(() => import('../features/proposals/proposal-outlook.tsx'), 'ProposalOutlook', isDialog),
  alerts: lazyPart(() => import('../features/today/alerts.tsx'), 'AlertsDialog', isDialog),
  account: lazyPart(() => import('../features/account/account-dialog.tsx'), 'AccountDialog', isDialog),
  stepUp: lazyPart(() => import('../features/account/step-up-dialog.tsx'), 'StepUpDialog', isDialog),
  shortcuts: lazyPart(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog', isDialog),
}

/** A page as the menu has it. */
export interface MenuRow extends Page {
  readonly page: PageName
}

/** The pages that somebody with these roles may open, in their order. */
export function menuOf(roles: readonly Role[]): readonly MenuRow[] {
  return (Object.keys(pages) as PageName[])
    .map((page) => ({ page, ...pages[page] }))
    .filter(({ readers }) => hasRole(roles, readers))
}

/** Fetches everything ahead of its need. */
export async function preload(): Promise<void> {
  await Promise.all([...Object.values(pages), ...Object.values(parts)].map((part) => part.preload()))
}
