import { type AnswerOf, DECISIONS_PAGE_SIZE, type desk } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { pageOf } from '../../../platform/place.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { deedsOn } from './decision-deeds.ts'
import { type DecisionNamed, kindOf, requireReading } from './decision-kinds.ts'
import { noteLook } from './decision-looks.store.ts'
import { decisionMember } from './decision-member.ts'
import { rowsOnWire } from './list-decisions.ts'

/** One of them, with its deeds in its life, the member whom it is about, and who else has it open; who asks has, from now on. */
export async function readDecision(
  parts: BackofficeParts,
  { agentId }: AgentIdentity,
  named: DecisionNamed,
): Promise<AnswerOf<typeof desk.deskDecision>> {
  const { reading, subjects } = await requireReading(parts, named)
  const { evidence, row } = reading
  const [onlookers, [wired], deeds, member, members] = await Promise.all([
    onlookersOf(parts, named, agentId),
    rowsOnWire(parts, [{ ...row, kind: named.kind }]),
    deedsOn(parts, subjects),
    row.memberId === null ? null : decisionMember(parts, row.memberId),
    readDecisionMembers(parts, { ...named, after: null }),
  ])
  const timeline = [...(evidence.timeline ?? []), ...deeds].toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return {
    row: wired ?? refuse('NO_DATA'),
    evidence: {
      picture: null,
      comparison: [],
      money: null,
      ...evidence,
      why: [...evidence.why],
      timeline,
      member,
      members: members.rows,
      membersNext: members.next,
    },
    actions: [...reading.actions],
    onlookers,
    canAsk: reading.canAsk ?? false,
  }
}

async function onlookersOf(parts: BackofficeParts, looked: DecisionNamed, agentId: string) {
  const looks = await noteLook(parts.database, looked, agentId, parts.clock.now())
  const names = await parts.staff.namesOf(looks.map((one) => one.agentId))
  return looks.map((one) => ({
    _id: one.agentId,
    name: names.get(one.agentId) ?? '',
    since: one.since.toISOString(),
  }))
}

/** Whom one is about, behind a member; nobody where that is one at most. */
export async function readDecisionMembers(
  parts: BackofficeParts,
  { kind, id, after }: DecisionNamed & { after: string | null },
): Promise<AnswerOf<typeof desk.deskDecisionMembers>> {
  const page = { after: after ?? '', limit: DECISIONS_PAGE_SIZE + 1 }
  const found = (await kindOf(parts, kind).members?.(id, page)) ?? []
  const { rows, last } = pageOf(found, DECISIONS_PAGE_SIZE)
  const cards = await parts.members.cards(parts.database, rows)
  return {
    rows: rows.flatMap((memberId) => {
      const card = cards.get(memberId)
      return card === undefined ? [] : { memberId, memberNo: String(card.memberNumber), name: card.name }
    }),
    next: last,
  }
}
