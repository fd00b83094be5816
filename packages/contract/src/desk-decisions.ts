import * as v from 'valibot'
import { agentCall } from './call.ts'
import { DECISION_ACTION_NAMES } from './decision-codes.ts'
import { deskAgent, facts } from './desk-shapes.ts'
import { DECISION_KINDS, DEED_REASON_MAX } from './limits.ts'
import { DECISION_READERS, DECISION_WRITERS, ROLES } from './roles.ts'
import { amount, oneOf, optionalText, sentAmount, text, time } from './shapes.ts'

/** The queue of all that waits for a person: what waits, by what it is judged, and what may be done about it. */

/** Rows of a page of the queue. */
export const DECISIONS_PAGE_SIZE = 50

/** How long one of the staff has what he took before another may take it. */
export const DECISION_CLAIM_MS = 5 * 60_000

/** From so long on somebody must look: then the desk sounds an alarm as well. */
export const DECISION_LATE_MS = 15 * 60_000

/** What the queue is narrowed to beside its kinds: what one has taken, and what waits too long. */
export const DECISION_PARTS = ['mine', 'late'] as const
export type DecisionPart = (typeof DECISION_PARTS)[number]

/** How long a withdrawal may be held. */
export const HOLD_HOURS_MAX = 72

const holder = /* @__PURE__ */ v.object({ ...deskAgent.entries, until: time })

const decisionRow = /* @__PURE__ */ v.object({
  kind: v.picklist(DECISION_KINDS),
  id: v.string(),
  version: v.pipe(v.number(), v.description('What was seen; deciding sends it back')),
  memberId: v.nullable(v.string()),
  memberNo: v.nullable(v.string()),
  memberName: v.nullable(v.string()),
  amount: v.nullable(amount),
  since: time,
  reasons: v.pipe(v.array(v.string()), v.description('Every reason why a person is needed')),
  heldBy: v.nullable(holder),
})

const decisionField = /* @__PURE__ */ v.object({
  field: v.string(),
  type: v.picklist(['text', 'amount', 'hours', 'choice', 'member', 'transfer']),
  isRequired: v.boolean(),
  least: v.optional(v.pipe(v.number(), v.description('The least amount or number of hours, or of characters'))),
  most: v.optional(v.number()),
  choices: v.optional(v.array(v.string())),
})

const decisionAction = /* @__PURE__ */ v.object({
  action: v.picklist(DECISION_ACTION_NAMES),
  takes: v.picklist(['one', 'two']),
  roles: v.array(v.picklist(ROLES)),
  fields: v.array(decisionField),
  effect: v.pipe(
    v.object({ effect: v.string(), facts }),
    v.description('What will happen, by a key and the amounts and names that its words carry'),
  ),
})

const decisionMember = /* @__PURE__ */ v.object({ memberId: v.string(), memberNo: v.string(), name: v.string() })

/** A step of the money in a wallet: an account is named by what it is, and by its bank or game behind a colon. */
const moneyStep = /* @__PURE__ */ v.object({
  at: time,
  from: v.string(),
  to: v.string(),
  amount: v.pipe(amount, v.description('What came into the wallet, negative of what left it')),
  balance: amount,
})

const decisionEvidence = /* @__PURE__ */ v.object({
  why: v.array(v.object({ reason: v.string(), facts })),
  facts,
  picture: v.pipe(v.nullable(v.string()), v.description('A signed address of the slip’s picture')),
  comparison: v.array(
    v.object({
      what: v.string(),
      told: v.pipe(v.nullable(v.string()), v.description('By the member or his picture')),
      answered: v.pipe(v.nullable(v.string()), v.description('By the party that was asked')),
      wanted: v.nullable(v.string()),
      agrees: v.nullable(v.boolean()),
    }),
  ),
  money: v.pipe(
    v.nullable(v.object({ since: v.nullable(time), steps: v.array(moneyStep) })),
    v.description(
      'Whence the money came that is asked for, since the wallet was last empty, the oldest first; `since` is null where that is longer ago than these steps',
    ),
  ),
  timeline: v.pipe(
    v.array(v.object({ at: time, what: v.string(), by: v.nullable(v.string()), facts })),
    v.description('Its life, the oldest first: states, deeds, calls and their answers'),
  ),
  member: v.nullable(
    v.object({
      memberId: v.string(),
      memberNo: v.string(),
      name: v.string(),
      phone: v.string(),
      facts,
    }),
  ),
  members: v.pipe(
    v.array(decisionMember),
    v.description('Whom it is about, where that may be more than one: the first of them by their ids'),
  ),
  membersNext: v.pipe(v.nullable(v.string()), v.description('Behind whom the others stand; null when these are all')),
})

/** Who else has it open, and since when: he reads the same, and whoever decides first has decided. */
const onlooker = /* @__PURE__ */ v.object({ ...deskAgent.entries, since: time })

