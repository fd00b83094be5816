import { slipReasons } from './codes.ts'
import { RELEASE_REASONS } from './desk-release.ts'
import { type DecisionKindName, RETURN_REASONS } from './limits.ts'

// All codes by which the queue of decisions speaks: staff read a word for each of them.

const CASE_REASONS = [
  'PAYMENT_DIFFERS',
  'PAYMENT_UNREADABLE',
  'PAID_AFTER_FAILED',
  'FAILED_AFTER_PAID',
  'PAYOUT_UNKNOWN',
  'PAYOUT_UNHEARD',
  'PAYOUT_CONTRADICTED',
  'GIFT_UNKNOWN',
  'GIFT_CONTRADICTED',
  'TRANSFER_CONTESTED',
  'NOT_HOME',
] as const

/** Why a person is needed, by the kind of what waits. */
export const DECISION_REASONS = {
  withdrawal: [...RELEASE_REASONS, 'UNKNOWN_FOR_AN_HOUR', 'BANK_SAID_NO', 'HELD', 'HOLD_IS_OVER', ...CASE_REASONS],
  slip: [
    'SENDER_UNCOMPARED',
    'SENDER_UNNAMED',
    'SENDER_OTHER_NAME',
    'RECEIVER_UNSURE',
    'MAYBE_COLLECTED',
    'LATER_THAN_SLIP',
    'NO_BANK_TO_ASK',
    'BANK_UNDECIDED',
    'IN_SUSPENSE',
    'REVIEW',
  ],
  notice: ['NOTICE'],
  transfer: ['UNKNOWN_FOR_AN_HOUR'],
  gift: ['UNKNOWN_FOR_AN_HOUR'],
  reading: ['RESTORED', 'NO_AMOUNT', 'ABOVE_CEILING'],
  case: CASE_REASONS,
  arrival: ['UNKNOWN_PAYMENT', 'PAYMENT_FORGOTTEN', 'late-arrival', 'undone', 'contradiction'],
  flag: [
    'bank-number',
    'bank-name',
    'device',
    'address',
    'self-invite',
    'invite-ring',
    'opposite-results',
    'excluded-again',
    'below-threshold',
    'in-and-out',
    'HIGH',
    'TRIED',
  ],
  proposal: ['TAKES_TWO'],
} as const satisfies Record<DecisionKindName, readonly string[]>
export type DecisionReason = (typeof DECISION_REASONS)[DecisionKindName][number]
/** Why a slip waits, which is kept with it. */
export type SlipReviewReason = (typeof DECISION_REASONS)['slip'][number]

/** What can be done about what waits, by its kind. */
export const DECISION_ACTIONS = {
  withdrawal: ['pay', 'return', 'hold'],
  slip: ['credit', 'credit-unreferenced', 'refuse'],
  notice: ['credit', 'credit-unreferenced', 'close'],
  transfer: ['done', 'void'],
  gift: ['credit', 'refuse'],
  reading: ['accept', 'transfer', 'reject'],
  case: ['collect', 'forgive', 'move', 'correct', 'refund', 'pay', 'close'],
  arrival: ['credit', 'return', 'collect', 'forgive', 'close'],
  flag: ['true', 'false', 'unsure', 'mark-high', 'mark-normal'],
  proposal: ['confirm', 'refuse'],
} as const satisfies Record<DecisionKindName, readonly string[]>

/** What is chosen from as something is decided, by kind and field. */
export const DECISION_CHOICES = {
  'withdrawal.reason': RETURN_REASONS,
  'slip.reason': slipReasons,
} as const

/** What something is judged by. Those that end in `Amount` are in baht, as are a few that are listed at the desk. */
export const DECISION_FACTS = [
  ...['account', 'accountName', 'accountProvenAt', 'action', 'address', 'amount', 'as', 'asked', 'askedAt', 'askings'],
  ...['autoDayMaxAmount', 'autoMaxAmount', 'bank', 'bankCode', 'by', 'call', 'calledAt', 'calls', 'case', 'ceiling'],
  ...[
    'changeAmount',
    'changedAt',
    'costAmount',
    'credits',
    'currency',
    'day',
    'deed',
    'detail',
    'device',
    'differenceAmount',
  ],
  ...['direction', 'evidence', 'friend', 'friendResultAmount', 'from', 'game', 'heldUntil', 'hours', 'inviter'],
  ...[
    'inviterResultAmount',
    'isPresentAccount',
    'lapsesAt',
    'lentAmount',
    'member',
    'membersCount',
    'most',
    'nextAskAt',
  ],
  ...[
    'note',
    'occurredAt',
    'offer',
    'orders',
    'party',
    'payeeUnchangedHours',
    'payoutAmount',
    'payoutCurrency',
    'people',
  ],
  ...['pictureNote', 'problem', 'proposedBy', 'reason', 'reference', 'refusedAs', 'returnReason', 'said'],
  ...['secondPerson', 'sender'],
  ...[
    'sentAt',
    'severity',
    'state',
    'status',
    'time',
    'to',
    'transRef',
    'transfer',
    'transferState',
    'until',
    'verdict',
  ],
  ...[
    'withdrawal',
    'walletAmount',
    'heldAmount',
    'depositsAmount',
    'depositsCount',
    'withdrawalsAmount',
    'withdrawalsCount',
  ],
  ...['withdrawalsLargestAmount', 'netAmount', 'deposits90Count', 'deposits90Amount', 'withdrawals90Count'],
  ...['withdrawals90Amount', 'slipsRefusedCount'],
] as const
export type DecisionFact = (typeof DECISION_FACTS)[number]

