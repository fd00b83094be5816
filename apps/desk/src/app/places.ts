import { lazyPlace } from './lazy-place.tsx'

/** It is drawn when it is there: nothing stands in its place before. */
const isDialog = { isDialog: true }

const login = lazyPlace(() => import('../features/login/login-page.tsx'), 'LoginPage')
const search = lazyPlace(() => import('../features/search/member-search.tsx'), 'MemberSearch', isDialog)
const today = lazyPlace(() => import('../features/today/today-page.tsx'), 'TodayPage')
const alerts = lazyPlace(() => import('../features/today/alerts.tsx'), 'AlertsDialog', isDialog)
const members = lazyPlace(() => import('../features/member/members-page.tsx'), 'MembersPage')
const proposals = lazyPlace(() => import('../features/proposals/proposals-page.tsx'), 'ProposalsPage')
const proposalOutlook = lazyPlace(
  () => import('../features/proposals/proposal-outlook.tsx'),
  'ProposalOutlook',
  isDialog,
)
const inbox = lazyPlace(() => import('./inbox-page.tsx'), 'InboxPage')
const decisions = lazyPlace(() => import('../features/decisions/decisions-page.tsx'), 'DecisionsPage')
const reports = lazyPlace(() => import('../features/reports/reports-page.tsx'), 'ReportsPage')
const recon = lazyPlace(() => import('../features/recon/recon-page.tsx'), 'ReconPage')
const bonuses = lazyPlace(() => import('../features/bonuses/bonuses-page.tsx'), 'BonusesPage')
const content = lazyPlace(() => import('../features/content/content-page.tsx'), 'ContentPage')
const release = lazyPlace(() => import('../features/release/release-page.tsx'), 'ReleasePage')
const settings = lazyPlace(() => import('../features/settings/settings-page.tsx'), 'SettingsPage')
const replies = lazyPlace(() => import('../features/replies/replies-page.tsx'), 'RepliesPage')
const requests = lazyPlace(() => import('../features/requests/requests-page.tsx'), 'RequestsPage')
const staff = lazyPlace(() => import('../features/staff/staff-page.tsx'), 'StaffPage')
const audit = lazyPlace(() => import('../features/audit/audit-page.tsx'), 'AuditPage')
const account = lazyPlace(() => import('../features/account/account-dialog.tsx'), 'AccountDialog', isDialog)
const stepUp = lazyPlace(() => import('../features/account/step-up-dialog.tsx'), 'StepUpDialog', isDialog)
const shortcuts = lazyPlace(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog', isDialog)

export const { Place: LoginPlace } = login
export const { Place: MemberSearch } = search
export const { Place: TodayPlace } = today
export const { Place: MembersPlace } = members
export const { Place: ProposalsPlace } = proposals
export const { Place: ProposalOutlookPart } = proposalOutlook
export const { Place: InboxPlace } = inbox
export const { Place: DecisionsPlace } = decisions
export const { Place: ReportsPlace } = reports
export const { Place: ReconPlace } = recon
export const { Place: BonusesPlace } = bonuses
export const { Place: ContentPlace } = content
export const { Place: ReleasePlace } = release
export const { Place: SettingsPlace } = settings
export const { Place: RepliesPlace } = replies
export const { Place: RequestsPlace } = requests
export const { Place: StaffPlace } = staff
export const { Place: AuditPlace } = audit
export const { Place: AlertsDialog } = alerts
export const { Place: AccountDialog } = account
export const { Place: StepUpDialog } = stepUp
export const { Place: ShortcutsDialog } = shortcuts

/** Fetches every place ahead of its need. */
export async function preloadPlaces(): Promise<void> {
  const pages = [
    login,
    search,
    today,
    members,
    proposals,
    inbox,
    decisions,
    bonuses,
    content,
    reports,
    recon,
    settings,
    release,
    replies,
    requests,
    staff,
    audit,
  ]
  await Promise.all([...pages, account, stepUp, shortcuts].map(({ preload }) => preload()))
}
