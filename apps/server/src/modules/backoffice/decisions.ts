import {
  type AnswerOf,
  type BodyOf,
  DECISION_CLAIM_MS,
  DECISION_KINDS,
  type DecisionKindName,
  type DecisionPart,
  type DecisionRowOnWire,
  DECISIONS_PAGE_SIZE,
  type desk,
} from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { AppError, refuse } from '../../platform/errors.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { readPlace, writePlace } from '../../platform/place.ts'
import {
  type Actor,
  agentOf,
  byAgent,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionRow,
  deedsPage,
  decisionSubject,
  deedById,
  shownFacts,
  waitingOfMember,
  writeDeed,
} from '../deeds/index.ts'
import type { BackofficeParts } from './backoffice.parts.ts'
import {
  type DecisionClaim,
  claimOf,
  claimsHeld,
  forgetClaims,
  giveClaimBack,
  takeClaim,
} from './decision-claims.store.ts'
import { forgetLooks, noteLook } from './decision-looks.store.ts'
import type { Members } from '../members/index.ts'
import { readFields, requireAction } from './decision-actions.ts'
import { decisionMember } from './decision-member.ts'
import { countQueues, type DecisionPlace, placesInQueue } from './waiting.store.ts'

type Page = AnswerOf<typeof desk.deskDecisions>
type Listed = DecisionRow & { kind: DecisionKindName }

// The queue of all that waits for a person: one list over all kinds, the longest waiting first.

interface Asked {
  kind: DecisionKindName | null
  part: DecisionPart | null
  page: number
  after: string | null
}

/** A page of the queue, with how many wait of each kind: all, what who asks has taken, and what waits too long. */
export async function listDecisions(
  parts: BackofficeParts,
  { agentId }: AgentIdentity,
  { kind, part, page, after }: Asked,
): Promise<Page> {
  const { database, clock } = parts
  const now = clock.now()
  const asked = parts.decisionKinds.filter((one) => kind === null || one.kind === kind)
  const from = after === null ? null : placeBehind(after)
  const offset = from === null ? (page - 1) * DECISIONS_PAGE_SIZE : 0
  const [counted, places] = await Promise.all([
    countQueues(database, parts.decisionKinds, now, agentId),
    placesInQueue(database, asked, { now, after: from, offset, limit: DECISIONS_PAGE_SIZE + 1, part, agentId }),
  ])
  const listed = places.slice(0, DECISIONS_PAGE_SIZE)
  const last = listed.at(-1)
  return {
    rows: await shown(parts, await rowsOf(parts, listed)),
    count: counted.reduce((sum, one) => sum + (kind === null || one.kind === kind ? one[part ?? 'count'] : 0), 0),
    kinds: DECISION_KINDS.flatMap((name) => {
      const one = counted.find((candidate) => candidate.kind === name)
      if (one === undefined) return []
      const { count, mine, late } = one
      return [{ kind: name, count, oldestAt: one.oldestAt?.toISOString() ?? null, mine, late }]
    }),
    next:
      last !== undefined && places.length > DECISIONS_PAGE_SIZE
        ? writePlace({ at: last.since, id: `${last.kind}_${last.id}` })
        : null,
  }
}

/** What waits of one member, but what is about several. */
export async function decisionsOf(parts: BackofficeParts, memberId: string): Promise<Listed[]> {
  const { database, clock, decisionKinds } = parts
  return rowsOf(parts, await waitingOfMember(database, decisionKinds, memberId, clock.now()))
}

/** Those of them that nobody decided meanwhile, in their order: each kind that is among them is read once. */
async function rowsOf(parts: BackofficeParts, places: readonly Pick<Listed, 'kind' | 'id'>[]): Promise<Listed[]> {
  const kinds = [...Map.groupBy(places, ({ kind }) => kind)]
  const lists = await Promise.all(
    kinds.map(async ([kind, of]) => {
      const ids = of.map(({ id }) => id)
      return (await kindOf(parts, kind).list(parts.database, ids)).map((row) => ({ ...row, kind }))
    }),
  )
  const found = new Map(lists.flat().map((row) => [decisionSubject(row.kind, row.id), row]))
  return places.flatMap(({ kind, id }) => found.get(decisionSubject(kind, id)) ?? [])
}

