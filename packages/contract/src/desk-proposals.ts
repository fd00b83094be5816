import * as v from 'valibot'
import { agentCall } from './call.ts'
import { deskAgent, reason } from './desk-shapes.ts'
import { DEED_REASON_MAX } from './limits.ts'
import { ADJUSTERS, MEMBER_READERS, PROPOSAL_DECIDERS, ROLES } from './roles.ts'
import { DESK_PAGE_SIZE } from './rules/desk-message.ts'
import { id, oneOf, optionalText, text, time } from './shapes.ts'
import { readWireAmount } from '@krapao/money'

/** What one of the staff proposes and another confirms, and adjustments, which always take two. */

export const PROPOSAL_STATES = ['OPEN', 'CONFIRMED', 'REFUSED', 'WITHDRAWN', 'LAPSED'] as const
export const PROPOSALS_PAGE_SIZE = DESK_PAGE_SIZE

const proposalState = v.picklist(PROPOSAL_STATES)

/** A proposal as lists show it. */
const shownProposal = /* @__PURE__ */ v.object({
  proposalId: id,
  kind: v.string(),
  /** `agent:` and his id, or `cli:` and the user of the machine. */
  by: v.string(),
  agent: v.nullable(deskAgent),
  at: time,
  /** Until when it can be confirmed. */
  lapsesAt: time,
  amount: v.pipe(v.nullable(v.number()), v.description('Baht; null where it is not about an amount')),
  memberId: v.nullable(v.string()),
  /** On what, as a kind and an id: `withdrawal:…`. */
  subject: v.nullable(v.string()),
  terms: v.record(v.string(), v.unknown()),
  state: proposalState,
  roles: v.pipe(v.array(v.picklist(ROLES)), v.description('Whoever has one of them may confirm or refuse')),
  decidedBy: v.nullable(v.string()),
  decider: v.nullable(deskAgent),
  decidedAt: v.nullable(time),
  note: v.nullable(v.string()),
})

export type DeskProposal = v.InferOutput<typeof shownProposal>

export const deskProposals = agentCall('deskProposals', 'GET /api/desk/proposals', {
  roles: ROLES,
  summary: 'What was proposed, the newest first, of one state where it is named',
  query: v.object({
    state: v.optional(oneOf(PROPOSAL_STATES)),
    after: v.pipe(optionalText(80), v.description('`next` of the page before')),
  }),
  answer: v.object({ rows: v.array(shownProposal), next: v.nullable(v.string()) }),
  codes: ['NO_DATA'],
})

/** By what a proposal is judged, beside its terms; those that end in `Amount` are in baht. */
export const PROPOSAL_FACTS = [
  'walletAmount',
  'heldAmount',
  'memberState',
  'hasHighFlag',
  'adjustedCount',
  'sameReferenceCount',
  'confirmableAmount',
] as const
export type ProposalFact = (typeof PROPOSAL_FACTS)[number]

/** How a member stands to whom something is proposed. */
export const PROPOSAL_MEMBER_STATES = ['active', 'inactive', 'excluded'] as const

/** The accounts of the ledger that a proposal moves money between. */
export const PROPOSAL_ACCOUNTS = ['wallet', 'adjustment'] as const
export type ProposalAccount = (typeof PROPOSAL_ACCOUNTS)[number]

const proposalFact = /* @__PURE__ */ v.nullable(v.union([v.string(), v.number(), v.boolean()]))

const proposalOutlook = /* @__PURE__ */ v.object({
  asOf: time,
  member: v.pipe(
    v.nullable(v.object({ memberId: v.string(), memberNo: v.string(), name: v.string() })),
    v.description('To whom it would be done'),
  ),
  checks: v.array(
    v.object({
      what: v.picklist(PROPOSAL_FACTS),
      proposed: v.pipe(proposalFact, v.description('As it was when it was proposed; null where nothing was kept')),
      now: proposalFact,
      stands: v.pipe(
        v.picklist(['holds', 'moved', 'against']),
        v.description('`against`: because of it the proposal would be refused'),
      ),
    }),
  ),
  books: v.pipe(
    v.array(
      v.object({ account: v.picklist(PROPOSAL_ACCOUNTS), before: v.number(), change: v.number(), after: v.number() }),
    ),
    v.description('What the ledger would book, in baht: the changes add up to nothing'),
  ),
})

