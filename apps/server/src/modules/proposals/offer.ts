import type { Sql } from '../../platform/database/types.ts'
import { newId } from '../../platform/ids.ts'
import { type By, type Facts, writeDeed } from '../deeds/index.ts'
import { about, movedOn } from './ends.ts'
import { type ProposalsParts, rolesIn } from './proposals.parts.ts'
import { insertProposal, openAbout, proposalById } from './proposals.store.ts'
import type { Offered, ProposalRow, TwoPersonDeed } from './proposals.types.ts'
import { DAY_MS } from '../../platform/durations.ts'

const LASTS_MS = DAY_MS

export interface Offer<Terms> {
  by: By
  terms: Terms
  memberId?: string | null
  amountMinor?: number | null
  /** On what, as a kind and an id, such as `withdrawal:…`: of one thing there is one open proposal. */
  subject?: string | null
  reason?: string | null
  /** The id of the operation that offers it, where its deeds do not have it: a second try finds what the first one made. */
  operationId?: string | undefined
}

/**
 * Proposes a deed, or does it at once where the operator has no second person. Refuses with MOVED_ON (409) while another
 * proposal about the same thing is open.
 */
export async function offer<Terms, Evidence>(
  parts: ProposalsParts,
  deed: TwoPersonDeed<Terms, Evidence>,
  offered: Offer<Terms>,
): Promise<Offered> {
  const { by, terms, reason = null } = offered
  const at = parts.clock.now()
  const row: ProposalRow = {
    id: offered.operationId ?? by.operationId ?? newId(at),
    kind: deed.kind,
    state: 'OPEN',
    terms: terms as Record<string, unknown>,
    memberId: offered.memberId ?? null,
    amountMinor: offered.amountMinor ?? null,
    subject: offered.subject ?? null,
    proposedBy: by.actor,
    proposedAt: at,
    lapsesAt: new Date(at.getTime() + LASTS_MS),
    decidedBy: null,
    decidedAt: null,
    note: null,
    seen: null,
  }
  if ((await parts.operator.setting('secondPerson')).value === 'off') return doAlone(parts, deed, row, offered)
  const isNew = await parts.database.transaction(async (tx) => {
    if (!(await enter(parts, tx, deed, row, offered))) return false
    const { memberId } = row
    const after = { kind: row.kind, amountMinor: row.amountMinor, ...factsOf(row.terms) }
    await writeDeed(tx, { ...by, deed: 'proposal-made', memberId, subject: about(row), after, reason, at })
    return true
  })
  if (isNew) parts.signals.publish({ kind: 'proposals', proposalId: row.id })
  return { outcome: 'proposed', proposalId: row.id }
}

/** Writes the row, once it is looked whether he may; false when a first try of the same operation did. */
async function enter<Terms, Evidence>(
  parts: ProposalsParts,
  tx: Sql,
  deed: TwoPersonDeed<Terms, Evidence>,
  row: ProposalRow,
  { by, terms }: Offer<Terms>,
): Promise<boolean> {
  await rolesIn(parts, tx, by.actor)
  if ((await proposalById(tx, row.id)) !== null) return false
  await deed.judge?.(tx, { terms, memberId: row.memberId, by })
  const { id: proposalId, memberId } = row
  const foreseen = await deed.foresee?.(tx, { proposalId, terms, memberId, confirmer: null })
  if (await insertProposal(tx, { ...row, seen: foreseen?.facts ?? null })) return true
  const open = row.subject === null ? null : await openAbout(tx, row.subject)
  if (open !== null && open.id !== row.id) movedOn(open.proposedBy, 'PROPOSED', { proposalId: open.id })
  return false
}

/** Does it without a second person, as its deed says; the row stays, so that a second try does nothing. */
async function doAlone<Terms, Evidence>(
  parts: ProposalsParts,
  deed: TwoPersonDeed<Terms, Evidence>,
  row: ProposalRow,
  offered: Offer<Terms>,
): Promise<Offered> {
  const { terms } = offered
  const done: Offered = { outcome: 'done', proposalId: null }
  if ((await proposalById(parts.database, row.id)) !== null) return done
  // Whatever asks nobody outside has no evidence.
  const evidence = (await deed.prepare?.(terms)) as Evidence
  const by: By = { ...offered.by, said: { secondPerson: 'off' } }
  const doing = { ...row, proposalId: row.id, terms, by, evidence }
  const isNew = await parts.database.transaction(async (tx) => {
    const closed = { state: 'CONFIRMED', decidedBy: row.proposedBy, decidedAt: row.proposedAt } as const
    if (!(await enter(parts, tx, deed, { ...row, ...closed }, offered))) return false
    await deed.run(tx, doing)
    return true
  })
  if (isNew) deed.after?.(doing)
  return done
}

/** What stands in a deed of it: words and numbers as they are, anything else as JSON. */
function factsOf(terms: ProposalRow['terms']): Facts {
  const isPlain = (value: unknown): value is string | number | null =>
    value === null || typeof value === 'string' || typeof value === 'number'
  const entries = Object.entries(terms).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]))
}