/** Behind which row of which kind the queue goes on. */
function placeBehind(after: string): DecisionPlace | null {
  const place = readPlace(after)
  if (place === null) return null
  const [kind = '', ...id] = place.id.split('_')
  return { since: place.at, kind, id: id.join('_') }
}

type Cards = Awaited<ReturnType<Members['cards']>>

async function shown(parts: BackofficeParts, rows: readonly Listed[]): Promise<DecisionRowOnWire[]> {
  if (rows.length === 0) return []
  const { database, clock, members } = parts
  const [claims, cards] = await Promise.all([
    claimsHeld(database, clock.now()),
    members.cards(database, [...new Set(rows.flatMap(({ memberId }) => memberId ?? []))]),
  ])
  const holders = new Map(claims.map((claim) => [decisionSubject(claim.kind, claim.id), claim]))
  const names = await parts.support.namesOf([...new Set(claims.map(({ agentId }) => agentId))])
  return rows.map((row) => wireRow(row, cards, { claim: holders.get(decisionSubject(row.kind, row.id)), names }))
}

function wireRow(
  row: Listed,
  cards: Cards,
  { claim, names }: { claim: DecisionClaim | undefined; names: ReadonlyMap<string, string> },
): DecisionRowOnWire {
  const { kind, id, version, memberId, amountMinor, since, reasons } = row
  const card = cards.get(memberId ?? '')
  return {
    kind,
    id,
    version,
    memberId,
    memberNo: card?.memberNumber.toString() ?? null,
    memberName: card?.name ?? null,
    amount: amountMinor === null ? null : toWireAmount(amountMinor),
    since: since.toISOString(),
    reasons: [...reasons],
    heldBy:
      claim === undefined
        ? null
        : { _id: claim.agentId, name: names.get(claim.agentId) ?? '', until: claim.until.toISOString() },
  }
}

function kindOf({ decisionKinds }: BackofficeParts, name: DecisionKindName): DecisionKind {
  return decisionKinds.find(({ kind }) => kind === name) ?? refuse('NO_DATA')
}

/** One of them, with its deeds in its life, the member whom it is about, and who else has it open; who asks has, from now on. */
export async function readDecision(
  parts: BackofficeParts,
  { agentId }: AgentIdentity,
  kind: DecisionKindName,
  id: string,
): Promise<AnswerOf<typeof desk.deskDecision>> {
  const reading = (await kindOf(parts, kind).read(id)) ?? refuse('NO_DATA')
  const { evidence, row } = reading
  const [onlookers, [wired], deeds, member, members] = await Promise.all([
    onlookersOf(parts, { kind, id }, agentId),
    shown(parts, [{ ...row, kind }]),
    deedsOn(parts, [decisionSubject(kind, id), ...(reading.deedsOn ?? [])]),
    row.memberId === null ? null : decisionMember(parts, row.memberId),
    readDecisionMembers(parts, { kind, id, after: null }),
  ])
  const timeline = [...(evidence.timeline ?? []), ...deeds].toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return {
    row: wired ?? refuse('NO_DATA'),
    evidence: {
      ...{ picture: null, comparison: [], money: null, ...evidence, why: [...evidence.why], timeline, member },
      members: members.rows,
      membersNext: members.next,
    },
    actions: [...reading.actions],
    onlookers,
    canAsk: reading.canAsk ?? false,
  }
}

async function onlookersOf(parts: BackofficeParts, looked: Pick<Listed, 'kind' | 'id'>, agentId: string) {
  const looks = await noteLook(parts.database, looked, agentId, parts.clock.now())
  const names =
    looks.length === 0 ? new Map<string, string>() : await parts.support.namesOf(looks.map((one) => one.agentId))
  return looks.map((one) => ({
    _id: one.agentId,
    name: names.get(one.agentId) ?? '',
    since: one.since.toISOString(),
  }))
}

/** As long as a party may take to answer. */
const ASK_AGAIN_S = 25

