import { OFFER_COST_OF_ONE_MAX, type OfferState, SIMULATED_DAYS, SIMULATION_LASTS_MS } from '@krapao/contract'
import { bangkokMonth } from '../../../platform/bangkok-time.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { refuse } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { type By, deedById, type Facts, writeDeed } from '../../deeds/index.ts'
import { movedOn } from '../../proposals/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import {
  newestRules,
  putInForce,
  type RuleRow,
  type RuleSource,
  stopRule,
  versionsOf,
} from '../terms/rule-versions.store.ts'
import {
  type DraftRow,
  type DraftRule,
  draftOf,
  drafts,
  keepDraft,
  noteSimulation,
  removeDraft,
  takenOf,
  takenSince,
} from './offers.store.ts'
import { simulate } from './simulate.ts'

// Bonuses and promotions as staff offer them: written, tried on what really happened, published, stopped.

/** Which one it is about. */
export interface Named {
  source: RuleSource
  code: string
}

/** What deeds and proposals are about. */
export const offerSubject = ({ source, code }: Named): string => `offer:${source}:${code}`

/** How a version stands; `next` is the one behind it. */
function stateOf(rule: RuleRow, next: RuleRow | null, now: Date): OfferState {
  if (rule.validFrom > now) return 'scheduled'
  if (rule.validUntil !== null && rule.validUntil <= now) return 'ended'
  return next !== null && next.validFrom <= now ? 'replaced' : 'live'
}

/** All codes, by the operator's order, each as it stands now. */
export async function listOffers({ database, clock }: Pick<RewardsParts, 'database' | 'clock'>) {
  const now = clock.now()
  const [rules, written, taken] = await Promise.all([
    Promise.all((['bonus', 'promotion'] as const).map((source) => newestRules(database, source))),
    drafts(database),
    takenSince(database, bangkokMonth(now)),
  ])
  const known = rules.flat()
  const isOf = (named: Named) => (one: Named) => one.source === named.source && one.code === named.code
  const rows = known.map((rule) => {
    const { source, code, names, validFrom, validUntil, monthlyBudgetMinor } = rule
    return { source, code, names, validFrom, validUntil, monthlyBudgetMinor, state: stateOf(rule, null, now) }
  })
  const onlyWritten = written
    .filter((draft) => !known.some(isOf(draft)))
    .map(({ source, code, rule: { names, monthlyBudgetMinor } }) => ({
      source,
      code,
      names,
      monthlyBudgetMinor,
      state: 'draft' as const,
      validFrom: null,
      validUntil: null,
    }))
  return [...rows, ...onlyWritten].map((row) => {
    const { held = 0, grantedMinor = 0 } = taken.find(isOf(row)) ?? {}
    return { ...row, hasDraft: written.some(isOf(row)), held, grantedMinor }
  })
}

/** One code: its draft and its versions, the newest first. Refuses with NO_DATA (404) when there is neither. */
export async function readOffer(
  { database, clock }: Pick<RewardsParts, 'database' | 'clock'>,
  { source, code }: Named,
) {
  const now = clock.now()
  const [draft, versions, taken] = await Promise.all([
    draftOf(database, source, code),
    versionsOf(database, source, code),
    takenOf(database, source, code),
  ])
  if (draft === null && versions.length === 0) return refuse('NO_DATA')
  const rows = versions.map((rule, index) => {
    const { held = 0, received = 0, grantedMinor = 0 } = taken.find(({ id }) => id === rule.id) ?? {}
    const state = stateOf(rule, versions[index + 1] ?? null, now)
    return { number: index + 1, state, rule, held, received, grantedMinor }
  })
  return { draft, versions: rows.toReversed() }
}

/** What stands of a rule in a deed. */
function factsOfRule(rule: DraftRule | RuleRow): Facts {
  const { percentHundredths, fixedMinor, capMinor, minDepositMinor, kind, maxReceived } = rule
  const { percentFail, percentSuccess, seats, monthlyBudgetMinor, validFrom, validUntil } = rule
  return {
    percent: percentHundredths === null ? null : percentHundredths / 100,
    fixedMinor,
    capMinor,
    minDepositMinor,
    per: kind,
    maxReceived,
    percentFail,
    percentSuccess,
    seats,
    monthlyBudgetMinor,
    validFrom: time(validFrom),
    validUntil: time(validUntil),
  }
}

/** A time as it stands in drafts and deeds. */
export const time = (at: Date | string | null) => (at instanceof Date ? at.toISOString() : at)

interface Asked extends Named {
  revision: string
  by: By
}

/** Keeps a draft in place of the revision that was read. Refuses with MOVED_ON (409) when there is another one by now. */
export async function saveDraft(
  { database, clock }: Pick<RewardsParts, 'database' | 'clock'>,
  {
    source,
    code,
    revision: replaced,
    by,
    rule,
  }: Omit<Asked, 'revision'> & { revision: string | null; rule: DraftRule },
): Promise<DraftRow> {
  const at = clock.now()
  const known = await draftOf(database, source, code)
  // A second try of what was kept.
  if (known !== null && known.revision === by.operationId) return known
  const saved = { source, code, revision: by.operationId ?? newId(at), rule, savedBy: by.actor, savedAt: at }
  const draft = { ...saved, simulation: null, simulatedAt: null }
  await database.transaction(async (tx) => {
    if (!(await keepDraft(tx, draft, replaced))) movedOn((await draftOf(tx, source, code))?.savedBy ?? null, 'CHANGED')
    await writeDeed(tx, { ...by, deed: 'offer-written', subject: offerSubject(draft), after: factsOfRule(rule), at })
  })
  return draft
}