export type ProposalOutlook = v.InferOutput<typeof proposalOutlook>

const ended = v.object({ state: proposalState })
const params = v.object({ proposalId: text(32, 'NO_DATA') })
const body = v.object({ note: optionalText(DEED_REASON_MAX) })

export const deskProposal = agentCall('deskProposal', 'GET /api/desk/proposals/:proposalId', {
  roles: ROLES,
  summary: 'One proposal, in whichever state',
  params,
  answer: shownProposal,
  codes: ['NO_DATA'],
})

export const deskProposalOutlook = agentCall('deskProposalOutlook', 'GET /api/desk/proposals/:proposalId/outlook', {
  roles: MEMBER_READERS,
  summary:
    'How an open proposal stands now: what it is judged by, then and now, and what it would book; else nothing of both',
  params,
  answer: proposalOutlook,
  codes: ['NO_DATA'],
})

export const deskConfirmProposal = agentCall('deskConfirmProposal', 'POST /api/desk/proposals/:proposalId/confirm', {
  roles: PROPOSAL_DECIDERS,
  fresh: 'money',
  idempotent: true,
  summary:
    'Does what another one proposed, by every rule as it is now; MOVED_ON says with `details.what` what stands in its way',
  params,
  body,
  answer: ended,
  codes: ['NO_DATA', 'FORBIDDEN', 'SELF_APPROVAL', 'MOVED_ON', 'LIMIT_REACHED'],
})

export const deskRefuseProposal = agentCall('deskRefuseProposal', 'POST /api/desk/proposals/:proposalId/refuse', {
  roles: PROPOSAL_DECIDERS,
  idempotent: true,
  summary: 'Ends what another one proposed, undone',
  params,
  body,
  answer: ended,
  codes: ['NO_DATA', 'FORBIDDEN', 'SELF_APPROVAL', 'MOVED_ON'],
})

export const deskWithdrawProposal = agentCall('deskWithdrawProposal', 'POST /api/desk/proposals/:proposalId/withdraw', {
  roles: PROPOSAL_DECIDERS,
  idempotent: true,
  summary: 'Takes back what he proposed himself',
  params,
  body,
  answer: ended,
  codes: ['NO_DATA', 'FORBIDDEN', 'MOVED_ON'],
})

export const ADJUSTMENT_REASONS = ['goodwill', 'correction', 'recall', 'fee'] as const
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number]
/** Satang, either way. */
export const ADJUSTMENT_MAX_MINOR = 20_000_00

function isAdjustable(value: number): boolean {
  const read = readWireAmount(Math.abs(value))
  return read.ok && read.amountMinor > 0 && read.amountMinor <= ADJUSTMENT_MAX_MINOR
}

export const deskAdjust = agentCall('deskAdjust', 'POST /api/desk/adjustments', {
  roles: ADJUSTERS,
  fresh: 'money',
  idempotent: true,
  summary: 'Proposes to give a member money, or with an amount below zero to take it; another one confirms it',
  body: v.object({
    memberId: text(32, 'NO_DATA'),
    amount: v.pipe(v.number(), v.check(isAdjustable), v.description('Baht: 0.01 to 20,000 either way')),
    reason: oneOf(ADJUSTMENT_REASONS),
    note: reason,
    reference: optionalText(100),
  }),
  answer: v.object({ outcome: v.picklist(['done', 'proposed']), proposalId: v.nullable(id) }),
  codes: ['NO_DATA', 'MONEY_NOT_ENOUGH', 'LIMIT_REACHED'],
})
