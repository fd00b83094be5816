import { desk, type Offer, type OfferDraft, type OfferSimulation } from '@krapao/contract'
import { fromWireAmount, toWireAmount } from '@krapao/money'
import { type Route, done, route } from '../../../platform/http/index.ts'
import { byAgent } from '../../deeds/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import type { RuleRow } from '../terms/rule-versions.store.ts'
import type { createPublishing } from './offer-publishing.ts'
import type { DraftRow, DraftRule } from './offers.store.ts'
import { discardDraft, listOffers, readOffer, saveDraft, simulateDraft, stopOffer, takes, time } from './offers.ts'

const wire = (amountMinor: number | null) => (amountMinor === null ? null : toWireAmount(amountMinor))

const minorOf = (sent: number | null) => (sent === null ? null : fromWireAmount(sent))

function offerOf(rule: RuleRow | DraftRule): Offer {
  const { kind, maxReceived, percentFail, percentSuccess, seats, names, descriptions, banners } = rule
  return {
    kind,
    maxReceived,
    percentFail,
    percentSuccess,
    seats,
    names,
    descriptions,
    banners,
    percent: rule.percentHundredths === null ? null : rule.percentHundredths / 100,
    fixed: wire(rule.fixedMinor),
    cap: wire(rule.capMinor),
    minDeposit: toWireAmount(rule.minDepositMinor),
    monthlyBudget: wire(rule.monthlyBudgetMinor),
    validFrom: time(rule.validFrom),
    validUntil: time(rule.validUntil),
  }
}

function ruleOf({ percent, fixed, cap, minDeposit, monthlyBudget, ...said }: Offer): DraftRule {
  return {
    ...said,
    percentHundredths: percent === null ? null : Math.round(percent * 100),
    fixedMinor: minorOf(fixed),
    capMinor: minorOf(cap),
    minDepositMinor: fromWireAmount(minDeposit),
    monthlyBudgetMinor: minorOf(monthlyBudget),
  }
}

function simulationOf({ simulation, simulatedAt }: DraftRow): OfferSimulation | null {
  if (simulation === null || simulatedAt === null) return null
  const { from, until, grantedMinor, cost, ...counted } = simulation
  const { lowMinor, middleMinor, highMinor } = cost
  return {
    ...counted,
    from,
    to: until,
    at: simulatedAt.toISOString(),
    granted: toWireAmount(grantedMinor),
    cost: { low: toWireAmount(lowMinor), middle: toWireAmount(middleMinor), high: toWireAmount(highMinor) },
  }
}

/** The calls of staff about bonuses and promotions. */
export function offersRoutes(parts: RewardsParts, publish: ReturnType<typeof createPublishing>): Route[] {
  function draftOnWire(draft: DraftRow): OfferDraft {
    const { revision, rule, savedBy, savedAt } = draft
    return {
      revision,
      savedBy,
      savedAt: savedAt.toISOString(),
      offer: offerOf(rule),
      simulation: simulationOf(draft),
      takes: takes(draft, parts.clock.now()),
    }
  }
  return [
    route(desk.deskBonuses, async () => ({
      rows: (await listOffers(parts)).map(({ names, monthlyBudgetMinor, grantedMinor, ...row }) => ({
        ...row,
        name: names,
        validFrom: time(row.validFrom),
        validUntil: time(row.validUntil),
        monthlyBudget: wire(monthlyBudgetMinor),
        grantedInMonth: toWireAmount(grantedMinor),
      })),
    })),
    route(desk.deskBonus, async ({ params }) => {
      const { draft, versions } = await readOffer(parts, params)
      return {
        draft: draft === null ? null : draftOnWire(draft),
        versions: versions.map(({ rule, grantedMinor, ...version }) => ({
          ...version,
          offer: offerOf(rule),
          granted: toWireAmount(grantedMinor),
        })),
      }
    }),
    route(desk.deskSaveBonus, async ({ agent, operationId, body: { source, code, revision, ...offer } }) => {
      const by = { ...byAgent(agent), operationId }
      return { draft: draftOnWire(await saveDraft(parts, { source, code, revision, by, rule: ruleOf(offer) })) }
    }),
    route(desk.deskDiscardBonus, ({ agent, operationId, params, body }) =>
      done(discardDraft(parts, { ...params, ...body, by: { ...byAgent(agent), operationId } })),
    ),
    route(
      desk.deskSimulateBonus,
      async ({ agent, params, body }) => ({
        draft: draftOnWire(await simulateDraft(parts, { ...params, ...body, by: byAgent(agent) })),
      }),
      // It reads three months.
      { limit: { perMember: { max: 10, windowS: 60 } } },
    ),
    route(desk.deskPublishBonus, ({ agent, operationId, params, body }) =>
      publish({ ...params, ...body, by: byAgent(agent), operationId }),
    ),
    route(desk.deskStopBonus, ({ agent, operationId, params, body }) =>
      done(stopOffer(parts, { ...params, ...body, by: { ...byAgent(agent), operationId } })),
    ),
  ]
}
