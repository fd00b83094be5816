import * as v from 'valibot'
import { agentCall } from './call.ts'
import { reason } from './desk-shapes.ts'
import { BONUS_READERS, BONUS_STOPPERS, BONUS_WRITERS } from './roles.ts'
import { contradictionsOf } from './rules/bonus-offer.ts'
import { amount, done, filledText, oneOf, sentAmount, text, time } from './shapes.ts'

/** Bonuses and promotions as staff write, try, publish and stop them. */

export const OFFER_SOURCES = ['bonus', 'promotion'] as const
export type OfferSource = (typeof OFFER_SOURCES)[number]
const OFFER_KINDS = ['limit', 'day', 'week'] as const
/** A version: written, to begin at its time, in force, or over; `replaced` by the version behind it. */
const OFFER_STATES = ['draft', 'scheduled', 'live', 'replaced', 'ended'] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** How many days of deposits a simulation goes over, and for how long it is good for publishing. */
export const SIMULATED_DAYS = 90
export const SIMULATION_LASTS_MS = 24 * 3_600_000
/** Baht: a middle cost above it takes two persons. */
export const OFFER_COST_OF_ONE_MAX = 100_000

/** Words in each language, none of which may be blank. */
/* @__NO_SIDE_EFFECTS__ */
function inEach(longest: number) {
  const words = filledText(longest)
  return v.object({ th: words, lo: words, en: words })
}

/* @__NO_SIDE_EFFECTS__ */
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const money = v.pipe(sentAmount(), v.minValue(0.01))

const offerFields = {
  kind: oneOf(OFFER_KINDS),
  maxReceived: whole(1, 1_000_000),
  percent: v.nullable(
    v.pipe(
      v.number(),
      v.minValue(0.01),
      v.maxValue(1_000),
      v.check((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6),
      v.description('Of the deposit, at most two decimals'),
    ),
  ),
  fixed: v.nullable(money),
  cap: v.nullable(money),
  minDeposit: money,
  percentFail: whole(0, 99),
  percentSuccess: whole(101, 100_000),
  seats: v.nullable(whole(1, 1_000_000_000)),
  monthlyBudget: v.pipe(
    v.nullable(money),
    v.description('What it may grant in a month: no more is armed once that is spent'),
  ),
  validFrom: v.pipe(v.nullable(time), v.description('null: as soon as it is published')),
  validUntil: v.nullable(time),
  names: inEach(200),
  descriptions: inEach(2_000),
  banners: v.pipe(
    v.array(
      v.object({
        image: v.pipe(text(500), v.regex(/^(\/|https:\/\/)/)),
        html: v.object({ th: text(5_000), lo: text(5_000), en: text(5_000) }),
      }),
    ),
    v.maxLength(6),
  ),
}

const offer = /* @__PURE__ */ v.object(offerFields)
export type Offer = v.InferOutput<typeof offer>

/** Revision of a draft: another one with each saving. */
const revision = /* @__PURE__ */ text(32)
const offerParams = /* @__PURE__ */ v.object({ source: oneOf(OFFER_SOURCES, 'NO_DATA'), code: text(64, 'NO_DATA') })

const simulation = /* @__PURE__ */ v.object({
  from: time,
  to: time,
  at: time,
  deposits: v.pipe(v.number(), v.description('Deposits of that time')),
  takers: v.pipe(v.number(), v.description('Members whom it would have brought something, had each taken it')),
  grants: v.number(),
  granted: v.pipe(amount, v.description('Baht that it would have granted')),
  won: v.pipe(v.number(), v.description('Of the grants those that what was really played carries over the line')),
  lost: v.number(),
  open: v.pipe(v.number(), v.description('Of the grants those that what was really played leaves open')),
  cost: v.pipe(
    v.object({ low: amount, middle: amount, high: amount }),
    v.description('Of what is granted what does not come back: open ones all lost, as those that ended, all won'),
  ),
  skipped: v.pipe(
    v.object({ seats: v.number(), budget: v.number() }),
    v.description('Deposits that came when no seat was left, or the budget of the month was spent'),
  ),
})
export type OfferSimulation = v.InferOutput<typeof simulation>

const offerDraft = /* @__PURE__ */ v.object({
  revision: v.string(),
  offer,
  savedBy: v.string(),
  savedAt: time,
  simulation: v.nullable(simulation),
  takes: v.pipe(
    v.nullable(v.picklist(['one', 'two'])),
    v.description('How many persons publishing takes; null: it must be simulated first'),
  ),
})
export type OfferDraft = v.InferOutput<typeof offerDraft>

const offerVersion = /* @__PURE__ */ v.object({
  number: v.number(),
  state: v.picklist(OFFER_STATES),
  offer,
  held: v.pipe(v.number(), v.description('Members who hold it still')),
  received: v.pipe(v.number(), v.description('How often it was received')),
  granted: amount,
})

export const deskBonuses = agentCall('deskBonuses', 'GET /api/desk/bonuses', {
  roles: BONUS_READERS,
  summary: 'All bonuses and promotions, what is written and what is in force',
  answer: v.object({
    rows: v.array(
      v.object({
        source: v.picklist(OFFER_SOURCES),
        code: v.string(),
        name: v.object({ th: v.string(), lo: v.string(), en: v.string() }),
        state: v.picklist(OFFER_STATES),
        hasDraft: v.boolean(),
        validFrom: v.nullable(time),
        validUntil: v.nullable(time),
        held: v.number(),
        monthlyBudget: v.nullable(amount),
        grantedInMonth: amount,
      }),
    ),
  }),
})

export const deskBonus = agentCall('deskBonus', 'GET /api/desk/bonuses/:source/:code', {
  roles: BONUS_READERS,
  summary: 'One bonus or promotion: what is written, and all its versions, the newest first',
  params: offerParams,
  answer: v.object({ draft: v.nullable(offerDraft), versions: v.array(offerVersion) }),
  codes: ['NO_DATA'],
})

/** A draft as it is sent, which must not contradict itself. */
export const sentOffer = /* @__PURE__ */ v.pipe(
  v.object({
    source: oneOf(OFFER_SOURCES),
    code: v.pipe(v.string(), v.regex(/^[A-Z0-9_-]{1,64}$/)),
    revision: v.pipe(v.nullable(revision), v.description('The draft that it takes the place of; null: there is none')),
    ...offerFields,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const input = dataset.value
    for (const key of contradictionsOf(input))
      addIssue({ path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] })
  }),
)

