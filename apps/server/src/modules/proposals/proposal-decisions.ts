import type { DecisionAction } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import {
  agentOf,
  decisionAction,
  type DecisionKind,
  type DecisionReading,
  type DecisionRow,
  done,
  noteField,
  shownFacts,
} from '../deeds/index.ts'
import { confirm, refuseProposal } from './ends.ts'
import type { ProposalsParts } from './proposals.parts.ts'
import { openProposals, proposalById, proposalsWaiting } from './proposals.store.ts'
import type { ProposalRow } from './proposals.types.ts'

/** Of one that is open, and of one that ended. */
const VERSIONS = { open: 0, ended: 1 } as const

function decisionRow({ id, state, memberId, amountMinor, proposedAt }: ProposalRow): DecisionRow {
  const version = state === 'OPEN' ? VERSIONS.open : VERSIONS.ended
  return { id, version, memberId, amountMinor, since: proposedAt, reasons: ['TAKES_TWO'] }
}

/** What is proposed: of the queue by its kind and action, else by the kind of the deed. */
function deedOf({ kind, terms }: ProposalRow): string {
  const { kind: of, action } = terms
  return typeof of === 'string' && typeof action === 'string' ? `${of}.${action}` : kind
}

async function read(parts: ProposalsParts, id: string): Promise<DecisionReading | null> {
  const row = await proposalById(parts.database, id)
  if (row === null) return null
  const proposer = agentOf(row.proposedBy)
  const names = proposer === null ? new Map<string, string>() : await parts.namesOf([proposer])
  const by = names.get(proposer ?? '') ?? row.proposedBy
  const facts = {
    ...shownFacts(row.terms),
    deed: deedOf(row),
    proposedBy: by,
    lapsesAt: row.lapsesAt.toISOString(),
  }
  return {
    row: decisionRow(row),
    evidence: { why: [{ reason: 'TAKES_TWO', facts: { by } }], facts },
    actions: row.state === 'OPEN' ? actionsOf(parts, row) : [],
  }
}

function actionsOf(parts: ProposalsParts, row: ProposalRow): DecisionAction[] {
  const roles = [...(parts.deeds.get(row.kind)?.confirmedBy ?? [])]
  const amount = row.amountMinor === null ? null : toWireAmount(row.amountMinor)
  return (['confirm', 'refuse'] as const).map((action) =>
    decisionAction(action, `proposal-${action}`, { amount, deed: deedOf(row) }, { fields: [noteField(false)], roles }),
  )
}

/** Proposals as the queue has them: another confirms or refuses one there as at the list of proposals. */
export function proposalDecisions(parts: ProposalsParts): DecisionKind {
  return {
    kind: 'proposal',
    waiting: proposalsWaiting,
    list: async (sql, ids) => (await openProposals(sql, ids)).map(decisionRow),
    read: (id) => read(parts, id),
    async act({ id, action, fields, by }) {
      const end = action === 'confirm' ? confirm : refuseProposal
      await end(parts, id, { by, note: fields.note ?? null })
      return done
    },
  }
}
