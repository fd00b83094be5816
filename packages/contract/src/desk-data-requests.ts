import * as v from 'valibot'
import { agentCall } from './call.ts'
import { DATA_REQUEST_ENDERS, DATA_REQUEST_READERS, DATA_REQUEST_TAKERS } from './roles.ts'
import { DESK_PAGE_SIZE } from './rules/desk-message.ts'
import { filledText, id, oneOf, optionalText, text, time } from './shapes.ts'

/** What a member asks about what is kept of him: a copy of it, a correction, its erasure; and how far staff are with it. */

export const DATA_REQUEST_KINDS = ['copy', 'correction', 'erasure'] as const
export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number]
const DATA_REQUEST_STATES = ['received', 'verified', 'delivered', 'refused'] as const
export type DataRequestState = (typeof DATA_REQUEST_STATES)[number]
/** Why one is refused; `erased` is written by an erasure alone, of what else was open. */
export const DATA_REFUSALS = ['identity', 'law', 'repeated', 'others'] as const
const DATA_REQUEST_REASONS = [...DATA_REFUSALS, 'erased'] as const
export type DataRequestReason = (typeof DATA_REQUEST_REASONS)[number]
/** Days until it is to be answered, and until somebody is told that it is not. */
export const DATA_REQUEST_DUE_DAYS = 30
export const DATA_REQUEST_TOLD_DAYS = 20
export const DATA_REQUEST_NOTE_MAX = 500
export const DATA_REQUESTS_PAGE_SIZE = DESK_PAGE_SIZE

const state = /* @__PURE__ */ v.picklist(DATA_REQUEST_STATES)

/** How far one is, as the member and staff alike read it. */
export const dataRequestEntries = {
  kind: v.picklist(DATA_REQUEST_KINDS),
  state,
  receivedAt: time,
  dueAt: time,
  endedAt: v.nullable(time),
  reason: v.nullable(v.picklist(DATA_REQUEST_REASONS)),
}

const deskDataRequest = /* @__PURE__ */ v.object({
  ...dataRequestEntries,
  requestId: id,
  memberId: v.string(),
  memberNo: v.nullable(v.string()),
  name: v.nullable(v.string()),
  via: v.pipe(v.picklist(['desk', 'member']), v.description('Written down at the desk, or asked for by himself')),
  verifiedAt: v.nullable(time),
  isMaking: v.pipe(v.boolean(), v.description('A copy that a job makes just now')),
  note: v.nullable(v.string()),
})

export type DeskDataRequest = v.InferOutput<typeof deskDataRequest>

export const deskDataRequests = agentCall('deskDataRequests', 'GET /api/desk/data-requests', {
  roles: DATA_REQUEST_READERS,
  summary:
    'Requests about data: those that are open, the first due first, or those that came to an end, the last first',
  query: v.object({
    of: v.optional(oneOf(['open', 'ended']), 'open'),
    after: v.pipe(optionalText(80), v.description('`next` of the page before')),
  }),
  answer: v.object({ rows: v.array(deskDataRequest), next: v.nullable(v.string()) }),
  codes: ['NO_DATA'],
})

const words = /* @__PURE__ */ filledText(DATA_REQUEST_NOTE_MAX)
const params = /* @__PURE__ */ v.object({ requestId: text(32, 'NO_DATA') })
const answer = /* @__PURE__ */ v.object({ state })

export const deskReceiveDataRequest = agentCall('deskReceiveDataRequest', 'POST /api/desk/data-requests', {
  roles: DATA_REQUEST_TAKERS,
  idempotent: true,
  summary: 'Writes down what a member asked for; of one kind a member has one that is open',
  body: v.object({ memberId: text(32, 'NO_DATA'), kind: oneOf(DATA_REQUEST_KINDS), note: words }),
  answer,
  codes: ['NO_DATA', 'MOVED_ON'],
})

export const deskVerifyDataRequest = agentCall(
  'deskVerifyDataRequest',
  'POST /api/desk/data-requests/:requestId/verify',
  {
    roles: DATA_REQUEST_TAKERS,
    idempotent: true,
    summary: 'Says how it was made sure that the member himself asks',
    params,
    body: v.object({ note: words }),
    answer,
    codes: ['NO_DATA', 'MOVED_ON'],
  },
)

export const deskDeliverDataRequest = agentCall(
  'deskDeliverDataRequest',
  'POST /api/desk/data-requests/:requestId/deliver',
  {
    roles: DATA_REQUEST_ENDERS,
    fresh: 'export',
    idempotent: true,
    summary:
      'Does what was asked for: has the copy made, which the member alone fetches, or erases him; of a correction says what was set right',
    params,
    body: v.object({ note: words }),
    answer,
    codes: ['NO_DATA', 'MOVED_ON', 'STILL_OPEN'],
  },
)

export const deskRefuseDataRequest = agentCall(
  'deskRefuseDataRequest',
  'POST /api/desk/data-requests/:requestId/refuse',
  {
    roles: DATA_REQUEST_ENDERS,
    idempotent: true,
    summary: 'Refuses it for a reason, which the member reads in his language',
    params,
    body: v.object({ reason: oneOf(DATA_REFUSALS), note: words }),
    answer,
    codes: ['NO_DATA', 'MOVED_ON'],
  },
)