/** Has the party asked now how it stands; the same operation asks once. Refuses with REQUEST_LIMIT while it may be asked already. */
export async function askParty(
  parts: BackofficeParts,
  agent: AgentIdentity,
  { kind, id, operationId }: { kind: DecisionKindName; id: string; operationId: string },
): Promise<void> {
  if ((await deedById(parts.database, operationId)) !== null) return
  const one = kindOf(parts, kind)
  const reading = (await one.read(id)) ?? refuse('NO_DATA')
  const asked = (await one.ask?.(id, { ...byAgent(agent), operationId })) ?? 'moved'
  if (asked === 'too-soon') refuse('REQUEST_LIMIT', { retryAfterS: ASK_AGAIN_S })
  if (asked === 'moved') await refuseMoved(parts, [decisionSubject(kind, id), ...(reading.deedsOn ?? [])])
}

/** Whom one is about, behind a member; nobody where that is one at most. */
export async function readDecisionMembers(
  parts: BackofficeParts,
  { kind, id, after }: { kind: DecisionKindName; id: string; after: string | null },
): Promise<AnswerOf<typeof desk.deskDecisionMembers>> {
  const page = { after: after ?? '', limit: DECISIONS_PAGE_SIZE + 1 }
  const found = (await kindOf(parts, kind).members?.(id, page)) ?? []
  const about = found.slice(0, DECISIONS_PAGE_SIZE)
  const cards = await parts.members.cards(parts.database, about)
  return {
    rows: about.flatMap((memberId) => {
      const card = cards.get(memberId)
      return card === undefined ? [] : { memberId, memberNo: String(card.memberNumber), name: card.name }
    }),
    next: found.length > DECISIONS_PAGE_SIZE ? (about.at(-1) ?? null) : null,
  }
}

const DEEDS_SHOWN_MAX = 100
const CLAIMED = 'decision-claimed'
const RELEASED = 'decision-released'

async function deedsOn(parts: BackofficeParts, subjects: readonly string[]) {
  const pages = await Promise.all(
    subjects.map((subject) => deedsPage(parts.database, { subject, offset: 0, limit: DEEDS_SHOWN_MAX })),
  )
  const rows = pages.flatMap((page) => page.rows.toReversed())
  const names = await namesOf(parts, rows)
  return rows.map(({ at, deed, actor, after, reason }) => ({
    at: at.toISOString(),
    what: deed,
    by: names(actor),
    facts: { ...shownFacts(after), ...(reason === null ? {} : { note: reason }) },
  }))
}

/** How people are called who did something: staff by their names, the command line by its user. */
async function namesOf(parts: BackofficeParts, deeds: readonly { actor: Actor }[]): Promise<(actor: Actor) => string> {
  const names = await parts.support.namesOf([...new Set(deeds.flatMap(({ actor }) => agentOf(actor) ?? []))])
  return (actor) => names.get(agentOf(actor) ?? '') ?? actor
}

/** Deeds that decided something, the last one last. */
async function endsOn(parts: BackofficeParts, subjects: readonly string[]) {
  return (await deedsOn(parts, subjects)).filter(({ what }) => what !== CLAIMED && what !== RELEASED)
}

/** Refuses with by whom it was decided, and what. */
async function refuseMoved(
  parts: BackofficeParts,
  subjects: readonly string[],
  known: { by?: string; what?: string } = {},
): Promise<never> {
  const last = known.by === undefined ? (await endsOn(parts, subjects)).at(-1) : undefined
  const by = known.by ?? last?.by ?? null
  const what = last?.what ?? known.what ?? null
  refuse('MOVED_ON', { details: { by, what, at: last?.at ?? parts.clock.now().toISOString() } })
}

