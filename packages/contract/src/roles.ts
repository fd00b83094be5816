/** What one of the staff may do; he may have several. In the order in which they are kept and shown. */
export const ROLES = ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT', 'MARKETING', 'AUDITOR'] as const
export type Role = (typeof ROLES)[number]

/** Those who may make a call of the desk: one role at least. */
export type Roles = readonly [Role, ...Role[]]

/** Who reads the chats of customers, and who answers there: owners and auditors look on. */
export const CHAT_READERS = ['SUPPORT', 'OWNER', 'AUDITOR'] as const satisfies Roles
export const CHAT_WRITERS = ['SUPPORT'] as const satisfies Roles
/** Who reads the list of the staff, and who changes what they may do. */
export const STAFF_READERS = ['OWNER', 'AUDITOR'] as const satisfies Roles
export const STAFF_WRITERS = ['OWNER'] as const satisfies Roles

/** Who reads what everybody did; others read what they did themselves. */
export const ALL_DEEDS_READERS = ['OWNER', 'AUDITOR'] as const satisfies Roles
/** Who takes what everybody did along as a file. */
export const DEED_EXPORTERS = ['OWNER', 'AUDITOR'] as const satisfies Roles
/** Who finds and reads members: everybody who decides, answers or looks on; whoever makes offers needs no single player. */
export const MEMBER_READERS = ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT', 'AUDITOR'] as const satisfies Roles

/** Who locks a member on suspicion, ends his sessions, has his games read and made anew; who lets him in again. */
export const MEMBER_LOCKERS = ['SUPPORT', 'RISK'] as const satisfies Roles
export const MEMBER_UNLOCKERS = ['RISK'] as const satisfies Roles
/** Who has a member's passkeys and app removed after three days, when he can show none of them any more. */
export const FACTOR_REMOVERS = ['RISK'] as const satisfies Roles
/** Who writes notes about a member, and sees a whole phone or account number for a reason. */
export const NOTE_WRITERS = ['SUPPORT', 'RISK', 'PAYMENTS'] as const satisfies Roles
export const REVEALERS = ['SUPPORT', 'RISK', 'PAYMENTS'] as const satisfies Roles
/** Who sets limits of ours for a member, and who takes a break or an exclusion for one who asked for it. */
export const LIMIT_SETTERS = ['RISK'] as const satisfies Roles
export const EXCLUDERS = ['SUPPORT', 'RISK'] as const satisfies Roles
/** Who writes into a restored copy what a bank paid and the copy has forgotten. */
export const PAYOUT_REMEMBERERS = ['PAYMENTS'] as const satisfies Roles
/** Who ends a bonus that a member holds. */
export const BONUS_ENDERS = ['RISK', 'PAYMENTS'] as const satisfies Roles

/** Who may end a proposal, as far as its kind names one of his roles; auditors only look on. */
export const PROPOSAL_DECIDERS = ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT', 'MARKETING'] as const satisfies Roles
/** Who proposes adjustments, and confirms those of others. */
export const ADJUSTERS = ['PAYMENTS'] as const satisfies Roles
/** Who reads by which rules withdrawals are released, and who changes them: two persons, of whom one owns and one answers for the risk. */
export const RELEASE_READERS = ['OWNER', 'PAYMENTS', 'RISK', 'AUDITOR'] as const satisfies Roles
export const RELEASE_CHANGERS = ['OWNER', 'RISK'] as const satisfies Roles
/** Who reads what players are told, and who changes it; of accounts for deposits owners and those who pay alone. */
export const CONTENT_READERS = ['OWNER', 'MARKETING', 'PAYMENTS', 'AUDITOR'] as const satisfies Roles
export const CONTENT_WRITERS = ['OWNER', 'MARKETING', 'PAYMENTS'] as const satisfies Roles
/** Who reads the operator's settings, and who changes them. */
export const SETTINGS_READERS = ['OWNER', 'PAYMENTS', 'RISK', 'AUDITOR'] as const satisfies Roles
export const SETTINGS_WRITERS = ['OWNER'] as const satisfies Roles
/** Who reads requests about data, who writes them down and makes sure who asks, and who delivers or refuses. */
export const DATA_REQUEST_READERS = ['OWNER', 'RISK', 'SUPPORT', 'AUDITOR'] as const satisfies Roles
export const DATA_REQUEST_TAKERS = ['OWNER', 'RISK', 'SUPPORT'] as const satisfies Roles
export const DATA_REQUEST_ENDERS = ['OWNER', 'RISK'] as const satisfies Roles
/** Who takes note of an alert, so that nobody outside hears of it again. */
export const ALERT_TAKERS = ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT'] as const satisfies Roles
/** Who sees flags of a kind that is on trial. */
export const FLAG_TRIAL_READERS = ['RISK'] as const satisfies Roles
/** Who reads bonuses and promotions, who writes and publishes them, and who stops one. */
export const BONUS_READERS = ['OWNER', 'MARKETING', 'RISK', 'PAYMENTS', 'AUDITOR'] as const satisfies Roles
export const BONUS_WRITERS = ['MARKETING'] as const satisfies Roles
export const BONUS_STOPPERS = ['MARKETING', 'RISK', 'OWNER'] as const satisfies Roles
/** Who reads what waits for a decision, and who decides; what each action takes is said by the reading. */
export const DECISION_READERS = ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT', 'AUDITOR'] as const satisfies Roles
export const DECISION_WRITERS = ['OWNER', 'PAYMENTS', 'RISK'] as const satisfies Roles

/** Who reads reports with what is behind them, and who takes them along as a file. */
export const REPORT_READERS = ['OWNER', 'PAYMENTS', 'RISK', 'AUDITOR'] as const satisfies Roles
export const REPORT_EXPORTERS = ['OWNER', 'PAYMENTS'] as const satisfies Roles

/** Who reads how books and statements agree, and who makes them. */
export const RECON_READERS = ['OWNER', 'PAYMENTS', 'AUDITOR'] as const satisfies Roles
export const RECON_WRITERS = ['PAYMENTS'] as const satisfies Roles

/** Whether one who has some roles is among those that are asked for. */
export function hasRole(had: readonly Role[], asked: readonly Role[]): boolean {
  return asked.some((role) => had.includes(role))
}

/** Whether one of the staff who has these roles may make a call. A call that names none is made by nobody. */
export function mayCall({ roles }: { readonly roles?: Roles }, had: readonly Role[]): boolean {
  return hasRole(had, roles ?? [])
}