export const deskSaveBonus = agentCall('deskSaveBonus', 'POST /api/desk/bonuses/drafts', {
  roles: BONUS_WRITERS,
  idempotent: true,
  summary:
    'Keeps a draft; what contradicts itself is refused with 422 and its fields, and what is in force stays as it is',
  body: sentOffer,
  answer: v.object({ draft: offerDraft }),
  codes: ['MOVED_ON'],
})

export const deskDiscardBonus = agentCall('deskDiscardBonus', 'POST /api/desk/bonuses/:source/:code/discard', {
  roles: BONUS_WRITERS,
  idempotent: true,
  summary: 'Throws a draft away',
  params: offerParams,
  body: v.object({ revision }),
  answer: done,
  codes: ['MOVED_ON'],
})

export const deskSimulateBonus = agentCall('deskSimulateBonus', 'POST /api/desk/bonuses/:source/:code/simulate', {
  roles: BONUS_WRITERS,
  summary:
    'What a draft would have done with the deposits of the last 90 days; it is kept with the draft, and nothing else is written',
  params: offerParams,
  body: v.object({ revision }),
  answer: v.object({ draft: offerDraft }),
  codes: ['MOVED_ON'],
})

export const deskPublishBonus = agentCall('deskPublishBonus', 'POST /api/desk/bonuses/:source/:code/publish', {
  roles: BONUS_WRITERS,
  fresh: 'settings',
  idempotent: true,
  summary: 'Puts a draft in force, now or at its time; a middle cost above 100,000 baht takes an owner as well',
  params: offerParams,
  body: v.object({ revision, reason }),
  answer: v.object({ outcome: v.picklist(['done', 'proposed']), proposalId: v.nullable(v.string()) }),
  codes: ['MOVED_ON'],
})

export const deskStopBonus = agentCall('deskStopBonus', 'POST /api/desk/bonuses/:source/:code/stop', {
  roles: BONUS_STOPPERS,
  fresh: 'settings',
  idempotent: true,
  summary: 'Stops it at once: nobody arms it any more; what members hold goes on',
  params: offerParams,
  body: v.object({ reason }),
  answer: done,
  codes: ['MOVED_ON'],
})