/** Takes it for five minutes; refuses with HELD while another has it. */
export async function claimDecision(
  parts: BackofficeParts,
  agent: AgentIdentity,
  kind: DecisionKindName,
  id: string,
): Promise<AnswerOf<typeof desk.deskClaimDecision>> {
  const { database, clock } = parts
  const { row, actions, deedsOn: more = [] } = (await kindOf(parts, kind).read(id)) ?? refuse('NO_DATA')
  if (actions.length === 0) await refuseMoved(parts, [decisionSubject(kind, id), ...more])
  const now = clock.now()
  const until = new Date(now.getTime() + DECISION_CLAIM_MS)
  const isTaken = await database.transaction(async (tx) => {
    const claim = await takeClaim(tx, { kind, id, agentId: agent.agentId, until }, now)
    if (claim === null) return false
    await writeDeed(tx, {
      ...byAgent(agent),
      deed: CLAIMED,
      memberId: row.memberId,
      subject: decisionSubject(kind, id),
      at: now,
    })
    return true
  })
  if (!isTaken) {
    const held = await claimOf(database, { kind, id }, now)
    const names = await parts.support.namesOf(held === null ? [] : [held.agentId])
    refuse('HELD', {
      details: { by: names.get(held?.agentId ?? '') ?? null, until: held?.until.toISOString() ?? null },
    })
  }
  const [wired] = await shown(parts, [{ ...row, kind }])
  return { row: wired ?? refuse('NO_DATA') }
}

/** Gives back what one has taken; of what he has not, nothing happens. */
export async function releaseDecision(
  parts: BackofficeParts,
  agent: AgentIdentity,
  kind: DecisionKindName,
  id: string,
): Promise<void> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    if (!(await giveClaimBack(tx, { kind, id }, agent.agentId, now))) return
    await writeDeed(tx, { ...byAgent(agent), deed: RELEASED, subject: decisionSubject(kind, id), at: now })
  })
}

/** What the same operation did before, whose answer nobody heard; null when it did nothing. */
async function doneBefore({ database }: BackofficeParts, operationId: string): Promise<DecisionOutcome | null> {
  const before = await deedById(database, operationId)
  if (before === null) return null
  return before.deed === 'proposal-made' ? { outcome: 'proposed', proposalId: operationId } : { outcome: 'done' }
}

/** Does one of the actions that the reading lists, against what was seen; what it did already it answers again. */
export async function decide(
  parts: BackofficeParts,
  agent: AgentIdentity,
  asked: { kind: DecisionKindName; id: string; body: BodyOf<typeof desk.deskDecide>; operationId: string },
): Promise<AnswerOf<typeof desk.deskDecide>> {
  const { kind, id, body, operationId } = asked
  const one = kindOf(parts, kind)
  const { row, actions, deedsOn: more = [] } = (await one.read(id)) ?? refuse('NO_DATA')
  const subjects = [decisionSubject(kind, id), ...more]
  if (actions.length === 0 || row.version !== body.version) {
    const before = await doneBefore(parts, operationId)
    if (before !== null) return answerOf(before)
    await refuseMoved(parts, subjects)
  }
  const action = requireAction(actions, body.action, agent.roles)
  const deed = {
    ...{ id, action: action.action, version: body.version, fields: readFields(action, body), roles: agent.roles },
    by: { ...byAgent(agent), operationId },
  }
  const outcome = await one.act(deed).catch((error: unknown) => movedAsSaid(parts, error))
  if (outcome.outcome === 'moved') await refuseMoved(parts, subjects, outcome)
  else {
    const now = parts.clock.now()
    await forgetClaims(parts.database, { kind, id }, now)
    await forgetLooks(parts.database, { kind, id }, now)
  }
  return answerOf(outcome)
}

/** Refused in its transaction because it is decided: by whom is told by his name, or by its deeds where nobody was told. */
async function movedAsSaid(parts: BackofficeParts, error: unknown): Promise<DecisionOutcome> {
  if (!(error instanceof AppError) || error.code !== 'MOVED_ON') throw error
  const { by, what } = error.details ?? {}
  if (typeof by !== 'string') return { outcome: 'moved', ...(typeof what === 'string' ? { what } : {}) }
  const names = await namesOf(parts, [{ actor: by as Actor }])
  refuse('MOVED_ON', { details: { ...error.details, by: names(by as Actor) } })
}

function answerOf(outcome: DecisionOutcome): AnswerOf<typeof desk.deskDecide> {
  if (outcome.outcome === 'proposed') return outcome
  const { said } = outcome.outcome === 'done' ? outcome : {}
  return { outcome: 'done', proposalId: null, ...(said === undefined ? {} : { said }) }
}
