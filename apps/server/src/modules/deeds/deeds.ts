import type { DeedName } from '@krapao/contract'

/** Who did it: one of the staff, somebody at the command line, the program by itself, or somebody who is not known. */
export type Actor = `agent:${string}` | `cli:${string}` | 'system' | 'nobody'

/** By whom a use case is done, and from where. */
export interface By {
  actor: Actor
  address: string | null
  /** What each deed of his says beside its own: who proposed it, or that one person did what takes two. */
  said?: Facts
  /** The id of the operation that he sent, under which its deed stands: a second try of it finds what the first one did. */
  operationId?: string
}

/** What happens by itself, as time passes or the program starts. */
export const BY_ITSELF: By = { actor: 'system', address: null }

/** One of the staff, as he came with a call. */
export function byAgent({ agentId, address }: { agentId: string; address: string }): By {
  return { actor: `agent:${agentId}`, address }
}

/** Whoever gives a command at the machine. */
export function byCommand(actor: Extract<Actor, `cli:${string}`>): By {
  return { actor, address: null }
}

export type Facts = Readonly<Record<string, string | number | null>>

/** Which of the staff it is, as it is written down; null for the command line, what happens by itself and nobody. */
export function agentOf(actor: unknown): string | null {
  return typeof actor === 'string' && actor.startsWith('agent:') ? actor.slice('agent:'.length) : null
}

export interface Deed extends By {
  deed: DeedName
  at: Date
  memberId?: string | null
  /** On what, as a kind and an id, such as `room:…`. */
  subject?: string | null
  /** What was true before and is now; never a secret. Long numbers are kept by their last four digits. */
  before?: Facts | null
  after?: Facts | null
  reason?: string | null
}