/** Facts that say one of a few words, and those words. */
export const DECISION_VALUES = {
  state: [
    ...['waiting', 'due', 'sent', 'paid', 'failed', 'open', 'review', 'checking', 'redeeming', 'credited', 'refused'],
    ...['returned', 'closed', 'accepted', 'rejected', 'held', 'done', 'void', 'watched', 'late', 'assumed', 'undone'],
  ],
  transferState: ['held', 'done', 'void', 'watched', 'late', 'review', 'assumed', 'undone'],
  status: ['IN_PROGRESS', 'SUCCESS', 'FAILED'],
  direction: ['in', 'out'],
  severity: ['normal', 'high'],
  verdict: ['true', 'false', 'unsure'],
  party: ['bank', 'gift-issuer'],
  call: ['pay-out', 'payout-state', 'transfer', 'verify', 'redeem'],
  returnReason: RETURN_REASONS,
  reason: ['goodwill', 'correction', 'recall', 'fee'],
  as: ['done', 'refused'],
  secondPerson: ['off'],
  // What the queue does is called by its kind and action.
  deed: [
    'adjustment',
    'transfer-end',
    'reading-accept',
    'reading-transfer',
    'release-rules',
    'release-rules-of-owner',
    'release-rules-of-risk',
    'setting',
    'deposit-accounts',
    'deposit-accounts-of-owner',
    'deposit-accounts-of-payments',
    'offer-publish',
  ],
} as const satisfies Partial<Record<DecisionFact, readonly string[]>>

/** The steps of the life of what waits: what happened to it, and the deeds of those who decided. */
export const DECISION_STEPS = [
  ...['asked-for', 'waits', 'ordered', 'paid', 'returned', 'sent-in', 'share-asked-for', 'happened', 'case-opened'],
  ...['called', 'ended', 'read', 'flag-raised', 'party-called', 'decision-claimed', 'decision-released'],
  ...['withdrawal-released', 'withdrawal-returned', 'withdrawal-held', 'withdrawal-asked', 'withdrawal-paid-by-hand'],
  ...['withdrawal-paid-late', 'withdrawal-remembered', 'slip-credited', 'slip-refused', 'notice-credited'],
  ...['notice-closed', 'gift-credited', 'gift-refused', 'case-credited', 'case-returned', 'case-closed'],
  ...['case-collected', 'case-forgiven', 'case-moved', 'case-corrected', 'game-case-collected', 'game-case-forgiven'],
  ...['game-case-closed', 'transfer-done', 'transfer-void', 'reading-accepted', 'reading-rejected'],
  ...['reading-transferred', 'flag-closed', 'flag-marked', 'proposal-made', 'proposal-confirmed', 'proposal-refused'],
  ...['proposal-withdrawn', 'proposal-lapsed', 'adjustment-booked', 'release-rules-changed'],
  ...['offer-published', 'collector-qr-made', 'collector-qr-credited'],
] as const

/** How it stands for whoever comes too late, where no deed tells. */
export const DECISION_ENDS = [
  ...['PAID', 'SENT', 'FAILED', 'RETURNED', 'BEING_ASKED', 'SILENT', 'DONE', 'REFUSED', 'NOT_FOUND', 'UNDER_WAY'],
  ...['NOT_SIMULATED', 'OVER'],
  ...[
    'CREDITED_BEFORE',
    'PICTURE_CREDITED',
    'COLLECTED',
    'NOT_TAKEN',
    'TAKEN',
    'HAD',
    'CORRECTED',
    'NOT_OPEN',
    'NO_MONEY',
  ],
  ...['NOTHING_TO_CREDIT', 'LENT', 'NOT_LENT', 'NOT_COVERED', 'NOT_CONTESTED', 'HIS_OWN', 'NO_GIFT', 'AGREES'],
  ...['NOT_BAHT', 'TRANSFER_OPEN', 'UNREADABLE', 'DECIDED', 'MOVED', 'MOVED_ON', 'NO_DATA', 'PROPOSED', 'CHANGED'],
  ...['CONFIRMED', 'WITHDRAWN', 'LAPSED', 'MONEY_NOT_ENOUGH'],
] as const