const pageNumber = /* @__PURE__ */ v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/)), '1')
const decisionParams = /* @__PURE__ */ v.object({ kind: oneOf(DECISION_KINDS, 'NO_DATA'), id: text(80, 'NO_DATA') })

export const deskDecisions = agentCall('deskDecisions', 'GET /api/desk/decisions', {
  roles: DECISION_READERS,
  summary: 'All that waits for a person, or one kind of it, the longest waiting first; `after` goes on behind a row',
  query: v.object({
    kind: v.nullish(oneOf(DECISION_KINDS)),
    part: v.nullish(oneOf(DECISION_PARTS)),
    page: pageNumber,
    after: v.pipe(optionalText(160), v.description('`next` of the page before, in place of a number')),
  }),
  answer: v.object({
    rows: v.array(decisionRow),
    count: v.number(),
    kinds: v.array(
      v.object({
        kind: v.picklist(DECISION_KINDS),
        count: v.number(),
        oldestAt: v.nullable(time),
        mine: v.number(),
        late: v.number(),
      }),
    ),
    next: v.nullable(v.string()),
  }),
  codes: ['NO_DATA'],
})

export const deskDecision = agentCall('deskDecision', 'GET /api/desk/decisions/:kind/:id', {
  roles: DECISION_READERS,
  summary: 'One of them with all that it is judged by, and what may be done; one that is decided has no actions',
  params: decisionParams,
  answer: v.object({
    row: decisionRow,
    evidence: decisionEvidence,
    actions: v.array(decisionAction),
    onlookers: v.pipe(v.array(onlooker), v.description('Who else of the staff has it open at this moment')),
    canAsk: v.pipe(v.boolean(), v.description('Whether the party may be asked at once how it stands')),
  }),
  codes: ['NO_DATA'],
})

export const deskDecisionMembers = agentCall('deskDecisionMembers', 'GET /api/desk/decisions/:kind/:id/members', {
  roles: DECISION_READERS,
  summary: 'Whom one is about, behind a member: fifty at once, by their ids',
  params: decisionParams,
  query: v.object({ after: optionalText(64) }),
  answer: v.object({ rows: v.array(decisionMember), next: v.nullable(v.string()) }),
  codes: ['NO_DATA'],
})

export const deskClaimDecision = agentCall('deskClaimDecision', 'POST /api/desk/decisions/:kind/:id/claim', {
  roles: DECISION_WRITERS,
  summary: 'Takes one for five minutes; `details` of HELD names who has it, those of MOVED_ON who decided what',
  params: decisionParams,
  answer: v.object({ row: decisionRow }),
  codes: ['NO_DATA', 'HELD', 'MOVED_ON'],
})

export const deskReleaseDecision = agentCall('deskReleaseDecision', 'DELETE /api/desk/decisions/:kind/:id/claim', {
  roles: DECISION_WRITERS,
  summary: 'Gives back what one has taken',
  params: decisionParams,
  answer: v.object({ code: v.literal('OK') }),
  codes: ['NO_DATA'],
})

export const deskAskParty = agentCall('deskAskParty', 'POST /api/desk/decisions/:kind/:id/ask', {
  roles: DECISION_WRITERS,
  idempotent: true,
  summary:
    'Has the party asked now, and not when it is due, how it stands; its answer stands in the life. Not while it may be asked already',
  params: decisionParams,
  answer: v.object({ code: v.literal('OK') }),
  codes: ['NO_DATA', 'MOVED_ON', 'REQUEST_LIMIT'],
})

export const deskDecide = agentCall('deskDecide', 'POST /api/desk/decisions/:kind/:id', {
  roles: DECISION_WRITERS,
  fresh: 'money',
  idempotent: true,
  summary: 'Does one of the actions that the reading lists; what takes two persons becomes a proposal',
  params: decisionParams,
  body: v.object({
    action: text(32),
    version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
    reason: optionalText(64),
    note: optionalText(DEED_REASON_MAX),
    evidence: optionalText(1000),
    amount: v.nullish(sentAmount()),
    hours: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(HOLD_HOURS_MAX))),
    transfer: optionalText(90),
    member: optionalText(64),
  }),
  answer: v.object({
    outcome: v.picklist(['done', 'proposed']),
    proposalId: v.nullable(v.string()),
    /** What came of it where a party, asked once more, had the last word. */
    said: v.optional(v.string()),
  }),
  codes: ['NO_DATA', 'MOVED_ON', 'SELF_APPROVAL', 'MONEY_NOT_ENOUGH'],
})

export type DecisionRowOnWire = v.InferOutput<typeof decisionRow>
export type DecisionEvidence = v.InferOutput<typeof decisionEvidence>
export type DecisionAction = v.InferOutput<typeof decisionAction>
export type DecisionField = v.InferOutput<typeof decisionField>