/** Whether a first try of the same operation did it. */
async function isDone(tx: Sql, { operationId }: By): Promise<boolean> {
  return operationId !== undefined && (await deedById(tx, operationId)) !== null
}

/** Throws a draft away. */
export function discardDraft(
  { database, clock }: Pick<RewardsParts, 'database' | 'clock'>,
  { by, ...named }: Asked,
): Promise<void> {
  return database.transaction(async (tx) => {
    if (await isDone(tx, by)) return
    const draft = await draftOf(tx, named.source, named.code, { lock: true })
    if (!(await removeDraft(tx, named))) movedOn(draft?.savedBy ?? null, 'CHANGED')
    const before = draft === null ? null : factsOfRule(draft.rule)
    await writeDeed(tx, { ...by, deed: 'offer-discarded', subject: offerSubject(named), before, at: clock.now() })
  })
}

/** Goes over the last 90 days by a draft, and notes what came of it with the draft: of nothing else anything is written. */
export async function simulateDraft(
  parts: Pick<RewardsParts, 'database' | 'clock' | 'ledger'>,
  { source, code, revision, by }: Asked,
): Promise<DraftRow> {
  const { database, clock } = parts
  const draft = await draftOf(database, source, code)
  if (draft === null || draft.revision !== revision) return movedOn(draft?.savedBy ?? null, 'CHANGED')
  const until = clock.now()
  const from = new Date(until.getTime() - SIMULATED_DAYS * DAY_MS)
  const simulated = await simulate(parts, draft, { from, until })
  const simulation = { ...simulated, from: from.toISOString(), until: until.toISOString() }
  await database.transaction(async (tx) => {
    if (!(await noteSimulation(tx, draft, simulation, until))) movedOn(null, 'CHANGED')
    const { takers, grantedMinor, cost } = simulated
    const after = { takers, grantedMinor, costMinor: cost.middleMinor }
    await writeDeed(tx, { ...by, deed: 'offer-simulated', subject: offerSubject(draft), after, at: until })
  })
  return { ...draft, simulation, simulatedAt: until }
}

/** How many persons publishing a draft takes; null while no simulation of the last 24 hours tells. */
export function takes({ simulation, simulatedAt }: DraftRow, now: Date): 'one' | 'two' | null {
  if (simulation === null || simulatedAt === null) return null
  if (now.getTime() - simulatedAt.getTime() >= SIMULATION_LASTS_MS) return null
  return simulation.cost.middleMinor > OFFER_COST_OF_ONE_MAX * 100 ? 'two' : 'one'
}

/**
 * Puts a draft in force, in the caller's transaction, and takes it away. Refuses with MOVED_ON (409) when it is another one
 * by now, was not simulated within 24 hours, takes more persons than there are, or would be over before it begins.
 */
export async function publishDraft(
  tx: Sql,
  { source, code, revision, by, reason, persons }: Asked & { reason: string; persons: 'one' | 'two' },
  now: Date,
): Promise<void> {
  const draft = await draftOf(tx, source, code, { lock: true })
  if (draft === null || draft.revision !== revision) return movedOn(draft?.savedBy ?? null, 'CHANGED')
  const wanted = takes(draft, now)
  if (wanted === null) movedOn(null, 'NOT_SIMULATED')
  if (wanted === 'two' && persons === 'one') movedOn(null, 'CHANGED')
  const { validFrom, validUntil, ...terms } = draft.rule
  const begins = validFrom === null || Date.parse(validFrom) < now.getTime() ? now : new Date(validFrom)
  const ends = validUntil === null ? null : new Date(validUntil)
  if (ends !== null && ends <= begins) movedOn(null, 'OVER')
  const versions = await versionsOf(tx, source, code)
  const last = versions.findLast((rule) => rule.validFrom <= now) ?? null
  const sort = last?.sort ?? (await newestRules(tx, source)).length + 1
  const rule = { ...terms, id: newId(now), source, code, sort, validFrom: begins, validUntil: ends }
  await putInForce(tx, rule, now)
  await removeDraft(tx, draft)
  const facts = { before: last === null ? null : factsOfRule(last), after: factsOfRule(rule) }
  await writeDeed(tx, { ...by, deed: 'offer-published', subject: offerSubject(draft), ...facts, reason, at: now })
}

/**
 * Stops a bonus or a promotion: once this is over nobody arms it, in no process. What members hold goes on. Refuses with
 * MOVED_ON (409) when there is nothing to stop.
 */
export async function stopOffer(
  { database, clock }: Pick<RewardsParts, 'database' | 'clock'>,
  { source, code, by, reason }: Omit<Asked, 'revision'> & { reason: string },
): Promise<void> {
  const at = clock.now()
  await database.transaction(async (tx) => {
    if (await isDone(tx, by)) return
    if ((await stopRule(tx, source, code, at)) === 0) movedOn(null, 'CHANGED')
    await writeDeed(tx, { ...by, deed: 'offer-stopped', subject: offerSubject({ source, code }), reason, at })
  })
}
