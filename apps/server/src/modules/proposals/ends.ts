import { type DecisionEnd, hasRole } from '@krapao/contract'
import * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import { type ErrorDetails, refuse } from '../../platform/errors.ts'
import { type Actor, type By, BY_ITSELF, writeDeed } from '../deeds/index.ts'
import { type ProposalsParts, rolesIn } from './proposals.parts.ts'
import { endProposal, lockOpen, lockProposal, proposalById } from './proposals.store.ts'
import type { AnyDeed, ProposalRow, ProposalState } from './proposals.types.ts'

// How a proposal ends: confirmed or refused by another, taken back by who made it, or lapsed. It ends once.

const LAPSED_AT_ONCE = 200

export interface Ending {
  by: By
  note: string | null
}

/** What its deeds are about. */
export function about({ id }: Pick<ProposalRow, 'id'>): string {
  return `proposal:${id}`
}

/** Refuses with MOVED_ON (409), saying by whom and what. */
export function movedOn(by: Actor | null, what: DecisionEnd, details: ErrorDetails = {}): never {
  return refuse('MOVED_ON', { details: { by, what, ...details } })
}

/** Refuses whoever may not end it: SELF_APPROVAL, FORBIDDEN (403). */
async function requireSecond(parts: ProposalsParts, tx: Sql, row: ProposalRow, { actor }: By): Promise<AnyDeed> {
  const deed = parts.deeds.get(row.kind) ?? refuse('FORBIDDEN')
  if (row.proposedBy === actor) refuse('SELF_APPROVAL')
  const roles = await rolesIn(parts, tx, actor)
  if (roles !== null && !hasRole(roles, deed.confirmedBy)) refuse('FORBIDDEN', { details: { roles: deed.confirmedBy } })
  return deed
}

/** True when it is open; false when he himself brought it to this end already. Refuses with MOVED_ON when it ended otherwise. */
function isOpen(row: ProposalRow, end: ProposalState, { actor }: By, now: Date): boolean {
  if (row.state === end && row.decidedBy === actor) return false
  if (row.state !== 'OPEN') movedOn(row.decidedBy, row.state)
  if (now >= row.lapsesAt) movedOn('system', 'LAPSED')
  return true
}

/**
 * Does what another proposed, by every rule anew: what is booked, its deed and the end of the proposal are one commit.
 * Confirming again what he confirmed changes nothing. Refuses with NO_DATA, SELF_APPROVAL, FORBIDDEN, and with MOVED_ON.
 */
export async function confirm(
  parts: ProposalsParts,
  id: string,
  { by, note }: Ending,
): Promise<{ state: ProposalState }> {
  const { database, clock } = parts
  const seen = (await proposalById(database, id)) ?? refuse('NO_DATA')
  const deed = await database.transaction((tx) => requireSecond(parts, tx, seen, by))
  if (!isOpen(seen, 'CONFIRMED', by, clock.now())) return { state: 'CONFIRMED' }
  const terms = v.parse(deed.shape, seen.terms)
  const { memberId, amountMinor, proposedBy } = seen
  const doing = {
    proposalId: id,
    terms,
    memberId,
    amountMinor,
    proposedBy,
    by: { ...by, said: { proposal: id, proposedBy } },
    evidence: await deed.prepare?.(terms),
  }
  const isDone = await database.transaction(async (tx) => {
    // He first, then the proposal: as whoever locks somebody out does it.
    await requireSecond(parts, tx, seen, by)
    const row = (await lockProposal(tx, id)) ?? refuse('NO_DATA')
    const at = clock.now()
    if (!isOpen(row, 'CONFIRMED', by, at)) return false
    await endProposal(tx, { id, state: 'CONFIRMED', by: by.actor, at, note })
    await deed.run(tx, doing)
    return true
  })
  if (isDone) {
    deed.after?.(doing)
    parts.signals.publish({ kind: 'proposals', proposalId: id })
  }
  return { state: 'CONFIRMED' }
}

/** Ends what another proposed, undone. Refuses as `confirm` does. */
export function refuseProposal(parts: ProposalsParts, id: string, ending: Ending): Promise<{ state: ProposalState }> {
  return close(parts, id, ending, 'REFUSED', async (tx, row) => void (await requireSecond(parts, tx, row, ending.by)))
}

/** Takes back what he proposed himself; FORBIDDEN (403) for what another did. */
export function withdrawProposal(parts: ProposalsParts, id: string, ending: Ending): Promise<{ state: ProposalState }> {
  return close(parts, id, ending, 'WITHDRAWN', async (tx, row) => {
    await rolesIn(parts, tx, ending.by.actor)
    if (row.proposedBy !== ending.by.actor) refuse('FORBIDDEN')
  })
}

async function close(
  parts: ProposalsParts,
  id: string,
  { by, note }: Ending,
  state: 'REFUSED' | 'WITHDRAWN',
  mayEnd: (tx: Sql, row: ProposalRow) => Promise<void>,
): Promise<{ state: ProposalState }> {
  const isDone = await parts.database.transaction(async (tx) => {
    await mayEnd(tx, (await proposalById(tx, id)) ?? refuse('NO_DATA'))
    const row = (await lockProposal(tx, id)) ?? refuse('NO_DATA')
    const at = parts.clock.now()
    if (!isOpen(row, state, by, at)) return false
    await endUndone(tx, row, { by, note }, state, at)
    return true
  })
  if (isDone) parts.signals.publish({ kind: 'proposals', proposalId: id })
  return { state }
}

const undoneDeeds = {
  REFUSED: 'proposal-refused',
  WITHDRAWN: 'proposal-withdrawn',
  LAPSED: 'proposal-lapsed',
} as const

async function endUndone(
  tx: Sql,
  row: ProposalRow,
  { by, note }: Ending,
  state: keyof typeof undoneDeeds,
  at: Date,
): Promise<void> {
  await endProposal(tx, { id: row.id, state, by: by.actor, at, note })
  const { kind, memberId } = row
  const facts = { before: { state: row.state }, after: { kind, state, proposedBy: row.proposedBy } }
  await writeDeed(tx, { ...by, deed: undoneDeeds[state], memberId, subject: about(row), ...facts, reason: note, at })
}

/** Ends what nobody confirmed in time. @returns how many. */
export async function lapseProposals(parts: ProposalsParts): Promise<number> {
  const at = parts.clock.now()
  const rows = await parts.database.transaction(async (tx) => {
    const over = await lockOpen(tx, { lapsedBy: at, atOnce: LAPSED_AT_ONCE })
    for (const row of over) await endUndone(tx, row, { by: BY_ITSELF, note: null }, 'LAPSED', at)
    return over
  })
  for (const { id } of rows) parts.signals.publish({ kind: 'proposals', proposalId: id })
  return rows.length
}

/**
 * Takes back all that one of the staff has open, in the transaction that locks him out. @returns their ids, to be
 * told once it is committed.
 */
export async function withdrawAllOf(parts: ProposalsParts, tx: Sql, agentId: string, by: By): Promise<string[]> {
  const at = parts.clock.now()
  const rows = await lockOpen(tx, { proposedBy: `agent:${agentId}` })
  for (const row of rows) await endUndone(tx, row, { by, note: null }, 'WITHDRAWN', at)
  return rows.map(({ id }) => id)
}
