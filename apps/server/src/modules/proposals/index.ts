import { bound } from '../../platform/bound.ts'
import { lapseProposals, withdrawAllOf } from './ends.ts'
import { type Offer, offer } from './offer.ts'
import { proposalDecisions } from './proposal-decisions.ts'
import { proposalsCommands } from './proposals.commands.ts'
import type { ProposalsParts } from './proposals.parts.ts'
import { proposalsRoutes } from './proposals.routes.ts'
import { confirmedMinor, likeThese, openOn, proposedMinor } from './proposals.store.ts'
import type { AnyDeed, Offered, TwoPersonDeed } from './proposals.types.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

export type { Doing, Foreseen, Offered, TwoPersonDeed } from './proposals.types.ts'
export { movedOn } from './ends.ts'
export { proposalsMigrations } from './proposals.migrations.ts'
export { proposalsRecords } from './proposals.records.ts'

const LAPSE_EVERY_MS = MINUTE_MS

export type Proposals = ReturnType<typeof createProposals>

/** What takes two persons: proposed by one of the staff, or at the command line, and done when another confirms it. */
export function createProposals(given: Omit<ProposalsParts, 'deeds'>) {
  const parts: ProposalsParts = { ...given, deeds: new Map<string, AnyDeed>() }
  return {
    deskRoutes: proposalsRoutes(parts),
    commands: proposalsCommands(parts),
    decisionKinds: [proposalDecisions(parts)],
    jobs: [{ name: 'proposals-lapse', everyMs: LAPSE_EVERY_MS, run: () => lapseProposals(parts) }],
    /** Makes a deed known, so that its proposals can be confirmed; once for each kind. */
    register<Terms, Evidence>(deed: TwoPersonDeed<Terms, Evidence>): TwoPersonDeed<Terms, Evidence> {
      if (parts.deeds.has(deed.kind)) throw new Error(`there are two deeds of the kind ${deed.kind}`)
      // What is kept of its terms is read by its own shape before it is handed to it.
      parts.deeds.set(deed.kind, deed as unknown as AnyDeed)
      return deed
    },
    offer: <Terms, Evidence>(deed: TwoPersonDeed<Terms, Evidence>, offered: Offer<Terms>): Promise<Offered> =>
      offer(parts, deed, offered),
    ...bound(parts, { withdrawAllOf }),
    /** What one proposed, and confirmed, of a kind since a moment, in satang; within his own transaction. */
    proposedMinor,
    confirmedMinor,
    likeThese,
    openOn,
  }
}
