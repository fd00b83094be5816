import {
  type AnswerOf,
  DECISION_KINDS,
  type DecisionKindName,
  type DecisionPart,
  type DecisionRowOnWire,
  DECISIONS_PAGE_SIZE,
  type desk,
} from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { pageOf, readPlace, writePlace } from '../../../platform/place.ts'
import { type DecisionRow, decisionSubject, waitingOfMember } from '../../deeds/index.ts'
import type { Members } from '../../members/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { type DecisionClaim, claimsHeld } from './decision-claims.store.ts'
import { kindOf } from './decision-kinds.ts'
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
  const { rows, last } = pageOf(places, DECISIONS_PAGE_SIZE)
  return {
    rows: await rowsOnWire(parts, await stillWaiting(parts, rows)),
    count: counted.reduce((sum, one) => sum + (kind === null || one.kind === kind ? one[part ?? 'count'] : 0), 0),
    kinds: DECISION_KINDS.flatMap((name) => {
      const one = counted.find((candidate) => candidate.kind === name)
      if (one === undefined) return []
      const { count, mine, late } = one
      return [{ kind: name, count, oldestAt: one.oldestAt?.toISOString() ?? null, mine, late }]
    }),
    next: last && writePlace({ at: last.since, id: `${last.kind}_${last.id}` }),
  }
}

/** What waits of one member, but what is about several. */
export async function decisionsOf(parts: BackofficeParts, memberId: string): Promise<Listed[]> {
  const { database, clock, decisionKinds } = parts
  return stillWaiting(parts, await waitingOfMember(database, decisionKinds, memberId, clock.now()))
}

/** Those of them that nobody decided meanwhile, in their order: each kind that is among them is read once. */
async function stillWaiting(parts: BackofficeParts, places: readonly Pick<Listed, 'kind' | 'id'>[]): Promise<Listed[]> {
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

export async function rowsOnWire(parts: BackofficeParts, rows: readonly Listed[]): Promise<DecisionRowOnWire[]> {
  if (rows.length === 0) return []
  const { database, clock, members } = parts
  const [claims, cards] = await Promise.all([
    claimsHeld(database, clock.now()),
    members.cards(database, [...new Set(rows.flatMap(({ memberId }) => memberId ?? []))]),
  ])
  const holders = new Map(claims.map((claim) => [decisionSubject(claim.kind, claim.id), claim]))
  const names = await parts.staff.namesOf(claims.map(({ agentId }) => agentId))
  return rows.map((row) => rowOnWire(row, cards, { claim: holders.get(decisionSubject(row.kind, row.id)), names }))
}

function rowOnWire(
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
