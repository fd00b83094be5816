import { desk, type DeskProposal, PROPOSALS_PAGE_SIZE } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { refuse } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/index.ts'
import { actorNames, byAgent } from '../deeds/index.ts'
import { confirm, refuseProposal, withdrawProposal } from './ends.ts'
import { outlook } from './outlook.ts'
import type { ProposalsParts } from './proposals.parts.ts'
import { proposalById, proposalsBehind } from './proposals.store.ts'
import type { ProposalRow } from './proposals.types.ts'
import { pageOf, readPlace, writePlace } from '../../platform/place.ts'

/** A proposal as staff see it, with the names of who made and ended it. */
function shownProposal(
  parts: ProposalsParts,
  row: ProposalRow,
  { agentOf }: Awaited<ReturnType<typeof actorNames>>,
): DeskProposal {
  const { kind, memberId, subject, terms, state, decidedBy, note } = row
  return {
    proposalId: row.id,
    kind,
    by: row.proposedBy,
    agent: agentOf(row.proposedBy),
    at: row.proposedAt.toISOString(),
    lapsesAt: row.lapsesAt.toISOString(),
    amount: row.amountMinor === null ? null : toWireAmount(row.amountMinor),
    memberId,
    subject,
    terms,
    state,
    roles: [...(parts.deeds.get(kind)?.confirmedBy ?? [])],
    decidedBy,
    decider: agentOf(decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note,
  }
}

/** The names of all who stand in these rows. */
function namesIn(parts: ProposalsParts, rows: readonly ProposalRow[]) {
  return actorNames(
    parts,
    rows.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy]),
  )
}

/** The calls about proposals, on the listener of the desk. */
export function proposalsRoutes(parts: ProposalsParts): Route[] {
  return [
    route(desk.deskProposals, async ({ query }) => {
      const asked = { state: query.state ?? null, behind: readPlace(query.after), limit: PROPOSALS_PAGE_SIZE + 1 }
      const found = await proposalsBehind(parts.database, asked)
      const { rows, last } = pageOf(found, PROPOSALS_PAGE_SIZE)
      const names = await namesIn(parts, rows)
      return {
        rows: rows.map((row) => shownProposal(parts, row, names)),
        next: last && writePlace({ at: last.proposedAt, id: last.id }),
      }
    }),
    route(desk.deskProposal, async ({ params }) => {
      const row = (await proposalById(parts.database, params.proposalId)) ?? refuse('NO_DATA')
      return shownProposal(parts, row, await namesIn(parts, [row]))
    }),
    route(desk.deskProposalOutlook, ({ agent, params }) => outlook(parts, params.proposalId, byAgent(agent).actor)),
    route(desk.deskConfirmProposal, ({ agent, params, body }) =>
      confirm(parts, params.proposalId, { by: byAgent(agent), note: body.note?.trim() || null }),
    ),
    route(desk.deskRefuseProposal, ({ agent, params, body }) =>
      refuseProposal(parts, params.proposalId, { by: byAgent(agent), note: body.note?.trim() || null }),
    ),
    route(desk.deskWithdrawProposal, ({ agent, params, body }) =>
      withdrawProposal(parts, params.proposalId, { by: byAgent(agent), note: body.note?.trim() || null }),
    ),
  ]
}
