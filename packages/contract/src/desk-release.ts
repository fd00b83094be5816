import * as v from 'valibot'
import { agentCall } from './call.ts'
import { reason } from './desk-shapes.ts'
import { PAYEE_UNCHANGED_HOURS_MAX } from './limits.ts'
import { RELEASE_CHANGERS, RELEASE_READERS } from './roles.ts'
import { amount, sentAmount, time } from './shapes.ts'

/** The rules by which withdrawals are released without a person, what a change of them would have done, and its proposal. */

/**
 * Every reason why a withdrawal waits for a person, in the order in which they are told. Those of the amount, the day and
 * the account follow from the rules; all others hold whatever the rules are.
 */
export const RELEASE_REASONS = [
  'LOCKED',
  'OPEN_CASE',
  'RESTORED',
  'HIGH_FLAG',
  'LATE_WIN',
  'KEYS_CHANGED',
  'AMOUNT',
  'DAY_AMOUNT',
  'PAYEE_CHANGED',
  'PAYEE_UNPROVEN',
] as const
export type ReleaseReason = (typeof RELEASE_REASONS)[number]

/** How many days back a change is replayed. */
export const RELEASE_REPLAY_DAYS = 30

const releaseRules = /* @__PURE__ */ v.object({
  withdrawAutoMax: v.pipe(amount, v.description('Baht: above it a withdrawal waits')),
  withdrawAutoDayMax: v.pipe(amount, v.description("Baht: above it, with what he asked for before on Bangkok's day")),
  payeeUnchangedHours: v.pipe(v.number(), v.description('For so long the bank account must be unchanged')),
})

const sentReleaseRules = {
  withdrawAutoMax: sentAmount(),
  withdrawAutoDayMax: sentAmount(),
  payeeUnchangedHours: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PAYEE_UNCHANGED_HOURS_MAX)),
}

/** So many withdrawals, and their sum. */
const counted = v.object({ count: v.number(), amount })

const releaseReplay = /* @__PURE__ */ v.object({
  from: time,
  to: time,
  all: v.pipe(counted, v.description('Withdrawals that were asked for in that time')),
  waited: v.pipe(counted, v.description('Of them those that the rules made wait, as they were in force')),
  wouldWait: v.pipe(counted, v.description('Of them those that would have waited by the rules that are asked about')),
  reasons: v.pipe(
    v.array(v.object({ reason: v.picklist(RELEASE_REASONS), ...counted.entries })),
    v.description('Why they would have waited; one may have several reasons'),
  ),
})

const releaseVersion = /* @__PURE__ */ v.object({
  version: v.pipe(v.number(), v.description('0: what the installation began with')),
  rules: releaseRules,
  /** Since when it holds, by whom it was proposed and confirmed, and why; null of what the installation began with. */
  at: v.nullable(time),
  proposedBy: v.nullable(v.string()),
  confirmedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})

export const deskReleaseRules = agentCall('deskReleaseRules', 'GET /api/desk/release', {
  roles: RELEASE_READERS,
  summary: 'The rules of automatic release that are in force, and all that were before, the newest first',
  answer: v.object({
    version: v.number(),
    rules: releaseRules,
    always: v.pipe(
      v.array(v.picklist(RELEASE_REASONS)),
      v.description('Reasons to wait that no change of the rules takes away'),
    ),
    history: v.array(releaseVersion),
  }),
})

export const deskReleaseReplay = agentCall('deskReleaseReplay', 'POST /api/desk/release/replay', {
  roles: RELEASE_READERS,
  summary: 'What rules would have done with the withdrawals of the last 30 days; changes nothing',
  body: v.object(sentReleaseRules),
  answer: releaseReplay,
})

export const deskReleasePropose = agentCall('deskReleasePropose', 'POST /api/desk/release', {
  roles: RELEASE_CHANGERS,
  fresh: 'settings',
  idempotent: true,
  summary:
    'Proposes other rules in place of the version that was read; another one confirms them, and they hold for what is asked for after that',
  body: v.object({
    ...sentReleaseRules,
    version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
    reason,
  }),
  answer: v.object({ outcome: v.picklist(['done', 'proposed']), proposalId: v.nullable(v.string()) }),
  codes: ['MOVED_ON'],
})

export type ReleaseRules = v.InferOutput<typeof releaseRules>
export type ReleaseReplay = v.InferOutput<typeof releaseReplay>
export type ReleaseVersion = v.InferOutput<typeof releaseVersion>
