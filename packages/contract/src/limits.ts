/** The business constants of the specification's section 9, for whoever needs them on either side. */

export const APP_VERSION = '1.1.12'

/** How long a client waits for an answer, and for one to an upload of a slip or to the chat. */
export const CALL_TIMEOUT_MS = 60_000
export const UPLOAD_TIMEOUT_MS = 300_000

/** The least that a transfer moves. */
export const TRANSFER_MINIMUM_MINOR = 1_00

/** The least that a gift link of the prepaid wallet is worth. */
export const GIFT_LINK_MINIMUM_MINOR = 2_00

/** Rows of a page of statements, slips, invites and refunds; the most that a call may ask for. */
export const PAGE_SIZE = 10
export const PAGE_SIZE_MAX = 100

/** The longest reason for what staff do, and the longest note that goes with it. */
export const DEED_REASON_MAX = 500

/** The kinds of movements that a history has. */
export const STATEMENT_KINDS = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer', 'adjustment'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

/** What the day is measured by: sums of money in baht, and how many members. */
export const TODAY_FIGURES = ['deposits', 'withdrawals', 'net', 'ggr', 'active', 'registered'] as const
export type TodayFigure = (typeof TODAY_FIGURES)[number]

/** What reports tell of a day, and how many days one report may have. */
export const REPORT_FIGURES = [
  'deposits',
  'withdrawals',
  'net',
  'ggr',
  'bonusCost',
  'refunds',
  'invites',
  'adjustments',
  'ngr',
  'active',
  'registered',
] as const
export type ReportFigure = (typeof REPORT_FIGURES)[number]
export const REPORT_DAYS_MAX = 92
/** Of which parties statements are matched with our books, what a movement of one side alone may be said to be. */
export const RECON_KINDS = ['bank', 'provider'] as const
export type ReconKind = (typeof RECON_KINDS)[number]
export const RECON_WORDS = ['case', 'fee', 'interest', 'own', 'other-day', 'other'] as const
export type ReconWord = (typeof RECON_WORDS)[number]
export const STATEMENT_BYTES_MAX = 10 * 1024 * 1024

/** Rows of a file that staff take with them. */
export const EXPORT_ROWS_MAX = 100_000

/** What a limit of a player's protection is about, by which periods it counts, and how high it can be. */
export const LIMIT_KINDS = ['deposit', 'loss'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]
export const LIMIT_MIN_MINOR = 100_00
export const LIMIT_MAX_MINOR = 10_000_000_00

/** How long a cool-off and a self-exclusion may last; a self-exclusion may also be for good. */
export const COOL_OFF_HOURS = [24, 168, 720, 1008] as const
export type CoolOffHours = (typeof COOL_OFF_HOURS)[number]
export const EXCLUSION_MONTHS = [6, 12, 60] as const
export type ExclusionMonths = (typeof EXCLUSION_MONTHS)[number] | null

/** How long the wallet may be used in a day, and how often a check comes. */
export const TIME_LIMIT_MIN_MINUTES = 15
export const TIME_LIMIT_MAX_MINUTES = 1440
export const CHECK_MINUTES = [15, 30, 60] as const

/** By which a member may be written to about offers, when he consents. */
export const CONSENT_CHANNELS = ['sms', 'call', 'chat'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]

/** For so many hours at the most an account may be asked to be unchanged before it is paid to without a person. */
export const PAYEE_UNCHANGED_HOURS_MAX = 720

/** Why a withdrawal was returned by a person, as the member reads it in his language. */
export const RETURN_REASONS = ['ACCOUNT_NAME', 'ACCOUNT_CLOSED', 'BONUS_TERMS', 'IDENTITY', 'OWN_REQUEST'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** What can wait for a person at the desk, in the order in which it is counted. */
export const DECISION_KINDS = [
  'withdrawal',
  'slip',
  'notice',
  'transfer',
  'gift',
  'reading',
  'case',
  'arrival',
  'flag',
  'proposal',
] as const
export type DecisionKindName = (typeof DECISION_KINDS)[number]

/** Messages of a page of chat history. */
export const CHAT_PAGE_SIZE = 10
export const CHAT_TEXT_MAX = 2000
export const CHAT_IMAGE_BYTES_MAX = 10 * 1024 * 1024
export const CHAT_VIDEO_BYTES_MAX = 20 * 1024 * 1024
export const CHAT_RECONNECT_MS = 5_000
export const CHAT_NEAR_BOTTOM_PX = 60
export const CHAT_MARK_READ_MS = 1_000
export const CHAT_SEND_DELAY_MS = 500

/** The largest image of a slip (decisions 2.71). */
export const SLIP_BYTES_MAX = 10 * 1024 * 1024

/** What an image of a slip may be. */
export const SLIP_IMAGE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Waits that a player sees. */
export const REDIRECT_AFTER_REGISTRATION_MS = 2_000
export const LOADING_OVERLAY_DELAY_MS = 200
export const AGREEMENT_DELAY_MS = 1_500
export const INVITE_BUBBLE_DELAY_MS = 100
